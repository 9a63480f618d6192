#!/bin/sh
# Parses a corpus with Slurm: a job array with one task for each part, and a job that merges them when
# all have ended.
#
#     examples/cluster/submit.sh PARTS MODEL OUT IN… [OPTION…]
#     examples/cluster/submit.sh 64 da.model wiki.conllu.zst wiki.txt.zst --to conllu
#
# IN… and the options are words of `pleach parse`. The same line again runs only the parts that are
# missing or damaged. Account, partition, time and the like are those of parse.sbatch, or of Slurm's
# variables (SBATCH_ACCOUNT, SBATCH_PARTITION, SBATCH_TIMELIMIT …). PLEACH names the program (default:
# the one in the PATH). Program, model and files are on file systems that all nodes see.
[ $# -ge 4 ] || { echo "usage: $0 PARTS MODEL OUT IN… [OPTION…]" >&2; exit 2; }
here=$(dirname "$0")
n_parts=$1 out=$3
export PLEACH="${PLEACH:-pleach}"
mkdir -p "$out.parts" "$out.log" || exit 1

after=
if ! list=$("$PLEACH" merge --check --parts "$n_parts" "$out.parts"); then
    [ -n "$list" ] || exit 1 # it has said why
    job=$(sbatch --parsable --array="$list" --output="$out.log/%a" "$here/parse.sbatch" "$@") || exit 1
    after=--dependency=afterany:${job%%;*}
    echo "parts $list: job ${job%%;*}"
fi
# shellcheck disable=SC2086
job=$(sbatch --parsable $after --output="$out.log/merge" "$here/merge.sbatch" "$out") || exit 1
echo "merge: job ${job%%;*}"
