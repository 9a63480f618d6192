#!/bin/sh
# Parsing with a network: the same trees whatever is parsed together, by any number of
# threads; tags, morphology and functions; n-best lists and explanations; the tagger alone.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
pleach=$BUILD/pleach # without sanitizers: the unit tests have them
trees=$PWD/tests/data/german.export
"$pleach" train -q --scorer neural --layer-width 32 --hidden-width 32 --spelling-width 12 --head-width 8 --batch 4 \
    --rate 0.01 --dropout 0.1 --epochs 40 -o "$T/m" "$trees" || exit 1
"$pleach" convert -q -t tokens -o "$T/words" "$trees"
parse() { "$pleach" parse -q -m "$T/m" -f tokens -t export "$@"; }

parse -j 1 "$T/words" >"$T/one"
threads() { parse -j 4 "$T/words" | cmp - "$T/one"; }
check "four threads" threads
stream() { parse --stream "$T/words" | cmp - "$T/one"; }
check "sentence by sentence" stream
slowly() { while read -r line; do echo "$line"; done <"$T/words" | parse | cmp - "$T/one"; }
check "from a pipe" slowly
alone() {
    sed -n 7p "$T/words" | parse | sed 's/^#BOS 1 /#BOS N /; s/^#EOS 1$/#EOS N/; /^#FORMAT/d' >"$T/alone" &&
        sed -n '/^#BOS 7 /,/^#EOS 7$/p' "$T/one" | sed 's/^#BOS 7 /#BOS N /; s/^#EOS 7$/#EOS N/' | cmp - "$T/alone"
}
check "a sentence alone" alone
greedy() { parse -b 1 "$T/words" | grep -c '^#BOS' | grep -q -x "$(wc -l <"$T/words")"; }
check "greedily" greedy

# It has learned from these sentences.
learned() { "$pleach" eval "$trees" "$T/one" | awk '$1 == "F1" { exit !($2 > 60) }'; }
check "better than chance" learned
labels() {
    awk -F '\t' 'NF == 6 && !/^#/ { all++; tags += $3 != "--"; morphs += $4 != "--"; functions += $5 != "--" }
        NF == 6 && /^#[0-9]/ { nodes++; named += $5 != "--" }
        END { exit !(tags == all && morphs > all / 3 && functions > all / 2 && named > nodes / 3) }' "$T/one"
}
check "tags, morphology and functions" labels
kept() {
    sed 's,[^ ]*,&/XY,g' "$T/words" | "$pleach" parse -q -m "$T/m" -f tagged -t export >"$T/xy" &&
        ! awk -F '\t' 'NF == 6 && $3 != "XY" && !/^#/ { bad = 1 } END { exit !bad }' "$T/xy" &&
        sed 's,[^ ]*,&/XY,g' "$T/words" | "$pleach" parse -q --predict-tags -m "$T/m" -f tagged -t export | cmp - "$T/one"
}
check "tags of the input are kept, unless they are to be predicted" kept
tagged() {
    "$pleach" tag -m "$T/m" -f tokens -t export -q "$T/words" | awk -F '\t' 'NF == 6 && !/^#/ { print $1, $3, $4 }' >"$T/tags" &&
        awk -F '\t' 'NF == 6 && !/^#/ { print $1, $3, $4 }' "$T/one" | cmp - "$T/tags"
}
check "pleach tag gives the same tags" tagged
score() { "$pleach" tag --score -m "$T/m" "$trees" | awk '$1 == "tokens" { exit !($4 > 60) }'; }
check "pleach tag --score" score
nbest() {
    parse -b 8 --nbest 3 "$T/words" | grep '^#BOS\|score=' | head -n 3 >"$T/n" &&
        parse -b 8 --nbest 3 "$T/words" | grep -c '^#BOS' | awk -v n="$(wc -l <"$T/words")" '{ exit !($1 > 2 * n) }'
}
check "n-best" nbest
explained() {
    sed -n 3p "$T/words" | "$pleach" parse -q -m "$T/m" -f tokens --explain | grep -v '^#\|^$' |
        awk -F '\t' '$3 < 0 || $3 > 1 || ($5 != "-" && $3 + $5 > 1.0001) { bad = 1 } { n++ } END { exit bad || n < 5 }'
}
check "probabilities in explanations" explained
# Once all tags were as sure as could be: scores were taken for probabilities.
sure_tags() {
    parse --confidence "$T/words" | sed -n 's/^[^#].*confidence=//p' | sort -u >"$T/sure" &&
        awk '$1 <= 0 || $1 >= 1 { bad = 1 } { n++ } END { exit bad || n < 20 }' "$T/sure"
}
check "some tags are surer than others" sure_tags
info() { "$pleach" info "$T/m" | grep -q '^members: 1$' && "$pleach" info "$T/m" | grep -q '^actions: '; }
check "pleach info" info
exit $status
