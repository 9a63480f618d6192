#!/bin/sh
# Makes the models of models/models.tsv from the treebanks under PLEACH_DATA:
#
#     PLEACH=build/pleach BUILD=build tools/models.sh [--check] [NAME…]
#
# --check makes them beside those that are there and compares the bytes. RESUME=1 goes on from what an
# earlier run has left in BUILD/models: to try another --prune takes seconds then.
pleach=${PLEACH:-build/pleach}
out=${BUILD:-build}/models
check=
[ "$1" = --check ] && check=yes && shift
if [ -z "$PLEACH_DATA" ]; then
    echo "make models: PLEACH_DATA must name the folder of the treebanks" >&2
    exit 1
fi
mkdir -p "$out" || exit 1

# prepare FILE FOLDER COMMAND: the file as training wants it; prints where it is. The model names it.
prepare() {
    if [ "$3" = - ]; then
        echo "$1"
    else
        to=$2/$(basename "$1" .zst)
        # shellcheck disable=SC2086
        mkdir -p "$2" && "$pleach" $3 --quiet --output "$to" "$1" || return 1
        echo "$to"
    fi
}

# make_model NAME FOLDER TRAIN DEV COMMAND OPTIONS
make_model() {
    folder=$PLEACH_DATA/$2
    train=$(prepare "$folder/$3" "$out/$1" "$5") && dev=$(prepare "$folder/$4" "$out/$1" "$5") || return 1
    resume=
    [ -z "$RESUME" ] || resume="--checkpoint $out/$1.checkpoint --resume"
    # shellcheck disable=SC2086
    "$pleach" train $resume $6 --dev "$dev" --about "models/$1.about" --output "$out/$1.model.zst" "$train" || return 1
    if [ -n "$check" ]; then
        cmp "$out/$1.model.zst" "models/$1.model.zst" && echo "$1: the same bytes"
    else
        mv "$out/$1.model.zst" models/ && ls -l "models/$1.model.zst"
    fi
}

tab=$(printf '\t')
status=0
set -f # queries have signs that a shell would take for its own
while IFS=$tab read -r name folder train dev command options; do
    case $name in '' | '#'*) continue ;; esac
    wanted=yes
    if [ $# -gt 0 ]; then
        wanted=
        for one; do [ "$one" = "$name" ] && wanted=yes; done
    fi
    [ -n "$wanted" ] || continue
    echo "$name: pleach train $options"
    make_model "$name" "$folder" "$train" "$dev" "$command" "$options" </dev/null || status=1
done <models/models.tsv
exit $status
