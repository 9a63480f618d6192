#!/usr/bin/env python3
"""Figures of treebanks by the plainest means, for pleach to be compared with.

    plain_figures.py stats DISCBRACKET             sentences, tokens, longest sentence, words, labels, tags, constituents,
                                                   sentences and constituents with gaps, numbers of gaps a/b/c
    plain_figures.py arcs CONLL                    sentences, arcs, relations, sentences with an arc over a word that is not below it
    plain_figures.py nodes DISCBRACKET             each constituent with its words
    plain_figures.py lca DISCBRACKET               the same after `--punct lca`
    plain_figures.py eval DISCBRACKET DISCBRACKET  recall, precision, F1, exact match and tags right; the first four of constituents
                                                   with gaps, exact match of the sentences in which one of the two has one

Constituents are all nodes but the root. Labels, words and relations are different ones.
"""
import collections
import re
import sys


def trees(path):
    """Each sentence: its words with tags, in order, and its constituents (label, set of places)."""
    for line in open(path, encoding="utf-8"):
        words, constituents, open_nodes = {}, [], []
        for token in re.findall(r"\(\S+ \d+=[^\s()]+\)|\(\S+|\)", line):
            word = re.fullmatch(r"\((\S+) (\d+)=([^\s()]+)\)", token)
            if word:
                words[int(word[2])] = (word[3], word[1])
                for node in open_nodes:
                    node[1].add(int(word[2]))
            elif token == ")":
                label, places = open_nodes.pop()
                if open_nodes:
                    constituents.append((label, frozenset(places)))
            else:
                open_nodes.append((token[1:], set()))
        yield [words[i] for i in sorted(words)], constituents


def gaps(places):
    return max(places) - min(places) + 1 > len(places) and sum(i + 1 not in places for i in places) - 1 or 0


def stats(path):
    bank = list(trees(path))
    nodes = [node for _, found in bank for node in found]
    degrees = collections.Counter(gaps(places) for _, places in nodes)
    words = [pair for sentence, _ in bank for pair in sentence]
    print(len(bank), len(words), max(len(sentence) for sentence, _ in bank), len({word for word, _ in words}), len({label for label, _ in nodes}),
          len({tag for _, tag in words}), len(nodes), sum(any(gaps(places) for _, places in found) for _, found in bank),
          sum(gaps(places) > 0 for _, places in nodes), "/".join(str(degrees[i]) for i in range(max(degrees) + 1)))


def arcs(path):
    sentences = [[line.split("\t") for line in block.split("\n") if re.match(r"\d+\t", line)]
                 for block in open(path, encoding="utf-8").read().strip("\n").split("\n\n")]
    heads = [{int(row[0]): int(row[6]) for row in rows} for rows in sentences]

    def below(head, word, of):
        while word != head and word != 0:
            word = of[word]
        return word == head

    def crosses(of):
        return any(not below(head, between, of) for word, head in of.items() for between in range(min(word, head) + 1, max(word, head)))
    print(len(sentences), sum(map(len, heads)), len({row[7] for rows in sentences for row in rows}), sum(map(crosses, heads)))


def show(found):
    print(" ".join(sorted(label + ":" + ",".join(map(str, sorted(places))) for label, places in found)))


def nodes(path):
    for _, found in trees(path):
        show(found)


def lca(path):
    """A mark under the root belongs to the constituents to which the words on both sides of it belong."""
    for sentence, found in trees(path):
        marks = {i for i, (_, tag) in enumerate(sentence)
                 if (tag.startswith("$") or tag == "LET") and not any(i in places for _, places in found)}
        words = [i for i in range(len(sentence)) if i not in marks]
        beside = [(mark, [word for word in words if word < mark][-1:] + [word for word in words if word > mark][:1]) for mark in marks]
        show((label, places | {mark for mark, sides in beside if len(sides) == 2 and places >= set(sides)}) for label, places in found)


def evaluate(gold, parsed):
    pairs = list(zip(trees(gold), trees(parsed)))

    def scores(least_gaps):
        both = found = there = 0
        exact = []
        for (_, a), (_, b) in pairs:
            a, b = (collections.Counter(node for node in nodes if gaps(node[1]) >= least_gaps) for nodes in (a, b))
            both, found, there = both + sum((a & b).values()), found + sum(b.values()), there + sum(a.values())
            exact += [a == b] if a or b or least_gaps == 0 else []
        return [100 * both / there, 100 * both / found, 200 * both / (there + found), 100 * sum(exact) / len(exact)]
    tags = [a[1] == b[1] for (one, _), (other, _) in pairs for a, b in zip(one, other)]
    print(*("%.2f" % score for score in scores(0) + [100 * sum(tags) / len(tags)] + scores(1)))


{"stats": stats, "arcs": arcs, "nodes": nodes, "lca": lca, "eval": evaluate}[sys.argv[1]](*sys.argv[2:])
