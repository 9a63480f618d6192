#!/bin/sh
# What the source may not hold: functions that overflow, truncate in silence, depend on
# global state or differ from run to run; unfinished marks; files that have outgrown one idea;
# names without the prefix of the library, and functions that nothing calls.
status=0
say() { # say NAME: reads what was found; nothing is good
    found=$(cat)
    if [ -z "$found" ]; then
        echo "ok $1"
    else
        echo "not ok $1"
        echo "$found" | head -n 20
        status=1
    fi
}
sources=$(ls src/*/*.[ch] cli/*.[ch] server/*.[ch] tools/*.c include/*.h tests/unit/*.[ch] 2>/dev/null)

for name in strcpy strcat strncpy strncat stpcpy sprintf vsprintf gets scanf fscanf \
    strtok asctime ctime gmtime localtime atoi atol atof rand srand random srandom drand48 \
    alloca mktemp tmpnam tempnam setenv putenv; do
    # shellcheck disable=SC2086
    grep -n -E "(^|[^a-zA-Z0-9_\"])$name *\(" $sources /dev/null | say "no $name"
done
# shellcheck disable=SC2086
grep -n -E '\b(TODO|FIXME|XXX)\b' $sources /dev/null | say "no unfinished marks"
# shellcheck disable=SC2086
grep -n -E '(^|[^:"])//' $sources /dev/null | grep -v 'https*://' | say "comments are /* */"
grep -n -E '\b(printf|puts|exit|fprintf *\( *std(out|err))\b *\(' src/*/*.c | grep -v '^src/base/alloc.c' |
    say "the library prints nothing and never exits"
grep -n -E '\b(v?printf|v?fprintf *\( *std(out|err)|puts|putchar|fput[cs] *\(.*std(out|err)|json_dumpf)\b' cli/*.c server/*.c |
    grep -v -E '^cli/(say|help|main)\.c|format\(printf|/\*.*\*/$' | say "the program prints through say.h, which makes text visible"
grep -n -E '\b(tell|print|tell_progress|usage_error)\(.*"[^"]*[^"\\n](\\n)+[^"\\]' cli/*.c |
    say "formats of messages have newlines only at their ends"
# shellcheck disable=SC2086
wc -l $sources | awk '$2 != "total" && $1 > ($2 == "include/pleach.h" ? 1000 : 800)' |
    say "no file over 800 lines, but for the manual of the interface"

# One word per thing: no file and no type of the same name in two rooms; no names that
# formatters take for C++; no words that were given up.
ls src/*/*.[ch] cli/*.[ch] server/*.[ch] | sed 's,.*/,,' | sort | uniq -d | say "file names are unique"
# shellcheck disable=SC2086
cat src/*/*.[ch] cli/*.h | sed -n -E 's/^\} (pl_[a-z0-9_]+);$/\1/p' | sort | uniq -d | say "type names are unique"
# shellcheck disable=SC2086
for file in $sources; do
    sed -E 's/"([^"\\]|\\.)*"//g; s,/\*.*\*/,,; /^ *\/\*/,/\*\//d; s,/\*.*,,; /^ *\*/d; s,^[^*]*\*/,,' "$file" |
        grep -n -w -E '(class|template|new|delete|operator|namespace|private|public|virtual|typename|this)' |
        grep -v '__cplusplus' | sed "s,^,$file:,"
done | say "no C++ keywords as names"
grep -n -i -w -E '(teacher|student|lesson|school)s?' src/*/*.[ch] cli/*.[ch] | say "no school words"
grep -n -E '"(pleach: |[^"]*[ (])--[a-z]' src/*/*.c | grep -v -e '^src/transform/transform.c' -e 'PL_HELP(' | grep -v '\$' | say "messages of the library name no options"

# Two runs of the tests on one machine, also by two users, must not use the same files in a shared folder.
grep -n -E '/tmp/[a-z]' tests/unit/*.[ch] tests/fuzz/*.c tests/suite_*.sh tests/*.py tests/golden/*.test bindings/python/*/*.py docs/python.md |
    grep -v -E 'XXXXXX|%ld|docker|strstr' | say "tests have no fixed names in /tmp"

# What other files see of the library, as the linker has it; sanitizers add names with __.
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
nm "$BUILD/san/libpleach.a" 2>/dev/null | awk 'NF == 3 && $2 ~ /[TDRBC]/ && $3 !~ /^__/ { print $3 }' |
    sort -u >"$T/names"
grep -v '^pl_' "$T/names" | say "what the library exports begins with pl_"
# One that is declared, defined and nothing else has no caller, unless it is for programs.
cat src/*/*.[ch] cli/*.[ch] server/*.[ch] | grep -o -E '\bpl_[a-z0-9_]+\b' | sort | uniq -c |
    awk '$1 < 3 { print $2 }' >"$T/rare"
nm "$BUILD/san/libpleach.a" "$BUILD"/san/cli/*.o "$BUILD"/san/server/*.o 2>/dev/null | awk '$1 == "U" { print $2 }' |
    cat - tests/abi.txt >"$T/used"
sort "$T/rare" | comm -12 - "$T/names" | grep -v -x -F -f "$T/used" |
    say "what the library exports is used"
exit $status
