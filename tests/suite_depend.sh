#!/bin/sh
# Dependency parsing as a user does it: the same model and trees each time and with any number of
# threads, systems from files, long sentences, raw text; and, where PLEACH_DATA is set, how much of
# the treebanks each system derives.
. tests/check.sh
data=tests/data/danish.conllx

cat >"$T/mine.sys" <<'END'
# arcs over up to three tokens, bottom up
K 5
D 4
LEFT
RIGHT
SHIFT
END
pleach train -q --system "$T/mine.sys" -e 40 -b 4 -o "$T/mine" "$data" &&
    pleach parse -q -m "$T/mine" "$data" | pleach eval --json "$data" - | grep -q '"uas": 100.0'
say $? "a system from a file learns its own training trees"
pleach train -q --system "$T/mine.sys" -e 40 -b 4 -j 2 -o "$T/again" "$data"
cmp -s "$T/mine" "$T/again"
say $? "training twice gives the same bytes"

for system in arc-standard arc-eager arc-hybrid easy-first easy-first-np easy-first-np-5 attardi dag; do
    pleach train -q --system $system -e 5 -b 3 -o "$T/$system" "$data"
    for i in 1 2 3; do pleach parse -q -j $i -m "$T/$system" "$data" >"$T/out$i"; done
    cmp -s "$T/out1" "$T/out2" && cmp -s "$T/out1" "$T/out3"
    say $? "$system: the trees do not depend on the number of threads"
done

awk 'BEGIN { for (i = 0; i < 3000; i++) printf "%s ", i % 3 ? "du/PP" : "tror/VA"; print "" }' >"$T/long.tagged"
for system in arc-eager easy-first-np easy-first-np-5 dag; do
    n=$(pleach parse -q -m "$T/$system" -f tagged "$T/long.tagged" | cut -f 7 | grep -c '^[0-9]')
    [ "$n" = 3000 ]
    say $? "$system: each of 3,000 words gets a head"
done

for threads in 1 2 3; do
    pleach train -q --system attardi -e 3 -b 3 --batch 2 -j $threads -o "$T/batch$threads" "$data"
done
cmp -s "$T/batch1" "$T/batch2" && cmp -s "$T/batch1" "$T/batch3" && ! cmp -s "$T/batch1" "$T/attardi"
say $? "models of batches do not depend on the number of threads"

# What is chosen without --system leaves room for what the user wants.
pleach train -q --features dep-far --crossing lift --prune 0.05 -e 1 -o "$T/own" "$data" && pleach info "$T/own" >"$T/out1" &&
    grep -q '^features: dep-far$' "$T/out1" && grep -q 'crossing lift' "$T/out1" && grep -q '^prune: 0.05$' "$T/out1" &&
    pleach train -q -e 1 -o "$T/own" "$data" && pleach info "$T/own" | grep -q '^prune: 1.9$'
say $? "features, control parameters and pruning of the user, where the system is chosen"
for option in "--K 3" "--crossing lift"; do
    # shellcheck disable=SC2086
    pleach train -q $option -o "$T/x" tests/data/dutch.discbracket 2>"$T/err"
    [ $? = 1 ] && grep -q 'is for systems of dependencies, and sr-gap is one of constituents' "$T/err" && [ ! -e "$T/x" ]
    say $? "$option is refused for constituents"
done

# Some sentences without capitals and with other marks, tags predicted: the parser sees other words.
robust() { pleach train -q --system arc-eager --tags predicted -e 3 -b 3 "$@" "$data"; }
robust -o "$T/plain" && robust --robust 0.5 -j 1 -o "$T/rough1" && robust --robust 0.5 -j 2 -o "$T/rough2" &&
    cmp -s "$T/rough1" "$T/rough2" && ! cmp -s "$T/rough1" "$T/plain" && pleach info "$T/rough1" | grep -q '^robust: 0.5$' &&
    robust --robust 0 -o "$T/zero" && pleach parse -q -m "$T/plain" "$data" >"$T/out1" && pleach parse -q -m "$T/zero" "$data" | cmp -s - "$T/out1"
