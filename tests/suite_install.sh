#!/bin/sh
# Installs into an empty folder and uses what is there as a stranger would: the program
# finds its data, the examples compile through pkg-config against the shared and the static
# library, the library exports what pleach.h declares and nothing else and is still the one
# that programs were linked with, the shell completes command lines, and uninstalling leaves
# nothing behind.
. tests/check.sh
unset PLEACH_SHARE
cc=${CC:-cc}
prefix=$T/usr/local
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this

check "make install" make -s -j"$(nproc)" install CC="$cc" BUILD="$BUILD" DESTDIR="$T"
careful() { (umask 077 && make -s install CC="$cc" BUILD="$BUILD" DESTDIR="$T/careful"); }
check "make install with umask 077" careful
readable() { find "$T/careful" -mindepth 1 \( -type d ! -perm -755 -o -type f ! -perm -644 \) | grep . && return 1; return 0; }
check "all may read what it installs" readable
rm -rf "$T/careful"
check "the program runs" "$prefix/bin/pleach" --version
data=$PWD/tests/data
use_rules() { (cd "$T" && "$prefix/bin/pleach" convert --heads alpino "$data/dutch.discbracket"); }
check "the program finds its head rules" use_rules
from_elsewhere() { # a copy of the program far from its data
    cp "$prefix/bin/pleach" "$T/alone" && ! "$T/alone" convert --heads alpino "$data/dutch.discbracket" &&
        PLEACH_SHARE=$prefix/share/pleach "$T/alone" convert --heads alpino "$data/dutch.discbracket"
}
check "PLEACH_SHARE says where they are" from_elsewhere
draws() { (cd "$T" && "$prefix/bin/pleach" draw --format html "$data/dutch.discbracket" | grep -q '^</html>$'); }
check "the program finds the page around its drawings" draws
draws_alone() {
    mkdir "$T/part" && cp -R share/tokenizers "$T/part/" && # which text without trees would need
        ! PLEACH_SHARE=$T/part "$T/alone" draw --format svg "$data/dutch.discbracket" >"$T/none.svg" 2>"$T/why" &&
        ! [ -s "$T/none.svg" ] && grep -q 'draw/svg.css, a file that comes with pleach, is not found' "$T/why"
}
check "a drawing without its style sheet is refused" draws_alone
unpacked() { # as models that are mapped; both ways give the same trees
    [ -z "$(find "$prefix/share/pleach/models" -name '*.zst')" ] && [ -s "$prefix/share/pleach/models/nl.model" ] &&
        "$prefix/bin/pleach" parse -q "$data/dutch.discbracket" >"$T/mapped" && [ -s "$T/mapped" ] &&
        "$prefix/bin/pleach" parse -q -m models/nl.model.zst "$data/dutch.discbracket" | cmp - "$T/mapped"
}
check "models are installed without compression" unpacked
serves() {
    "$prefix/bin/pleach" serve -q --port 0 -m nl >"$T/url" &
    server=$!
    while [ ! -s "$T/url" ] && kill -0 $server; do sleep 0.1; done
    curl -s --noproxy '*' "$(cat "$T/url")" | grep -q 'js/app.js'
    found=$?
    kill $server
    wait $server
    return $found
}
check "the server finds its page" serves
experiments() { # the script finds the program that was installed with it
    (cd "$T" && unset PLEACH && "$prefix/share/pleach/experiments/run.py" dop --scale small --train "$data/dutch.discbracket" --test "$data/dutch.discbracket" -n) |
        grep "^$prefix/bin/pleach grammar 2dop "
}
if python3 -c 'import tomllib' 2>/dev/null; then
    check "the experiments are installed" experiments
else
    echo "ok the experiments are installed # SKIP they need Python 3.11"
