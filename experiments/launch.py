"""Starts the commands of jobs: here, through another command, or by GNU parallel on several machines.

A launcher has `start(job, log)`, which returns what a `subprocess.Popen` is to its user (poll,
returncode, terminate, kill, wait), `is_open()`, whether it takes another job now, and `at_once`, how
many it gets if the user names no number. The files of a job must be the same everywhere:
on several machines the work folder lies on a file system that all of them see.
"""
import ctypes
import os
import shlex
import signal
import subprocess
import tempfile

PRCTL = getattr(ctypes.CDLL(None), "prctl", None)  # Linux alone has it
PR_SET_PDEATHSIG = 1
LOST = 255  # status of a command of which GNU parallel said nothing before it ended


def end_with_parent():
    """Lets the command end with this process, even if that is killed (on Linux)."""
    if PRCTL is not None:
        PRCTL(PR_SET_PDEATHSIG, signal.SIGTERM)


class Here:
    """Starts commands on this machine, each through words that run the words after them and end as
    they do (`srun -n 1`), if there are any."""

    at_once = 1

    def __init__(self, words=()):
        self.words = list(words)

    def start(self, job, log):
        out = open(job.path, "wb") if job.prints else None
        try:
            # A group of its own: Ctrl-C comes to this process alone, which ends the command.
            return subprocess.Popen(
                self.words + job.argv, stdin=subprocess.DEVNULL, stdout=out or subprocess.DEVNULL, stderr=log,
                process_group=0, preexec_fn=end_with_parent)
        finally:
            if out:
                out.close()

    def is_open(self):
        return True


class Parallel:
    """Hands commands to GNU parallel, which chooses machines and how many run on each (`parallel -S a,b`).

    It waits for the next line of its input where it could look after what is running, so it gets all
    commands that are ready at once, and the next ones when these have ended.
    """

    at_once = 1024

    def __init__(self, words):
        self.words = list(words)
        self.wave = None

    def is_open(self):
        return self.wave is None or self.wave.is_open() or self.wave.process.poll() is not None

    def start(self, job, _log):
        if self.wave is None or not self.wave.is_open():
            self.wave = Wave(self.words)
        return self.wave.add(f"cd {shlex.quote(os.getcwd())} && {job.command()} 2>>{shlex.quote(job.log)}")


class Wave:
    """Commands that one process of GNU parallel runs. It is started when the first is waited for, and
    tells in its log of jobs how each of them ended, one line for each, first its number:

        Seq  Host  Starttime  JobRuntime  Send  Receive  Exitval  Signal  Command
    """

    def __init__(self, words):
        self.words = words
        self.folder = tempfile.TemporaryDirectory(prefix="experiments-")
        self.commands, self.log = (os.path.join(self.folder.name, name) for name in ("commands", "joblog"))
        self.process = None
        self.n = 0
        self.read = 0  # bytes of the log that were looked at
        self.statuses = {}  # of commands that ended, by their numbers

    def is_open(self):
        return self.process is None

    def add(self, line):
        with open(self.commands, "ab") as file:
            file.write(os.fsencode(line) + b"\0")
        self.n += 1
        return Ticket(self, self.n)

    def begin(self):
        with open(self.commands, "rb") as file:
            self.process = subprocess.Popen(
                self.words + ["-0", "--ungroup", "--joblog", self.log], stdin=file, stdout=subprocess.DEVNULL,
                env=os.environ | {"PARALLEL_SHELL": "/bin/sh"}, process_group=0, preexec_fn=end_with_parent)

    def look(self):
        """Reads the lines of the log that are new and whole."""
        if not os.path.exists(self.log):
            return
        with open(self.log, "rb") as file:
            file.seek(self.read)
            text = file.read()
        whole = text[:text.rfind(b"\n") + 1]
        self.read += len(whole)
        for line in whole.splitlines():
            fields = line.split(b"\t", 8)
            if len(fields) == 9 and fields[0].isdigit():
                self.statuses[int(fields[0])] = -int(fields[7]) or int(fields[6])
        if len(self.statuses) == self.n:
            self.process.wait()  # it is about to end


class Ticket:
    """A command of a wave; the wave is ended as a whole."""

    def __init__(self, wave, number):
        self.wave, self.number = wave, number
        self.returncode = None

    def poll(self):
        if self.wave.is_open():
            self.wave.begin()
        has_ended = self.wave.process.poll() is not None  # asked before the log is read
        self.wave.look()
        self.returncode = self.wave.statuses.get(self.number, LOST if has_ended else None)
        return self.returncode

    def terminate(self):
        if not self.wave.is_open():
            self.wave.process.terminate()

    def kill(self):
        self.wave.process.kill()

    def wait(self, timeout=None):
        return None if self.wave.is_open() else self.wave.process.wait(timeout)


def launcher(words):
    """Returns the launcher for the words of --through; none: commands are started as they are."""
    is_parallel = words and os.path.basename(words[0]) == "parallel"
    return Parallel(words) if is_parallel else Here(words)
