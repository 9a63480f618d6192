"""Sentences as columns of numbers: what stands behind the objects of this package.

The library fills the columns of a whole batch in one call, so that looking at a word or a
constituent is an index into an array. Texts are decoded once per batch.
"""

import ctypes as c
from array import array
from typing import Any, List, Optional

from ._functions import call, lib

_OF_SENTENCES = ("root", "id", "raw")
_OF_NODES = ("label", "function", "lemma", "morphology", "parent", "first_child", "next_sibling", "head_child",
             "low", "size", "blocks")
_OF_WORDS = ("form", "coarse", "relation", "head", "begin", "end")


def _numbers(pointer: int, n: int) -> "array[int]":
    made = array("I")
    made.frombytes(c.string_at(pointer, 4 * n))
    return made


def _reals(pointer: int, n: int) -> "array[float]":
    made = array("d")
    made.frombytes(c.string_at(pointer, 8 * n))
    return made


class Columns:
    """Arrays with a place for each sentence, node or word; `texts` has the text of each number, None
    for 0. node[i] and word[i] are where those of sentence i begin."""

    __slots__ = ("texts", "node", "word", "confidence", "node_confidence", "head_confidence",
                 *_OF_SENTENCES, *_OF_NODES, *_OF_WORDS)
    texts: List[Optional[str]]
    node: "array[int]"
    word: "array[int]"
    root: "array[int]"
    id: "array[int]"
    raw: "array[int]"
    label: "array[int]"
    function: "array[int]"
    lemma: "array[int]"
    morphology: "array[int]"
    parent: "array[int]"
    first_child: "array[int]"
    next_sibling: "array[int]"
    head_child: "array[int]"
    low: "array[int]"
    size: "array[int]"
    blocks: "array[int]"
    form: "array[int]"
    coarse: "array[int]"
    relation: "array[int]"
    head: "array[int]"
    begin: "array[int]"
    end: "array[int]"
    confidence: "array[float]"
    node_confidence: "array[float]"
    head_confidence: "array[float]"

    def __init__(self, function: str, pointer: Any) -> None:
        """Of what `function`, pl_corpus_columns or pl_sentence_columns, gives for a pointer."""
        given = call(function, pointer)
        try:
            raw = given.contents
            self.node, self.word = _numbers(raw.node, raw.n_sentences + 1), _numbers(raw.word, raw.n_sentences + 1)
            for names, n in ((_OF_SENTENCES, raw.n_sentences), (_OF_NODES, raw.n_nodes), (_OF_WORDS, raw.n_words)):
                for name in names:
                    setattr(self, name, _numbers(getattr(raw, name), n))
            self.confidence = _reals(raw.confidence, raw.n_sentences)
            self.node_confidence = _reals(raw.node_confidence, raw.n_nodes)
            self.head_confidence = _reals(raw.head_confidence, raw.n_words)
            blob = c.string_at(raw.texts, raw.n_bytes)
        finally:
            lib.pl_columns_free(given)
        texts: List[Any] = blob.decode("utf-8", "replace").split("\0")
        texts[0] = None
        self.texts = texts
