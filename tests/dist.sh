#!/bin/sh
# Tries what `make dist` made, as those who get it would: `make test-dist`. Arguments are the parts to try.
#
#     sums      checksums
#     static    the programs that are one file, in a folder with nothing else; the one for arm64 under qemu
#     wheel     the wheel in a fresh Debian that has Python and no compiler
#     recipes   conda's and Homebrew's build steps and tests, without conda and Homebrew
#     docker    the Dockerfile: dockerfilelint, its steps in a fresh Debian, the program and the server in what comes out
#     deb       the package and a checkout in a fresh Debian (tests/deb.sh)
#
# Needs root, debootstrap and the network, so it is no part of `make test`. VERSION is as in the Makefile.
. tests/root.sh
wanted=${*:-sums static wheel recipes docker deb}
dist=$BUILD/dist
T=$(mktemp -d) || exit 1
trap 'rm -rf --one-file-system "$T"' EXIT
is_wanted() { case " $wanted " in *" $1 "*) ;; *) return 1 ;; esac; }
tools/deps.sh debootstrap lintian ruby python3-yaml python3-jinja2 qemu-user
command -v npm >/dev/null || tools/deps.sh nodejs npm # others than Debian's will do
can_have_root || {
    echo "1..0 # SKIP needs root and debootstrap"
    exit 0
}
sentence="Dat werkwoord had ze zelf uitgevonden."

# -- one file -------------------------------------------------------------------------

# alone FILE RUNNER: what the program does without share files, libraries and variables
alone() {
    mkdir -p "$T/alone"
    cp "$1" "$T/alone/pleach" && cd "$T/alone" || return
    run() { env -i ${runner:+"$runner"} ./pleach "$@"; }
    runner=$2
    echo "$sentence" | run parse -q >tree && grep -q PPART tree &&
        run draw tree | grep -q PPART && run draw --format svg tree | grep -q '</svg>' &&
        run convert --heads alpino --binarize sr-gap tree >/dev/null && run eval --params proper tree tree >/dev/null &&
        run search --query gap-degree-2 tree >/dev/null && echo "Ja, dat mag." | run tag -q --tokenizer nl >/dev/null &&
        run models | grep -q '^nl ' && run info nl >/dev/null &&
        run train -q -e 1 -o m.model --heads alpino tree && run train -q -e 1 --scorer neural --size small -o n.model tree &&
        run train -q -e 1 --system arc-eager -o d.model "$data/danish.conllx" && run index -q -o t.plx tree &&
        run search -q '[cat="PPART"]' t.plx | grep -q . &&
        [ "$(run --version)" = "pleach $VERSION" ] && ! run serve 2>why && grep -q 'one file without the server' why
}
bare() { # in a root that has no other file at all
    mkdir -p "$T/bare" && cp "$1" "$T/bare/pleach" &&
        echo "$sentence" | chroot "$T/bare" /pleach parse -q | grep -q PPART
}
static() { ! readelf -l "$1" | grep -q INTERP && ! readelf -d "$1" | grep -q NEEDED; }
data=$PWD/tests/data
if is_wanted static; then
    for machine in "$(uname -m)" arm64; do
        file=$(cd "$dist" && pwd)/pleach-$VERSION-linux-$machine
        runner=
        [ "$machine" = "$(uname -m)" ] || runner=$(tools/portable.sh --runner "$machine")
        here "$machine: needs no library" static "$file"
        (here "$machine: does all but serve" alone "$file" "$runner"; exit $status) || status=1
        [ -n "$runner" ] || here "$machine: runs where there is no other file" bare "$file"
    done
fi

# -- the others -----------------------------------------------------------------------

sums() { (cd "$dist" && sha256sum -c SHA256SUMS && [ "$(wc -l <SHA256SUMS)" = "$(find . -type f ! -name SHA256SUMS | wc -l)" ]); }
! is_wanted sums || here "checksums" sums
if is_wanted wheel; then
    fresh_root
    cp "$dist"/*.whl "$root/tmp/"
    check "Python without a compiler" 'apt-get -qq update && apt-get -qq install -y --no-install-recommends python3 python3-venv && ! command -v cc'
    check "the wheel installs" 'python3 -m venv /tmp/v && /tmp/v/bin/pip install -q --no-index /tmp/*.whl'
    check "it parses" "cd / && /tmp/v/bin/python -c 'import pleach; print(pleach.load(\"nl\")(\"$sentence\")[0])' | grep PPART"
fi
if is_wanted recipes; then
    mkdir "$T/conda" "$T/homebrew"
    here "the steps and tests of the conda recipe" /usr/bin/python3 tests/conda.py "$dist/meta.yaml" "$T/conda"
    here "the formula is Ruby" ruby -wc "$dist/pleach.rb"
    here "the steps and tests of the formula" ruby tests/formula.rb "$dist/pleach.rb" "$T/homebrew"
fi
lint() { npm install --silent --no-audit --no-fund --prefix "$BUILD/npm" dockerfilelint@1.8.0 && "$BUILD/npm/node_modules/.bin/dockerfilelint" packaging/docker/Dockerfile; }
image() { echo "$sentence" | tests/docker.py packaging/docker/Dockerfile "$BUILD/debian" "$BUILD/docker" parse -q >"$T/tree" && cat "$T/tree" && grep -q PPART "$T/tree"; }
serves() { (root=$BUILD/docker/stage1 && inside 'timeout -s INT 5 pleach-serve -q --port 0 | grep -q ^http'); }
if is_wanted docker; then
    make_debian
    here "dockerfilelint" lint
    here "the steps of the Dockerfile" image
    here "its server starts" serves
    rm -rf --one-file-system "$BUILD/docker"
fi
if is_wanted deb; then
    tests/deb.sh || status=1
fi
exit $status
