# shellcheck shell=sh
# Sourced by tests that need a fresh Debian, as root: tests/deb.sh and tests/dist.sh. A minimal system is
# made once by debootstrap in $BUILD/debian; fresh_root makes a copy of it, $root, to work in. MIRROR and SUITE
# choose another mirror or release.
BUILD=${BUILD:-build}
case $BUILD in
    /*) ;;
    *) BUILD=$PWD/$BUILD ;;
esac
export BUILD
MIRROR=${MIRROR:-http://deb.debian.org/debian}
SUITE=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
root=$BUILD/debian-test
log=$BUILD/debian.log
status=0
can_have_root() { [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null; }
make_debian() {
    [ ! -e "$BUILD/debian/etc/debian_version" ] || return 0
    rm -rf "$BUILD/debian"
    debootstrap --variant=minbase "$SUITE" "$BUILD/debian" "$MIRROR" >"$log" || { tail "$log"; exit 1; }
}
fresh_root() {
    make_debian
    rm -rf --one-file-system "$root"
    cp -a "$BUILD/debian" "$root"
    cp /etc/resolv.conf "$root/etc/" 2>/dev/null
}

# inside COMMAND: runs it in the root; what is mounted there goes when it ends.
inside() {
    ROOT=$root COMMAND=$1 unshare --mount --fork sh -c '
        mount -t proc proc "$ROOT/proc" && mount --bind /dev "$ROOT/dev" &&
        exec chroot "$ROOT" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
            DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 sh -c "$COMMAND"'
}
say() { # say STATUS NAME: one line, and the log of what failed
    [ "$1" = 0 ] && echo "ok $2" && return
    echo "not ok $2"
    tail -n 30 "$log"
    status=1
}
check() { # check NAME COMMAND: the command runs in the root
    inside "$2" >"$log" 2>&1 </dev/null
    say $? "$1"
}
here() { # here NAME COMMAND…: the command runs on this machine
    name=$1
    shift
    "$@" >"$log" 2>&1 </dev/null
    say $? "$name"
}
