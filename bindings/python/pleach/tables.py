"""Words and constituents as tables, for pandas or for plain dicts."""

import html
from typing import Any, Dict, Iterable, Iterator, List, Tuple, Union

from .doc import Doc
from .sentence import Sentence

Sentences = Union[Sentence, Doc, Iterable[Union[Sentence, Doc]]]


class Table:
    """Rows of the same columns. `columns` is a dict of lists; iterating gives the rows as dicts.

    pandas.DataFrame(table.columns) is the table for pandas, as is table.to_pandas().
    """

    def __init__(self, columns: Dict[str, List[Any]]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), []))

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, row: int) -> Dict[str, Any]:
        return {name: values[row] for name, values in self.columns.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.columns == other.columns

    __hash__ = None  # type: ignore[assignment]

    def to_pandas(self) -> Any:
        """The table as pandas.DataFrame, where pandas is installed."""
        import pandas  # type: ignore[import]
        return pandas.DataFrame(self.columns)

    def to_tsv(self) -> str:
        """The table as lines of values with tabs between them; None is empty."""
        lines = [list(self.columns)] + [["" if value is None else str(value) for value in row.values()]
                                        for row in self]
        return "".join("\t".join(value.replace("\t", " ") for value in line) + "\n" for line in lines)

    def __repr__(self) -> str:
        return "<Table of %d rows: %s>" % (len(self), ", ".join(self.columns))

    def _repr_html_(self) -> str:
        def row(values: Iterable[Any], cell: str) -> str:
            cells = ("<%s>%s</%s>" % (cell, html.escape("" if v is None else str(v)), cell) for v in values)
            return "<tr>%s</tr>" % "".join(cells)
        return "<table>%s%s</table>" % (row(self.columns, "th"), "".join(row(one.values(), "td") for one in self))


def _numbered(sentences: Sentences) -> Iterator[Tuple[int, Sentence]]:
    """The sentences with their numbers, from 1."""
    number = 0
    for one in [sentences] if isinstance(sentences, (Sentence, Doc)) else sentences:
        if not isinstance(one, (Sentence, Doc)):
            raise TypeError("expected a Sentence or a Doc, not %s" % type(one).__name__)
        for sentence in [one] if isinstance(one, Sentence) else one.sentences:
            number += 1
            yield number, sentence


def _table(names: Tuple[str, ...], rows: Iterable[Tuple[Any, ...]]) -> Table:
    columns: List[List[Any]] = [[] for _ in names]
    for row in rows:
        for column, value in zip(columns, row):
            column.append(value)
    return Table(dict(zip(names, columns)))


def token_table(sentences: Sentences) -> Table:
    """A row for each word of a Sentence, a Doc, or several of them.

    >>> import pleach
    >>> table = pleach.token_table(pleach.read("tests/data/danish.conllx"))
    >>> [table[0][name] for name in ("sentence", "index", "text", "tag", "head", "relation")]
    [1, 0, 'Hvad', 'PT', 6, 'dobj']
    """
    names = ("sentence", "index", "text", "start", "end", "tag", "coarse", "lemma", "morphology", "function", "head",
             "relation", "confidence", "relation_confidence")
    return _table(names, (
        (number, t.index, t.text, t.start, t.end, t.tag, t.coarse, t.lemma, t.morphology, t.function, t.head_index,
         t.relation, t.confidence, t.relation_confidence) for number, s in _numbered(sentences) for t in s.tokens))


def constituent_table(sentences: Sentences) -> Table:
    """A row for each constituent; `parent` is the number of the row's parent in its sentence.

    >>> import pleach
    >>> table = pleach.constituent_table(pleach.Sentence.from_text("(S (VP (A 0=a) (B 2=b)) (C 1=c))"))
    >>> [(row["label"], row["text"], row["gaps"]) for row in table]
    [('S', 'a c b', []), ('VP', 'a … b', [(1, 2)])]
    """
    names = ("sentence", "number", "parent", "label", "function", "text", "size", "spans", "gaps", "head", "confidence")
    return _table(names, (
        (number, n.number, n.parent.number if n.parent else None, n.label, n.function, n.text, len(n.indices), n.spans,
         n.gaps, n.head.number if n.head else None, n.confidence)
        for number, s in _numbered(sentences) for n in s.constituents))
