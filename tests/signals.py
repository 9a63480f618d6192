#!/usr/bin/env python3
"""SIGINT and SIGTERM at random moments of every kind of work.

    tests/signals.py [TIMES [BOUND]]

Starts each command, sends the signal, and measures the processor time that the process uses after
it: unlike the time on the clock, that does not grow with the load of the machine. Fails if it is
more than BOUND seconds (default 2), if the process lives for another minute, if the exit status
is not that of the signal, or if an unfinished file is left. Prints a table: median and longest.
No command ends by itself: it reads a pipe that stays open, or has work for a very long time.
The program and the folder of its data are those of PLEACH and PLEACH_SHARE.
"""
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

pleach = os.environ["PLEACH"]
data = os.path.join(os.getcwd(), "tests", "data")
PATIENCE = 60  # seconds on the clock, on a busy machine

# Pipes into which a treebank is written again and again, up to this number of bytes; then they stay open.
# Commands that keep all trees get an input that fits into memory, others more than they read before the signal.
FEW, MANY = 10_000_000, 1_000_000_000
PIPES = {
    "few.discbracket": ("dutch.discbracket", FEW),
    "many.discbracket": ("dutch.discbracket", MANY),
    "more.discbracket": ("dutch.discbracket", MANY),
    "many.conllx": ("danish.conllx", MANY),
    "long.tokens": (None, FEW),  # one sentence of 250 words
}
FEED = 'exec >"$0"; yes "$1" | head -c "$2"; exec sleep 3600'


def repeat(name, times, to):
    with open(os.path.join(data, name), "rb") as source:
        text = source.read()
    with open(to, "wb") as out:
        for _ in range(times):
            out.write(text)


def prepare():
    for name in PIPES:
        os.mkfifo(name)
    repeat("dutch.discbracket", 2000, "large.discbracket")
    repeat("dutch.discbracket", 20, "middle.discbracket")
    repeat("dutch.discbracket", 1, "tiny.discbracket")
    with open("ambiguous.discbracket", "w") as out:
        out.write("(S (S (A 0=a)) (S (A 1=a)))\n(S (S (A 0=a) (A 2=a)) (S (A 1=a)))\n(S (A 0=a))\n")
    for command in ("train -q --epochs 2 -o toy.model tiny.discbracket", "grammar -q 2dop -o toy.grammar ambiguous.discbracket"):
        subprocess.run([pleach] + command.split(), check=True, stderr=subprocess.DEVNULL)


def feeders(command):
    """The processes that fill the pipes of a command."""
    for name in command.split():
        if name in PIPES:
            source, size = PIPES[name]
            text = open(os.path.join(data, source)).read()[:-1] if source else " ".join("a" * 250)
            yield subprocess.Popen(["sh", "-c", FEED, name, text, str(size)], stderr=subprocess.DEVNULL)


# What is done, and the command; input "wait": standard input stays open and says nothing;
# output "blocked": nobody reads the pipe.
WORK = [
    ("convert, reading a large file", "convert many.discbracket --to export -o out"),
    ("convert, standard input", "convert --from discbracket -o out", "wait"),
    ("convert, a pipe that nobody reads", "convert many.discbracket", "", "blocked"),
    ("parse, transitions", "parse -q -m toy.model many.discbracket -o out"),
    ("parse, four threads", "parse -q -j 4 -m toy.model many.discbracket -o out"),
    ("parse, a long sentence with a grammar", "parse -q -m toy.grammar --from tokens long.tokens -o out"),
    ("parse, standard input", "parse -q -m toy.model --from tokens -o out", "wait"),
    ("parse, a pipe that nobody reads", "parse -q -m toy.model many.discbracket", "", "blocked"),
    ("tag, training", "tag --train -q --epochs 1000 middle.discbracket -o out"),
    ("train, reading", "train -q few.discbracket -o out"),
    ("train, learning", "train -q --epochs 10000 --beam 1 tiny.discbracket -o out"),
    ("train, dev", "train -q --epochs 10000 --beam 1 tiny.discbracket --dev middle.discbracket -o out"),
    ("fragments", "fragments -q --cover 9 tiny.discbracket -o out"),
    ("grammar", "grammar -q 2dop few.discbracket -o out"),
    ("eval", "eval many.discbracket more.discbracket"),
    ("eval, significance", "eval --compare --samples 10000000 middle.discbracket middle.discbracket middle.discbracket"),
    ("stats", "stats many.discbracket"),
    ("index", "index many.discbracket -o out"),
    ("search", "search []>[] many.discbracket -o out"),
    ("search, standard input", "search --from discbracket [] -o out", "wait"),
    ("search, a pipe that nobody reads", "search [] many.discbracket", "", "blocked"),
    ("search, a long search", "search #a&#b&#c&not(#a>#x&#b>#y&#c>#z&#x.#y&#y.#z) many.discbracket -o out"),
    ("check", "check -q --folds 2 large.discbracket --html out"),
    ("oracle", "oracle many.conllx --system attardi"),
    ("draw", "draw --format svg many.discbracket -o out"),
]


def left_behind():
    """Unfinished files, except those that parse keeps for --resume."""
    names = os.listdir(".")
    return [name for name in names if name.endswith(".part") and name[:-len("part")] + "resume" not in names]


def processor_time(process):
    """Seconds of processor time that a running process has used."""
    with open("/proc/%d/stat" % process.pid) as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def of_children():
    """Seconds of processor time used by the child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def once(command, number, source, sink):
    """Seconds of processor time that the process uses after the signal."""
    before = of_children()
    process = subprocess.Popen([pleach] + command.split(), stdin=subprocess.PIPE if source == "wait" else subprocess.DEVNULL,
                               stdout=subprocess.PIPE if sink == "blocked" else subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    feeding = list(feeders(command))
    time.sleep(random.uniform(0.05, 0.6))
    before += processor_time(process)
    process.send_signal(number)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    used = of_children() - before
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
    for feeder in feeding:
        feeder.kill()
        feeder.wait()
    if process.returncode not in (-number, 128 + number):
        raise RuntimeError("exit status %d after signal %d" % (process.returncode, number))
    if left_behind():
        raise RuntimeError("left behind: %s" % left_behind())
    return max(used, 0)


def measure(row, times, bound):
    what, command, source, sink = (list(row) + ["", ""])[:4]
    used = sorted(once(command, (signal.SIGINT, signal.SIGTERM)[i % 2], source, sink) for i in range(times))
    good = used[-1] <= bound
    print("%s %s: %d times, median %.3f s, longest %.3f s" % ("ok" if good else "not ok", what, times, used[times // 2], used[-1]), flush=True)
    return good


def main():
    times, bound = int((sys.argv + ["2"])[1]), float((sys.argv + ["2", "2"])[2])
    fine = True
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in the background
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare()
        for row in WORK:
            try:
                fine = measure(row, times, bound) and fine
            except RuntimeError as reason:
                print("not ok %s: %s" % (row[0], reason), flush=True)
                fine = False
        os.chdir("/")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
