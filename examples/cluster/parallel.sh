#!/bin/sh
# Parses a corpus with GNU parallel, here or on machines that ssh reaches: PARTS parts, then one file.
#
#     examples/cluster/parallel.sh PARTS MODEL OUT IN… [OPTION…]
#     PARALLEL='-S 8/ada,8/grace' examples/cluster/parallel.sh 64 da.model wiki.conllu.zst wiki.txt.zst
#
# IN… and the options are words of `pleach parse`. The variable PARALLEL has options for GNU parallel. A
# part whose machine or process died is tried again, where there are several on another one; the same line
# again runs only what is missing. Program (the variable PLEACH, else the one in the PATH), model and files
# have the same names on all machines.
[ $# -ge 4 ] || { echo "usage: $0 PARTS MODEL OUT IN… [OPTION…]" >&2; exit 2; }
n_parts=$1 model=$2 out=$3 pleach=${PLEACH:-pleach}
shift 3
name=${out##*/}
case $name in *.*) ending=.${name#*.} ;; *) ending= ;; esac
mkdir -p "$out.parts" || exit 1
parallel --quote --workdir "$PWD" --retries 3 --joblog "$out.joblog" \
    "$pleach" parse --part "{}/$n_parts" --resume --quiet -j 1 -m "$model" -o "$out.parts/{}$ending" "$@" \
    ::: $(seq "$n_parts") </dev/null
exec "$pleach" merge -o "$out" "$out.parts"
