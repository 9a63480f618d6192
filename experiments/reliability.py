#!/usr/bin/env python3
"""Draws how often constituents are right that a parser was so sure of.

    pleach parse -m nl --confidence --to export dev.export > parsed.export
    pleach eval --calibration --json dev.export parsed.export > nl.json
    experiments/reliability.py nl=nl.json > nl.svg
"""

import json
import sys

import report

FEWEST = 20  # bins with fewer constituents are left out


def points_of(path, kind="constituents"):
    """The bins of a file as points: mean confidence, share that is right."""
    with open(path, encoding="utf-8") as file:
        bins = json.load(file)["calibration"][kind]["bins"]
    return [(round(bin["confidence"]), bin["right"], 0) for bin in bins if bin["n"] >= FEWEST]


def main():
    if len(sys.argv) < 2 or any("=" not in word for word in sys.argv[1:]):
        sys.exit("usage: reliability.py NAME=FILE… > CHART.svg")
    curves = {"as sure as right": [(0, 0, 0), (100, 100, 0)]}
    for word in sys.argv[1:]:
        name, path = word.split("=", 1)
        curves[name] = points_of(path)
    print(report.draw(curves, "constituents that are right", "confidence, percent"), end="")


if __name__ == "__main__":
    main()
