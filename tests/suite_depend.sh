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

pleach train -q --system attardi --tagger --tokenizer generic -e 20 -o "$T/text" "$data"
[ "$(echo 'Hvad tror du?' | pleach parse -q -m "$T/text" | grep -v '^#' | cut -f 5 | grep -c '[A-Z]')" = 4 ]
say $? "raw text is cut, tagged and parsed"

if [ -z "$PLEACH_DATA" ]; then
    echo "ok dependency treebanks # SKIP PLEACH_DATA is not set"
    exit
fi
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
pleach convert -q --constituents --dependencies --to conllx "$T/dev.conllx" | cmp -s - "$T/dev.conllx"
say $? "dependencies to constituents and back gives the same bytes"
