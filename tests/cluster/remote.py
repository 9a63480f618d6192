#!/usr/bin/env python3
"""What ssh is to GNU parallel, for machines that are network namespaces: remote.py MACHINE -- COMMAND…

The command is no descendant of this process, as with ssh: it belongs to another one, which ends
when the connection does. The variable SPACES has the beginning of the namespaces' names, MACHINES
the file that gets a line for each call.
"""
import os
import select
import subprocess
import sys

machine, command = sys.argv[1], " ".join(sys.argv[3:])
space = os.environ["SPACES"] + machine
enter = ["ip", "netns", "exec", space] if os.path.exists("/run/netns/" + space) else []
with open(os.environ["MACHINES"], "a", encoding="utf-8") as log:
    print(machine, file=log)

here, connection = os.pipe()
answer, there = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.close(connection)
        process = subprocess.Popen(enter + ["sh", "-c", command])
        select.select([os.pidfd_open(process.pid), here], [], [])
        status = process.poll()
        if status is not None:
            os.write(there, bytes([status if status >= 0 else 128 - status]))
    os._exit(0)
os.close(here)
os.close(there)
os.wait()
sys.exit(os.read(answer, 1)[0])
