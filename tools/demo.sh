#!/bin/sh
# What `make run` shows: sentences parsed, then sample trees drawn, converted and counted.
pleach=${PLEACH:-build/pleach}
data=tests/data

# show TEXT COMMAND…: says what is done, shows the command, runs it. `pleach` is the one built.
show() {
    printf '\n-- %s\n$ %s\n' "$1" "$2"
    sh -c "pleach() { $pleach \"\$@\"; }; $2"
}

if [ -e models/nl.model.zst ]; then
    show "Dutch text, parsed with the model that comes with pleach: the object of the participle stands in front" \
        "echo 'Dat werkwoord had ze zelf uitgevonden.' | pleach parse | pleach draw"
    show "A question about a part of the subordinate clause, and a relative clause away from its noun" \
        "echo 'Wat denk je dat ze gisteren heeft gekocht? Ik heb de man gezien die dat boek heeft geschreven.' |
    pleach parse | pleach draw --punct remove"
    show "The same with functions, as an export file" \
        "echo 'Dat werkwoord had ze zelf uitgevonden.' | pleach parse --to export"
else
    printf '\nThere is no model models/nl.model.zst to parse text with: make models, with PLEACH_DATA set, makes it.\n'
fi

show "Dutch: the object of the participle stands before the finite verb" \
    "sed -n 3p $data/dutch.discbracket | pleach draw --punct remove"
show "English: an extraposed relative clause" \
    "sed -n 2p $data/english.discbracket | pleach draw --punct remove"
show "English: two constituents that interleave" \
    "sed -n 23p $data/english.discbracket | pleach draw --punct remove"
show "German dependencies that cross" \
    "pleach draw -n 2 $data/german.conllu"
show "A Penn Treebank tree with a trace, and where the trace leads" \
    "head -n 6 $data/english.penn | pleach convert --traces resolve"
show "German: a TIGER-style tree with functions, of an export file" \
    "pleach draw --slice 1:2 --functions --punct remove $data/german.export"
show "The same as TigerXML" \
    "pleach convert --slice 1:2 --to tigerxml $data/german.export | sed -n '/<graph/,/<\\/graph/p'"
model=$(mktemp)
trap 'rm -f "$model"' EXIT
show "A parser trained on 42 Dutch sentences, and a sentence that is not among them" \
    "pleach train --quiet --epochs 10 -o $model $data/dutch.discbracket 2>/dev/null
  echo 'Dat/VNW-aanw-det boek/N-soort had/WW-pv ze/VNW-pers-pron gelezen/WW-vd ./LET' |
    pleach parse -m $model --from tagged 2>/dev/null | pleach draw"
show "What the Dutch sample consists of" \
    "pleach stats $data/dutch.discbracket | head -n 20"
printf '\nSamples are in %s; "%s help" lists what else can be done.\n' "$data" "$pleach"
