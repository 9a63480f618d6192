# shellcheck shell=sh
# A Slurm of four nodes on this machine, all in the folder $T: sourced by tests/cluster/run.sh. It needs no
# munge, systemd or control groups, listens on 127.0.0.1 at ports that are free, and belongs to the
# user who starts it. A job that was requeued waits for cred_expire seconds (by default 120). Each node has a temporary folder of its own, $T/node.NAME, as nodes of a cluster do.
slurm_nodes="n1 n2 n3 n4"

# free_ports N: numbers of N ports in a row that nobody listens at
free_ports() {
    python3 - "$1" <<'END'
import random, socket, sys
n = int(sys.argv[1])
while True:
    first = random.randrange(20000, 60000)
    held = []
    try:
        for port in range(first, first + n):
            held.append(socket.socket())
            held[-1].bind(("127.0.0.1", port))
        print(first)
        break
    except OSError:
        pass
END
}

write_config() {
    port=$(free_ports 5)
    cat >"$T/slurm.conf" <<END
ClusterName=pleach
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=3
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TaskProlog=$T/prolog
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
JobRequeue=1
KillWait=5
MinJobAge=3600
ReturnToService=2
SlurmctldTimeout=60
SlurmdTimeout=60
StateSaveLocation=$T/state
SlurmdSpoolDir=$T/spool.%n
SlurmctldPidFile=$T/slurmctld.pid
SlurmdPidFile=$T/slurmd.%n.pid
SlurmctldLogFile=$T/slurmctld.log
SlurmdLogFile=$T/slurmd.%n.log
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1,sched_interval=1,defer_batch
NodeName=n[1-4] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 4))] CPUs=2 RealMemory=8000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    # shellcheck disable=SC2016
    printf '#!/bin/sh\necho "export TMPDIR=%s/node.$SLURMD_NODENAME"\n' "$T" >"$T/prolog"
    chmod +x "$T/prolog"
}

# all_in STATE: whether all nodes are in this state
all_in() { [ "$(sinfo -h -N -o %T | sort -u)" = "$1" ]; }

# until_true TRIES COMMAND…: asks ten times a second
until_true() {
    tries=$1
    shift
    while ! "$@"; do
        [ "$tries" -gt 0 ] || return 1
        tries=$((tries - 1))
        sleep 0.1
    done
}

start_slurm() {
    write_config
    export SLURM_CONF="$T/slurm.conf"
    mkdir -p "$T/state"
    slurmctld -c -f "$SLURM_CONF" || return 1
    for node in $slurm_nodes; do
        mkdir -p "$T/spool.$node" "$T/node.$node"
        slurmd -N "$node" -f "$SLURM_CONF" || return 1
    done
    until_true 300 all_in idle
}

# Ends what was started, by the numbers that the processes wrote down.
stop_slurm() {
    [ -e "$T/slurm.conf" ] || return 0
    scancel -u "$(id -un)" 2>/dev/null
    until_true 100 no_jobs
    for file in "$T"/slurmctld.pid "$T"/slurmd.*.pid; do
        [ ! -s "$file" ] || kill "$(cat "$file")" 2>/dev/null
    done
    until_true 100 is_stopped
}
no_jobs() { [ -z "$(squeue -h 2>/dev/null)" ]; }
is_stopped() {
    for file in "$T"/slurmctld.pid "$T"/slurmd.*.pid; do # each goes away with its process
        [ ! -s "$file" ] || return 1
    done
}
