#!/bin/sh
# Runs the static checkers that are installed over all C files; the arguments are the
# preprocessor's. Exits with 1 if one of them finds something. clang-tidy takes long: a file
# that was clean is not looked at again before it, one of its headers or the checks change.
stamps=${BUILD:-build}/lint
if [ "$1" = --one ]; then
    file=$2
    shift 2
    key=$({
        eval "${CC:-cc} -E -P -std=c17 $* $file"
        clang-tidy --version
        cat .clang-tidy
    } | sha256sum | cut -c 1-64)
    [ -e "$stamps/$key" ] && exit 0
    eval "clang-tidy --quiet $file -- -std=c17 $*" 2>/dev/null && : >"$stamps/$key"
    exit
fi
status=0
files=$(git ls-files 'src/*.c' 'cli/*.c' 'tools/*.c')
if command -v clang-tidy >/dev/null; then
    mkdir -p "$stamps"
    echo "$files" | xargs -P "$(nproc)" -I '{}' "$0" --one '{}' "$@" || status=1
else
    echo "clang-tidy is not installed: skipped"
fi
if command -v cppcheck >/dev/null; then
    # shellcheck disable=SC2086
    cppcheck --quiet --std=c11 --inline-suppr --enable=warning,performance,portability \
        --error-exitcode=1 --suppressions-list=tools/cppcheck.suppress -Isrc -Iinclude $files ||
        status=1
else
    echo "cppcheck is not installed: skipped"
fi
exit $status
