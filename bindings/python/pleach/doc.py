"""What a parser makes of one text."""

import html
from typing import Any, Iterable, Iterator, List, Optional, Tuple, Union, overload

from .nodes import Token
from .sentence import Sentence


class Doc:
    """A text and its sentences: what a Parser gives for one input.

    `text` is None if the input was a list of words. len(), iterating and indexing are over sentences;
    `tokens` are the words of all of them.

    >>> import pleach
    >>> doc = pleach.load("nl")("Ja! Dat boek las ze.")
    >>> len(doc), doc[1].words, doc[1][1].start
    (2, ['Dat', 'boek', 'las', 'ze', '.'], 8)
    >>> doc.text[doc[1][1].start:doc[1][1].end]
    'boek'
    """

    __slots__ = ("text", "sentences")

    def __init__(self, sentences: Iterable[Sentence], text: Optional[str] = None) -> None:
        self.text = text
        self.sentences: Tuple[Sentence, ...] = tuple(sentences)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Doc, (self.sentences, self.text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Doc):
            return NotImplemented
        return self.text == other.text and self.sentences == other.sentences

    def __hash__(self) -> int:
        return hash((self.text, self.sentences))

    def __len__(self) -> int:
        return len(self.sentences)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Sentence, ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Sentence, Tuple[Sentence, ...]]:
        return self.sentences[index]

    @property
    def tokens(self) -> List[Token]:
        """The words of all sentences."""
        return [token for sentence in self.sentences for token in sentence]

    def __repr__(self) -> str:
        return "<Doc of %d sentence%s>" % (len(self), "" if len(self) == 1 else "s")

    def __str__(self) -> str:
        return "\n\n".join(str(sentence) for sentence in self.sentences)

    def to(self, format: str) -> str:
        """The sentences in a treebank format: to("conllu")."""
        from .treebanks import writes
        return writes(self.sentences, format)

    def to_dict(self) -> List[Any]:
        """The sentences as a list of dicts; see Sentence.to_dict."""
        return [sentence.to_dict() for sentence in self.sentences]

    def _repr_html_(self) -> str:
        return "\n".join('<figure title="%s">%s</figure>' % (html.escape(sentence.text), sentence.draw("svg"))
                         for sentence in self.sentences)
