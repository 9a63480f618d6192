#!/usr/bin/env python3
"""A corpus of the size of a Wikipedia through `pleach parse`, on one machine, killed once on its way.

    bench/large.py -m MODEL -w FOLDER --words 100000000 TEXT

makes so many words of TEXT (bench/corpus.awk), parses them to CoNLL-U in frames of zstd with two
threads and --resume, kills the process (SIGKILL) at a third of the input, starts it again, and looks
at it all the while. Prints memory and tokens per second of processor time by tenths of the input,
the last progress line before the kill, and the time until the second run went on. Exits with 1
if memory or the time for a token grew (processors are not equally fast all the time where others use the
machine, so it is compared with that of a short process, begun anew for each tenth), or if a character is missing, doubled or out of order.
The files in FOLDER (7 bytes per word) are removed in the end. PLEACH names the program.
"""
import argparse
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

PLEACH = os.environ.get("PLEACH", "build/pleach")
HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")


class Run:
    """A pleach parse with its progress on a terminal."""

    def __init__(self, options, text, out):
        ours, theirs = pty.openpty()
        command = [PLEACH, "parse", "-j", "2", "-m", options.model, "--resume", "--from", "text", "-o", out, text]
        self.process = subprocess.Popen(command, stderr=theirs, preexec_fn=lambda: os.nice(options.nice))
        os.close(theirs)
        self.said = ""
        self.text = os.path.abspath(text)
        self.listener = threading.Thread(target=self.listen, args=[ours])
        self.listener.start()

    def listen(self, terminal):
        try:
            while more := os.read(terminal, 4096):
                self.said = (self.said + more.decode(errors="replace"))[-2000:]
        except OSError:
            pass  # its other end is closed

    def lines(self):
        return [line for line in re.split(r"[\r\n]+|\x1b\[K", self.said) if line.strip()]

    def place(self):
        """Returns the byte of the input that is read next, or None."""
        folder = f"/proc/{self.process.pid}/"
        try:
            for name in os.listdir(folder + "fd"):
                if os.readlink(folder + "fd/" + name) == self.text:
                    with open(folder + "fdinfo/" + name, encoding="ascii") as file:
                        return int(file.readline().split()[1])
        except OSError:
            pass
        return None

    def look(self):
        """Returns megabytes held and seconds of processor time, or None if it has ended."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            return None
        return int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6, (int(fields[11]) + int(fields[12])) / TICKS


class Yardstick:
    """A short process on the same model and the beginning of the text: tokens per second of processor time, by tenths."""

    def __init__(self, options, text):
        self.options, self.speeds = options, {}
        self.sample = os.path.join(options.work, "sample.txt")
        with open(text, "rb") as file, open(self.sample, "wb") as out:
            out.write(file.read(1_200_000))

    def measure(self, tenth):
        if tenth in self.speeds:
            return
        command = [PLEACH, "parse", "-j", "2", "--time", "-m", self.options.model, "--from", "text", "-o", os.devnull, "--to", "conllu", self.sample]
        said = subprocess.run(command, capture_output=True, text=True, check=True, preexec_fn=lambda: os.nice(self.options.nice)).stderr
        self.speeds[tenth] = int(re.search(r"(\d+) tokens/s per processor", said)[1])
        print(f"in the {tenth + 1}. tenth", flush=True)


def watch(run, size, until, yardstick):
    """Looks at the run every half second until it ends or has read so much; the samples are (byte, MB, s)."""
    samples = []
    while run.process.poll() is None:
        time.sleep(0.5)
        at, seen = run.place(), run.look()
        if at is None or seen is None:
            continue
        samples.append((at, *seen))
        if at >= until * size:
            break
        if at * 10 / size % 1 > 0.4:
            yardstick.measure(at * 10 // size)
    return samples


def tenths(samples, size, words):
    """Returns for each tenth of the input that was seen whole: (tenth, most MB, tokens per second of processor time)."""
    rows = []
    for tenth in range(10):
        part = [s for s in samples if tenth <= s[0] * 10 / size <= tenth + 1]
        if len(part) > 2 and part[-1][0] - part[0][0] > 0.08 * size:
            done = (part[-1][0] - part[0][0]) / size * words
            rows.append((tenth, max(s[1] for s in part), done / (part[-1][2] - part[0][2])))
    return rows


def checksum(command):
    """Returns the checksum of the characters that a command prints, without spaces and line ends."""
    result = subprocess.run(["sh", "-c", command + " | tr -d ' \\n' | sha256sum"], capture_output=True, text=True, check=True)
    return result.stdout.split()[0]


def report(name, rows, yardstick):
    print(f"{name}: tenth, MB, tokens/s of processor time, those of a short process")
    for tenth, memory, speed in rows:
        print(f"    {tenth + 1:2}  {memory:6.1f}  {speed:8.0f}  {yardstick.speeds.get(tenth, 0):8}", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    p.add_argument("text")
    p.add_argument("-m", "--model", required=True)
    p.add_argument("-w", "--work", required=True)
    p.add_argument("--words", type=int, default=100_000_000)
    p.add_argument("--nice", type=int, default=0)
    options = p.parse_args()
    text, out = (os.path.join(options.work, name) for name in ("large.txt", "large.conllu.zst"))
    with open(text, "wb") as file:
        subprocess.run(["awk", "-v", f"words={options.words}", "-v", "seed=1", "-f", os.path.join(HERE, "corpus.awk"), options.text],
                       stdout=file, check=True, env=os.environ | {"LC_ALL": "C"})
    size = os.path.getsize(text)
    print(f"{options.words} words, {size / 1e6:.0f} MB of text", flush=True)

    yardstick = Yardstick(options, text)
    first = Run(options, text, out)
    before = watch(first, size, 1 / 3, yardstick)
    print("progress:", first.lines()[-1].strip(), flush=True)
    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    report("before the kill", tenths(before, size, options.words), yardstick)

    start = time.monotonic()
    second = Run(options, text, out)
    after = watch(second, size, 2, yardstick)
    status = second.process.wait()
    second.listener.join()
    again = before[-1][2]
    parsed = [s for s in after if s[0] > before[-1][0]]
    print(f"the second run read what was there in {parsed[0][2] if parsed else 0:.0f} s of processor time; "
          f"all of it took {time.monotonic() - start:.0f} s, the first {again:.0f} s of processor time")
    report("after it", tenths(parsed, size, options.words), yardstick)
    print("\n".join(line.strip() for line in second.lines()[-3:]))
    print(f"output: {os.path.getsize(out) / 1e6:.0f} MB", flush=True)

    rows = tenths(before, size, options.words) + tenths(parsed, size, options.words)
    same = checksum(f"cat {text}") == checksum(f"{PLEACH} convert -q --to tokens {out}")
    flat = max(r[1] for r in rows[1:]) < 1.1 * rows[1][1] + 2  # the first fills caches
    shares = [speed / yardstick.speeds[tenth] for tenth, _, speed in rows if tenth in yardstick.speeds]
    even = sum(shares[-3:]) > 0.9 * sum(shares[:3])
    for good, what in ((status == 0, "the second run ends well"), (same, "all characters once and in order"),
                       (flat, "memory is flat"), (even, "as fast at the end as at the beginning")):
        print("ok" if good else "not ok", what)
    for path in (text, out, yardstick.sample):
        os.unlink(path)
    return 0 if status == 0 and same and flat and even else 1


if __name__ == "__main__":
    sys.exit(main())
