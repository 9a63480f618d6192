"""Treebank files of which sentences are replaced."""

import threading
from typing import Any

from . import _arguments as given
from ._functions import Handle, call, lib
from .errors import Error
from .sentence import Sentence, sentence_of


class Edition:
    """A treebank file of which sentences are replaced, in its own format and with all other bytes as
    they were:

        with pleach.Edition("tiger.export") as sentences:
            sentence = sentences[41]
            sentence.root.label = "S"
            sentences[41] = sentence

    A sentence that was put in is on the disk, in a journal beside the file; the file is written by
    `save`, which the end of the `with` calls. `note` tells what was recovered from the journal of a
    program that did not come so far.
    """

    def __init__(self, path: given.PathLike) -> None:
        self._lock = threading.Lock()
        self._handle = Handle(call("pl_edition_open", given.path(path)), lib.pl_edition_close)
        note = lib.pl_edition_note(self._handle)
        self.note = None if note is None else note.decode("utf-8", "replace")

    def _open(self) -> Handle:
        if not self._handle.pointer:
            raise Error("the file is closed")
        return self._handle

    def __len__(self) -> int:
        return int(lib.pl_corpus_size(lib.pl_edition_corpus(self._open())))

    def _place(self, number: int) -> int:
        n = len(self)
        found = given.number(number + n if number < 0 else number, "a sentence", 1 << 63)
        if found >= n:
            raise IndexError(number)
        return found

    def __getitem__(self, number: int) -> Sentence:
        with self._lock:
            corpus = lib.pl_edition_corpus(self._open())
            return Sentence._owning(call("pl_corpus_sentence", corpus, self._place(number)))

    def __setitem__(self, number: int, sentence: Sentence) -> None:
        with self._lock:
            call("pl_edition_replace", self._open(), self._place(number), sentence_of(sentence)._handle())

    def save(self) -> None:
        """Writes the file."""
        with self._lock:
            call("pl_edition_save", self._open())

    def close(self) -> None:
        """Does not save; what was put in is in the journal."""
        with self._lock:
            self._handle.close()

    def __enter__(self) -> "Edition":
        return self

    def __exit__(self, *unused: Any) -> None:
        try:
            self.save()
        finally:
            self.close()
