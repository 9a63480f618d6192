#!/bin/sh
# Proves on a bare Debian that the package installs and works, and that a checkout builds
# there: `make test-deb`, as root, in a copy of a minimal system (tests/root.sh). With the argument "test" the
# whole `make test` runs there, too. Not part of `make test`: it fetches some 100 MB and takes minutes.
. tests/root.sh
can_have_root || {
    echo "1..0 # SKIP needs root and debootstrap"
    exit 0
}
fresh_root

# -- the package ----------------------------------------------------------------------
if command -v lintian >/dev/null; then
    here "lintian" lintian --allow-root --fail-on error,warning "$BUILD"/pleach_*.deb
else
    echo "ok lintian # SKIP it is not installed"
fi
cp "$BUILD"/pleach_*.deb "$root/tmp/"
cp -R tests/data "$root/tmp/data"
check "the lists of packages" 'apt-get -qq update'
check "the package installs" 'apt-get -qq install -y --no-install-recommends /tmp/pleach_*.deb && dpkg --audit'
check "its files are whole" 'dpkg --verify pleach && ldconfig -p | grep -q libpleach.so.1'
check "the program finds its data" \
    'cd /tmp/data && pleach convert --heads alpino --binarize sr-gap dutch.discbracket | grep -q "(SMAIN"'
check "it parses text with the models that come with it, and draws" \
    'cd / && echo "Dat werkwoord had ze zelf uitgevonden." | pleach parse -q | pleach draw | grep -q PPART &&
     echo "The cat that we saw has gone." | pleach parse -q -m en --to conllu | grep -q "^1	The"'
check "man shows its pages" \
    'apt-get -qq install -y --no-install-recommends man-db && man -P cat pleach-parse | grep -q -e "--nbest" && man -k . | grep -q ^pleach-draw'
check "it trains, parses and evaluates" \
    'cd /tmp && pleach train -q -e 10 -o m data/dutch.discbracket &&
     pleach parse -q -m m data/dutch.discbracket -o out.discbracket && pleach eval data/dutch.discbracket out.discbracket'
check "bash completes its commands" 'bash -c "
     . /usr/share/bash-completion/completions/pleach
     COMP_WORDS=(pleach convert --to expo) COMP_CWORD=3; _pleach
     [ \"\${COMPREPLY[*]}\" = export ]"'
check "zsh takes its completions" \
    'apt-get -qq install -y --no-install-recommends zsh && zsh -n /usr/share/zsh/vendor-completions/_pleach &&
     zsh -c "autoload -U compinit && compinit -u && [[ \$_comps[pleach] == _pleach ]]"'
check "the library serves C programs" \
    'apt-get -qq install -y --no-install-recommends gcc libc6-dev pkg-config && cd /tmp &&
     gcc /usr/share/doc/pleach/examples/gaps.c $(pkg-config --cflags --libs pleach) -o gaps &&
     ./gaps data/dutch.discbracket | grep -q "^NP"'
[ ! -d bindings/python ] || check "the library serves Python programs" \
    'apt-get -qq install -y --no-install-recommends python3 && cd /tmp &&
     python3 -c "import pleach; print(next(iter(pleach.read(\"data/dutch.discbracket\"))).draw())" &&
     python3 -c "import pleach; print(pleach.load(\"nl\")(\"Dat boek had ze gelezen.\")[0])" | grep gelezen'
check "the package goes away" \
    'apt-get -qq purge -y pleach && ! command -v pleach && ! ldconfig -p | grep pleach'
check "nothing is left of it" \
    '! find / -xdev \( -path /proc -o -path /tmp -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/log -o -path /var/cache \) -prune -o \
       -iname "*pleach*" -print | grep .'

# -- the checkout ---------------------------------------------------------------------
mkdir "$root/tmp/checkout"
git ls-files -z --cached | tar --null -T - -cf - | tar -C "$root/tmp/checkout" -xf -
check "make, which is all that is asked for" 'apt-get -qq install -y --no-install-recommends make'
check "make deps all" 'cd /tmp/checkout && make -s -j2 deps all'
check "make run" 'cd /tmp/checkout && make -s run'
[ "$1" != test ] || check "make test" 'cd /tmp/checkout && make test'
rm -rf --one-file-system "$root"
exit $status
