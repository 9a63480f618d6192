#!/usr/bin/env python3
"""Fuzzes the targets in rounds, for SECONDS of processor time in all.

    rounds.py BUILD SECONDS [TARGET…]

BUILD/fuzz/bin has the targets, linked with libFuzzer. In a round each target runs for a while, two
at a time. Targets that reached new code in the last round get more of the next one. What they find
stays in BUILD/fuzz and is used again by the next call:

    corpus/NAME     inputs that reach new code
    finds/NAME-…    inputs that crash, leak, take more than 2 GB of memory or more than 10 s; one for
                    each place in the source, with a log
    figures.json    executions, processor seconds, coverage and finds of each target

Seeds are the files in tests/fuzz/corpus/NAME and those that the target names in a line "Seeds: …" of
its first comment. Ends with a table of the figures; its last column is the share of lines that the
inputs reach in the files named by a line "Code: …". The exit status is 1 if anything was found.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.realpath(__file__))
JOBS = 2
SLICE = 20       # processor seconds that a target gets in a round, on average …
LEAST = 5        # … and at least
SLOW = 10        # processor seconds after which an input counts as a hang
MEMORY = 2048    # megabytes that an input may take
LONGEST = 65536  # bytes of an input


def run(command, log, **environment):
    """Exit status and processor seconds of a command whose output goes to a file."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                               env={"PLEACH_SHARE": "share", **os.environ, **environment})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


def read(path):
    with open(path, errors="replace") as file:
        return file.read()


def examine(binary, path):
    """Runs an input alone: why it counts as a find, or None if it does not. Processor time decides
    whether it is slow, since a busy machine makes quick inputs look so. The reason names the place
    in the source, so that inputs that fail in the same way are one find."""
    log = path + ".log"
    with open(log, "w") as file:
        status, seconds = run([binary, "-timeout=300", f"-rss_limit_mb={MEMORY}", path], file)
    if status == 0 and seconds <= SLOW:
        os.remove(log)
        return None
    text = read(log)
    kind = re.search(r"SUMMARY: \w+: ([\w-]+)", text)
    place = re.search(r"\b(?:src|cli)/\w+/\w+\.[ch]:\d+", text) or re.search(r"tests/fuzz/\w+\.[ch]:\d+", text)
    return " ".join((kind[1] if kind else "slow", place[0] if place else ""))


