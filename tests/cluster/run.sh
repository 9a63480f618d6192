#!/bin/bash
# The scripts of examples/cluster on a real Slurm (slurm.sh starts one of four nodes), and with GNU parallel
# in two network namespaces: 8 parts, some killed, a node drained, and all words exactly once. Run by
# `make test-cluster`, at the top of the source tree; ONLY="slurm parallel experiments" for some.
export BUILD="${BUILD:-$PWD/build}"
PROGRAM=$BUILD
. tests/check.sh
. tests/cluster/slurm.sh
trap 'stop_slurm; remove_spaces; cd /; rm -rf "$T"' EXIT
export PLEACH_SHARE="$PWD/share" PLEACH="$BUILD/pleach" LC_ALL=C.UTF-8
top=$PWD examples=$PWD/examples/cluster data=$PWD/tests/data
only=${*:-slurm parallel experiments}

# -- a corpus and what one run makes of it ----------------------------------------------

# A part must take some seconds, so that there is time to kill it: a wide beam on 8 times 8,000 words.
prepare() {
    "$PLEACH" train -q --epochs 2 --tagger -o "$T/toy.model" "$data/dutch.discbracket" &&
        "$PLEACH" train -q --epochs 3 --tagger -o "$T/other.model" "$data/dutch.discbracket" &&
        "$PLEACH" convert -q --to text "$data/dutch.discbracket" |
        awk -v words="${WORDS:-64000}" -v seed=1 -f bench/corpus.awk >"$T/corpus.txt" &&
        zstd -q "$T/toy.model" && "$PLEACH" parse -q -m "$T/toy.model.zst" "$T/corpus.txt" -b 64 --to discbracket -o "$T/whole"
}

# part_file OUT I: whether something of part I has been written, but not all
begun() { [ -s "$1.parts/$2.discbracket" ] && [ ! -e "$1.parts/$2.discbracket.manifest" ]; }
# process_of OUT I: the number of the pleach that writes part I
process_of() { pgrep -f -- "^$PLEACH parse --part $2/.* -o $1.parts/$2[.]"; }
kill_part() { # kill_part SIGNAL OUT I
    until_true 3000 begun "$2" "$3" && kill "-$1" "$(process_of "$2" "$3")"
}
# copies: the models in the folders of the nodes
copies() { find "$T"/node.* -name '*toy.model'; }

# -- Slurm ----------------------------------------------------------------------------

job_of() { sed -n "s/^$1.*: job //p" "$T/submitted"; }
ended() { [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]; }
node_of() { squeue -h -r -j "$1" -t R -o %N; }
submit() { # submit OUT MODEL
    "$examples/submit.sh" 8 "$2" "$1" "$T/corpus.txt" -b 64 --to discbracket >"$T/submitted" && cat "$T/submitted"
}
# The signal that Slurm sends before the time is up; scancel tries for long to send it again to a job that has obeyed.
out_of_time() { scancel --batch --signal=USR1 "$1" >/dev/null 2>&1 & }
log_of() { grep -c "$2" "$out.log/$1"; }

# 8 parts on 4 nodes of 2 processors each, two processors a part: four run, four wait. One is killed, one
# is told that its time is up, and the node of a third is drained.
parts() {
    out=$T/slurm.discbracket
    submit "$out" "$T/toy.model.zst" || return 1
    array=$(job_of parts) merge=$(job_of merge)
    kill_part KILL "$out" 1 && until_true 3000 begun "$out" 2 && out_of_time "${array}_2" || return 1
    until_true 3000 begun "$out" 3 && n_copies=$(copies | wc -l) &&
        drained=$(node_of "${array}_3") && scontrol update nodename="$drained" state=drain reason=test || return 1
    until_true 6000 ended "$merge"
}
slurm() {
    check "Slurm starts" start_slurm
    check "8 parts, one killed, one out of time, one node drained" parts
    cmp "$T/whole" "$out"
    say $? "all words exactly once: the bytes of one run"
    [ "$n_copies" -gt 1 ] && [ -z "$(copies)" ]
    say $? "copies of the model on $n_copies nodes, none in the end"
    [ "$(log_of 1 'part 1: ended with 137')" = 1 ] && [ "$(log_of 1 'start 2$')" = 1 ]
    say $? "the killed part ran twice"
    [ "$(log_of 2 'part 2: ended with 138')" = 1 ] && [ "$(log_of 2 'start 2$')" = 1 ] && grep -q 'resumed after [1-9]' "$out.log/2"
    say $? "the part that was out of time went on where it was"
    [ "$(cat "$out.log"/[1-8] | grep -c "on $drained,")" -le 2 ] && [ "$(log_of 3 'start')" = 1 ]
    say $? "what ran on the drained node ended there, and nothing new began"
    scontrol update nodename="$drained" state=resume
    check "damaged and missing parts, and only they, run again" again
    check "a part of another model is refused" another_model
}

again() {
    rm "$out" "$out.parts/5.discbracket.manifest" && rm -r "$out.log" && truncate -s -9 "$out.parts/7.discbracket" &&
        submit "$out" "$T/toy.model.zst" && grep -q '^parts 5,7: ' "$T/submitted" && until_true 6000 ended "$(job_of merge)" &&
        cmp "$T/whole" "$out" && [ "$(ls "$out.log")" = "$(printf '5\n7\nmerge')" ]
}

