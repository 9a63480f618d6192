#!/usr/bin/env python3
"""Plants errors of known kinds into a treebank, and measures how many `pleach check` finds.

    plant.py plant --seed 1 TREEBANK OUT KEY       a treebank with errors, and what they are
    plant.py measure --seeds 2,3,4 TREEBANK        the table and the curve of docs/check.md
    plant.py fit --seed 1 TREEBANK                 the weights in src/check

Errors are planted in different sentences, as many of each kind:

    label   a constituent gets another label, drawn by how frequent labels are
    tag     a word gets another tag, drawn in the same way
    high    a child of a constituent is attached to the parent of that constituent
    split   a constituent of three or more children becomes two
    merged  a constituent is dissolved: its children are its parent's

A finding is right if it names a node that the planting has touched: the node with the wrong
label or tag; the child that was moved, or the constituent that lost it; one of the two parts;
one of the children of what was dissolved, or their new parent. Of several findings about one
error the first is right, the others are wrong. Errors that the treebank had before count as
wrong, so that the figures are too low rather than too high. The same seed gives the same bytes.
"""
import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

KINDS = ["label", "tag", "high", "split", "merged"]
METHODS = ["variation", "rules", "tags", "parser", "structure"]
PLEACH = os.environ.get("PLEACH", "pleach")


# -- trees ------------------------------------------------------------------------------

class Node:
    """A constituent, or a word with its tag."""

    def __init__(self, label, position=None, word=None):
        self.label, self.position, self.word = label, position, word
        self.children, self.parent = [], None

    def add(self, child):
        child.parent = self
        self.children.append(child)

    def words(self):
        if self.position is not None:
            return [self.position]
        return sorted(i for child in self.children for i in child.words())

    def nodes(self):
        yield self
        for child in self.children:
            yield from child.nodes()

    def is_word(self):
        return self.position is not None

    def is_mark(self):
        return self.is_word() and not any(c.isalnum() for c in self.word)

    def spell(self):
        """LABEL:0-2,4 as in the output of check."""
        runs = []
        for i in self.words():
            if runs and runs[-1][1] == i - 1:
                runs[-1][1] = i
            else:
                runs.append([i, i])
        return self.label + ":" + ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)

    def write(self):
        if self.is_word():
            return f"({self.label} {self.position}={self.word})"
        ordered = sorted(self.children, key=lambda child: child.words()[0])
        return f"({self.label} {' '.join(child.write() for child in ordered)})"


def read(line):
    """Reads a tree of the format discbracket."""
    stack = [Node("")]
    for label, leaf, close in re.findall(r"\(([^\s()]+)\s*|(\d+=[^\s()]+)|(\))", line):
        if label:
            node = Node(label)
            stack[-1].add(node)
            stack.append(node)
        elif leaf:
            position, _, stack[-1].word = leaf.partition("=")
            stack[-1].position = int(position)
        else:
            stack.pop()
    root = stack[0].children[0]
    root.parent = None
    return root


def treebank(path):
    """The lines of a treebank in any format, as discbracket."""
    run = subprocess.run([PLEACH, "convert", "--quiet", "--to", "discbracket", path], check=True,
                         stdout=subprocess.PIPE, text=True)
    return [line.split("\t")[0] for line in run.stdout.splitlines()]


# -- planting ---------------------------------------------------------------------------

def draw(rng, counts, other_than):
    """Draws a name by its frequency."""
    names = sorted(name for name in counts if name != other_than)
    return rng.choices(names, [counts[name] for name in names])[0]


def plant_label(rng, root, labels, tags):
    nodes = [n for n in root.nodes() if not n.is_word() and n.parent]
    if not nodes:
        return None
    node = rng.choice(nodes)
    node.label = draw(rng, labels, node.label)
    return [node]


def plant_tag(rng, root, labels, tags):
    words = [n for n in root.nodes() if n.is_word() and not n.is_mark()]
    if not words:
        return None
    word = rng.choice(words)
    word.label = draw(rng, tags, word.label)
    return [word]


def plant_high(rng, root, labels, tags):
    nodes = [n for n in root.nodes() if n.parent and n.parent.parent and not n.is_mark()
             and sum(not child.is_mark() for child in n.parent.children) > 1]
    if not nodes:
        return None
    node = rng.choice(nodes)
    parent = node.parent
    parent.children.remove(node)
    parent.parent.add(node)
    return [node, parent]


def plant_split(rng, root, labels, tags):
    nodes = [n for n in root.nodes() if n.parent and len(n.children) > 2]
    if not nodes:
        return None
    node = rng.choice(nodes)
    node.children.sort(key=lambda child: child.words()[0])
    cut = rng.randrange(1, len(node.children))
    second = Node(node.label)
    moved, node.children = node.children[cut:], node.children[:cut]
    for child in moved:
        second.add(child)
    node.parent.add(second)
    return [node, second]


def plant_merged(rng, root, labels, tags):
    nodes = [n for n in root.nodes() if n.parent and not n.is_word()]
    if not nodes:
        return None
    node = rng.choice(nodes)
    parent = node.parent
    parent.children.remove(node)
    for child in node.children:
        parent.add(child)
    return [parent, *node.children]


