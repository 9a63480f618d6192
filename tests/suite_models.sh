#!/bin/sh
# The models that come with pleach: small enough, with licence and source, and each parses a
# sentence of its language from raw text. Where there are none, nothing is tested.
. tests/check.sh
trees() { # trees of our own of each language, by the name of the model
    case $1 in
        nl*) echo dutch-everyday.discbracket ;;
        de*) echo german-everyday.discbracket ;;
        is*) echo icelandic-everyday.discbracket ;;
        da*) echo danish.conllx ;;
        *) echo english.discbracket ;;
    esac
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

PATH=$BUILD/release:$PATH # the files are long

# What labels, functions, tags and relations mean: all that come ten times in the training data, or
# in what a model makes of our own sentences, are explained.
used() { # used TIMES FILE: the names that occur this often, one per line
    case $2 in
        *.conll*) zstd -dcqf "$2" | grep -v '^#' | awk -F'\t' -v least="$1" 'NF > 7 && $1 ~ /^[0-9]+$/ { n[$5]++; n[$8]++ } END { for (x in n) if (n[x] >= least) print x }' ;;
        *) for by in label tag function; do
            pleach stats -q --tsv --by $by "$2" | awk -F'\t' -v least="$1" 'NR > 1 && $2 >= least { print $1 }'
        done ;;
    esac
}
explained() { # explained WHAT MODEL TIMES FILE
    used "$3" "$4" | grep -v '^$' | sort -u >"$T/used"
    unknown=$(while read -r label; do pleach info "$2" --label "$label" >/dev/null 2>&1 || printf ' %s' "$label"; done <"$T/used")
    [ -z "$unknown" ] && [ -s "$T/used" ]
    say $? "the labels of $1 are explained$unknown"
}
grep -v '^#' models/models.tsv >"$T/models"
while IFS="$(printf '\t')" read -r name folder train _; do
    format=export
    ! pleach info "$name" | grep -q '^dev-las: ' || format=conllu
    pleach parse -q -m "$name" --predict-tags --to $format "tests/data/$(trees "$name")" -o "$T/parsed.$format" </dev/null
    explained "what $name parses" "$name" 1 "$T/parsed.$format"
    [ -z "$PLEACH_DATA" ] || explained "the training data of $name" "$name" 10 "$PLEACH_DATA/$folder/$train"
done <"$T/models"

# The calibration error of constituents in percent. The limit is higher for our own trees, since they are few.
sure() { # sure WHAT MOST FILE
    error=$(pleach parse -q -m nl --predict-tags --confidence --to export "$3" | pleach eval -q --json --calibration "$3" - |
        sed -n 's/.*"constituents": {"n": [0-9]*, "error": \([0-9.]*\).*/\1/p')
    awk -v e="$error" -v most="$2" 'BEGIN { exit !(e != "" && e <= most) }'
    say $? "nl is as sure of constituents as it is right, in $1: error $error"
}
sure "our own trees" 5 tests/data/dutch-everyday.discbracket
[ -z "$PLEACH_DATA" ] || sure "alpino" 3 "$PLEACH_DATA/constituency/alpino/punctroot/dev.export.zst"
exit $status
