#!/bin/sh
# The models that come with pleach: small enough, with licence and source, and each parses a
# sentence of its language from raw text. Where there are none, nothing is tested.
PATH=$BUILD/san:$PATH
status=0
say() { # say STATUS TEXT: one line "ok" or "not ok"
    [ "$1" = 0 ] && echo "ok $2" && return
    echo "not ok $2"
    status=1
}
text() { # a sentence of each language, by the name of the model
    case $1 in
        nl*) echo 'Dat werkwoord had ze zelf uitgevonden.' ;;
        de*) echo 'Darüber muss man heute nachdenken.' ;;
        is*) echo 'Hann sá húsið.' ;;
        da*) echo 'Hvad tror du, hun har købt?' ;;
        *) echo 'A hearing is scheduled on the issue today.' ;;
    esac
}
for model in models/*.model.zst; do
    if [ ! -e "$model" ]; then
        echo "ok models # SKIP there are none"
        exit 0
    fi
    name=$(basename "$model" .model.zst)
    [ "$(wc -c <"$model")" -lt 10000000 ]
    say $? "$name has less than 10 MB"
    about=$(pleach info "$name")
    missing=
    # a network tags by itself, the others have a tagger beside the parser
    echo "$about" | grep -q '^scorer: neural' && tagging=task-weight || tagging=tagger-dev
    for key in language treebank attribution licence command tokenizer "$tagging" 'dev-\(f1\|las\)'; do
        echo "$about" | grep -q "^$key: ." || missing="$missing $key"
    done
    [ -z "$missing" ]
    say $? "info of $name says all that it should$missing"
    words=$(text "$name" | pleach parse -m "$name" | pleach convert --quiet --to tokens 2>/dev/null | wc -w)
    [ "$words" -gt 3 ]
    say $? "$name parses raw text: $words words"
    grep -q "^| \`$name\`" models/README.md
    say $? "models/README.md tells of $name"
done

# What labels, functions, tags and relations mean: all that come ten times in the training data, or
# in what a model makes of a sentence, are explained.
used() { # used MODEL FILE: as names, one per line
    case $2 in
        *.conll*) zstd -dcq "$2" | grep -v '^#' | awk -F'\t' 'NF > 7 && $1 ~ /^[0-9]+$/ { n[$5]++; n[$8]++ } END { for (x in n) if (n[x] >= 10) print x }' ;;
        *) for by in label tag function; do
            pleach stats -q --tsv --by $by "$2" | awk -F'\t' 'NR > 1 && $2 >= 10 { print $1 }'
        done ;;
    esac
}
grep -v '^#' models/models.tsv | while IFS="$(printf '\t')" read -r name folder train _; do
    if [ -e "$PLEACH_DATA/$folder/$train" ] && [ -n "$PLEACH_DATA" ]; then
        unknown=$(PATH=$BUILD/release:$PATH used "$name" "$PLEACH_DATA/$folder/$train" | grep -v '^$' | sort -u | while read -r label; do
            "$BUILD/release/pleach" info "$name" --label "$label" >/dev/null 2>&1 || printf ' %s' "$label"
        done)
        [ -z "$unknown" ] && echo "ok the labels of $name are explained" || echo "not ok the labels of $name are explained: not$unknown"
    else
        echo "ok the labels of $name are explained # SKIP PLEACH_DATA is missing"
    fi
done

# As sure as it is right: the calibration error of constituents is at most 3 points.
dev=$PLEACH_DATA/constituency/alpino/punctroot/dev.export.zst
if [ -e "$dev" ] && [ -e models/nl.model.zst ]; then
    PATH=$BUILD/release:$PATH
    error=$(pleach parse -q -m nl --predict-tags --confidence --to export "$dev" | pleach eval -q --json --calibration "$dev" - |
        sed -n 's/.*"constituents": {"n": [0-9]*, "error": \([0-9.]*\).*/\1/p')
    awk -v e="$error" 'BEGIN { exit !(e != "" && e <= 3) }'
    say $? "nl is as sure of constituents as it is right: error $error"
else
    echo "ok how sure nl is # SKIP PLEACH_DATA or the model is missing"
fi
exit $status
