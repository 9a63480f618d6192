"""Counting in treebanks, and what can be extracted from them."""

import ctypes as c
from typing import Any, Dict, List, Optional, Tuple

from . import _arguments as given
from . import _structures as s
from ._functions import call, taken
from .treebanks import open_any


def stats(trees: Any, **transforms: Any) -> Dict[str, int]:
    """What a treebank consists of: sentences, words, constituents, discontinuous ones …

    `trees` is a file or folder, a Sentence, or several of them; further arguments are transforms.

    >>> import pleach
    >>> found = pleach.stats("tests/data/dutch.discbracket")
    >>> found["sentences"], found["constituents"], found["discontinuous_constituents"]
    (42, 169, 39)
    """
    treebank, found = open_any(trees, transforms), s.Statistics()
    call("pl_treebank_statistics", treebank, c.byref(found))
    return {name: getattr(found, name) for name, _ in found._fields_}


def fragments(treebank: Any, second: Any = None, transforms: Optional[given.Transforms] = None,
              **options: Any) -> List[Tuple[Any, ...]]:
    """The fragments that recur in a treebank, or that two have in common, as `pleach fragments` finds
    them: tuples of a fragment and its count.

    Treebanks are given as to stats(). Options: count (a file of fragments), cover, min_words, relative,
    both, trees, unbinarize, threads.

    >>> import pleach
    >>> pleach.fragments("tests/data/dutch.discbracket", min_words=2)[0][1]
    2
    """
    made = given.options(s.FragmentOptions(), options)
    first = open_any(treebank, transforms or {})
    other = None if second is None else open_any(second, transforms or {})
    text = taken(call("pl_treebank_fragments", first, other and other, c.byref(made)))
    rows = []
    for line in text.splitlines():
        fragment, *columns = line.split("\t")
        lists = [columns.pop()] if made.trees else []
        rows.append((fragment, *((float if made.relative else int)(column) for column in columns),
                     *([int(number) for number in column.split()] for column in lists)))
    return rows


def grammar(kind: str, trees: Any, output: given.PathLike, transforms: Optional[given.Transforms] = None,
            **options: Any) -> None:
    """Reads a grammar off a treebank and writes it to a file, which load() opens. `kind` is one of
    grammar_kinds(). Options: text, unknown_words, rare, open_class, threads."""
    made = given.options(s.ExtractionOptions(), options)
    treebank = open_any(trees, transforms or {})
    call("pl_treebank_grammar", treebank, given.name(kind, "the kind"), given.path(output), c.byref(made))
