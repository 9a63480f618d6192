"""Speed of the Python package, as ratios within one run: python_speed.py PROGRAM TREEBANK RUNS.

What is compared takes turns, so that other work on the machine slows down both. Parsing is measured in
processor time. Two threads are compared with two processes that start together, each with half of the
work: nothing can be faster on a machine that does other things, too, and what they reach counts as twice one
thread.
"""

import re
import statistics
import subprocess
import sys
import tempfile
import time

import pleach

LEAST_WORDS, TREES = 20000, 20000


def row(what, text):
    print("%-52s %s" % (what, text), flush=True)


def repeated(items, n, size):
    """Items again and again until there are at least n, by their size."""
    found, total = [], 0
    while items and total < n:
        found += items
        total += sum(map(size, items))
    return found


def parse(nlp, items, threads):
    """Seconds on the clock, and of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    n = sum(len(sentence) for doc in nlp.pipe(items, threads=threads) for sentence in doc)
    assert n == sum(map(len, items))
    return time.perf_counter() - wall, time.process_time() - processor


def program_speed(program, path):
    """Tokens per second of processor time, as the program tells it, without loading."""
    told = subprocess.run([program, "parse", "-m", "nl", "--threads", "1", "--from", "tokens", "--time", path],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True).stderr
    return int(re.search(r"(\d+) tokens/s per processor", told)[1])


def against_the_program(program, nlp, items, runs):
    n = sum(map(len, items))
    with tempfile.NamedTemporaryFile("w", suffix=".tokens", encoding="utf-8") as file:
        file.writelines(" ".join(words) + "\n" for words in items)
        file.flush()
        pairs = [(program_speed(program, file.name), n / parse(nlp, items, 1)[1]) for _ in range(runs)]
    a, b = max(a for a, _ in pairs), max(b for _, b in pairs)
    row("pipe, one thread, of %d words" % n, "%.0f tokens/s, %.0f%% of the program's %d" % (b, 100 * b / a, a))


def worker(treebank):
    """One of two processes: parses when it is told to."""
    nlp, items = pleach.load("nl"), words_of(treebank)
    parse(nlp, items[:64], 1)
    print("ready", flush=True)
    for _ in sys.stdin:
        parse(nlp, items, 1)
        print("done", flush=True)


def two_processes(processes):
    start = time.perf_counter()
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        process.stdout.readline()
    return time.perf_counter() - start


def two_threads(treebank, nlp, items, runs):
    command = [sys.executable, __file__, "worker", treebank]
    processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for process in processes:
        process.stdout.readline()
    one, two, both = [], [], []
    for _ in range(runs):
        one.append(2 * parse(nlp, items, 1)[0])
        two.append(parse(nlp, items + items, 2)[0])
        both.append(two_processes(processes))
    for process in processes:
        process.stdin.close()
        process.wait()
    row("two threads", "%.2f times one thread on the clock, %.2f where two processes are 2" % (
        min(one) / min(two), 2 * statistics.median(b / t for b, t in zip(both, two))))


def walk(treebank, runs):
    start = time.process_time()
    trees = list(pleach.read(treebank))
    reading = time.process_time() - start
    row("read", "%.0f trees/s" % (len(trees) / max(reading, 1e-6)))
    trees = repeated(trees, TREES, lambda tree: 1)[:TREES]
    for what, use in (("label and gap_degree", lambda node: node.gap_degree > 0 and node.label == "NP"),
                      ("label, spans and parent", lambda node: (node.label, node.spans, node.parent))):
        times = []
        for _ in range(runs):
            start, n = time.process_time(), 0
            for tree in trees:
                for node in tree.constituents:
                    use(node)
                    n += 1
            times.append(time.process_time() - start)
        row("walk over %d trees: %s" % (len(trees), what), "%.2f s for %d constituents" % (min(times), n))
    start = time.process_time()
    n = sum(1 for _ in pleach.search('#n:[cat="NP"] & discontinuous(#n)', trees))
    row("search in %d trees" % len(trees), "%.2f s for %d matches" % (time.process_time() - start, n))


def words_of(treebank):
    return repeated([tree.words for tree in pleach.read(treebank)], LEAST_WORDS, len)


def main():
    if sys.argv[1] == "worker":
        worker(sys.argv[2])
        return
    program, treebank, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    nlp, items = pleach.load("nl"), words_of(treebank)
    parse(nlp, items[:64], 1)
    against_the_program(program, nlp, items, runs)
    two_threads(treebank, nlp, items, runs)
    walk(treebank, runs)


if __name__ == "__main__":
    main()
