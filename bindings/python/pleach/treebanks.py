"""Treebanks: files, folders and texts that are read and written sentence by sentence."""

import ctypes as c
from typing import Any, Iterable, Iterator, List, Optional, Union

from . import _arguments as given
from ._columns import Columns
from ._functions import Handle, call, lib, taken
from .sentence import Sentence, sentence_of

_FIRST_BATCH, _BATCH = 4, 256  # sentences that are read at once: few at first, for who wants one


def sentences_of(corpus: Handle, columns: Optional[Columns] = None) -> List[Sentence]:
    """All sentences of a corpus of the library."""
    found = columns or Columns("pl_corpus_columns", corpus)
    return [Sentence._in(found, corpus, i) for i in range(len(found.root))]


def corpus_handle(pointer: int) -> Handle:
    return Handle(pointer, lib.pl_corpus_free)


class Treebank:
    """The sentences of an open treebank, one after the other. It is closed at its end, or when nothing
    refers to it any more."""

    def __init__(self, handle: Handle, transforms: given.Transforms) -> None:
        if not isinstance(handle, Handle):
            raise TypeError("read() and reads() open treebanks")
        for name, argument in given.steps(transforms):
            call("pl_treebank_transform", handle, name, argument)
        self._sentences = self._read(handle)

    @staticmethod
    def _read(handle: Handle) -> Iterator[Sentence]:
        """Reads batches; a generator, so that only one thread at a time can be in the library."""
        n = _FIRST_BATCH
        pointers = (c.c_void_p * 1)(handle.pointer)
        while True:
            corpus = corpus_handle(call("pl_corpus_take", pointers, 1, n, None))
            batch = sentences_of(corpus)
            if not batch:
                return
            yield from batch
            del batch, corpus
            n = min(2 * n, _BATCH)

    def __iter__(self) -> "Treebank":
        return self

    def __next__(self) -> Sentence:
        return next(self._sentences)


def open_treebank(path: Any, format: Optional[str], keep: Any = None) -> Handle:
    pointer = call("pl_treebank_open", given.path(path), given.optional_name(format, "a format"))
    return Handle(pointer, lib.pl_treebank_close, keep)


def open_memory(text: Any, format: Optional[str]) -> Handle:
    raw = given.content(text)
    pointer = call("pl_treebank_from_memory", raw, len(raw), given.optional_name(format, "a format"))
    return Handle(pointer, lib.pl_treebank_close, raw)


def open_any(trees: Any, transforms: given.Transforms) -> Handle:
    """A treebank of the library, of a file, a folder, a Sentence or several of them."""
    if isinstance(trees, given.PATHS):
        handle = open_treebank(trees, None)
    else:
        handle = open_memory(writes([trees] if isinstance(trees, Sentence) else trees, "json"), "json")
    for name, argument in given.steps(transforms):
        call("pl_treebank_transform", handle, name, argument)
    return handle


def read(path: given.PathLike, format: Optional[str] = None, **transforms: Any) -> Treebank:
    """The sentences of a file or folder, one after the other; the format is guessed if not given.

    Further arguments are transforms of `pleach convert`, applied in the order given.

    >>> import pleach
    >>> sentence = next(pleach.read("tests/data/dutch.discbracket", functions="remove"))
    >>> sentence.words[:4]
    ['Ik', 'denk', 'dat', 'Jan']
    """
    return Treebank(open_treebank(path, format), transforms)


def reads(text: Union[str, bytes], format: Optional[str] = None, **transforms: Any) -> Treebank:
    """The same from a string, or from bytes as they stand in a file.

    >>> import pleach
    >>> [sentence.words for sentence in pleach.reads("(S (A 0=a))\\n(S (B 0=b))")]
    [['a'], ['b']]
    """
    return Treebank(open_memory(text, format), transforms)


def write(path: given.PathLike, sentences: Iterable[Sentence], format: str = "discbracket") -> int:
    """Writes sentences to a file, compressed if its name ends in .zst or .gz; returns how many. An older
    file stays until all of them are written, and stays if that fails."""
    out, n = call("pl_output_open", given.path(path), given.name(format, "a format")), 0
    try:
        for sentence in sentences:
            call("pl_output_put", out, sentence_of(sentence)._handle())
            n += 1
    except BaseException:
        lib.pl_output_cancel(out)
        raise
    call("pl_output_close", out)
    return n


def writes(sentences: Iterable[Sentence], format: str = "discbracket") -> str:
    """Sentences in a treebank format, as text.

    >>> import pleach
    >>> pleach.writes(pleach.reads("(S (A 0=a))\\n(S (B 0=b))"), "tokens")
    'a\\nb\\n'
    """
    out = call("pl_output_memory", given.name(format, "a format"))
    try:
        for sentence in sentences:
            call("pl_output_put", out, sentence_of(sentence)._handle())
    except BaseException:
        lib.pl_output_cancel(out)
        raise
    return taken(call("pl_output_take", out))


