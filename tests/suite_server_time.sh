#!/bin/sh
# Checks that the time limit of the server holds for each route, with models of each kind; a search keeps a limited number of matches.
. tests/check.sh
pleach=$BUILD/pleach
"$pleach" train -q -e 1 --tags predicted -o "$T/linear.model" tests/data/dutch.discbracket
"$pleach" train -q -e 1 --system easy-first --tags predicted -o "$T/easy.model" tests/data/danish.conllx
"$pleach" grammar plcfrs -q --binarize right --unknown-words -o "$T/grammar.grammar" tests/data/dutch.discbracket
export no_proxy=localhost,127.0.0.1

TIME_MODELS="$T/easy.model $T/grammar.grammar" python3 tests/server_time.py "$BUILD/pleach-serve" "$T/linear.model" \
    parsing treebanks changing leaving streaming waiting memory || status=1
exit $status
