#!/bin/sh
# tools/deps.sh on machines that are played by stand-ins for dpkg-query, apt-get, id and sudo.
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
status=0
mkdir "$T/bin"
for tool in sh grep env cat; do
    ln -s "$(command -v $tool)" "$T/bin/$tool"
done
stand_in() { # stand_in NAME: a program whose text is standard input
    rm -f "$T/bin/$1" # it may be a link to a program of this machine
    { echo '#!/bin/sh' && cat; } >"$T/bin/$1"
    chmod +x "$T/bin/$1"
}
stand_in sleep </dev/null
stand_in dpkg-query <<'END'
for last; do :; done
grep -qx "$last" "$T/installed" && echo 'install ok installed'
END
stand_in apt-get <<'END'
echo "apt-get $*" >>"$T/calls"
case " $* " in
    *" update "*) : >"$T/updated" ;;
    *) [ -e "$T/needs-update" ] && [ ! -e "$T/updated" ] && exit 100
       [ -e "$T/locked" ] && rm "$T/locked" && exit 100
       [ ! -e "$T/never" ] ;;
esac
END
stand_in sudo <<'END'
echo sudo >>"$T/calls"
exec "$@"
END
export T
unset DEPS

# case_is NAME USER STATUS PATTERN PACKAGES…: runs deps.sh as user 0 or another; PATTERN is
# looked for in what apt-get was called with, "-" means that nothing may be said or called.
case_is() {
    name=$1 user=$2 want=$3 pattern=$4
    shift 4
    : >"$T/calls"
    echo "echo $user" | stand_in id
    PATH=$T/bin tools/deps.sh "$@" >"$T/said" 2>&1
    got=$?
    if [ "$pattern" = - ]; then
        [ ! -s "$T/said" ] && [ ! -s "$T/calls" ]
    else
        cat "$T/calls" "$T/said" | grep -q -e "$pattern"
    fi && [ $got = "$want" ] && echo "ok $name" && return
    echo "not ok $name"
    cat "$T/calls" "$T/said"
    status=1
}
printf 'gcc\nzstd\n' >"$T/installed"
case_is "quiet when nothing is missing" 0 0 - gcc zstd
case_is "installs what is missing and nothing else" 0 0 'install .* libx-dev liby-dev$' gcc libx-dev zstd liby-dev
case_is "no sudo for root" 0 0 '^apt-get' libx-dev
! grep -q sudo "$T/calls" && echo "ok root needs no sudo" || { echo "not ok root needs no sudo"; status=1; }
: >"$T/installed"
export DEPS=no
case_is "installs nothing with DEPS=no" 0 0 - gcc libx-dev
unset DEPS
printf 'gcc\nzstd\n' >"$T/installed"
case_is "sudo for others" 1000 0 '^sudo' libx-dev
: >"$T/needs-update"
case_is "reads the package lists anew where it must" 0 0 'apt-get .*update' libx-dev
: >"$T/locked"
case_is "waits for a lock" 0 0 'DPkg::Lock::Timeout' libx-dev
: >"$T/never"
case_is "says what could not be installed" 0 1 'could not install: libx-dev' libx-dev
rm "$T/bin/sudo"
case_is "says that sudo is missing" 1000 1 'missing: libx-dev' libx-dev
rm "$T/bin/apt-get"
case_is "says what is needed where there is no apt-get" 0 0 'libx-dev' libx-dev
exit $status
