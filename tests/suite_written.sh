#!/bin/sh
# Files with hostile texts in XML and JSON (tests/unit/hostile.h), as other programs read them.
. tests/check.sh
mkdir "$T/files"

well_formed() {
    found=$(xmllint --noout "$@" 2>&1) && [ -z "$found" ] && return
    echo "$found"
    return 1
}

# Each line is an object that has no key twice.
is_json() {
    python3 - "$@" <<'END'
import json, sys

def members(pairs):
    assert len(pairs) == len(dict(pairs)), [key for key, value in pairs]
    return dict(pairs)

for path in sys.argv[1:]:
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            json.loads(line, object_pairs_hook=members)
END
}

check "files with hostile texts are written" \
    env PLEACH_HOSTILE="$T/files" "$BUILD/san/tests/unit/test_hostile"
for format in alpino tigerxml; do
    check "there are some in $format" sh -c "[ \$(ls '$T/files' | grep -c '\.$format\$') -gt 100 ]"
    check "xmllint reads $format" well_formed "$T"/files/*.$format
done
# The time must be proportional to the number of fields: this takes about 6 s of processor time, and fails after 60 s.
many() {
    python3 -c 'import json, sys
names = [f"f{i}" for i in range(200000)] + ["a" + sign * i for sign in "!?" for i in range(300)]
fields = dict.fromkeys(names, "x")
print(json.dumps({"fields": fields, "tokens": [{"word": "a", "tag": "A", "fields": fields}]}))' >"$T/many.json"
    for format in alpino tigerxml; do
        (ulimit -t 60 && pleach convert -q --to $format "$T/many.json" -o "$T/many" && pleach stats "$T/many") || return 1
    done
}
check "many fields are written and read" many
check "python reads json" is_json "$T"/files/*.json

exit $status
