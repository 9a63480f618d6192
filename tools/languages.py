#!/usr/bin/env python3
"""Makes share/languages/CODE.tri, the letter trigrams of a language, from words:

    pleach convert --to tokens TRAIN | tools/languages.py Dutch >share/languages/nl.tri

With several files, each counts as much as the others. The first line is the language's name. Each
other line is a trigram of small letters, with _ for what stands between words, and how often it
comes in a million of them; the most frequent first, 600 of them."""
import collections
import sys

MOST = 600


def trigrams(line):
    text = "_" + "_".join("".join(c if c.isalpha() else " " for c in line.lower()).split()) + "_"
    return (text[i : i + 3] for i in range(len(text) - 2) if text[i + 1] != "_")


total = collections.Counter()
files = [open(path, encoding="utf-8") for path in sys.argv[2:]] or [sys.stdin]
for file in files:
    counts = collections.Counter()
    for line in file:
        counts.update(trigrams(line))
    n_all = sum(counts.values())
    for trigram, n in counts.items():
        total[trigram] += 1e6 * n / n_all / len(files)
print(sys.argv[1])
for trigram, n in sorted(total.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
    print(f"{trigram}\t{n:.0f}")
