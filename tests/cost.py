#!/usr/bin/env python3
"""Measures whether the cost of a command is proportional to its input.

    tests/cost.py [--all] [--least SECONDS] [--table] [WORD…]

Each command of COMMANDS runs on each input of SHAPES (cost_shapes.py) that it can read. n grows by
factors of 4 until the command takes at least SECONDS of processor time (default: 0.015) and twice what
the smallest input takes, or until the largest n that pleach accepts. Then the cost at 4n is divided
by the cost at n, both without the cost of the smallest input. Proportional cost gives 4, square 16.

Processor time only selects the pairs that look wrong. For these callgrind counts instructions, which
do not depend on the machine: a pair fails when the ratio of instructions exceeds 6. Without
valgrind the pair fails when the ratio of the best processor times exceeds 8.

Without --all only the pairs with True in both tables are measured: those that `make test` has time
for. WORDs select the pairs whose "command: shape" contains one of them. --table prints all figures."""
import collections
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cost_shapes  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, 'data')
SUSPECT = 5.5       # a pair with a higher ratio of processor times is measured again
MOST = 6          # a pair with a higher ratio of instructions fails
MOST_SECONDS = 8  # a pair with a higher ratio of processor times fails, without valgrind
SURE = 11         # a pair with a higher ratio of processor times fails without counting instructions
LONGEST = 10      # processor seconds of one run
LARGEST = 8 << 20  # bytes of an input

