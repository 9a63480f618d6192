#!/bin/sh
# Text as people write it (tests/data/rough-*): tokens and tags that the models that come with pleach
# get right must not become fewer. When they become more, raise the figures here and in docs/text.md.
. tests/check.sh

# at_least LANGUAGE RULES TOKENS TAGS: the counts of rough.py
at_least() {
    # shellcheck disable=SC2046 # four counts
    set -- "$@" $(python3 tests/rough.py "tests/data/rough-$1" "models/$1.model.zst" "$2")
    echo "$1: $6 of $5 tokens, at least $3 expected; $8 tags, at least $4 expected"
    [ "$6" -ge "$3" ] && [ "$8" -ge "$4" ]
}

#                          tokens tags
check "Dutch"   at_least nl nl 313 303
check "German"  at_least de de 289 261
check "English" at_least en en 283 277
check "Danish"  at_least da da 264 255

# What the scorer compares, on a text of its own.
printf 'Ja\\nja.\nJa/TSW|BW ja/XX ./LET\n' >"$T/one"
places() { test "$(python3 tests/rough.py "$T/one" models/nl.model.zst nl)" = "3 3 3 2"; }
check "places and alternatives" places
printf 'Ja ja.\nJa/TSW ./LET\n' >"$T/wrong"
missing() { python3 tests/rough.py "$T/wrong" models/nl.model.zst nl 2>&1 | grep -q "do not make up the text at '.'"; }
check "a token that is missing" missing
exit $status
