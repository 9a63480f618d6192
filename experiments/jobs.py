"""Commands of pleach that are run once and remembered.

A job's key is the hash of its command, of the files that the command reads and of the version of
pleach. The work folder has what the job made under that key, so that an interrupted run goes on
where it was, and two tables share what both need:

    KEY, KEY.discbracket, KEY.json   what the job made (.json: what it printed)
    KEY.log                          its standard error; locked while the job runs
    KEY.done                         its command; written once the job is done

Programs are started from lists of words, never through a shell (launch.py; GNU parallel gets quoted lines).
"""
import fcntl
import glob
import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import launch

OUTPUT = "\0"  # stands in a command for the path of what the job makes
LINES_OF_LOG = 5  # shown of a job that failed
LOOK = 0.005  # seconds between two looks at the running jobs
LOOK_ELSEWHERE = 0.2  # the same at those of another run
GRACE = 5  # seconds that a command gets to end

OPEN, RUNNING, DONE, FAILED, LEFT_OUT = "open", "running", "done", "failed", "left out"


class Problem(Exception):
    """Something that the user has to know, in words for the user."""


class Interrupted(Exception):
    """The user interrupted the run; the argument is the number of the signal."""


class Made(str):
    """The path of a file that a job makes."""

    def __new__(cls, path, job):
        made = super().__new__(cls, path)
        made.job = job
        return made


class Job:
    """A command, what it makes and the jobs that must be done before it."""

    def __init__(self, key, folder, program, words, ending, prints, needs):
        base = os.path.join(folder, key)
        self.base, self.name = base, key + ending
        self.path = Made(base + ending, self)
        self.record, self.log = base + ".done", base + ".log"
        self.argv = [program] + [word.replace(OUTPUT, self.path) for word in words]
        self.prints = prints  # what it makes is its standard output
        self.needs = needs
        self.state = DONE if self.is_recorded() else OPEN

    def is_recorded(self):
        return os.path.exists(self.record)

    def command(self):
        """Returns the command as it can be pasted into a shell."""
        return shlex.join(self.argv) + (" >" + shlex.quote(self.path) if self.prints else "")

    def remove_output(self):
        """Removes what the job made, whole or not; the log stays."""
        for path in glob.glob(glob.escape(self.base) + "*"):
            if path != self.log:
                os.unlink(path)


class Jobs:
    """The jobs of all experiments of one run; a job stands behind those that it needs."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.by_key = {}
        self.hashes = {}  # of files, by path
        self.version = version_of(program)

    def __iter__(self):
        return iter(self.by_key.values())

    def __len__(self):
        return len(self.by_key)

    def count(self, state):
        return sum(job.state == state for job in self)

    def add(self, words, needs=(), ending="", prints=False):
        """Adds the job of these words; the same words give the same job."""
        key = self._key(words, needs, ending)
        if key not in self.by_key:
            self.by_key[key] = Job(key, self.folder, self.program, words, ending, prints, list(needs))
        return self.by_key[key]

    def _key(self, words, needs, ending):
        text = [self.version, ending]
        for word in words:
            named = word
            for job in needs:  # its name has its key: the folder may move
                named = named.replace(job.path, job.name)
            text.append(named)
            if named == word:
                text.append(self._hash_of_file(word))
        return hashlib.sha256("\n".join(text).encode(errors="surrogateescape")).hexdigest()[:16]

    def _hash_of_file(self, path):
        """Returns the hash of the file's content, or "" if the word names no file."""
        if path not in self.hashes:
            self.hashes[path] = ""
            if OUTPUT not in path and os.path.isfile(path):
                with open(path, "rb") as file:
                    self.hashes[path] = hashlib.file_digest(file, "sha256").hexdigest()
        return self.hashes[path]

    def forget(self, dry):
        """Marks all jobs as not done; unless `dry`, for later runs, too."""
        for job in self:
            job.state = OPEN
            if not dry and job.is_recorded():
                os.unlink(job.record)

    def script(self):
        """Returns the commands that are not done yet, as lines for a shell."""
        lines = [job.command() for job in self if job.state != DONE]
        return ["mkdir -p -- " + shlex.quote(self.folder)] + lines if lines else []


