#!/bin/sh
# Lists the files that a program carries in itself, for cli/own_files.c: those of share/, without the server's
# page, and of the models named as arguments.
#
#     tools/carry.sh FOLDER MODEL…        rows on standard output; FOLDER gets the models, not compressed
set -e
folder=$1
shift
mkdir -p "$folder"
{
    find share -type f ! -path 'share/web/*' | LC_ALL=C sort | sed 's,^share/\(.*\),\1 &,'
    for model; do
        zstd -dqf "models/$model.model.zst" -o "$folder/$model.model"
        echo "models/$model.model $folder/$model.model"
    done
} | awk '{ printf "OWN_FILE(%d, \"%s\", \"%s\")\n", NR, $1, $2 }'