PLANT = {"label": plant_label, "tag": plant_tag, "high": plant_high, "split": plant_split,
         "merged": plant_merged}


def frequencies(lines):
    """How often each label and each tag occurs; roots and punctuation are left out."""
    labels, tags = {}, {}
    for line in lines:
        for node in read(line).nodes():
            if node.parent and not node.is_mark():
                counts = tags if node.is_word() else labels
                counts[node.label] = counts.get(node.label, 0) + 1
    return labels, tags


def plant(lines, seed, errors):
    """The lines with errors in them, and a list of (sentence, kind, nodes, line before)."""
    rng = random.Random(seed)
    labels, tags = frequencies(lines)
    order = list(range(len(lines)))
    rng.shuffle(order)
    lines, key = list(lines), []
    for i in order:
        if len(key) == errors:
            break
        kind = KINDS[len(key) % len(KINDS)]
        root = read(lines[i])
        touched = PLANT[kind](rng, root, labels, tags)
        if touched:
            key.append((i + 1, kind, [node.spell() for node in touched], lines[i]))
            lines[i] = root.write()
    return lines, sorted(key)


def write_key(key, path):
    with open(path, "w", encoding="utf-8") as file:
        for sentence, kind, nodes, before in key:
            print(sentence, kind, " ".join(nodes), before, sep="\t", file=file)


# -- measuring --------------------------------------------------------------------------

def check(path, arguments):
    """The findings of pleach check."""
    run = subprocess.run([PLEACH, "check", "--quiet", "--json", "-n", "0", *arguments, path],
                         check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(run.stdout)["findings"]


def judge(findings, key):
    """For each finding the number of the error it is the first to name, or None."""
    errors = {sentence: (number, set(nodes)) for number, (sentence, _, nodes, _) in enumerate(key)}
    seen, right = set(), []
    for finding in findings:
        number, nodes = errors.get(finding["sentence"], (None, set()))
        hit = number if nodes & set(finding["nodes"].split()) and number not in seen else None
        if hit is not None:
            seen.add(hit)
        right.append(hit)
    return right


def same_tree(a, b):
    return read(a).write() == read(b).write()


CONFIGURATIONS = [
    ("variation", ["--only", "variation"]),
    ("rules", ["--only", "rules"]),
    ("tags", ["--only", "tags"]),
    ("structure", ["--only", "structure"]),
    ("parser", ["--only", "parser", "--folds", "5"]),
    ("all but parser", []),
    ("all", ["--folds", "5"]),
]


def measure_seed(lines, seed, errors, folder):
    """The results of all configurations on one planted treebank, by name."""
    planted, key = plant(lines, seed, errors)
    path = os.path.join(folder, f"planted-{seed}.discbracket")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(planted) + "\n")
    results = {}
    for name, arguments in CONFIGURATIONS:
        findings = check(path, arguments)
        right = judge(findings, key)
        undone = sum(hit is not None and finding["corrected"] != ""
                     and same_tree(finding["corrected"], key[hit][3])
                     for finding, hit in zip(findings[:300], right))
        kinds = {kind: sum(hit is not None and key[hit][1] == kind for hit in right[:300])
                 for kind in KINDS}
        results[name] = {"right": right, "undone": undone, "kinds": kinds, "n": len(findings)}
        print(f"seed {seed}, {name}: {len(findings)} findings, "
              f"{found(right, 100)} and {found(right, 300)} right among the first 100 and 300, "
              f"{found(right, len(right))} in all; {undone} undone; {kinds}", file=sys.stderr)
    return results


def measure(lines, options, folder):
    """The results for all seeds; those that are in the file of results already are not made again."""
    known = {}
    if options.results and os.path.exists(options.results):
        with open(options.results, encoding="utf-8") as file:
            known = json.load(file)
    for seed in options.seeds.split(","):
        if seed in known:
            continue
        known[seed] = measure_seed(lines, int(seed), options.errors, folder)
        if options.results:
            with open(options.results, "w", encoding="utf-8") as file:
                json.dump(known, file)
    return [known[seed] for seed in options.seeds.split(",")]


def found(right, n):
    return sum(hit is not None for hit in right[:n])


def mean(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers)


def table(runs, errors):
    """The table of docs/check.md."""
    lines = ["| method | precision of 100 | precision of 300 | recall of 300 | recall of all | findings | undone | "
             + " | ".join(KINDS) + " |",
             "| --- " * (7 + len(KINDS)) + "|"]
    for name, _ in CONFIGURATIONS:
        results = [run[name] for run in runs]
        per_kind = errors / len(KINDS)
        cells = [mean(100 * found(r["right"], 100) / 100 for r in results),
                 mean(100 * found(r["right"], 300) / 300 for r in results),
                 mean(100 * found(r["right"], 300) / errors for r in results),
                 mean(100 * found(r["right"], len(r["right"])) / errors for r in results)]
        kinds = [f"{100 * mean(r['kinds'][kind] for r in results) / per_kind:.0f}" for kind in KINDS]
        lines.append(f"| {name} | " + " | ".join(f"{cell:.1f}" for cell in cells)
                     + f" | {mean(r['n'] for r in results):.0f}"
                     + f" | {mean(r['undone'] for r in results):.0f} | " + " | ".join(kinds) + " |")
    return "\n".join(lines)


