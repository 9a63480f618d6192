"""Trees with crossing branches: parse text, read treebanks, walk, search, build and change trees, draw
and write them, score and check them; train parsers.

>>> import pleach
>>> nlp = pleach.load("nl")
>>> doc = nlp("Dat boek had ze gelezen.")
>>> for node in doc[0].constituents:
...     if node.is_discontinuous:
...         print(node.label, node.spans, node.text)
PPART [(0, 2), (4, 5)] Dat boek … gelezen
>>> len(list(nlp.pipe(["Ja.", "Nee."], threads=2)))
2

>>> for sentence in pleach.read("tests/data/dutch.discbracket"):
...     if sentence.root and any(node.gap_degree > 1 for node in sentence.constituents):
...         print(sentence.text)
Boeken heeft hij er gisteren zijn broer drie gegeven .

The package calls the C library through ctypes: no build step, nothing but Python's own modules. What
goes wrong is raised as pleach.Error, with `code`, `file` and `line`; an argument of the wrong type or
value as TypeError or ValueError. Threads may share parsers and queries, and sentences while none
changes them. docs/python.md is a tutorial.
"""

from ._library import version as _version
from .checking import Finding, check
from .doc import Doc
from .edition import Edition
from .errors import Error, QueryError
from .evaluation import Attachment, Comparison, Scores, compare, evaluate
from .extraction import fragments, grammar, stats
from .names import check_methods, formats, grammar_kinds, models, transforms
from .nodes import Constituent, Node, Token
from .parser import Parser, load
from .searching import Match, Query, search
from .sentence import Sentence
from .steps import Item, Step
from .tables import Table, constituent_table, token_table
from .training import Report, train
from .treebanks import Treebank, read, reads, write, writes

__version__ = _version()

__all__ = [
    "Attachment", "Comparison", "Constituent", "Doc", "Edition", "Error", "Finding", "Item", "Match", "Node", "Parser",
    "Query", "QueryError", "Report", "Scores", "Sentence", "Step", "Table", "Token", "Treebank", "check",
    "check_methods", "compare", "constituent_table", "evaluate", "formats", "fragments", "grammar", "grammar_kinds",
    "load", "models", "read", "reads", "search", "stats", "token_table", "train", "transforms", "write", "writes",
]