say $? "robust training gives the same bytes with any number of threads"
robust --robust 2 -o "$T/x" 2>"$T/err"
[ $? -ne 0 ] && grep -q 'robust is a share from 0 to 1, not 2' "$T/err" && [ ! -e "$T/x" ]
say $? "a share above 1 is refused"

# resumed NAME OPTION…: an interrupt between any two sentences, or after an epoch, changes nothing. On
# a machine so fast that training ends before the interrupt it has more epochs.
resumed() {
    name=$1
    shift
    for epochs in 200 400 800 1600 3200 6400; do
        train="pleach train --system easy-first-np-5 -e $epochs -b 4 $* $data"
        rm -f "$T/c" "$T/part" "$T/err" # files of the run before
        $train --checkpoint "$T/c" -o "$T/part" 2>"$T/err" &
        pid=$!
        until grep -q -s "^epoch 3" "$T/err" || ! kill -0 $pid; do sleep 0.05; done
        kill -INT $pid
        wait $pid || break
    done 2>/dev/null
    grep -q 'interrupted; .* can be resumed after epoch [0-9]*: the same command with --resume goes on' "$T/err" &&
        [ "$(pleach parse -q -m "$T/part" "$data" | grep -c '^1')" = 5 ] &&
        $train -q --checkpoint "$T/c" --resume -o "$T/part" && $train -q -o "$T/whole" && cmp "$T/whole" "$T/part"
    say $? "training that was interrupted and resumed gives the same bytes: $name"
}
resumed "the last epoch"
resumed "the best epoch" --dev "$data"
resumed "runs" --runs 2 -j 2
resumed "rough sentences" --robust 0.3
pleach train -q --system attardi -e 200 -b 4 --checkpoint "$T/c" --resume -o "$T/x" "$data" 2>"$T/err"
[ $? = 1 ] && grep -q 'belongs to other data or options' "$T/err"
say $? "a checkpoint of another system is refused"

pleach train -q --system attardi --tagger --tokenizer generic -e 20 -o "$T/text" "$data"
[ "$(echo 'Hvad tror du?' | pleach parse -q -m "$T/text" | grep -v '^#' | cut -f 5 | grep -c '[A-Z]')" = 4 ]
say $? "raw text is cut, tagged and parsed"

# projective FILE: each of these systems derives exactly the projective trees
projective() {
    read -r n _ _ crossing <<END
$(python3 tests/plain_figures.py arcs "$1")
END
    for system in arc-standard arc-eager arc-hybrid easy-first dag; do
        pleach oracle -q --system $system --check "$1" | grep "^$((n - crossing)) of $n trees" || return 1
    done
}
there_and_back() { pleach convert -q --constituents --dependencies --to conllx "$1" | cmp - "$1"; }
for file in tests/data/*.conllx tests/data/*.conllu; do
    check "systems derive every projective tree of $file" projective "$file"
    case $file in *.conllx) check "dependencies to constituents and back: $file" there_and_back "$file" ;; esac
done
[ -n "$PLEACH_DATA" ] || exit $status
train=$PLEACH_DATA/dependency/danish-ddt/train.conll.zst
found=
for d in 1 2 3 4 5 6 7; do
    found="$found $(pleach oracle -q --system dep --K inf --D $d --check "$train" | sed 's/.*(\(.*\)%)/\1/')"
done
[ "$found" = " 83.02 96.46 98.84 99.71 99.90 99.96 100.00" ]
say $? "coverage of Danish by D:$found"
for system in arc-standard arc-eager arc-hybrid easy-first dag; do
    [ "$(pleach oracle -q --system $system --check "$train")" = "4010 of 4830 trees (83.02%)" ]
    say $? "$system derives every projective tree of Danish"
done
zstdcat "$PLEACH_DATA/dependency/danish-ddt/dev.conll.zst" >"$T/dev.conllx"
check "dependencies to constituents and back: danish-ddt" there_and_back "$T/dev.conllx"
exit $status
