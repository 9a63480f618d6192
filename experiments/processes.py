#!/usr/bin/env python3
"""Computes how training would scale to many processes, from what was measured with few.

    experiments/processes.py > table.md
    experiments/processes.py --latency 20 --bandwidth 1 --chart scaling.svg

A sentence costs T(P) = A · I(P) / P + S + calls · latency · steps(P) + bytes(P) / bandwidth.
A is the work that processes share out, S what each of them does for all sentences, I the
share of the busiest process over the mean one. A, S, calls and bytes are figures of one
processor and of runs under mpirun, docs/mpi.md tells which; latency and bandwidth are those of the
network, which is computed, not measured.
"""

import argparse
import math
import random
import sys

import report

PROCESSES = [2 ** k for k in range(11)]
BATCHES = 100  # that the imbalance is computed from
LENGTH, SPREAD = 19.6, 11.5  # of sentences in tokens, mean and standard deviation
SHARDS = 4  # of a batch of a network
PIECES = 75  # in which the gradient of a network travels
GRADIENT = 1 / 3  # share of the work on a batch that makes it


class Perceptron:
    """Batches are shared out; changed features go to all."""

    def __init__(self, name, batch, work, changes, size):
        self.name, self.batch = name, batch
        self.work, self.changes, self.size = work, changes, size

    def seconds(self, n, network):
        steps = math.ceil(math.log2(n))
        messages = 2 * steps * network.latency / self.batch + self.size * (n - 1) / n / network.bandwidth
        return self.work * imbalance(self.batch, n) / n + self.changes + messages


class Mixed:
    """Each process learns from a part; rows that changed are mixed after each epoch. Rows grow more
    slowly than the treebank: as first · sentences ^ growth."""

    def __init__(self, sentences, work, rows, row_bytes, row_work):
        self.name = f"mixed, {sentences:,}"
        self.sentences, self.work, self.rows = sentences, work, rows
        self.row_bytes, self.row_work = row_bytes, row_work

    def changed(self, sentences):
        first, growth = self.rows
        return first * sentences ** growth

    def seconds(self, n, network):
        if n == 1:
            return self.work
        own, everything = self.changed(self.sentences / n), self.changed(self.sentences)
        messages = 2 * n * network.latency + (own + everything) * self.row_bytes / network.bandwidth
        # Looks at its own rows, makes the means of some, and sets all in two tables.
        return self.work / n + ((2 * own + 2 * everything) * self.row_work + messages) / self.sentences


class Network:
    """Shards of a batch pass at the same time; the gradient goes through the processes in pieces."""

    def __init__(self, batch, work, step, size):
        self.name, self.batch = f"network, batch {batch}", batch
        self.work, self.step, self.size = work, step, size

    def seconds(self, n, network):
        passing = min(n, SHARDS)
        work = self.work * math.ceil(SHARDS / passing) / SHARDS
        late = (passing - 1) / PIECES  # the last process waits for the first pieces
        seconds = work * (1 + GRADIENT * late) + self.step
        if n > 1:
            steps = math.ceil(math.log2(n))
            messages = (2 * (PIECES + passing) + 2 * steps) * network.latency
            transfers = 1 + late + min(steps, 2)  # through all, and from the last one to all
            seconds += (messages + transfers * self.size / network.bandwidth) / self.batch
        return seconds


class Wires:
    def __init__(self, latency, bandwidth):
        self.latency, self.bandwidth = latency * 1e-6, bandwidth * 1e9 / 8


def imbalance(batch, n):
    """Tokens of the busiest process over the mean, where shares are cut as train/share_batch.c does."""
    draw = random.Random(batch * 10007 + n)
    shape = (LENGTH / SPREAD) ** 2
    total = 0.0
    for _ in range(BATCHES):
        lengths = [2 + round(draw.gammavariate(shape, (LENGTH - 1) / shape)) for _ in range(batch)]
        everything, shares, before, at = sum(lengths), [], 0, 0
        for rank in range(1, n + 1):
            share = 0
            while at < batch and before * n < everything * rank:
                share += lengths[at]
                before += lengths[at]
                at += 1
            shares.append(share)
        total += max(shares) * n / everything
    return total / BATCHES


# Seconds of one processor, rows and bytes per sentence; see docs/mpi.md.
KINDS = [
    Perceptron("batch 32", 32, 223e-6, 58e-6, 4920),
    Perceptron("batch 512", 512, 223e-6, 58e-6, 4020),
    Perceptron("512, late epochs", 512, 780e-6, 60e-6, 4020),
    Mixed(20_000, 310e-6, (250, 0.87), 42, 0.36e-6),
    Mixed(1_000_000, 310e-6, (250, 0.87), 42, 0.36e-6),
    Network(64, 2.8e-3, 0.5e-3, 8.5e6),
]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--latency", type=float, default=2, help="of a message, in microseconds (default: 2)")
    options.add_argument("--bandwidth", type=float, default=100, help="in Gbit/s (default: 100)")
    options.add_argument("--chart", metavar="FILE", help="draw speedups into this file (SVG)")
    given = options.parse_args()
    network = Wires(given.latency, given.bandwidth)
    curves = {kind.name: [(n, kind.seconds(1, network) / kind.seconds(n, network), 0) for n in PROCESSES]
              for kind in KINDS}
    print("| processes |", " | ".join(map(str, PROCESSES)), "|")
    print("| --- |", " | ".join(["---"] * len(PROCESSES)), "|")
    for name, points in curves.items():
        print(f"| {name} |", " | ".join(f"{speedup:.1f}" for _, speedup, _ in points), "|")
    if given.chart:
        title = f"times as fast as one process; {given.latency:g} µs, {given.bandwidth:g} Gbit/s"
        report.write(given.chart, report.draw(curves, title, "processes", unit="times"))


if __name__ == "__main__":
    sys.exit(main())