fi
check "manual pages are there" test -s "$prefix/share/man/man1/pleach-convert.1"

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$T"
shared() {
    # shellcheck disable=SC2046
    $cc -std=c17 -Wall -Wextra -Werror examples/gaps.c $(pkg-config --cflags --libs pleach) \
        -o "$T/gaps" && LD_LIBRARY_PATH="$prefix/lib" "$T/gaps" "$data/dutch.discbracket" >"$T/out" &&
        grep -q "^NP	2	Boeken … er … drie$" "$T/out"
}
static() {
    # shellcheck disable=SC2046
    $cc -std=c17 examples/gaps.c $(pkg-config --cflags pleach) "$prefix/lib/libpleach.a" \
        $(pkg-config --static --libs-only-l pleach | sed 's/-lpleach//') -o "$T/gaps-static" &&
        "$T/gaps-static" "$data/dutch.discbracket" | cmp - "$T/out"
}
check "the example with the shared library" shared
check "the example with the static library" static
# The program with its data files and a model in itself, as `make CARRY=nl` links it, in a folder with nothing else.
carries() {
    mkdir "$T/one" "$T/carried" && tools/carry.sh "$T/carried" nl >"$T/carried/list" || return
    # shellcheck disable=SC2046
    $cc -std=c17 -Isrc -Iinclude -I. -DPL_OWN_FILES="\"$T/carried/list\"" -c cli/own_files.c -o "$T/own_files.o" &&
        $cc "$T/own_files.o" $(ls cli/*.c | grep -v own_files.c | sed "s,\(.*\)c$,$BUILD/release/\1o,") "$BUILD/release/libpleach.a" \
            $(pkg-config --static --libs-only-l pleach | sed 's/-lpleach//') -o "$T/one/pleach" && cd "$T/one" &&
        echo "Dat boek had ze gelezen." | env -i ./pleach parse -q >tree && grep PPART tree &&
        env -i ./pleach draw --format svg tree | grep '</svg>' && env -i ./pleach models | grep '^nl ' &&
        env -i ./pleach train -q -e 1 --heads alpino -o m.model tree && ! env -i ./pleach parse -m de tree 2>why && grep 'there are: nl$' why
}
(check "a program that is one file" carries; exit $status) || status=1
says_why() { ! LD_LIBRARY_PATH="$prefix/lib" "$T/gaps" /nowhere 2>"$T/err" && grep -q /nowhere "$T/err"; }
check "the example says why it fails" says_why
# build_example NAME: compiles examples/NAME.c with the shared library
build_example() {
    # shellcheck disable=SC2046
    $cc -std=c17 -Wall -Wextra -Werror -pthread "examples/$1.c" $(pkg-config --cflags --libs pleach) -o "$T/$1"
}
example() { (name=$1 && shift && LD_LIBRARY_PATH="$prefix/lib" "$T/$name" "$@"); }
"$prefix/bin/pleach" train --quiet --epochs 10 -o "$T/toy.model" "$data/dutch.discbracket"
echo "Dat boek had ze gelezen. Jan zag het huis." >"$T/text.txt"
by_program() { "$prefix/bin/pleach" parse --quiet -m "$T/toy.model" "$@"; }
parse_text() {
    build_example parse && example parse "$T/toy.model" "$T/text.txt" >"$T/a" &&
        by_program "$T/text.txt" | "$prefix/bin/pleach" draw --width 0 >"$T/b" &&
        grep -v '^$' "$T/a" >"$T/c" && grep -v '^[0-9]*$' "$T/b" | cmp "$T/c" - && test -s "$T/a"
}
check "the example that parses text" parse_text
parse_words() {
    build_example words &&
        set -- Dat/VNW-aanw-det boek/N-soort had/WW-pv ze/VNW-pers-pron gelezen/WW-vd ./LET &&
        example words "$T/toy.model" "$@" >"$T/a" && test "$(wc -l <"$T/a")" = 3 &&
        echo "$@" | by_program --from tagged --nbest 3 | cut -f1 >"$T/b" && cut -f2 "$T/a" | cmp - "$T/b"
}
check "the example that parses words" parse_words
share_model() {
    build_example threads && example threads "$T/toy.model" "$data/dutch.discbracket" 3 >"$T/a" &&
        by_program "$data/dutch.discbracket" | cmp - "$T/a" && test -s "$T/a"
}
check "the example with threads" share_model
without_model() { ! example parse /nowhere 2>"$T/err" && grep -q "^parse: .*/nowhere" "$T/err"; }
check "the examples say what is missing" without_model
converts() {
    build_example convert && example convert "$data/german.export" "$T/c.zst" discbracket punct=move functions=remove &&
        "$prefix/bin/pleach" convert --punct move --functions remove "$data/german.export" --to discbracket | sed 's/\t.*//' >"$T/c" &&
        zstd -dcq "$T/c.zst" | sed 's/\t.*//' | cmp - "$T/c" && test -s "$T/c"
}
check "the example that converts" converts
evaluates() {
    build_example evaluate && example evaluate "$data/dutch.discbracket" "$data/dutch.parsed" |
        grep "F1 $("$prefix/bin/pleach" eval "$data/dutch.discbracket" "$data/dutch.parsed" | awk '$1 == "F1" { print $2 }'),"
}
check "the example that evaluates" evaluates
draws() {
    build_example draw && example draw "$data/dutch.discbracket" | grep -q Boeken &&
        ! example draw "$data/dutch.discbracket" mosaic
}
check "the example that draws" draws
searches() { # the same words as the program finds
    build_example search && set -- '#n:[cat="NP"] > #r & discontinuous(#n)' "$data/dutch.discbracket" &&
        example search "$@" | sed 's/^[0-9]*\t//; s/#[nr] //g; s/… //g' >"$T/a" && test -s "$T/a" &&
        "$prefix/bin/pleach" search --quiet --columns '#n.words,#r.words' "$@" | sed 1d | cmp - "$T/a" &&
        ! example search '[cat=' 2>"$T/err" && grep -q "column 6" "$T/err"
}
check "the example that searches" searches
checks() { # what the program finds
    build_example check && example check "$data/dutch.discbracket" "$data/dutch.parsed" | sed -n 's/^\t//p' >"$T/a" && test -s "$T/a" &&
        "$prefix/bin/pleach" check --quiet -n 20 "$data/dutch.discbracket" "$data/dutch.parsed" |
        sed -n 's/^   \(correction:\|why:       \) //p' | cmp - "$T/a"
}
check "the example that checks" checks
dependency_scores() {
    example evaluate "$data/danish.conllx" "$data/danish.parsed" |
        grep "LAS $("$prefix/bin/pleach" eval "$data/danish.conllx" "$data/danish.parsed" | awk '$1 == "LAS" { print $3 }')$"
}
check "the example that evaluates, with dependencies" dependency_scores
builds() {
    build_example build && example build >"$T/a" && test "$(grep -c nachgedacht "$T/a")" = 2 && grep -q '┌.*│.*┐' "$T/a"
}
check "the example that builds a tree" builds
trains() {
    build_example train && example train "$T/own.model" "$data/dutch.discbracket" "$data/dutch.discbracket" >"$T/a" &&
        grep -q '^epoch 5 of 5: .*, F1 [0-9]' "$T/a" && "$prefix/bin/pleach" parse -q -m "$T/own.model" "$T/text.txt" | grep -q gelezen
}
check "the example that trains" trains
all_tried() { # every example is one of those above
    for example in examples/*.c; do
        test -x "$T/$(basename "$example" .c)" || { echo "$example"; return 1; }
    done
}
check "all examples were tried" all_tried
exports() {
    nm -D --defined-only "$prefix/lib/libpleach.so" | awk '{ print $3 }' | sort >"$T/exported"
    sed 's,/\*.*\*/,,; s/^ \*.*//' include/pleach.h | grep -o -E '\bpl_[a-z_]+ *\(' | tr -d ' (' | sort -u >"$T/declared"
    diff "$T/declared" "$T/exported"
}
check "the library exports pleach.h and nothing else" exports
# Symbols and the sizes of open structures, against tests/abi.txt. What is gone or has changed
# breaks programs: that needs a new SONAME. What is new is added by GOLDEN=accept.
abi() {
    {
        echo '#include <pleach.h>'
        echo '#include <stdio.h>'
        echo 'int main(void) {'
        sed -n 's/^} \(pl_[a-z_]*\);$/printf("sizeof \1 %zu\\n", sizeof(\1));/p' include/pleach.h
        echo 'return 0; }'
    } >"$T/sizes.c"
    $cc -I"$prefix/include" "$T/sizes.c" -o "$T/sizes" || return 1
    { echo "soname $(readelf -d "$prefix/lib/libpleach.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')" &&
        "$T/sizes" && cat "$T/exported"; } >"$T/abi"
    [ "$GOLDEN" != accept ] || cp "$T/abi" tests/abi.txt
    diff tests/abi.txt "$T/abi"
}
check "programs linked with the library still fit it" abi
versioned() { test -f "$prefix/lib/$(readlink "$prefix/lib/$(readlink "$prefix/lib/libpleach.so")")"; }
check "libpleach.so leads to a file with the version in its name" versioned

# completes EXPECTED WORD…: what bash offers for the last word, sorted
completes() {
    bash -c '. "$0"; expected=$1; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); compopt() { :; }; _pleach
        offered=$(printf "%s\n" "${COMPREPLY[@]}" | sort | paste -sd" ")
        [ "$offered" = "$expected" ] || { echo "offered: $offered"; exit 1; }' \
        "$prefix/share/bash-completion/completions/pleach" "$@"
}
if command -v bash >/dev/null; then
    check "bash completes a command" completes "convert" pleach con
    check "bash completes an option" completes "--markov-h --markov-v" pleach convert --mark
    check "bash completes a format" completes "tagged text tigerxml tokens tsv" pleach convert --to t
    check "bash completes a value after =" completes "always auto" pleach draw --color = a
    check "bash completes a system" completes "sr-cgap sr-gap" pleach train -s sr
    check "bash completes a dependency system" completes "arc-eager arc-hybrid arc-standard" pleach train -s arc
    check "bash completes a set of features" completes "dep-affix dep-far dep-far-morph dep-morph dep-wide" pleach train --features dep-
    check "bash completes head rules" completes "alpino" pleach convert --heads al
    PATH=$prefix/bin:$PATH completes "en en-biomedical" pleach parse -m e
    say $? "bash completes a model"
    PATH=$prefix/bin:$PATH completes "nl nl-fast nl-small nl-ud" pleach info n
    say $? "bash completes the model that info is to tell of"
    check "bash leaves files to the shell" completes "" pleach parse -o ""
else
    echo "ok bash completes command lines # SKIP bash is not installed"
fi
# What zsh is offered for each command: all options of its help. Without zsh, what stands in the
# file; with it, what its functions get.
zsh_file=$prefix/share/zsh/site-functions/_pleach
zsh_options() { # zsh_options COMMAND
    if command -v zsh >/dev/null; then
        zsh -fc '_arguments() { print -rl -- "$@" }; words=(pleach $1 "") CURRENT=3; . $0' "$zsh_file" "$1" |
            sed -n 's/^\(([^)]*)\)*\(--[A-Za-z0-9-]*\)\[.*/\2/p'
    else
        sed -n "/^        $1)/,/;;/s/^ *'\(([^)]*)'{-.,\)*\(--[A-Za-z0-9-]*\)[}[].*/\2/p" "$zsh_file"
    fi | sort -u
}
zsh_commands() {
    sed -n "s/^        '\([a-z]*\):.*/\1/p" "$zsh_file" >"$T/zsh.commands"
    head -n 1 "$zsh_file" | grep -q '^#compdef pleach$' && grep -qx help "$T/zsh.commands" || return 1
    grep -vx help "$T/zsh.commands" | while read -r command; do
        "$prefix/bin/pleach" "$command" --help | grep -o -E '^  (-., |    )--[^ ]+' | grep -o -E -e '--[^ ]+' | sort -u >"$T/want"
        zsh_options "$command" | diff - "$T/want" || echo "$command"
    done | grep . && return 1
    return 0
}
check "zsh is offered all commands and options$(command -v zsh >/dev/null || echo " (as the file says)")" zsh_commands
if command -v zsh >/dev/null; then
    check "zsh reads its completions" zsh -n "$zsh_file"
    finds_them() { zsh -fc 'fpath=($1 $fpath); autoload -U compinit && compinit -u -D && [[ $_comps[pleach] == _pleach ]]' x "$(dirname "$zsh_file")"; }
    check "zsh finds its completions" finds_them
fi

# What fish is offered: the same, as the file says; with fish, that it can be read.
fish_file=$prefix/share/fish/vendor_completions.d/pleach.fish
fish_commands() {
    sed -n 's/.*__fish_use_subcommand -f -a \([a-z]*\) .*/\1/p' "$fish_file" | grep -vx help >"$T/fish.commands"
    grep -vx help "$T/zsh.commands" | diff - "$T/fish.commands" || return 1
    while read -r command; do
        "$prefix/bin/pleach" "$command" --help | grep -o -E '^  (-., |    )--[^ ]+' | grep -o -E -e '--[^ ]+' | sort -u >"$T/want"
        sed -n "s/.*__fish_seen_subcommand_from $command'.* -l \([A-Za-z0-9-]*\) .*/--\1/p" "$fish_file" | sort -u | diff - "$T/want" || echo "$command"
    done <"$T/fish.commands" | grep . && return 1
    return 0
}
check "fish is offered all commands and options" fish_commands
if command -v fish >/dev/null; then
    check "fish reads its completions" fish -n "$fish_file"
    fish_models() { PATH=$prefix/bin:$PATH fish -c "source '$fish_file'; complete -C 'pleach parse -m n'" | grep -q '^nl'; }
    check "fish completes a model" fish_models
    fish_completes() { fish -c "source '$fish_file'; complete -C 'pleach convert --to t'" | grep -q tigerxml; }
    check "fish completes a format" fish_completes
fi

cplusplus() { echo '#include <pleach.h>' >"$T/x.cc" && c++ -std=c++11 -Wall -Werror -I"$prefix/include" -fsyntax-only "$T/x.cc"; }
if command -v c++ >/dev/null; then
    check "pleach.h is a C++ header too" cplusplus
else
    echo "ok pleach.h is a C++ header too # SKIP no C++ compiler"
fi
demo() { PLEACH="$BUILD/pleach" tools/demo.sh >"$T/demo" 2>"$T/demo.err" && [ ! -s "$T/demo.err" ] && grep -q uitgevonden "$T/demo"; }
check "the demo of make run" demo
mkdir -p "$prefix/lib/python3/dist-packages/pleach/__pycache__" && : >"$prefix/lib/python3/dist-packages/pleach/__pycache__/__init__.cpython-311.pyc"
check "make uninstall" make -s uninstall BUILD="$BUILD" DESTDIR="$T"
empty() { find "$prefix" -type f -o -type l -o -iname '*pleach*' | grep . && return 1; return 0; }
check "nothing is left" empty
exit $status
