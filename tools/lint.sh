#!/bin/sh
# Runs the static checkers that are installed over all C files; the arguments are the
# preprocessor's. Exits with 1 if one of them finds something.
status=0
files=$(git ls-files 'src/*.c' 'cli/*.c' 'tools/*.c')
if command -v clang-tidy >/dev/null; then
    flags="$*"
    export flags
    echo "$files" | xargs -P "$(nproc)" -n 8 sh -c \
        'eval clang-tidy --quiet "$@" -- -std=c17 "$flags"' sh 2>/dev/null || status=1
else
    echo "clang-tidy is not installed: skipped"
fi
if command -v cppcheck >/dev/null; then
    # shellcheck disable=SC2086
    cppcheck --quiet --std=c11 --inline-suppr --enable=warning,performance,portability \
        --error-exitcode=1 --suppressions-list=tools/cppcheck.suppress -Isrc -Iinclude -Icli $files ||
        status=1
else
    echo "cppcheck is not installed: skipped"
fi
exit $status
