#!/usr/bin/env python3
"""Measures how good and how fast models are, from words alone, and draws one against the other.

    experiments/frontier.py dev.discbracket nl=nl:1,4 small=small.model:1,4,16 > table.md
    experiments/frontier.py --chart speed.svg dev.discbracket nl=nl:1,4

Each model is parsed with at the beams that stand behind it, on one processor, three times; the
fastest counts, in processor time, without loading.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import jobs
import report

RUNS = 3


def parse(program, model, beam, words, parsed):
    """Tokens per second of processor time."""
    command = [program, "parse", "--quiet", "--time", "-j", "1", "--beam", beam, "--model", model,
               "--from", "tokens", "--to", "discbracket", "--output", parsed, words]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    return int(re.search(r"(\d+) tokens/s", done.stderr).group(1))


def scores(program, gold, parsed):
    command = [program, "eval", "--json", gold, parsed]
    figures = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL).stdout)
    return figures["f1"], figures["disc"]["f1"]


def measure(program, gold, models):
    """Yields name, beam, tokens per second, F1, that of discontinuous constituents."""
    with tempfile.TemporaryDirectory() as folder:
        words, parsed = os.path.join(folder, "words"), os.path.join(folder, "parsed")
        subprocess.run([program, "convert", "--quiet", "--to", "tokens", "--output", words, gold], check=True)
        for name, model, beams in models:
            for beam in beams:
                speed = max(parse(program, model, beam, words, parsed) for _ in range(RUNS))
                yield name, beam, speed, *scores(program, gold, parsed)


def model_of(word):
    name, _, rest = word.partition("=")
    model, _, beams = rest.rpartition(":")
    if not name or not model or not re.fullmatch(r"\d+(,\d+)*", beams):
        raise argparse.ArgumentTypeError(f"{word}: not NAME=MODEL:BEAM,BEAM…")
    return name, model, beams.split(",")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("gold", help="trees to compare with")
    options.add_argument("models", nargs="+", type=model_of, metavar="NAME=MODEL:BEAM,BEAM…")
    options.add_argument("--pleach", help="the program (default: build/pleach, then that of the PATH)")
    options.add_argument("--chart", metavar="FILE", help="draw into this file (SVG)")
    given = options.parse_args()
    print("| model | beam | tokens/s | F1 | discontinuous |", "| --- | --- | --- | --- | --- |", sep="\n")
    curves = {}
    for name, beam, speed, f1, discontinuous in measure(jobs.find_program(given.pleach), given.gold, given.models):
        of_these = "none found" if discontinuous is None else f"{discontinuous:.2f}"
        print(f"| {name} | {beam} | {speed:,} | {f1:.2f} | {of_these} |", flush=True)
        curves.setdefault(name, []).append((speed, f1, 0))
    if given.chart:
        chart = report.draw(curves, "F1 and speed, from words alone", "tokens per second", log_x=True)
        report.write(given.chart, chart)


if __name__ == "__main__":
    sys.exit(main())