#  name, kinds of shapes, format it reads (None: that of the shape), in make test, command
COMMANDS = [
    ('to discbracket',  'c',  None, True,  'convert --to discbracket {in}'),
    ('to bracket',      'c',  None, True,  'convert --to bracket {in}'),
    ('to export',       'c d', None, True,  'convert --to export {in}'),
    ('to tigerxml',     'c',  None, True,  'convert --to tigerxml {in}'),
    ('to alpino',       'c',  None, True,  'convert --to alpino {in}'),
    ('to conllu',       'c d', None, True,  'convert --to conllu {in}'),
    ('to conllx',       'd',  None, True,  'convert --to conllx {in}'),
    ('to tokens',       'c d', None, False, 'convert --to tokens {in}'),
    ('to tagged',       'c d', None, False, 'convert --to tagged {in}'),
    ('to text',         'c d', None, False, 'convert --to text {in}'),
    ('to json',         'c d', None, True,  'convert --to json {in}'),
    ('to tsv',          'c d', None, True,  'convert --to tsv {in}'),
    ('to pretty',       'c',  None, False, 'convert --to bracket --pretty {in}'),
    ('split',           'c',  None, False, 'convert --split train,dev=mod10 -o {T}/split.discbracket {in}'),

    ('from discbracket', 'c', 'discbracket', False, 'convert --to tokens {in}'),
    ('from bracket',    'c',  'bracket', False,  'convert --to tokens {in}'),
    ('from export',     'c d', 'export', True,    'convert --to tokens {in}'),
    ('from tigerxml',   'c',  'tigerxml', True,  'convert --to tokens {in}'),
    ('from alpino',     'c',  'alpino', True,    'convert --to tokens {in}'),
    ('from conllu',     'c d', 'conllu', False,   'convert --to tokens {in}'),
    ('from conllx',     'd',  'conllx', False,   'convert --to tokens {in}'),
    ('from json',       'c d', 'json', True,      'convert --to tokens {in}'),
    ('from tokens',     'c d', 'tokens', False,   'convert --from tokens --to tokens {in}'),
    ('from tagged',     'c d', 'tagged', False,   'convert --from tagged --to tokens {in}'),
    ('skip errors',     'c',  None, False,       'convert --on-error skip --from tagged --to tokens {in}'),
    ('split functions', 'c',  'bracket', False,  'convert --split-functions --to export {in}'),

    ('functions add',   'c',  None, False, 'convert --functions add --to tokens {in}'),
    ('functions remove', 'c', None, False, 'convert --functions remove --to tokens {in}'),
    ('functions replace', 'c', None, False, 'convert --functions replace --to tokens {in}'),
    ('punct move',      'c',  None, True,  'convert --punct move --to tokens {in}'),
    ('punct moveall',   'c',  None, False, 'convert --punct moveall --to tokens {in}'),
    ('punct lca',       'c',  None, False, 'convert --punct lca --to tokens {in}'),
    ('punct root',      'c',  None, False, 'convert --punct root --to tokens {in}'),
    ('punct remove',    'c',  None, False, 'convert --punct remove --to tokens {in}'),
    ('root-attach',     'c',  None, True,  'convert --root-attach --to tokens {in}'),
    ('heads',           'c',  None, True,  'convert --heads negra --to tokens {in}'),
    ('dependencies',    'c',  None, True,  'convert --heads negra --dependencies --to conllu {in}'),
    ('constituents',    'd',  None, True,  'convert --constituents --to discbracket {in}'),
    ('projectivize',    'd',  None, True,  'convert --projectivize --to conllu {in}'),
    ('deprojectivize',  'd',  None, False, 'convert --deprojectivize --to conllu {in}'),
    ('lower again',     'd',  None, False, 'convert --projectivize --deprojectivize --to conllu {in}'),
    ('binarize left',   'c',  None, True,  'convert --binarize left --to tokens {in}'),
    ('binarize right',  'c',  None, False, 'convert --binarize right --to tokens {in}'),
    ('binarize markov', 'c',  None, True,  'convert --bin-label markov --binarize right --to tokens {in}'),
    ('binarize markov 2', 'c', None, False, 'convert --bin-label markov --markov-v 3 --markov-h 2 --binarize left --to tokens {in}'),
    ('binarize optimal', 'c', None, True,  'convert --heads negra --binarize optimal --to tokens {in}'),
    ('binarize sr-gap', 'c',  None, True,  'convert --heads negra --binarize sr-gap --to tokens {in}'),
    ('binarize swap',   'c',  None, False, 'convert --heads negra --binarize swap --to tokens {in}'),
    ('unbinarize',      'c',  None, True,  'convert --binarize left --unbinarize --to tokens {in}'),
    ('unary collapse',  'c',  None, True,  'convert --unary collapse --to tokens {in}'),
    ('unary restore',   'c',  None, True,  'convert --unary collapse --unary restore --to tokens {in}'),
    ('traces resolve',  'c',  None, True,  'convert --traces resolve --to tokens {in}'),
    ('traces remove',   'c',  None, False, 'convert --traces remove --to tokens {in}'),
    ('collapse-same',   'c',  None, False, 'convert --collapse-same --to tokens {in}'),
    ('split-disc',      'c',  None, True,  'convert --split-disc --to tokens {in}'),
    ('merge-disc',      'c',  None, True,  'convert --split-disc --merge-disc --to tokens {in}'),
    ('split-states',    'c',  None, False, 'convert --split-states punct,relative,wh,vp --to tokens {in}'),
    ('merge-states',    'c',  None, False, 'convert --split-states punct,relative,wh,vp --merge-states --to tokens {in}'),
    ('raise',           'c',  None, True,  'convert --heads negra --raise --to tokens {in}'),
    ('reorder left',    'c',  None, True,  'convert --reorder left --to tokens {in}'),
    ('reorder dist2',   'c',  None, False, 'convert --reorder dist2 --to tokens {in}'),
    ('reorder restore', 'c',  None, False, 'convert --reorder left --reorder restore --to tokens {in}'),
    ('sample',          'c d', None, False, 'convert --sample 10 --to tokens {in}'),

    ('stats',           'c d', None, True,  'stats {in}'),
    ('stats rules',     'c',  None, True,  'stats --by rule {in}'),
    ('stats words',     'c d', None, False, 'stats --by word --top 0 {in}'),
    ('stats lengths',   'c d', None, False, 'stats --by length {in}'),
    ('stats sentences', 'c d', None, False, 'stats --each sentence {in}'),
    ('stats constituents', 'c', None, False, 'stats --each constituent {in}'),
    ('stats sr-gap',    'c',  None, False, 'stats --system sr-gap {in}'),
    ('stats arc-standard', 'd', None, False, 'stats --system arc-standard {in}'),

    ('draw text',       'c d', None, True,  'draw --format text {in}'),
    ('draw narrow',     'c d', None, True,  'draw --format text --width 80 {in}'),
    ('draw indented',   'c d', None, True,  'draw --format text --indented {in}'),
    ('draw svg',        'c d', None, True,  'draw --format svg {in}'),
    ('draw latex',      'c d', None, True,  'draw --format latex {in}'),
    ('draw html',       'c d', None, False, 'draw --format html --functions --lemmas --morph {in}'),
    ('draw glossary',   'c',  None, False, 'draw --format html --glossary nl {in}'),

    ('search label',    'c d', None, True,  "search --count '[cat=\"S\"]' {in}"),
    ('search regex',    'c d', None, False, "search --count '[word=/w.*1/]' {in}"),
    ('search parent',   'c',  None, True,  "search --count '#a > #b' {in}"),
    ('search parent of word', 'c', None, False, "search --count '#a > #b:[word=\"w1\"]' {in}"),
    ('search above',    'c',  None, True,  "search --count '#a >* #b:[word=\"w1\"]' {in}"),
    ('search edges',    'c',  None, True,  "search --count '#a:[NT] >3 #b' {in}"),
    ('search corner',   'c',  None, False, "search --count '#a >@l #b' {in}"),
    ('search secondary', 'c', None, True,  "search --count '#a >~ #b' {in}"),
    ('search next',     'c',  None, True,  "search --count '#a . #b' {in}"),
    ('search near',     'c',  None, False, "search --count '#a:[T] .1,3 #b:[T]' {in}"),
    ('search after',    'c',  None, False, "search --count '#a:[word=\"w1\"] .* #b' {in}"),
    ('search siblings', 'c',  None, True,  "search --count '#a:[word=\"w1\"] $ #b' {in}"),
    ('search later siblings', 'c', None, False, "search --count '#a:[word=\"w1\"] $.* #b' {in}"),
    ('search gaps',     'c',  None, True,  "search --count 'discontinuous(#n)' {in}"),
    ('search in gap',   'c',  None, True,  "search --count 'ingap(#a:[word=\"w1\"],#b)' {in}"),
    ('search crossing', 'c',  None, False, "search --count 'crosses(#a:[cat=\"X\"],#b:[cat=\"Y\"])' {in}"),
    ('search included', 'c',  None, False, "search --count 'includes(#a:[cat=\"Y\"],#b:[T])' {in}"),
    ('search measures', 'c',  None, False, "search --count 'gaplength(#a,1,*) & height(#a,1,*) & depth(#a,1,*)' {in}"),
    ('search not',      'c',  None, True,  "search --count '#a:[NT] & not(#a > [word=\"w1\"])' {in}"),
    ('search heads',    'd',  None, True,  "search --count '#a -> #b' {in}"),
    ('search heads above', 'd', None, False, "search --count '#a ->* #b:[word=\"w1\"]' {in}"),
    ('search nonprojective', 'd', None, True, "search --count 'nonprojective(#a)' {in}"),
    ('search list',     'c',  None, True,  "search '#a > #b' {in}"),
    ('search json',     'c',  None, False, "search --json '#a > #b' {in}"),
    ('search kwic',     'c',  None, True,  "search --kwic --focus '#b' '#a > #b' {in}"),
    ('search columns',  'c',  None, False, "search --columns '#b.words,#b.cat,#b.gaps,sentence.id' '#a > #b' {in}"),
    ('search table',    'c',  None, True,  "search --count-by '#b.cat,#b.word' '#a > #b' {in}"),
    ('search sentences', 'c', None, False, "search --sentences '[]' {in}"),
    ('search trees',    'c',  None, False, "search --trees svg '#n:[cat=\"X\"]' {in}"),
    ('search invert',   'c',  None, False, "search --invert --count '[cat=\"Z\"]' {in}"),

    ('index',           'c d', None, True,  'index {in} -o {T}/x.plx'),
    ('search index',    'c',  'plx', True, "search '[cat=\"X\"] > #b' {in}"),
    ('from index',      'c d', 'plx', False, 'convert --to tokens {in}'),

    ('eval',            'c d', None, True,  'eval {in} {in}'),
    ('eval disc',       'c',  None, False, 'eval -p disc {in} {in}'),
    ('eval details',    'c d', None, True,  'eval --per-label --per-tag --per-sentence --errors {in} {in}'),
    ('eval against flat', 'c', 'export', False, 'eval --errors {in} {flat}'),
    ('eval by id',      'c',  None, False, 'eval --by-id {in} {in}'),
    ('eval compare',    'c d', None, False, 'eval --compare --samples 100 {in} {in} {in}'),
    ('eval show',       'c',  None, False, 'eval --show 1 {in} {in}'),
    ('eval conll18',    'd',  None, True,  'eval --conll18 {in} {in}'),

    ('check',           'c',  None, True,  'check -j 1 {in}'),
    ('check all',       'c',  None, False, 'check -n 0 --json -j 1 {in}'),
    ('check html',      'c',  None, False, 'check -j 1 --html {T}/check.html {in}'),
    ('check model',     'c',  None, False, 'check -j 1 --model {linear} {in}'),

    ('oracle sr-gap',   'c',  None, True,  'oracle --system sr-gap --heads negra {in}'),
    ('oracle sr-cgap',  'c',  None, False, 'oracle --system sr-cgap --heads negra {in}'),
    ('oracle swap',     'c',  None, False, 'oracle --system swap --heads negra {in}'),
    ('oracle skipshift', 'c', None, True,  'oracle --system skipshift --heads negra {in}'),
    ('oracle ml-gap',   'c',  None, False, 'oracle --system ml-gap --heads negra {in}'),
    ('oracle check',    'c',  None, False, 'oracle --check --system sr-gap --heads negra {in}'),
    ('oracle arc-standard', 'd', None, True, 'oracle --system arc-standard {in}'),
    ('oracle arc-eager', 'd', None, False, 'oracle --system arc-eager {in}'),
    ('oracle attardi',  'd',  None, False, 'oracle --system attardi {in}'),
    ('oracle easy-first', 'd', None, False, 'oracle --system easy-first {in}'),

    ('tag',             'c d', None, True,  'tag -m {tagger} {in}'),
    ('tag score',       'c d', None, False, 'tag -m {tagger} --score {in}'),
    ('train tagger',    'c d', None, False, 'tag --train -e 1 -b 2 -o {T}/x.model {in}'),
    ('parse linear',    'c d', None, True,  'parse -j 1 -m {linear} {in}'),
    ('parse beam 1',    'c d', None, False, 'parse -j 1 -b 1 -m {linear} {in}'),
    ('parse nbest',     'c',  None, False, 'parse -j 1 -n 10 -m {linear} {in}'),
    ('parse confidence', 'c', None, False, 'parse -j 1 --confidence --to json -m {linear} {in}'),
    ('parse explain',   'c',  None, False, 'parse -j 1 --explain -m {linear} {in}'),
    ('parse network',   'c d', None, False, 'parse -j 1 -m {network} {in}'),
    ('parse pcfg',      'c',  None, False, 'parse -j 1 -m {pcfg} {in}'),
    ('parse without chart', 'long', None, True, 'parse -j 1 -m {pcfg} {in}'),
    ('parse plcfrs',    'c',  None, False, 'parse -j 1 -m {plcfrs} {in}'),
    ('parse 2dop',      'c',  None, False, 'parse -j 1 -m {2dop} {in}'),
    ('parse arcs',      'c d', None, True,  'parse -j 1 -m {arcs} {in}'),
    ('parse easy-first', 'c d', None, False, 'parse -j 1 -m {easy} {in}'),
    ('parse graph',     'd',  None, False, 'parse -j 1 -m {graph} {in}'),
    ('train linear',    'c',  None, True,  'train -j 1 -e 1 -b 2 --heads negra --tag-epochs 1 -o {T}/x.model {in}'),
    ('train arcs',      'd',  None, False, 'train -j 1 -e 1 -b 2 --system arc-standard --tag-epochs 1 -o {T}/x.model {in}'),
    ('train network',   'c',  None, False, 'train -j 1 -e 1 {small} --heads negra -o {T}/x.model {in}'),
    ('train graph',     'd',  None, False, 'train -j 1 -e 1 {small} --system graph -o {T}/x.model {in}'),

    ('fragments',       'c',  None, True,  'fragments -j 1 {in}'),
    ('fragments cover', 'c',  None, False, 'fragments -j 1 --cover 1 --indices --relative {in}'),
    ('grammar pcfg',    'c',  None, False, 'grammar pcfg -j 1 --binarize right -o {T}/x.grammar {in}'),
    ('grammar split-pcfg', 'c', None, True, 'grammar split-pcfg -j 1 -o {T}/x.grammar {in}'),
    ('grammar plcfrs',  'c',  None, True,  'grammar plcfrs -j 1 --heads negra --binarize optimal -o {T}/x.grammar {in}'),
    ('grammar 2dop',    'c',  None, False, 'grammar 2dop -j 1 --binarize right -o {T}/x.grammar {in}'),
    ('grammar dop-reduction', 'c', None, False, 'grammar dop-reduction -j 1 --binarize right -o {T}/x.grammar {in}'),
    ('grammar text',    'c',  None, False, 'grammar plcfrs --text --unknown-words -j 1 -o {T}/x.grammar {in}'),

    ('tokenize',        't',  None, True,  'convert --from text --tokenizer generic --to tokens {in}'),
    ('tokenize nl',     't',  None, False, 'convert --from text --tokenizer nl --to tokens {in}'),
    ('tokenize en',     't',  None, False, 'convert --from text --tokenizer en --to json {in}'),
    ('tokenize lines',  't',  None, False, 'convert --from text --tokenizer generic --one-per-line --to tokens {in}'),
    ('parse text',      't',  None, False, 'parse -j 1 --from text --tokenizer generic -m {linear} {in}'),

    ('query',           'query', None, True,  'search --count --query {in} {trees}'),
    ('query explain',   'query', None, False, 'search --explain --query {in} {trees}'),
    ('rules of eval',   'params', None, False, 'eval -p {in} {trees} {trees}'),
    ('rules of heads',  'heads', None, False, 'convert --heads {in} --to tokens {trees}'),
    ('rules of tokenizer', 'tokenizer', None, False, 'convert --from text --tokenizer {in} --to tokens {raw}'),
    ('rules of parse',  'constraints', None, False, 'parse -j 1 -m {linear} --constraints {in} {hundred}'),
    ('rules of draw',   'glossary', None, False, 'draw --format html --glossary {in} {trees}'),
    ('count fragments', 'fragments', None, False, 'fragments -j 1 --count {in} {trees}'),
]

