#!/usr/bin/env python3
"""Scores tokens and tags of text as people write it.

    rough.py [-v] FILE MODEL RULES

FILE is one of tests/data/rough-*: a line of raw text, a line of tokens with their tags, a blank line. In
both lines \\n stands for the end of a line inside of the text; tags with | between them are all right. The
raw texts, as paragraphs, are tagged by `pleach tag -m MODEL --tokenizer RULES`. A token is right if it has the
same place in the text, its tag if one of those given. Prints how many expected tokens there are, how many of them are found, how many
tokens pleach has, and how many expected tokens have the right tag; -v lists what is wrong.
"""
import json
import subprocess
import sys


def unescape(text):
    return text.replace("\\n", "\n")


def read(path):
    """Pairs of raw text and its tokens: (form, set of tags)."""
    with open(path, encoding="utf-8") as f:
        items = [block.split("\n") for block in f.read().strip().split("\n\n")]
    for raw, tagged in items:
        pairs = [token.rsplit("/", 1) for token in tagged.split(" ")]
        yield unescape(raw), [(unescape(form), set(tags.split("|"))) for form, tags in pairs]


def expected(items):
    """The whole text, and {(begin, end): tags} in bytes of it."""
    text, places = b"", {}
    for raw, tokens in items:
        line = raw.encode()
        at = 0
        for form, tags in tokens:
            found = line.find(form.encode(), at)
            if found < 0 or line[at:found].strip():
                sys.exit(f"rough.py: {raw!r}: the tokens do not make up the text at {form!r}")
            at = found + len(form.encode())
            places[len(text) + found, len(text) + at] = tags
        if line[at:].strip():
            sys.exit(f"rough.py: {raw!r}: text behind the last token")
        text += line + b"\n\n"
    return text, places


def tagged(text, model, rules):
    command = ["pleach", "tag", "-q", "-m", model, "--tokenizer", rules, "--from", "text", "--to", "json"]
    run = subprocess.run(command, input=text, capture_output=True, check=False)
    if run.returncode != 0:
        sys.exit(run.stderr.decode())
    tokens = (t for line in run.stdout.splitlines() for t in json.loads(line)["tokens"])
    return {(t["begin"], t["end"]): t["tag"] for t in tokens}


def main(args):
    verbose = args[:1] == ["-v"]
    path, model, rules = args[verbose:]
    text, gold = expected(read(path))
    system = tagged(text, model, rules)
    found = [place for place in gold if place in system]
    right = [place for place in found if system[place] in gold[place]]
    if verbose:
        for place in sorted(set(gold) - set(right)):
            print(text[slice(*place)].decode(), "|".join(sorted(gold[place])), system.get(place, "no token"), sep="\t")
    print(len(gold), len(found), len(system), len(right))


main(sys.argv[1:])
