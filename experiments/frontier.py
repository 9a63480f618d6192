#!/usr/bin/env python3
"""Measures how good and how fast models are, and draws one against the other.

    experiments/frontier.py dev.discbracket nl=nl:1,4 small=small.model:1,4,16 > table.md
    experiments/frontier.py --tags --peers bench/peers.tsv --chart speed.svg dev.discbracket nl=nl:1,4

Each model parses with the settings that stand behind it, on one processor, five times; the fastest
counts, in processor time, without loading. All take turns, so that a minute in which the machine has
other work does not fall on one of them. A setting is a beam, or BEAM/MARGIN; grammars, which have
none, are given as NAME=GRAMMAR:-. Parsers are given words alone or, with --tags, the treebank's tags,
which networks do not read. Other programs, which are not run, have a line each in a file of peers:
name, setting, tokens per second, F1, that of discontinuous constituents, separated by tabs.
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

RUNS = 5


def options_of(setting):
    beam, _, margin = setting.partition("/")
    return [] if beam == "-" else ["--beam", beam, "--margin", margin or "none"]


def parse(program, model, setting, words, parsed):
    """Tokens per second of processor time."""
    command = [program, "parse", "--quiet", "--time", "-j", "1", *options_of(setting), "--model", model,
               "--to", "discbracket", "--output", parsed, words]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    return int(re.search(r"(\d+) tokens/s", done.stderr).group(1))


def scores(program, gold, parsed):
    command = [program, "eval", "--json", gold, parsed]
    figures = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL).stdout)
    return figures["f1"], figures["disc"]["f1"]


def measure(program, gold, tags, models):
    """Yields name, setting, tokens per second, F1, that of discontinuous constituents."""
    with tempfile.TemporaryDirectory() as folder:
        words, parsed = os.path.join(folder, "words" + (".tagged" if tags else ".tokens")), os.path.join(folder, "parsed")
        subprocess.run([program, "convert", "--quiet", "--output", words, gold], check=True)
        points = [(name, model, setting) for name, model, settings in models for setting in settings]
        fastest, good = {}, {}
        for _ in range(RUNS):
            for point in points:
                speed = parse(program, *point[1:], words, parsed)
                fastest[point] = max(speed, fastest.get(point, 0))
                good[point] = good.get(point) or scores(program, gold, parsed)
        for name, model, setting in points:
            yield name, setting, fastest[name, model, setting], *good[name, model, setting]


def peers_of(path):
    """Yields what measure() does, of programs that were measured before."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                cells = line.rstrip("\n").split("\t")
                if len(cells) != 5:
                    sys.exit(f"{path}:{number}: expected 5 columns, found {len(cells)}")
                name, setting, speed, f1, discontinuous = cells
                yield name, setting, int(speed), float(f1), float(discontinuous)


def model_of(word):
    name, _, rest = word.partition("=")
    model, _, settings = rest.rpartition(":")
    if not name or not model or not re.fullmatch(r"-|\d+(/\d+)?(,\d+(/\d+)?)*", settings):
        raise argparse.ArgumentTypeError(f"{word}: not NAME=MODEL:SETTING,SETTING…")
    return name, model, settings.split(",")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("gold", help="trees to compare with")
    options.add_argument("models", nargs="+", type=model_of, metavar="NAME=MODEL:SETTING,…")
    options.add_argument("--pleach", help="the program (default: build/pleach, then that of the PATH)")
    options.add_argument("--tags", action="store_true", help="the treebank's tags are given")
    options.add_argument("--peers", metavar="FILE", help="figures of other programs")
    options.add_argument("--chart", metavar="FILE", help="draw into this file (SVG)")
    given = options.parse_args()
    print("| parser | beam/margin | tokens/s | F1 | discontinuous |", "| --- | --- | --- | --- | --- |", sep="\n")
    curves = {}
    rows = [measure(jobs.find_program(given.pleach), given.gold, given.tags, given.models)]
    rows += [peers_of(given.peers)] if given.peers else []
    for name, setting, speed, f1, discontinuous in (row for part in rows for row in part):
        of_these = "none found" if discontinuous is None else f"{discontinuous:.2f}"
        print(f"| {name} | {setting} | {speed:,} | {f1:.2f} | {of_these} |", flush=True)
        curves.setdefault(name, []).append((speed, f1, 0))
    if given.chart:
        title = f"F1 and speed, {'given the tags of the treebank' if given.tags else 'from words alone'}"
        report.write(given.chart, report.draw(curves, title, "tokens per second", log_x=True))


if __name__ == "__main__":
    sys.exit(main())