another_model() {
    rm "$out" "$out.parts/4.discbracket.manifest" && submit "$out" "$T/other.model" && until_true 6000 ended "$(job_of merge)" &&
        [ ! -e "$out" ] && grep -q model "$out.log/merge"
}

# -- GNU parallel ------------------------------------------------------------------------

# Machines a and b are network namespaces where that is allowed; remote.py is what ssh would be.
spaces=
export SPACES="pleach-$$-" MACHINES="$T/machines"
on_machines="--ssh $PWD/tests/cluster/remote.py -S 2/a,2/b"
add_spaces() {
    for name in a b; do
        ip netns add "$SPACES$name" 2>/dev/null && spaces="$spaces $SPACES$name"
    done
}
remove_spaces() {
    for space in $spaces; do ip netns del "$space"; done
    spaces=
}

with_parallel() {
    out=$T/parallel.discbracket
    PARALLEL=$on_machines "$examples/parallel.sh" 8 "$T/toy.model" "$out" "$T/corpus.txt" -b 64 --to discbracket &
    run=$!
    kill_part KILL "$out" 2 && kill_part TERM "$out" 5 && wait $run && cmp "$T/whole" "$out"
}
parallel_again() {
    rm "$out" "$out.parts/3.discbracket" && : >"$MACHINES" && PARALLEL=$on_machines "$examples/parallel.sh" 8 "$T/toy.model" "$out" "$T/corpus.txt" -b 64 --to discbracket &&
        cmp "$T/whole" "$out"
}
parallel_() {
    add_spaces
    check "GNU parallel: 8 parts in ${spaces:-no namespaces}, two killed" with_parallel
    [ "$(sort -u "$MACHINES" | tr '\n' ' ')" = "a b " ]
    say $? "both machines have worked"
    check "what is missing runs again" parallel_again
    remove_spaces
}

# -- experiments --------------------------------------------------------------------------

sweep() { # sweep NAME OPTION…
    name=$1
    shift
    experiments/run.py sweep --beam 1,2,4 --epochs 3 --train "$data/dutch.discbracket" --test "$data/dutch.discbracket" \
        -q -w "$T/$name" -o "$T/$name.md" "$@"
}
rows_of() { grep '^|' "$T/$1.md"; } # the report names its work folder, too
same_report() { [ -n "$(rows_of here)" ] && [ "$(rows_of here)" = "$(rows_of "$1")" ]; }
through_srun() { sweep srun -j 4 --through "srun -N 1 -n 1" && same_report srun; }
through_parallel() { sweep parallel --through "parallel $on_machines" && same_report parallel; }

# As a job that is told that its time is up while it trains, and goes on when it is started again.
as_job() {
    sbatch --parsable -n 4 -c 1 --mem-per-cpu=1G --output="$T/job.log" "$examples/experiments.sbatch" sweep --beam 1,2,4,16 --epochs 60 --train "$data/dutch.discbracket" \
        --test "$data/dutch.discbracket" -w "$T/job" -o "$T/job.md" >"$T/submitted" && id=$(cat "$T/submitted") &&
        until_true 3000 is_training && out_of_time "$id" && until_true 6000 ended "$id" &&
        [ "$(grep -c '^| beam' "$T/job.md")" = 4 ] && grep -q 'interrupted; the same command goes on' "$T/job.log"
}
is_training() { pgrep -f "^$PLEACH train.*-o $T/job/" >/dev/null; }

# A run that is stopped ends its steps, wherever they are.
interrupt() { # interrupt NAME THROUGH
    env --default-signal=INT experiments/run.py sweep --beam 1,2 --epochs 10000 --train "$data/dutch.discbracket" --test "$data/dutch.discbracket" \
        -j 2 -w "$T/stop.$1" --through "$2" >/dev/null 2>"$T/err" &
    run=$!
    until_true 600 trains "$1" 2 && kill -INT $run || return 1
    wait $run
    [ $? = 130 ] && until_true 300 trains "$1" 0
}
trains() { [ "$(pgrep -c -f "^$PLEACH train.*-o $T/stop.$1/")" = "$2" ]; }

experiments() {
    [ -e "$T/slurm.conf" ] || check "Slurm starts" start_slurm
    add_spaces
    check "experiments, here" sweep here
    check "experiments through srun" through_srun
    check "experiments through GNU parallel" through_parallel
    check "experiments as a job that is out of time once" as_job
    check "interrupted, through srun" interrupt srun "srun -N 1 -n 1"
    check "interrupted, through GNU parallel" interrupt parallel "parallel $on_machines"
    remove_spaces
}

# -- all ----------------------------------------------------------------------------------

check "a corpus of ${WORDS:-64000} words, parsed by one run" prepare
for part in $only; do
    case $part in
        parallel) parallel_ ;;
        *) $part ;;
    esac
done
started=$(cat "$T"/slurmctld.pid "$T"/slurmd.*.pid 2>/dev/null)
stop_slurm
runs_on() { for pid in $started; do tr -d '\0' <"/proc/$pid/cmdline"; done 2>/dev/null | grep -q .; }
! runs_on
say $? "nothing runs on"
cd "$top" || exit 1
exit $status
