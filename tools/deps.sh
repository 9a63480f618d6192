#!/bin/sh
# Installs the Debian packages named as arguments that are missing; quiet when none is. With DEPS=no, for
# those who make packages and have put everything there, it does nothing.
[ "$DEPS" != no ] || exit 0
command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || {
    # Not Debian: say what is needed if the compiler cannot find it, and go on.
    command -v cc >/dev/null || echo "deps: no apt-get here; please install by hand what Debian calls: $*" >&2
    exit 0
}
missing=
for package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
        missing="$missing $package"
done
[ -z "$missing" ] && exit 0

sudo=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
        echo "deps: missing:$missing; install them as root, or install sudo" >&2
        exit 1
    }
    sudo=sudo
fi
echo "installing:$missing"

apt() {
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 \
        -o Acquire::Retries=3 "$@" >/dev/null
}
# Another apt-get may hold the lock (unattended upgrades on a fresh machine) and a mirror may
# hiccup: three tries, each waiting up to two minutes for the lock.
insist() {
    try=1
    until apt "$@"; do
        [ $try -lt 3 ] || return 1
        try=$((try + 1))
        sleep 10
    done
}
# The package lists may be there and fresh enough; a bare machine has none.
# shellcheck disable=SC2086
apt install -y --no-install-recommends $missing 2>/dev/null ||
    { insist update && insist install -y --no-install-recommends $missing; } ||
    { echo "deps: could not install:$missing" >&2; exit 1; }