SMALL = '--scorer neural --layer-width 8 --hidden-width 8 --spelling-width 4 --head-width 4 --word-width 8 --letter-width 4'
# Files that commands need in addition to their input. Each is made when a command first needs it.
TOOLS = {
    'linear': 'train -j 1 -e 2 -b 4 --heads alpino -o {T}/linear {trees}',
    'tagger': 'tag --train -e 2 -o {T}/tagger {trees}',
    'network': 'train -j 1 -e 2 ' + SMALL + ' --heads alpino -o {T}/network {trees}',
    'pcfg': 'grammar split-pcfg -j 1 --unknown-words -o {T}/pcfg {trees}',
    'plcfrs': 'grammar plcfrs -j 1 --unknown-words --heads alpino --binarize optimal -o {T}/plcfrs {trees}',
    '2dop': 'grammar 2dop -j 1 --unknown-words --heads alpino --binarize optimal -o {T}/2dop {trees}',
    'arcs': 'train -j 1 -e 2 -b 4 --system arc-standard -o {T}/arcs {arctrees}',
    'easy': 'train -j 1 -e 2 -b 4 --system easy-first -o {T}/easy {arctrees}',
    'graph': 'train -j 1 -e 2 ' + SMALL + ' --system graph -o {T}/graph {arctrees}',
}

