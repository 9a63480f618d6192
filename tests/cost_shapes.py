"""Inputs for tests/cost.py: sentences and files that are large in one way, at any size.

A row of SHAPES has a name, a kind (c: constituents, d: dependencies, t: raw text, others: a file of
rules or a query), the format of the text, the largest n that pleach accepts, whether `make test`
measures it, and a function of n that makes the text. The size of the text is proportional to n."""
import json


def words(numbers, label='A', text='w'):
    return ' '.join('(%s %d=%s%d)' % (label, i, text, i) for i in numbers)


def wide(n):
    return '(S %s)\n' % words(range(n))


def deep(n):
    return ''.join('(S (A %d=w%d) ' % (i, i) for i in range(n)) + '(A %d=w)' % n + ')' * n + '\n'


def left(n):
    return '(S ' * n + '(A 0=w)' + ''.join(' (A %d=w%d))' % (i, i) for i in range(1, n + 1)) + '\n'


def unary(n):
    return ''.join('(X%d ' % (i % 7) for i in range(n)) + '(A 0=w)' + ')' * n + '\n'


def interleaved(n):
    return '(S (X %s) (Y %s))\n' % (words(range(0, 2 * n, 2)), words(range(1, 2 * n, 2)))


def pairs(n):
    """Constituents of two words that cross the next one: 0 2, 1 3, 4 6, 5 7 …"""
    return '(S %s)\n' % ' '.join('(X %s)' % words((4 * (i // 2) + i % 2, 4 * (i // 2) + i % 2 + 2))
                                 for i in range(2 * n))


def nested_gaps(n):
    """A chain of n nodes, each with the word before all others and the last one but its depth."""
    return ''.join('(S %s ' % words((i, 2 * n + 1 - i)) for i in range(n)) + words((n, n + 1)) + ')' * n + '\n'


def one_gap(n):
    """A chain of n nodes that all have the same gap."""
    return ('(R (S ' + ''.join('(X ' for _ in range(n)) + '(A 0=a) (A 2=c)' + ')' * n + ') (A 1=b))\n')


def sentences(n):
    return '(S (NP (D 0=de) (N 1=man)) (VP (NP 2=wat) (V 4=zag)) (V 3=ik))\n' * n


def ids(n):
    return ''.join('(S (NP (D 0=de) (N 1=man)) (V 2=zag))\ts%d\n' % i for i in range(n))


def distinct_words(n):
    return ''.join('(S (N 0=n%d) (V 1=v%d))\n' % (i, i) for i in range(n))


def distinct_labels(n):
    return ''.join('(S%d (N%d 0=a) (V 1=b))\n' % (i, i) for i in range(n))


def distinct_rules(n):
    return ''.join('(S %s)\n' % ' '.join('(%s %d=w)' % ('AB'[i >> k & 1], k) for k in range(20)) for i in range(n))


def long_word(n):
    return '(S (A 0=%s) (B 1=b))\n' % ('w' * n)


def long_label(n):
    return '(S (%s (A 0=a) (A 1=a)) (B 2=b))\n' % ('L' * n)


def long_id(n):
    return '(S (A 0=a) (B 1=b))\t%s\n' % ('i' * n)


def accents(n):
    """A word of one letter and n combining marks."""
    return '(S (A 0=a%s) (B 1=b))\n' % ('\u0301' * n)


def punctuation(n):
    signs = '" , " ( ) .'.split()
    return '(S %s)\n' % ' '.join('(N %d=w)' % i if i % 3 else '($. %d=%s)' % (i, signs[i // 3 % 6].replace('(', '#LRB#').replace(')', '#RRB#'))
                                 for i in range(n))


def phrases(n):
    """A flat sentence of n noun phrases."""
    return '(S %s)\n' % ' '.join('(NP %s)' % words((2 * i, 2 * i + 1)) for i in range(n))


def traces(n):
    return '( (S %s (VP (V w)))\n)\n' % ' '.join('(NP-%d (N n)) (NP (-NONE- *T*-%d))' % (i + 1, i + 1) for i in range(n))


def empties(n):
    return '( (S %s (VP (V w))))\n' % ' '.join('(NP (-NONE- *))' for i in range(n))


def lines(n):
    """A sentence over n lines."""
    return '( (S\n' + '  (NP (N n))\n' * n + '))\n'


def export_lines(n, *between):
    return '#FORMAT 4\n' + ''.join(between) + '#BOS 1\n' + ''.join('w%d\tl\tA\tm\tF\t500\n' % i for i in range(n)) + \
        '#500\t--\tS\t--\t--\t0\n#EOS 1\n'


def export_tables(n):
    return export_lines(3, '#BOT WORDTAG\n', *('%d\tT%d\ta tag\n' % (i, i) for i in range(n)), '#EOT WORDTAG\n')


def export_comments(n):
    return export_lines(3, *('%% comment %d\n' % i for i in range(n)))


def secondary(n):
    """n secondary edges from words of n // 2 to the nodes above them."""
    size = n // 2 + 1
    return '#FORMAT 4\n#BOS 1\n' + \
        ''.join('w%d\tl\tA\tm\tF\t500\tX\t501\tY\t502\n' % i for i in range(size)) + \
        'b\tl\tB\tm\tF\t501\nc\tl\tB\tm\tF\t502\n' + \
        ''.join('#%d\t--\tS\t--\tF\t%d\n' % (k, 0 if k == 500 else 500) for k in (500, 501, 502)) + '#EOS 1\n'


def sentence(**more):
    tree = {'id': 's', 'tokens': [{'id': 0, 'word': 'a', 'tag': 'A', 'parent': 2}, {'id': 1, 'word': 'b', 'tag': 'B', 'parent': 2}],
            'nodes': [{'id': 2, 'label': 'S'}], 'root': 2}
    for what, value in more.items():
        if what == 'token':
            tree['tokens'][0].update(value)
        elif what == 'node':
            tree['nodes'][0].update(value)
        else:
            tree[what] = value
    return json.dumps(tree) + '\n'


def named(n):
    return {'name%d' % i: 'value %d' % i for i in range(n)}


def sentence_fields(n):
    return sentence(fields=named(n))


def token_fields(n):
    return sentence(token={'fields': named(n)})


def node_fields(n):
    return sentence(node={'fields': named(n)})


def long_field(n):
    return sentence(fields={'name': 'v' * n}, token={'fields': {'other': '<' * n}})


def many_edges(n):
    """n secondary edges between the same two nodes."""
    return sentence(edges=[{'child': 0, 'parent': 2, 'label': 'E%d' % i} for i in range(n)])


def comments(n):
    return sentence(comments=['# comment %d' % i for i in range(n)])


def long_comment(n):
    return sentence(comments=['# ' + 'c' * n])


def long_text(n):
    return sentence(text='a b ' + 't' * n)


def alpino(inside, n_words, text):
    return '<?xml version="1.0" encoding="UTF-8"?>\n<alpino_ds version="1.3">\n' \
        '<node begin="0" cat="top" end="%d" id="0" rel="top">%s</node>\n<sentence>%s</sentence>\n</alpino_ds>\n' % (n_words, inside, text)


def references(n):
    """A word and n references to it, each below a separate node."""
    return alpino('<node begin="0" end="1" id="1" index="1" pos="x" rel="hd" word="a"/>' + ''.join(
        '<node begin="0" cat="c" end="%d" id="%d" rel="mod"><node begin="0" end="1" id="%d" index="1" rel="su"/>'
        '<node begin="%d" end="%d" id="%d" pos="x" rel="hd" word="w"/></node>' % (i + 2, 3 * i + 2, 3 * i + 3, i + 1, i + 2, 3 * i + 4)
        for i in range(n)), n + 1, ' '.join(['a'] + ['w'] * n))


def indices(n):
    """n words with a reference to each."""
    return alpino(''.join(
        '<node begin="%d" end="%d" id="%d" index="%d" pos="x" rel="hd" word="w"/>' % (i, i + 1, i + 1, i + 1) for i in range(n)) +
        '<node begin="0" cat="c" end="%d" id="%d" rel="mod">' % (n, n + 1) + ''.join(
            '<node begin="%d" end="%d" id="%d" index="%d" rel="su"/>' % (i, i + 1, n + 2 + i, i + 1) for i in range(n)) + '</node>',
        n, ' '.join(['w'] * n))


def tiger_values(n):
    return '<corpus id="c"><head><annotation><feature domain="T" name="pos">%s</feature></annotation></head><body>' \
        '<s id="s1"><graph root="n"><terminals><t id="a" word="a" pos="T0"/></terminals><nonterminals><nt id="n" cat="S">' \
        '<edge idref="a" label="--"/></nt></nonterminals></graph></s></body></corpus>\n' % \
        ''.join('<value name="T%d">tag</value>' % i for i in range(n))


def conll(rows):
    return ''.join('%d\t%s\t%s\tNOUN\tN\t%s\t%d\t%s\t%s\t%s\n' % row for row in rows) + '\n'


def row(i, head, form='w', feats='_', deps='_', misc='_'):
    return i, form, form, feats, head, 'root' if head == 0 else 'nmod', deps, misc


def chain(n):
    return conll(row(i, i - 1, 'w%d' % i) for i in range(1, n + 1))


def backwards(n):
    return conll(row(i, i + 1 if i < n else 0, 'w%d' % i) for i in range(1, n + 1))


def star(n):
    return conll(row(i, 1 if i > 1 else 0, 'w%d' % i) for i in range(1, n + 1))


def crossing(n):
    """Two chains of dependents whose words alternate."""
    return conll(row(i, max(i - 2, 0) if i > 2 else i - 1, 'w%d' % i) for i in range(1, n + 1))


def far(n):
    """The first half of the words depends on the second, word by word: all arcs cross."""
    return conll(row(i, i + n if i <= n else (i - 1 if i > n + 1 else 0), 'w%d' % i) for i in range(1, 2 * n + 1))


def dep_sentences(n):
    return conll([row(1, 2), row(2, 0), row(3, 2)]) * n


def relations(n):
    return ''.join('1\ta\ta\tN\tN\t_\t0\troot\t_\t_\n2\tb\tb\tN\tN\t_\t1\tr%d\t_\t_\n\n' % i for i in range(n))


def features(n):
    return conll([row(1, 0, feats='|'.join('F%06d=%d' % (i, i) for i in range(n))), row(2, 1)])


def misc(n):
    return conll([row(1, 0, misc='|'.join('M%d=%d' % (i, i) for i in range(n))), row(2, 1)])


def enhanced(n):
    return conll([row(1, 0, deps='|'.join('%d:r' % i for i in range(n))), *(row(i, 1) for i in range(2, n + 1))])


def multiwords(n):
    return ''.join('%d-%d\tww\t_\t_\t_\t_\t_\t_\t_\t_\n' % (i, i + 1) + conll([row(i, i - 1), row(i + 1, i)])[:-1]
                   for i in range(1, 2 * n + 1, 2)) + '\n'


def empty_nodes(n):
    return conll([row(1, 0)])[:-1] + ''.join('1.%d\te\te\tN\tN\t_\t_\t_\t1:r\t_\n' % i for i in range(1, n + 1)) + '\n'


def conll_comments(n):
    return ''.join('# key%d = value\n' % i for i in range(n)) + conll([row(1, 0)])


def paragraph(n):
    return 'Dit is een zin. ' * n + '\n'


def paragraphs(n):
    return 'Dit is een zin, zei hij (toch?). En die dan?\n\n' * n


def letters(n):
    return 'a' * n + '\n'


def full_stops(n):
    return '.' * n + '\n'


def brackets(n):
    return '(' * n + ')' * n + '\n'


def quotes(n):
    return '"a \'' * n + '\n'


def no_stops(n):
    return 'woord ' * n + '\n'


def hyphens(n):
    return 'a-' * n + '\n'


def params(n):
    return 'LABELED 1\n' + ''.join('DELETE_LABEL L%d\nEQ_LABEL L%d M%d\n' % (i, i, i) for i in range(n))


def head_rules(n):
    return ''.join('L%d left-to-right M%d\n' % (i, i) for i in range(n))


def tokenizer_rules(n):
    return 'include generic\nabbreviations ' + ' '.join('af%d.' % i for i in range(n)) + '\n'


def constraints(n):
    return ''.join('1\tno-bracket\t%d-%d\tX\n' % (i % 100 + 1, i % 100 + 2) for i in range(n))


def glossary(n):
    return ''.join('label\tL%d\tmeaning %d\n' % (i, i) for i in range(n))


def fragments(n):
    return ''.join('(S (N 0=n%d) (V 1=v))\n' % i for i in range(n))


def query_chain(n):
    return '[NT]' + ' > [NT]' * (n - 1)


def query_siblings(n):
    return '#p:[NT] > #a0' + ''.join(' & #a%d $.* #a%d' % (i, i + 1) for i in range(n - 2))


def query_values(n):
    return '[word=(%s)]' % '|'.join('"w%d"' % i for i in range(n))


def query_regex(n):
    return '[word=/%s/]' % '|'.join('w%d' % i for i in range(n))


def query_conditions(n):
    return '#a:[NT]' + ' & #a > [T]' * n


def query_or(n):
    return '#a:[NT] & (%s)' % ' | '.join('arity(#a,%d)' % i for i in range(n))


MOST = 100000  # words of a sentence (docs/limits.md)
DEEP = 9990    # levels of a tree
FREE = 4000000

#  name              is   format         most      in make test
SHAPES = [
    ('wide',            'c', 'discbracket', MOST,     True,  wide),
    ('deep',            'c', 'discbracket', DEEP,     True,  deep),
    ('left',            'c', 'discbracket', DEEP,     False, left),
    ('unary',           'c', 'discbracket', DEEP,     True,  unary),
    ('interleaved',     'c', 'discbracket', MOST / 2, True,  interleaved),
    ('pairs',           'c', 'discbracket', MOST / 4, True,  pairs),
    ('nested-gaps',     'c', 'discbracket', DEEP,     True,  nested_gaps),
    ('one-gap',         'c', 'discbracket', DEEP,     False, one_gap),
    ('phrases',         'c', 'discbracket', MOST / 2, False, phrases),
    ('sentences',       'c', 'discbracket', FREE,     True,  sentences),
    ('ids',             'c', 'discbracket', FREE,     False, ids),
    ('distinct-words',  'c', 'discbracket', FREE,     False, distinct_words),
    ('distinct-labels', 'c', 'discbracket', FREE,     True,  distinct_labels),
    ('distinct-rules',  'c', 'discbracket', FREE,     False, distinct_rules),
    ('long-word',       'c', 'discbracket', 16000000, True,  long_word),
    ('long-label',      'c', 'discbracket', 16000000, False, long_label),
    ('long-id',         'c', 'discbracket', 16000000, False, long_id),
    ('accents',         'c', 'discbracket', 8000000,  False, accents),
    ('punctuation',     'c', 'discbracket', MOST,     True,  punctuation),
    ('traces',          'c', 'bracket',     MOST / 2, False, traces),
    ('empties',         'c', 'bracket',     MOST,     False, empties),
    ('lines',           'c', 'bracket',     MOST,     False, lines),
    ('export-tables',   'c', 'export',      FREE,     False, export_tables),
    ('export-comments', 'c', 'export',      FREE,     False, export_comments),
    ('secondary',       'c', 'export',      MOST,     True,  secondary),
    ('sentence-fields', 'c', 'json',        FREE,     True,  sentence_fields),
    ('token-fields',    'c', 'json',        FREE,     True,  token_fields),
    ('node-fields',     'c', 'json',        FREE,     True,  node_fields),
    ('long-field',      'c', 'json',        7000000,  False, long_field),
    ('many-edges',      'c', 'json',        FREE,     False, many_edges),
    ('comments',        'c', 'json',        400000,   True,  comments),
    ('long-comment',    'c', 'json',        16000000, False, long_comment),
    ('long-text',       'c', 'json',        16000000, False, long_text),
    ('references',      'c', 'alpino',      MOST - 1, False, references),
    ('indices',         'c', 'alpino',      MOST,     False, indices),
    ('tiger-values',    'c', 'tigerxml',    FREE,     False, tiger_values),
    ('too-long',        'long', 'discbracket', MOST - 300, True, lambda n: wide(300 + n)),
    ('chain',           'd', 'conllu',      MOST,     True,  chain),
    ('backwards',       'd', 'conllu',      MOST,     False, backwards),
    ('star',            'd', 'conllu',      MOST,     True,  star),
    ('crossing',        'd', 'conllu',      MOST,     True,  crossing),
    ('far',             'd', 'conllu',      MOST / 2, True,  far),
    ('dep-sentences',   'd', 'conllu',      FREE,     True,  dep_sentences),
    ('relations',       'd', 'conllu',      FREE,     False, relations),
    ('features',        'd', 'conllu',      FREE,     True,  features),
    ('misc',            'd', 'conllu',      FREE,     False, misc),
    ('enhanced',        'd', 'conllu',      MOST,     False, enhanced),
    ('multiwords',      'd', 'conllu',      MOST / 2, False, multiwords),
    ('empty-nodes',     'd', 'conllu',      MOST,     False, empty_nodes),
    ('conll-comments',  'd', 'conllu',      400000,   False, conll_comments),
    ('paragraph',       't', 'text',        FREE,     True,  paragraph),
    ('paragraphs',      't', 'text',        FREE,     True,  paragraphs),
    ('letters',         't', 'text',        16000000, True,  letters),
    ('full-stops',      't', 'text',        FREE,     True,  full_stops),
    ('brackets',        't', 'text',        FREE,     False, brackets),
    ('quotes',          't', 'text',        FREE,     False, quotes),
    ('no-stops',        't', 'text',        FREE,     False, no_stops),
    ('hyphens',         't', 'text',        FREE,     False, hyphens),
    ('query-chain',      'query', 'query',  64,       True,  query_chain),
    ('query-siblings',   'query', 'query',  64,       True,  query_siblings),
    ('query-values',     'query', 'query',  5000,     True,  query_values),
    ('query-regex',      'query', 'query',  5000,     False, query_regex),
    ('query-conditions', 'query', 'query',  62,       False, query_conditions),
    ('query-or',         'query', 'query',  3000,     False, query_or),
    ('params',           'params', 'params', 300000,  False, params),
    ('head-rules',       'heads',  'heads',  30000,   False, head_rules),
    ('tokenizer-rules',  'tokenizer', 'tokenizer', 500000, False, tokenizer_rules),
    ('constraints',      'constraints', 'constraints', 10000, False, constraints),
    ('glossary',         'glossary', 'glossary', FREE, False, glossary),
    ('fragments',        'fragments', 'fragments', FREE, False, fragments),
]
