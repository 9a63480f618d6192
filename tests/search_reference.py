#!/usr/bin/env python3
"""Compares the answers of `pleach search` with those of a plain evaluator: numbers, matches
and tables of every query in REFERENCE on the treebanks in DATA, and on indexes of them."""
import collections
import json
import os
import subprocess
import sys
import tempfile

PLEACH = os.environ['PLEACH']
reference, data = sys.argv[1:]


def rows(name):
    with open(os.path.join(reference, name), encoding='utf-8') as file:
        return [line.rstrip('\n').split('\t') for line in file]


def search(query, path, *options):
    return subprocess.run([PLEACH, 'search', '--quiet', *options, query, path], check=True,
                          stdout=subprocess.PIPE, encoding='utf-8').stdout.splitlines()


def by_file(name):
    table = collections.defaultdict(list)
    for query, file, *rest in rows(name):
        table[query, file].append(rest)
    return table


def shown(line):
    """A match as the reference writes it: number of the sentence, then its nodes."""
    match = json.loads(line)

    def blocks(words):
        runs = []
        for word in words:
            if runs and runs[-1][1] == word - 1:
                runs[-1][1] = word
            else:
                runs.append([word, word])
        return ','.join(str(a) if a == b else f'{a}-{b}' for a, b in runs)
    return [str(match['number'])] + [f"{name}={node['node']}:{blocks(node['words'])}" if node else f'{name}='
                                     for name, node in match['match'].items()]


queries = dict(rows('queries.tsv')[1:])
matches, tables = by_file('matches.tsv'), by_file('tables.tsv')
indexes = {}


def index_of(path):
    if path not in indexes:
        indexes[path] = os.path.join(folder.name, f'{len(indexes)}.plx')
        subprocess.run([PLEACH, 'index', '--quiet', path, '-o', indexes[path]], check=True)
    return indexes[path]


def compare(name, file, path, expected):
    """Prints the differences; their number."""
    query, table, _ = queries[name].partition(' count by ')
    found = {'numbers': search(query, path, '--count')[0].split('\t')[1:]}
    wanted = {'numbers': expected}
    if (name, file) in matches:
        found['matches'] = [shown(line) for line in search(query, path, '--json')]
        wanted['matches'] = matches[name, file]
    if table:
        found['table'] = [line.split('\t') for line in search(queries[name], path)]
        wanted['table'] = tables[name, file]
    wrong = [what for what in wanted if found[what] != wanted[what]]
    for what in wrong:
        print(f'{name}, {file} as {path}: {what} differ: {str(found[what])[:200]} and not {str(wanted[what])[:200]}')
    return len(wrong)


wrong = 0
folder = tempfile.TemporaryDirectory()
for name, file, *expected in rows('results.tsv')[1:]:
    path = os.path.join(data, 'dependency' if name.startswith('dep-') else 'constituency', file)
    wrong += compare(name, file, path, expected) + compare(name, file, index_of(path), expected)
print(f'{wrong} differences')
folder.cleanup()
sys.exit(wrong > 0)