def version_of(program):
    try:
        result = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    except OSError as error:
        raise Problem(f"{program}: {error.strerror}; `make` builds pleach, --pleach names it") from None
    except subprocess.CalledProcessError as error:
        raise Problem(f"{program} --version fails: {error.stderr.strip()}") from None
    return result.stdout.strip()


# -- running ------------------------------------------------------------------------

def tell(text, end="\n"):
    """Prints to standard error; control characters in it never reach a terminal."""
    text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "\N{REPLACEMENT CHARACTER}", text)
    print(text, end=end, file=sys.stderr, flush=True)


class Slot:
    """A job that is running."""

    def __init__(self, job, log, number, launcher):
        self.job, self.log, self.number, self.start = job, log, number, time.monotonic()
        self.process = launcher.start(job, log)

    def seconds(self):
        return time.monotonic() - self.start


class Runner:
    """Runs what is not done, up to `at_once` jobs at a time, with a line of progress for each.

    `through` are the words of --through (launch.py). The log of a job is its lock: the run that holds
    it starts the command, whose standard error it is, so that it stays locked as long as either of them
    lives. Several runs may share a folder: a job is run by one of them, the others wait for it.
    """

    def __init__(self, jobs, at_once, quiet, through=()):
        self.jobs, self.quiet = jobs, quiet
        self.launcher = launch.launcher(through)
        self.at_once = at_once or self.launcher.at_once
        self.running = []
        self.seconds = {}  # that jobs of one command took
        self.n_started = jobs.count(DONE)
        self.line = None  # the slot whose line is not ended
        self.signal = None
        self.elsewhere = False  # a job that could be run is run by another process

    def run(self):
        os.makedirs(self.jobs.folder, exist_ok=True)
        if self.n_started > 0:
            self._say(f"{self.n_started} of {len(self.jobs)} steps were done before")
        before = self._catch_signals()
        try:
            self._run_all()
        finally:
            self._kill_all()
            self._end_line()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _catch_signals(self):
        """Lets signals set self.signal, which `_wait` looks at; an ignored signal (nohup) stays ignored."""
        def note(number, _frame):
            self.signal = number
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        return {number: signal.signal(number, note) for number in numbers
                if signal.getsignal(number) != signal.SIG_IGN}

    def _run_all(self):
        waiting = False
        while True:
            self._start_some()
            if not self.running and not self.elsewhere:
                return
            if not self.running and not waiting:
                self._say(f"waiting: another run is at what is left in {self.jobs.folder}")
                waiting = True
            for slot in self._wait():
                self.running.remove(slot)
                self._finish(slot)

    def _wait(self):
        """Returns the slots whose commands have ended, as soon as there is one. Returns none after a
        moment if a job is run by another process."""
        start = time.monotonic()
        while True:
            time.sleep(LOOK)
            if self.signal is not None:
                raise Interrupted(self.signal)
            ended = [slot for slot in self.running if slot.process.poll() is not None]
            if ended or (self.elsewhere and time.monotonic() - start > LOOK_ELSEWHERE):
                return ended

    def _start_some(self):
        self.elsewhere = False
        for job in self.jobs:
            if len(self.running) >= self.at_once or not self.launcher.is_open():
                return
            if job.state == OPEN and all(need.state == DONE for need in job.needs):
                self._start(job)

    def _start(self, job):
        log = open(job.log, "ab")
        try:
            fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.elsewhere = True
            log.close()
            return
        except OSError:
            pass  # a file system without locks: there is one run at a time
        self.n_started += 1
        if job.is_recorded():  # in the meantime, by another run
            job.state = DONE
            log.close()
            return
        log.truncate(0)
        job.remove_output()  # of a run that was killed
        slot = Slot(job, log, self.n_started, self.launcher)
        job.state = RUNNING
        self.running.append(slot)
        self._say_start(slot)

    def _finish(self, slot):
        job, status = slot.job, slot.process.returncode
        job.state = DONE if status == 0 else FAILED
        if status == 0:
            self.seconds.setdefault(job.argv[1], []).append(slot.seconds())
            with open(job.record + ".new", "w", errors="surrogateescape") as record:
                record.write(job.command() + "\n")
            os.replace(job.record + ".new", job.record)  # there at once and whole
        else:
            job.remove_output()
            self._leave_out()
        slot.log.close()
        self._say_end(slot)
        if status != 0:
            self._say_failure(slot)

    def _leave_out(self):
        """Leaves out the jobs that need a failed one, directly or not."""
        for job in self.jobs:
            if job.state == OPEN and any(need.state in (FAILED, LEFT_OUT) for need in job.needs):
                job.state = LEFT_OUT

    def _kill_all(self):
        """Ends the commands: they get a moment to take away what is not finished."""
        for slot in self.running:
            slot.process.terminate()
        for slot in self.running:
            try:
                slot.process.wait(GRACE)
            except subprocess.TimeoutExpired:
                slot.process.kill()
                slot.process.wait()
            slot.job.remove_output()
            slot.log.close()
            slot.job.state = OPEN
        self.running = []

    # -- progress -------------------------------------------------------------------

    def _say(self, text, end="\n"):
        if not self.quiet:
            tell(text, end)

    def _end_line(self):
        if self.line is not None:
            self._say("")
        self.line = None

    def _say_start(self, slot):
        self._end_line()
        self._say(f"[{slot.number}/{len(self.jobs)}] {slot.job.command()}", end="")
        self.line = slot

    def _say_end(self, slot):
        if self.line is not slot:
            self._end_line()
            self._say(f"    [{slot.number}/{len(self.jobs)}] {slot.job.state}", end="")
        left = round(self._time_left())
        clock = f"{left // 3600}:{left // 60 % 60:02}" if left >= 3600 else f"{left // 60}"
        about = f", about {clock}:{left % 60:02} left" if left > 0 else ""
        self._say(f"  ({slot.seconds():.0f} s{about})")
        self.line = None

    def _time_left(self):
        """Estimates the seconds left: every job takes as long as the mean of its command. Returns 0
        if some command has not been seen yet."""
        mean = {command: sum(all) / len(all) for command, all in self.seconds.items()}
        left = [job.argv[1] for job in self.jobs if job.state in (OPEN, RUNNING)]
        if any(command not in mean for command in left):
            return 0
        spent = sum(min(slot.seconds(), mean[slot.job.argv[1]]) for slot in self.running)
        return (sum(mean[command] for command in left) - spent) / min(self.at_once, len(self.running) + 1)

    def _say_failure(self, slot):
        self._end_line()
        tell(f"this failed: {slot.job.command()}")
        with open(slot.job.log, errors="replace") as log:
            for line in log.read().splitlines()[-LINES_OF_LOG:]:
                tell("    " + line)
        status = slot.process.returncode
        if status < 0:
            tell(f"    ended by signal {-status} ({signal.strsignal(-status)})")
        tell(f"    all that it said: {slot.job.log}")


def find_program(given):
    """Returns the path of pleach: the given one, that of the variable PLEACH, the one built in the
    source tree or installed with these files, or else the one in the PATH."""
    here = os.path.dirname(os.path.realpath(__file__))
    beside = [os.path.join(here, *path) for path in (("..", "build", "pleach"), ("..", "..", "..", "bin", "pleach"))]
    there = [os.path.normpath(path) for path in beside if os.access(path, os.X_OK)]
    return given or os.environ.get("PLEACH") or (there + [shutil.which("pleach") or "pleach"])[0]