# Pairs whose cost grows faster than their input: a pattern of "command: shape", the highest ratio, and
# the beginning of the row of docs/limits.md, section Time, that gives the bound.
NESTED = '(deep|left|unary|nested-gaps|one-gap)'
ARCS = '(chain|backwards|star|crossing|far|enhanced|multiwords|empty-nodes)'
ONE_SENTENCE = '(?!sentences|ids|distinct).*'
KNOWN = [
    ('(draw .*|search trees|eval show): ' + NESTED, 25, 'pictures of trees'),
    ('draw .*: (traces|lines|empties)', 25, 'pictures of trees'), # labels are wider than the words
    ('draw .*: ' + ARCS, 25, 'pictures of dependencies'),
    ('search (list|json|kwic|columns|table): ' + ONE_SENTENCE, 25, '`search` that prints the words of nodes'),
    ('search (crossing|heads above): ' + ONE_SENTENCE, 25, '`search` with relations that join many pairs of nodes'),
    ('stats constituents: ' + ONE_SENTENCE, 25, '`stats --each constituent`'),
    ('(to json|stats.*|eval.*): one-gap|grammar split-.*: (interleaved|nested-gaps|one-gap)', 60, 'nested discontinuous constituents'),
    ('check.*: (distinct-labels|' + ONE_SENTENCE + ')', 25, '`check`'),
    ('train (linear|arcs): (distinct-labels|relations)', 25, 'training by transitions'),
    ('parse (pcfg|plcfrs|2dop): .*', 200, 'charts of grammars'),
    ('(train network|train graph|parse graph): .*', 200, '`train` with networks'),
    ('rules of heads: head-rules', 25, 'head rules'),
    ('parse linear: punctuation', 25, 'parsing by transitions'),
    ('parse confidence: .*', 25, '`parse --confidence`'),
    ('oracle (swap: .*|skipshift: (?!pairs).*)', 25, '`oracle`, `train` with `swap`'),
    ('oracle easy-first: .*', 25, '`oracle`, `train` with `easy-first`'),
    ('(binarize optimal|grammar plcfrs): nested-gaps', 25, '`--binarize optimal`'),
    ('projectivize: .*|lower again: .*|train arcs: (far|crossing)', 100, 'lifting crossing arcs'),
]

