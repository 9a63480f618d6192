#!/usr/bin/env python3
"""SIGINT and SIGTERM at random moments of every kind of work.

    tests/signals.py [TIMES [BOUND]]

Starts each command, sends the signal, and measures how long the process lives on. Fails if
that is more than BOUND seconds (default 2, for a loaded machine), if the exit status is not
that of the signal, or if an unfinished file is left. Prints a table: median and longest.
The program and the folder of its data are those of PLEACH and PLEACH_SHARE.
"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

pleach = os.environ["PLEACH"]
data = os.path.join(os.getcwd(), "tests", "data")


def repeat(name, times, to):
    with open(os.path.join(data, name), "rb") as source:
        text = source.read()
    with open(to, "wb") as out:
        for _ in range(times):
            out.write(text)


def prepare():
    repeat("dutch.discbracket", 2000, "large.discbracket")
    repeat("dutch.discbracket", 20, "middle.discbracket")
    repeat("danish.conllx", 3000, "large.conllx")
    with open("long.tokens", "w") as out:
        out.write((" ".join("a" * 250) + "\n") * 20)
    with open("ambiguous.discbracket", "w") as out:
        out.write("(S (S (A 0=a)) (S (A 1=a)))\n(S (S (A 0=a) (A 2=a)) (S (A 1=a)))\n(S (A 0=a))\n")
    repeat("dutch.discbracket", 1, "tiny.discbracket")
    for command in ("train -q --epochs 2 -o toy.model tiny.discbracket", "grammar -q 2dop -o toy.grammar ambiguous.discbracket"):
        subprocess.run([pleach] + command.split(), check=True, stderr=subprocess.DEVNULL)


# What is done, and the command; input "wait": standard input stays open and says nothing;
# output "blocked": nobody reads the pipe.
WORK = [
    ("convert, reading a large file", "convert large.discbracket --to export -o out"),
    ("convert, standard input", "convert --from discbracket -o out", "wait"),
    ("convert, a pipe that nobody reads", "convert large.discbracket", "", "blocked"),
    ("parse, transitions", "parse -q -m toy.model large.discbracket -o out"),
    ("parse, four threads", "parse -q -j 4 -m toy.model large.discbracket -o out"),
    ("parse, a long sentence with a grammar", "parse -q -m toy.grammar --from tokens long.tokens -o out"),
    ("parse, standard input", "parse -q -m toy.model --from tokens -o out", "wait"),
    ("parse, a pipe that nobody reads", "parse -q -m toy.model large.discbracket", "", "blocked"),
    ("tag, training", "tag --train -q --epochs 1000 middle.discbracket -o out"),
    ("train, reading", "train -q large.discbracket -o out"),
    ("train, learning", "train -q --epochs 1000 --beam 1 tiny.discbracket -o out"),
    ("train, dev", "train -q --epochs 1000 --beam 1 tiny.discbracket --dev middle.discbracket -o out"),
    ("fragments", "fragments -q --cover 9 tiny.discbracket -o out"),
    ("grammar", "grammar -q 2dop large.discbracket -o out"),
    ("eval", "eval large.discbracket large.discbracket"),
    ("eval, significance", "eval --compare --samples 100000 middle.discbracket middle.discbracket middle.discbracket"),
    ("stats", "stats large.discbracket"),
    ("index", "index large.discbracket -o out"),
    ("search", "search []>[] large.discbracket -o out"),
    ("search, standard input", "search --from discbracket [] -o out", "wait"),
    ("search, a pipe that nobody reads", "search [] large.discbracket", "", "blocked"),
    ("search, a long search", "search #a&#b&#c&not(#a>#x&#b>#y&#c>#z&#x.#y&#y.#z) large.discbracket -o out"),
    ("check", "check -q --folds 2 large.discbracket --html out"),
    ("oracle", "oracle large.conllx --system attardi"),
    ("draw", "draw --format svg large.discbracket -o out"),
]


def left_behind():
    """Unfinished files, but for those that parse keeps for --resume."""
    names = os.listdir(".")
    return [name for name in names if name.endswith(".part") and name[:-len("part")] + "resume" not in names]


def once(command, number, source, sink):
    """Seconds that the process lives on, or None if it had ended before."""
    process = subprocess.Popen([pleach] + command.split(), stdin=subprocess.PIPE if source == "wait" else subprocess.DEVNULL,
                               stdout=subprocess.PIPE if sink == "blocked" else subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0.05, 0.6))
    if process.poll() is not None:
        return None
    start = time.monotonic()
    process.send_signal(number)
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    lived = time.monotonic() - start
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
    if process.returncode == 0 and lived < 0.1:
        return None  # it was ending when the signal came
    if process.returncode not in (-number, 128 + number):
        raise RuntimeError("exit status %d after signal %d" % (process.returncode, number))
    if left_behind():
        raise RuntimeError("left behind: %s" % left_behind())
    return lived


def measure(row, times, bound):
    what, command, source, sink = (list(row) + ["", ""])[:4]
    lived = []
    for i in range(times):
        seconds = once(command, (signal.SIGINT, signal.SIGTERM)[i % 2], source, sink)
        if seconds is not None:
            lived.append(seconds)
    lived.sort()
    if not lived:
        print("ok %s # SKIP it ends too soon" % what)
        return True
    print("%s %s: %d times, median %.3f s, longest %.3f s" % ("ok" if lived[-1] <= bound else "not ok", what, len(lived),
                                                             lived[len(lived) // 2], lived[-1]), flush=True)
    return lived[-1] <= bound


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
