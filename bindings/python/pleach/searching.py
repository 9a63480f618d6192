"""Finding nodes by queries."""

import ctypes as c
import os
import warnings
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _arguments as given
from ._functions import Handle, call, lib
from ._structures import NONE
from .errors import Error, QueryError
from .nodes import Node
from .sentence import Sentence, sentence_of
from .treebanks import read

Trees = Union[given.PathLike, Sentence, Iterable[Sentence]]


class Match:
    """What a query found: match["#n"] is the node of a variable, None if the match leaves it unbound.
    `sentence` is the Sentence, `number` that of the sentence, `nodes` a dict of all variables."""

    __slots__ = ("sentence", "number", "nodes")

    def __init__(self, sentence: Sentence, number: int, nodes: Dict[str, Optional[Node]]) -> None:
        self.sentence, self.number, self.nodes = sentence, number, nodes

    def __getitem__(self, variable: str) -> Optional[Node]:
        return self.nodes[variable]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (self.number, self.sentence, self.nodes) == (other.number, other.sentence, other.nodes)

    def __hash__(self) -> int:
        return hash((self.number, self.sentence))

    def __repr__(self) -> str:
        return "<Match %s>" % " ".join("%s=%r" % item for item in self.nodes.items())


class Query:
    """A query in the language of docs/search.md, for any number of searches and threads.

    `templates` is text that defines templates for it. `variables` are the names of the variables
    that matches give nodes to. A query that is wrong raises QueryError.

    >>> import pleach
    >>> query = pleach.Query('#n:[cat="NP"] > #r:[cat="REL"] & discontinuous(#n)')
    >>> for match in query.search("tests/data/dutch.discbracket"):
    ...     print(match.number, match["#n"].text)
    9 een man … die drie honden had
    31 de man … die hier woont
    31 een boek … dat hij zocht
    """

    def __init__(self, text: str, templates: Optional[str] = None) -> None:
        self._texts = given.name(text, "a query"), given.optional_name(templates, "templates")
        self._idle: List[Handle] = []  # compiled, and in use by no search: several may go on at once
        search = self._compile()
        self._idle.append(search)
        self.text, self.templates = text, templates
        self.variables: List[str] = [lib.pl_search_variable(search, i).decode("utf-8")
                                     for i in range(lib.pl_search_variables(search))]
        # What the library knows of a sentence in a batch is its number in the batch.
        self._asks_for_number = "number" in text + (templates or "")

    def _compile(self) -> Handle:
        line, column = c.c_size_t(), c.c_size_t()
        try:
            return Handle(call("pl_search_new", *self._texts, c.byref(line), c.byref(column)), lib.pl_search_free)
        except Error as error:
            raise QueryError(str(error), error.code, line.value, column.value) from None

    def __reduce__(self) -> Tuple[Any, ...]:
        return Query, (self.text, self.templates)

    def __copy__(self) -> "Query":
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Query) and self._texts == other._texts

    def __hash__(self) -> int:
        return hash(self._texts)

    def __repr__(self) -> str:
        return "<Query %s>" % self.text

    def search(self, trees: Trees) -> Iterator[Match]:
        """The matches in a Sentence, in several (a list, a Doc, what read() gives), or in a file, one
        after the other. More than 1,000,000 in a sentence are left out, with a RuntimeWarning."""
        return self._search(_sentences(trees))

    def _search(self, sentences: Iterable[Sentence]) -> Iterator[Match]:
        try:
            search = self._idle.pop()
        except IndexError:
            search = self._compile()
        try:
            for number, sentence in enumerate(sentences, 1):
                n = self._run(search, "pl_search_find", sentence_of(sentence), number)
                if n:
                    yield from self._matches(search, sentence, number, n)
        finally:
            self._idle.append(search)

    def _run(self, search: Handle, function: str, sentence: Sentence, number: int) -> int:
        """Calls a function for a sentence, where it can be on the batch that the sentence is in."""
        if sentence._own is None and sentence._corpus is not None and not self._asks_for_number:
            return int(call(function + "_at", search, sentence._corpus, sentence._at))
        return int(call(function, search, sentence._handle(), number))

    def _matches(self, search: Handle, sentence: Sentence, number: int, n: int) -> Iterator[Match]:
        if lib.pl_search_is_cut(search):
            warnings.warn("sentence %d has more than %d matches: the rest is left out" % (number, n),
                          RuntimeWarning, stacklevel=3)
        for i in range(n):
            found = [lib.pl_search_node(search, i, k) for k in range(len(self.variables))]
            yield Match(sentence, number, {name: None if node == NONE else sentence._node(node)
                                           for name, node in zip(self.variables, found)})

    def count(self, trees: Trees, by: Optional[str] = None) -> List[Dict[str, Any]]:
        """Counts matches by values, as `count by` at the end of a query does; `by` names the values.
        A list of dicts, most matches first: the values by their names, `matches` and `sentences`.

        >>> import pleach
        >>> pleach.Query("#n:[NT]").count("tests/data/dutch.discbracket", by="#n.gaps")[1]
        {'#n.gaps': '1', 'matches': 38, 'sentences': 25}
        """
        search = self._compile()
        line, column = c.c_size_t(), c.c_size_t()
        try:
            n = call("pl_search_count_by", search, given.optional_name(by, "what to count by"),
                     c.byref(line), c.byref(column))
        except Error as error:
            raise QueryError(str(error), error.code, line.value, column.value) from None
        if n == 0:
            raise Error("the query has no `count by`: say by what to count")
        keys = [lib.pl_search_key(search, i).decode("utf-8") for i in range(n)]
        for number, sentence in enumerate(_sentences(trees), 1):
            self._run(search, "pl_search_tally", sentence_of(sentence), number)
        return list(self._rows(search, keys))

    @staticmethod
    def _rows(search: Handle, keys: List[str]) -> Iterator[Dict[str, Any]]:
        matches, sentences, i = c.c_size_t(), c.c_size_t(), 0
        while True:
            values = lib.pl_search_row(search, i, c.byref(matches), c.byref(sentences))
            if values is None:
                return
            row: Dict[str, Any] = dict(zip(keys, values.decode("utf-8", "replace").split("\t")))
            yield dict(row, matches=matches.value, sentences=sentences.value)
            i += 1


def _sentences(trees: Trees) -> Iterable[Sentence]:
    if isinstance(trees, (str, bytes, os.PathLike)):
        return read(trees)
    return [trees] if isinstance(trees, Sentence) else trees


def search(query: Union[str, Query], trees: Trees) -> Iterator[Match]:
    """The matches of a query in sentences or a file; see Query.

    >>> import pleach
    >>> found = pleach.search('#v:[cat="PPART"] & discontinuous(#v)', "tests/data/dutch.discbracket")
    >>> next(found)["#v"].words
    ['Dat', 'werkwoord', 'uitgevonden']
    """
    return (query if isinstance(query, Query) else Query(query)).search(trees)