Shape = collections.namedtuple('Shape', 'name kind format most tested text')
Command = collections.namedtuple('Command', 'name kinds format tested line')
Run = collections.namedtuple('Run', 'status seconds message')
Found = collections.namedtuple('Found', 'n least small large ratio instructions')


class TooSlow(Exception):
    pass


class Bench:
    """Inputs, tools and runs, in a folder that is removed with the object."""

    def __init__(self, pleach, folder):
        self.pleach, self.folder, self.made = pleach, folder, set()
        self.tools = {'T': folder, 'small': SMALL, 'trees': os.path.join(DATA, 'dutch.discbracket'),
                      'arctrees': os.path.join(DATA, 'danish.conllx')}
        self.make('raw', 'Dit is een zin.\n')
        self.make('flat', '#FORMAT 4\n#BOS 1\nw\t--\tA\t--\t--\t0\n#EOS 1\n')
        self.make('hundred', cost_shapes.wide(102), '.discbracket')

    def make(self, name, text, ending=''):
        self.tools[name] = os.path.join(self.folder, name + ending)
        with open(self.tools[name], 'w', encoding='utf-8') as file:
            file.write(text)

    def words(self, line, path):
        """The words of a command line. Makes the tools that it needs."""
        def tool(match):
            name = match.group(1)
            if name == 'in':
                return path
            if name not in self.tools:
                self.tools[name] = os.path.join(self.folder, name)
                run = self.run(self.words(TOOLS[name], None))
                if run.status:
                    sys.exit('cost.py: %s: %s' % (TOOLS[name], run.message))
            return self.tools[name]
        return [self.pleach] + shlex.split(re.sub(r'\{(\w+)\}', tool, line))

    def run(self, words, longest=LONGEST):
        with open(os.path.join(self.folder, 'message'), 'w+', encoding='utf-8', errors='replace') as message:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=message)
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (longest, longest + 5))
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            message.seek(0)
            return Run(process.returncode, usage.ru_utime + usage.ru_stime, message.read()[-300:])

    def input(self, shape, n, format):
        """The file with this shape at n, or None if the format cannot hold it."""
        path = os.path.join(self.folder, '%s.%d.%s' % (shape.name, n, shape.format))
        if path not in self.made:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(shape.text(n))
            self.made.add(path)
        if format in (None, shape.format):
            return path
        other = os.path.join(self.folder, '%s.%d.of.%s' % (shape.name, n, format))
        if other not in self.made:
            line = 'index -q {in} -o ' if format == 'plx' else 'convert -q --to %s {in} -o ' % format
            if self.run(self.words(line + other, path)).status:
                return None
            self.made.add(other)
        return other

    def forget(self, shape):
        for path in [path for path in self.made if os.path.basename(path).startswith(shape.name + '.')]:
            os.remove(path)
            self.made.remove(path)

    def instructions(self, words):
        count = os.path.join(self.folder, 'callgrind')
        run = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=' + count, *words],
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding='utf-8',
                             errors='replace', check=False)
        return int(re.search(r'Collected : *(\d+)', run.stderr).group(1))

    def pair(self, command, shape, least, bound):
        """Measures one pair: returns a Found, or None if the command refuses the smallest input. With a
        `bound`, does not count instructions."""
        def words(n):
            path = self.input(shape, n, command.format)
            return path and self.words(command.line, path)

        def seconds(n, times=1):
            if n > shape.most or not words(n):
                return None
            runs = [self.run(words(n)) for _ in range(times)]
            if runs[0].status in (-24, -9):
                raise TooSlow(n)
            return None if runs[0].status else min(run.seconds for run in runs)

        base = seconds(1, 2)
        if base is None:
            return None
        n, small, large = 4, base, seconds(4)
        if large is None:
            return None
        n = 256 if shape.most > 5000 else 16
        if n > 4:
            large = seconds(n) or large
        while large - base < max(least, 2 * base) and os.path.getsize(self.input(shape, n, None)) < LARGEST / 4:
            further = seconds(4 * n)
            if further is None:
                break
            n, small, large = 4 * n, large, further
        ratio = lambda: (large - base) / max(small - base, 0.001)
        small = seconds(n // 4) or base
        instructions = None
        if large - base < 0.008:
            return Found(n, base, small, large, 0, None)
        if ratio() > SUSPECT and not bound:
            base, small, large = seconds(1, 5), seconds(n // 4, 3), seconds(n, 2)
        if SUSPECT < ratio() < SURE and not bound and shutil.which('valgrind'):
            one, few, many = (self.instructions(words(k)) for k in (1, n // 4, n))
            instructions = (many - one) / max(few - one, 1)
        return Found(n, base, small, large, ratio(), instructions)


def known(name):
    return next(((most, why) for pattern, most, why in KNOWN if re.fullmatch(pattern, name)), (None, None))


def undocumented():
    """The rows that KNOWN names but docs/limits.md does not have."""
    with open(os.path.join(HERE, '..', 'docs', 'limits.md'), encoding='utf-8') as file:
        rows = [line for line in file.read().partition('\n## Time\n')[2].partition('\n## ')[0].splitlines()]
    return sorted({why for _, _, why in KNOWN if not any(row.startswith('| ' + why) for row in rows)})


def main(arguments):
    every = '--all' in arguments
    table = '--table' in arguments
    least = float(arguments[arguments.index('--least') + 1]) if '--least' in arguments else 0.015
    wanted = [word for i, word in enumerate(arguments) if not word.startswith('--') and arguments[i - 1:i] != ['--least']]
    folder = tempfile.mkdtemp()
    bench = Bench(os.path.abspath(os.environ.get('PLEACH', 'build/pleach')), folder)
    wrong = measured = refused = 0
    try:
        for shape in (Shape(*row) for row in cost_shapes.SHAPES):
            for command in (Command(*row) for row in COMMANDS):
                name = '%s: %s' % (command.name, shape.name)
                if shape.kind not in command.kinds.split() or \
                        not (every or shape.tested and command.tested) or wanted and not any(word in name for word in wanted):
                    continue
                bound, why = known(name)
                try:
                    found = bench.pair(command, shape, least, bound)
                except TooSlow as n:
                    print('not ok %s: more than %d s at n = %s%s' % (name, LONGEST, n, why and ' # ' + why or ''), flush=True)
                    wrong += not bound
                    continue
                if not found:
                    refused += 1
                    if table:
                        print('# %s: refused' % name)
                    continue
                measured += 1
                ratio = found.instructions or found.ratio
                bad = ratio > (bound or MOST if found.instructions else (bound or MOST) * MOST_SECONDS / MOST)
                wrong += bad
                if bad or table:
                    print('%s %-40s n %8d, s %.3f %.3f %.3f, ratio %4.1f%s%s' % (
                        'not ok' if bad else 'ok', name, found.n, found.least, found.small, found.large, found.ratio,
                        ', of instructions %.1f' % found.instructions if found.instructions else '',
                        ' # ' + why if why else ''), flush=True)
            bench.forget(shape)
    finally:
        shutil.rmtree(folder)
    for why in undocumented():
        wrong += 1
        print('not ok docs/limits.md, section Time, has no row "%s"' % why)
    print('%s %d pairs of a command and an input are proportional to the size of the input, or have a known bound; '
          '%d are refused; %.0f s of processor time' % ('not ok' if wrong else 'ok', measured, refused, sum(os.times()[:4])))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
