#!/bin/sh
# pleach search: what holds of every treebank, on the samples of tests/data, and the answers
# of a plain evaluator on real treebanks, where PLEACH_REFERENCE and PLEACH_DATA name them.
. tests/check.sh
data=tests/data
samples="$data/dutch.discbracket $data/german.export $data/danish.conllx"
samples=$(for file in $samples; do [ -e "$file" ] && echo "$file"; done)

# search ARGUMENT…: without messages
search() {
    pleach search --quiet "$@"
}

# -- laws -----------------------------------------------------------------------------

# partition QUERY FILE: sentences with a match and those without are all sentences
partition() {
    with=$(search --count "$1" "$2" | cut -f2)
    without=$(search --count --invert "$1" "$2" | cut -f2)
    [ $((with + without)) = "$(search --count 'sentence(length=0,*)' "$2" | cut -f2)" ]
}
# again QUERY FILE: --sentences and --sentences --invert, searched again
again() {
    case $2 in *.conllx) format=conllx ;; *) format=export ;; esac
    search --sentences --to $format "$1" "$2" >"$T/with" &&
        search --sentences --invert --to $format "$1" "$2" >"$T/without" &&
        [ "$(search --count --from $format "$1" "$T/with" | cut -f2,3)" = "$(search --count "$1" "$2" | cut -f2,3)" ] &&
        [ "$(search --count --from $format "$1" "$T/without" | cut -f2,3)" = "$(printf '0\t0')" ]
}
# formats QUERY FILE FORMAT…: the same counts after convert
formats() {
    query=$1 file=$2
    shift 2
    wanted=$(search --count "$query" "$file" | cut -f2,3)
    for format; do
        pleach convert --quiet --to "$format" "$file" >"$T/converted" || return 1
        [ "$(search --count --from "$format" "$query" "$T/converted" | cut -f2,3)" = "$wanted" ] || return 1
    done
}
# threads ARGUMENT…: the same bytes with 1, 2 and 5 threads
threads() {
    for n in 1 2 5; do
        search --threads $n "$@" >"$T/threads.$n" || return 1
    done
    cmp "$T/threads.1" "$T/threads.2" && cmp "$T/threads.1" "$T/threads.5" && [ -s "$T/threads.1" ]
}
for file in $samples; do
    check "with and without a match: $(basename "$file")" partition 'discontinuous([NT])' "$file"
    check "sentences are found again: $(basename "$file")" again '#a:[T] .2 #b:[T]' "$file"
done
dutch=$data/dutch.discbracket
check "the same counts in other formats" formats '#n:[cat=/N.*/] > #t:[T]' $dutch export tigerxml discbracket
check "gaps in other formats" formats 'ingap(#x,#n)' $dutch export tigerxml discbracket
check "arcs in other formats" formats '#h -> #d & #h .2,* #d' $data/danish.conllx conllu conllx
for view in --json --kwic --count '--columns=#a.cat,#a.words' '--trees=text' '--count-by=#a.cat' --per-sentence=1; do
    check "threads change nothing: $view" threads "$view" '#a:[NT] >* #b:[T]' "$dutch" "$dutch"
done

# -- streams --------------------------------------------------------------------------

# The first match comes while the pipe is still open.
first_at_once() {
    mkfifo "$T/pipe" "$T/found"
    pleach search --quiet --from discbracket '[cat="A"]' <"$T/pipe" >"$T/found" &
    searcher=$!
    exec 3>"$T/pipe" 4<"$T/found"
    echo '(A (B 0=b))' >&3
    read -r line <&4
    exec 3>&- 4<&-
    wait $searcher
    [ "$line" = "$(printf '1\t#1=A:1')" ]
}
check "first results come at once" first_at_once
endless() {
    yes '(A (B 0=b))' | pleach search --quiet --limit 3 --from discbracket '[cat="A"]' >"$T/three"
    [ "$(wc -l <"$T/three")" = 3 ]
}
check "--limit ends reading" endless
late() {
    yes '(A (B 0=b))' | pleach search --count --time-limit 0.3 --from discbracket '[cat="A"]' >"$T/late" 2>"$T/late.log"
    [ $? = 1 ] && grep -q 'time limit' "$T/late.log" && [ -s "$T/late" ]
}
check "--time-limit ends the search" late
waits() { # keeps the pipe open
    pleach search --time-limit 0.2 --from discbracket '[cat="A"]' <>"$T/pipe" >"$T/waits" 2>"$T/waits.log"
    [ $? = 1 ] && grep -q 'time limit' "$T/waits.log"
}
check "--time-limit also while input is waited for" waits

# -- the library ----------------------------------------------------------------------

# Each query of share/queries compiles and says what it is for.
for query in share/queries/*.tig; do
    [ -e "$query" ] || continue
    name=$(basename "$query" .tig)
    check "query $name" sh -c "head -n 1 $query | grep -q '^// ' && pleach search --explain --query $name"
done

# -- reference ------------------------------------------------------------------------

if [ -z "$PLEACH_REFERENCE" ] || [ -z "$PLEACH_DATA" ]; then
    echo "ok answers of a plain evaluator # SKIP they are on treebanks: PLEACH_REFERENCE, PLEACH_DATA"
    exit $status
fi
reference() {
    PLEACH=${PROGRAM:-$BUILD}/pleach python3 tests/search_reference.py "$PLEACH_REFERENCE/search" "$PLEACH_DATA"
}
check "answers of a plain evaluator" reference
exit $status
