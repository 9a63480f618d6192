#!/bin/sh
# Processes that share work out under mpirun: `make test-mpi` builds the program and runs this. The
# release build is tested here, since MPI itself is not clean under sanitizers; tests/unit/test_peers.c
# has the same with threads in the place of processes.
. tests/check.sh
mpi=$BUILD/mpi/pleach
if [ ! -x "$mpi" ] || [ "$BUILD/release/libpleach.a" -nt "$mpi" ] || ! command -v mpirun >/dev/null; then
    echo "ok mpi # SKIP no build/mpi/pleach of this source: make test-mpi builds and tests it"
    exit 0
fi
export PLEACH_SHARE="$PWD/share"
# More processes than processors, on one machine, also as root in a container.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_vader_single_copy_mechanism=none
one=$BUILD/pleach
nl=tests/data/dutch-everyday.discbracket

# on N COMMAND…: N processes
on() {
    n=$1
    shift
    mpirun -n "$n" "$mpi" "$@" </dev/null
}

# same OPTION…: any number of processes writes the model of one, and the same checkpoint
same() {
    "$one" train -q -j 1 -o "$T/one" --checkpoint "$T/one.state" "$@" || return 1
    for n in 1 2 3 4; do
        rm -f "$T/some.state"
        on $n train -q -o "$T/some" --checkpoint "$T/some.state" "$@" && cmp "$T/one" "$T/some" && cmp "$T/one.state" "$T/some.state" || return 1
    done
}
check "perceptron: constituents" same --batch 4 -e 3 --dev tests/data/dutch.discbracket $nl
check "perceptron: dependencies" same --batch 3 -e 3 --system easy-first-np tests/data/english.conllu
check "perceptron: runs" same --runs 3 -e 2 $nl
check "perceptron: parts that are mixed" same --mix 3 -e 3 $nl
tiny="--scorer neural --size small --layer-width 16 --hidden-width 16 --spelling-width 8"
# shellcheck disable=SC2086
check "network: constituents" same $tiny --batch 8 -e 2 --dev tests/data/dutch.discbracket $nl
# shellcheck disable=SC2086
check "network: dependencies" same $tiny --system graph --batch 3 -e 2 tests/data/english.conllu
threads() {
    "$one" train -q -j 1 -o "$T/one" --batch 4 -e 2 $nl && on 2 train -q -j 2 -o "$T/some" --batch 4 -e 2 $nl && cmp "$T/one" "$T/some"
}
check "processes of several threads" threads

# as_one COMMAND…: what any number of processes prints is what one does
as_one() {
    "$one" "$@" >"$T/one" || return 1
    for n in 1 2 3 4; do
        on $n "$@" >"$T/some" && cmp "$T/one" "$T/some" || return 1
    done
}
check "fragments" as_one fragments -q --cover 2 --indices $nl
"$one" fragments -q $nl >"$T/given"
check "fragments that are counted" as_one fragments -q --count "$T/given" --indices --both $nl tests/data/dutch.discbracket
grammar() {
    "$one" grammar "$1" -q $nl -o "$T/one" || return 1
    for n in 2 3; do
        on $n grammar "$1" -q $nl -o "$T/some" && cmp "$T/one" "$T/some" || return 1
    done
}
check "a grammar of fragments" grammar 2dop
check "a grammar of productions" grammar plcfrs

# The state of one number of processes is what another number goes on from.
resume() {
    "$one" train -q -j 1 -o "$T/one" --batch 4 -e 4 $nl || return 1
    rm -f "$T/state"
    on 3 train -q -o "$T/some" --batch 4 -e 2 --checkpoint "$T/state" $nl &&
        on 2 train -q -o "$T/some" --batch 4 -e 3 --checkpoint "$T/state" --resume $nl &&
        "$one" train -q -o "$T/some" --batch 4 -e 4 --checkpoint "$T/state" --resume $nl && cmp "$T/one" "$T/some"
}
check "a checkpoint is for any number of processes" resume

# dies SIGNAL: the second of three processes is killed after an epoch; the job ends and says why; two
# others finish it.
dies() {
    rm -f "$T/state" "$T/pid"
    mpirun -n 3 sh -c '[ $OMPI_COMM_WORLD_RANK != 1 ] || echo $$ >"$0/pid"; exec "$@"' "$T" \
        "$mpi" train -o "$T/some" --batch 4 -e 2000 --checkpoint "$T/state" $nl </dev/null >"$T/said" 2>&1 &
    until [ -s "$T/state" ]; do
        sleep 0.1
        kill -0 $! || { cat "$T/said"; return 1; }
    done
    kill "-$1" "$(cat "$T/pid")"
    wait $! && return 1
    grep -q 'rank 1 .*signal\|Exit code' "$T/said" || { cat "$T/said"; return 1; }
}
killed() {
    dies KILL || return 1
    epochs=$(($(sed -n 's/^epoch \([0-9]*\):.*/\1/p' "$T/said" | tail -n 1) + 1))
    on 2 train -q -o "$T/some" --batch 4 -e $epochs --checkpoint "$T/state" --resume $nl &&
        "$one" train -q -j 1 -o "$T/one" --batch 4 -e $epochs $nl && cmp "$T/one" "$T/some"
}
check "a process that is killed ends the job, and others go on" killed

# refused MESSAGE COMMAND…: fails, and says this, once
refused() {
    text=$1
    shift
    "$@" >"$T/said" 2>&1 </dev/null && return 1
    [ "$(grep -c -F "$text" "$T/said")" = 1 ] || { cat "$T/said"; return 1; }
}
# one_has OPTION OTHER: the first process is started with the one, the second with the other
one_has() {
    mpirun -n 2 sh -c 'o=$1; [ $OMPI_COMM_WORLD_RANK = 0 ] || o=$2; exec "$0" train -q --batch 4 -e 1 -o "$3" $o' "$mpi" "$1" "$2" "$T/some"
}
check "a file that one of them lacks" refused 'no-such-file: No such file or directory (process 2 of 2)' one_has $nl no-such-file
check "another treebank" refused 'process 2 has another treebank' one_has $nl tests/data/german-everyday.discbracket
check "a folder that cannot be written" refused 'cannot be written' on 3 train -q --batch 4 -o "$T/none/x" $nl
check "batches of one sentence" refused 'share out the sentences of a batch' on 2 train -q --runs 1 -o "$T/some" $nl
check "a command that is not shared" refused "'parse' is not shared out" on 2 parse -m nl $nl
members() {
    # shellcheck disable=SC2086
    "$one" train -q -j 1 -o "$T/one" $tiny --members 2 --batch 8 -e 1 $nl && on 3 train -q -o "$T/some" $tiny --members 2 --batch 8 -e 1 $nl && cmp "$T/one" "$T/some"
}
check "members of a network" members
model() {
    experiments/processes.py --chart "$T/chart.svg" >"$T/said" && grep -q '^| processes | 1 | 2 .* 1024 |$' "$T/said" && grep -q '</svg>' "$T/chart.svg"
}
check "a model of more processes" model
exit $status