COLORS = ["#4477aa", "#66ccee", "#228833", "#bbbbbb", "#ccbb44", "#aa3377", "#000000"]


def curve(runs, most):
    """How many planted errors the first findings name, as SVG."""
    width, height, left, bottom = 560, 360, 50, 40
    plot_width, plot_height = width - left - 130, height - bottom - 20
    top = max(mean(found(run[name]["right"], most) for run in runs) for name, _ in CONFIGURATIONS)
    top = math.ceil(top / 50) * 50
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="11">',
           f'<rect width="{width}" height="{height}" fill="white"/>']

    def x(n):
        return left + plot_width * n / most

    def y(n):
        return 20 + plot_height * (1 - n / top)

    for n in range(0, most + 1, 100):
        out.append(f'<text x="{x(n):.0f}" y="{y(0) + 16:.0f}" text-anchor="middle">{n}</text>')
    for n in range(0, top + 1, 50):
        out.append(f'<path d="M{left} {y(n):.1f}H{x(most):.0f}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y(n) + 4:.0f}" text-anchor="end">{n}</text>')
    out.append(f'<text x="{x(most / 2):.0f}" y="{height - 6}" text-anchor="middle">first findings</text>')
    out.append(f'<text x="12" y="{y(top / 2):.0f}" text-anchor="middle" '
               f'transform="rotate(-90 12 {y(top / 2):.0f})">planted errors among them</text>')
    for number, (name, _) in enumerate(CONFIGURATIONS):
        points = " ".join(f"{x(n):.1f},{y(mean(found(run[name]['right'], n) for run in runs)):.1f}"
                          for n in range(0, most + 1, 10))
        color = COLORS[number]
        out.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        out.append(f'<path d="M{x(most) + 10:.0f} {30 + 16 * number}h16" stroke="{color}" stroke-width="2"/>'
                   f'<text x="{x(most) + 32:.0f}" y="{34 + 16 * number}">{name}</text>')
    out.append("</svg>\n")
    return "\n".join(out)


# -- fitting ----------------------------------------------------------------------------

EDITS = ["none", "tag", "label", "lower", "raise", "join", "dissolve", "group"]


def fit(findings, right, steps):
    """Logistic regression of "names an error" on the scores of the methods and the kind of edit, by
    gradient descent: (weights of methods, priors of kinds)."""
    rows = [([f["scores"][m] for m in METHODS] + [float(f["kind"] == e) for e in EDITS], hit is not None)
            for f, hit in zip(findings, right)]
    weights = [0.3] * len(METHODS) + [-4.0] * len(EDITS)
    squares = [0.0] * len(weights)  # sums of those of the gradients: AdaGrad
    for _ in range(steps):
        gradient = [0.01 * weight for weight in weights]
        for features, truth in rows:
            z = sum(w * f for w, f in zip(weights, features))
            error = 1 / (1 + math.exp(-max(-30, min(30, z)))) - truth
            if abs(error) > 1e-5:
                for i, f in enumerate(features):
                    gradient[i] += error * f
        for i, g in enumerate(gradient):
            squares[i] += g * g
            weights[i] -= 0.3 * g / math.sqrt(squares[i] + 1e-9)
    return dict(zip(METHODS + EDITS, weights))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["plant", "measure", "fit"])
    parser.add_argument("treebank")
    parser.add_argument("files", nargs="*", help="plant: the treebank with errors, and the key")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", default="2,3,4")
    parser.add_argument("--errors", type=int, default=300)
    parser.add_argument("--results", help="measure: keep results in this file, and use those in it")
    parser.add_argument("--svg", help="measure: write the curve to this file")
    parser.add_argument("--steps", type=int, default=200, help="fit: of gradient descent")
    options = parser.parse_args()
    lines = treebank(options.treebank)
    if options.what == "plant":
        planted, key = plant(lines, options.seed, options.errors)
        with open(options.files[0], "w", encoding="utf-8") as file:
            file.write("\n".join(planted) + "\n")
        write_key(key, options.files[1])
        return
    with tempfile.TemporaryDirectory() as folder:
        if options.what == "measure":
            runs = measure(lines, options, folder)
            print(table(runs, options.errors))
            if options.svg:
                with open(options.svg, "w", encoding="utf-8") as file:
                    file.write(curve(runs, 600))
            return
        planted, key = plant(lines, options.seed, options.errors)
        path = os.path.join(folder, "planted.discbracket")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(planted) + "\n")
        findings = check(path, ["--folds", "5"])
        for name, weight in fit(findings, judge(findings, key), options.steps).items():
            print(f"{name:10} {weight:7.3f}")


if __name__ == "__main__":
    main()
