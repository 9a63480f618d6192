#!/bin/sh
# Installs the Debian packages named as arguments that are missing; quiet when none is.
missing=
for package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
        missing="$missing $package"
done
[ -z "$missing" ] && exit 0
echo "installing:$missing"
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
$sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
