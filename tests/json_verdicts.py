#!/usr/bin/env python3
"""Compares pleach's parser of JSON with Python's.

json_verdicts.py PROGRAM N: damages samples N times, lets PROGRAM (tests/unit/test_json_value with an
argument) read each text as a line, and compares its values with those of Python's parser, which
is made as strict as RFC 8259 and as the limits in src/base/json_value.h.
"""
import json
import random
import re
import subprocess
import sys

SAMPLES = [
    '{"id":"7","tokens":[{"id":0,"word":"a\\u00fc\\n","head":-1}],"root":2}',
    ' [ 1 , -0 , 0.5e+3, 1E-2, -12.25 , 9223372036854775807, 123456789012345678 ] ',
    '["\\ud83d\\ude00", "\\"\\\\\\/\\b\\f\\r\\t", "\u00fc", [], {}, [[{}]]]',
    '{"a":null,"b":true,"word":false,"c":{"a":1,"d":2,"e":3,"f":4,"g":5,'
    '"h":6,"i":7,"j":8,"k":9,"tag":10}}',
]
BYTES = '[]{}",:\\u0d8e.+-nt1 \t'


def refuse(*_):
    raise ValueError


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        refuse()
    return dict(pairs)


def integer(text):
    n = int(text)
    if not -2**63 <= n < 2**63:
        refuse()
    return n


def real(text):
    x = float(text)
    if x in (float("inf"), float("-inf")):
        refuse()
    return x


def texts(value):
    """All texts in a value, names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from texts(item)


def parse(text):
    try:
        value = json.loads(text, object_pairs_hook=unique, parse_int=integer, parse_float=real,
                           parse_constant=refuse)
        if not isinstance(value, (list, dict)):
            refuse()
        for part in texts(value):
            if "\0" in part or re.search("[\ud800-\udfff]", part):
                refuse()
    except (ValueError, RecursionError):
        return None
    return value


def damage(rng, text):
    text = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        if rng.randrange(3) == 0:
            del text[at]
        else:
            text[at] = rng.choice(BYTES)
    return "".join(text)


def main():
    program, n = sys.argv[1], int(sys.argv[2])
    rng = random.Random(11)
    lines = SAMPLES + [damage(rng, rng.choice(SAMPLES)) for _ in range(n)]
    got = subprocess.run([program, "-"], input="\n".join(lines) + "\n", text=True, check=True,
                         capture_output=True).stdout.split("\n")
    wrong = good = 0
    for line, answer in zip(lines, got):
        value = parse(line)
        good += value is not None
        same = answer == "refused" if value is None else \
            answer != "refused" and repr(json.loads(answer)) == repr(value)
        if not same:
            wrong += 1
            print(f"{line!r}: {answer!r}, but Python has {value!r}")
    print(f"{len(lines)} texts, {good} of them JSON")
    return wrong > 0 or len(got) != len(lines) + 1 or not 100 < good < n


if __name__ == "__main__":
    sys.exit(main())