class Target:
    def __init__(self, build, name, record):
        self.folder, self.name = f"{build}/fuzz", name
        self.binary = f"{self.folder}/bin/{name}"
        self.coverage_binary = f"{build}/cov/tests/fuzz/fuzz_{name}"
        self.record = record
        self.figures = record.figures.setdefault(name, dict(
            executions=0, seconds=0.0, edges=0, features=0, inputs=0, finds={}))
        self.gain = None  # features that the last round found; None: there was none
        self.stretch = 1  # seconds that a processor second takes on a machine that others use, too
        self.corpora = [f"{self.folder}/{kind}/{name}" for kind in ("corpus", "seeds")]
        for path in (*self.corpora, f"{self.folder}/finds", f"{self.folder}/logs"):
            os.makedirs(path, exist_ok=True)
        for path in self.named("Seeds"):
            shutil.copy(path, self.corpora[1])
        if os.path.isdir(f"{HERE}/corpus/{name}"):
            self.corpora.append(f"{HERE}/corpus/{name}")

    def named(self, key):
        """The files that a line of the target's first comment names."""
        comment = read(f"{HERE}/fuzz_{self.name}.c").split("*/")[0]
        return " ".join(re.findall(rf"\b{key}: (.*)", comment)).split()

    def run(self, seconds):
        seconds = round(seconds * self.stretch)
        words = f"{HERE}/words/{self.name}.dict"
        options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-timeout={6 * SLOW}",
                   f"-report_slow_units={SLOW}", f"-rss_limit_mb={MEMORY}", "-print_final_stats=1",
                   "-reload=0", f"-artifact_prefix={self.folder}/finds/{self.name}-",
                   *([f"-dict={words}"] if os.path.exists(words) else [])]
        log = f"{self.folder}/logs/{self.name}"
        with open(log, "w") as file:
            start = time.monotonic()
            _, used = run([self.binary, *options, *self.corpora], file)
        self.stretch = min(max((time.monotonic() - start) / max(used, 1), 1), 20)
        self.count(read(log), used)
        self.sort_finds()
        self.record.save()

    def count(self, log, seconds):
        f = self.figures
        f["seconds"] += seconds
        done = re.findall(r"stat::number_of_executed_units: (\d+)|^#(\d+)\s", log, re.M)
        f["executions"] += max((int(a or b) for a, b in done), default=0)
        before = f["features"]
        for reached in re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", log)[-1:]:
            for key, n in zip(("edges", "features", "inputs"), reached):
                f[key] = max(f[key], int(n))
        self.gain = f["features"] - before

    def sort_finds(self):
        """Keeps one input for each reason."""
        pattern = re.escape(self.name) + "-(crash|leak|timeout|oom|slow-unit)-[0-9a-f]{40}"
        for path in glob.glob(f"{self.folder}/finds/{self.name}-*"):
            known = self.figures["finds"]
            if re.fullmatch(pattern, os.path.basename(path)) and path not in known.values():
                why = examine(self.binary, path)
                if why is None or why in known:
                    os.remove(path)
                else:
                    with self.record.lock:
                        known[why] = path
                    print(f"found: {why}: {path}", flush=True)

    def lines(self):
        """The share of lines reached, in percent; None where it cannot be told."""
        files = self.named("Code")
        if not files or not os.path.exists(self.coverage_binary):
            return None
        with tempfile.TemporaryDirectory() as folder, open(f"{folder}/log", "w") as log:
            raw, data = f"{folder}/raw", f"{folder}/data"
            run([self.coverage_binary, *self.corpora], log, LLVM_PROFILE_FILE=raw)
            run(["llvm-profdata", "merge", "-sparse", raw, "-o", data], log)
            shown = subprocess.run(["llvm-cov", "export", "-summary-only", f"-instr-profile={data}",
                                    self.coverage_binary, *files], stdout=subprocess.PIPE, stderr=log)
        return json.loads(shown.stdout)["data"][0]["totals"]["lines"]["percent"] if shown.stdout else None


def slices(targets):
    """Seconds of the next round for each target: a part that all get, and a part in proportion to
    the number of digits of what each found last, so that one does not take all."""
    weights = [t.gain.bit_length() if t.gain is not None else 1 for t in targets]
    extra = (SLICE - LEAST) * len(targets) / (sum(weights) or 1)
    return [LEAST + extra * w for w in weights]


def table(targets):
    rows = [("target", "executions", "seconds", "edges", "features", "inputs", "finds", "lines")]
    for t in targets:
        f, lines = t.figures, t.lines()
        rows.append((t.name, f"{f['executions']:,}", f"{f['seconds']:,.0f}", f"{f['edges']:,}",
                     f"{f['features']:,}", f"{f['inputs']:,}", str(len(f["finds"])),
                     f"{lines:.0f}%" if lines is not None else ""))
    rows.append(("all", f"{sum(t.figures['executions'] for t in targets):,}",
                 f"{seconds_of(targets):,.0f}", "", "", "", str(n_finds(targets)), ""))
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(w) for cell, w in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())


def seconds_of(targets):
    return sum(t.figures["seconds"] for t in targets)


def n_finds(targets):
    return sum(len(t.figures["finds"]) for t in targets)


class Record:
    """The figures of all targets, kept in a file."""

    def __init__(self, path):
        self.path, self.lock = path, threading.Lock()
        self.figures = json.loads(read(path)) if os.path.exists(path) else {}

    def save(self):
        with self.lock:
            with open(self.path + ".new", "w") as file:
                json.dump(self.figures, file, indent=1, sort_keys=True)
            os.replace(self.path + ".new", self.path)


def main(build, seconds, *names):
    record = Record(f"{build}/fuzz/figures.json")
    names = names or sorted(os.path.basename(p) for p in glob.glob(f"{build}/fuzz/bin/*"))
    targets = [Target(build, name, record) for name in names]
    goal, found = seconds_of(targets) + float(seconds), n_finds(targets)
    while seconds_of(targets) < goal:
        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(Target.run, targets, slices(targets)))
        print(f"{seconds_of(targets):,.0f} s, new features: " +
              (" ".join(f"{t.name} {t.gain}" for t in targets if t.gain) or "none"), flush=True)
    table(targets)
    return 1 if n_finds(targets) > found else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
