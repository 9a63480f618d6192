"""A sentence with its tree, with its dependencies, or with both."""

import ctypes as c
import json
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union, overload

from . import _arguments as given
from ._columns import Columns
from ._functions import Handle, call, lib, taken, texts_of
from ._structures import NONE, ROOT_HEAD
from .errors import Error
from .nodes import Constituent, Node, Token, probability

_ID_FIELD = 6  # of pl_node_field

NodeOrNumber = Union[Node, int]


class Sentence:
    """A sentence of words, which may have constituents, dependencies, or both.

    Sentences come from read(), reads(), Sentence.from_text() and a Parser. Sentence(words, tags) is a
    new one, with a root over all words (root=None: without constituents), to which add() and move()
    give its shape. len() is the number of words; iterating gives the words as tokens. Two sentences
    are equal if their words, tags, lemmas, constituents and dependencies are; id and confidence do not
    count. Change no sentence that is in a set, or a key of a dict.

    >>> import pleach
    >>> sentence = pleach.Sentence(["Darüber", "muss", "nachgedacht", "werden"],
    ...                            ["PROAV", "VMFIN", "VVPP", "VAINF"], root="S")
    >>> inner = sentence.add("VP", [0, 2])
    >>> outer = sentence.add("VP", [inner, 3])
    >>> print(sentence.to("discbracket"), end="")
    (S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) (VMFIN 1=muss))
    """

    # A sentence is a place in columns that others share (then `_corpus` can give the library's
    # sentence), or has a sentence of the library of its own, which it changes; then columns are made
    # anew when they are needed after a change.
    __slots__ = ("_columns", "_corpus", "_at", "_own", "_node0", "_word0", "_n_words", "_n_nodes", "score", "_nbest",
                 "__weakref__")
    _columns: Optional[Columns]
    _corpus: Optional[Handle]
    _own: Optional[Handle]

    def __init__(self, words: Iterable[str], tags: Optional[Iterable[Optional[str]]] = None,
                 root: Optional[str] = "ROOT", id: Optional[str] = None) -> None:
        found = given.words(words)
        found_tags = given.tags(tags, len(found))
        raw = [given.name(word, "a word") for word in found]
        raw_tags = None if found_tags is None else texts_of([given.optional_name(tag, "a tag") for tag in found_tags])
        self._take(call("pl_sentence_new", texts_of(raw), raw_tags, len(raw),
                        given.optional_name(root, "the label of the root")))
        if id is not None:
            self.id = id

    # -- where it comes from ------------------------------------------------------------------------

    def _take(self, pointer: int) -> None:
        """Makes it the owner of a sentence of the library."""
        self._own = Handle(pointer, lib.pl_sentence_free)
        self._columns = self._corpus = None
        self._at = 0
        self.score: Optional[float] = None
        self._nbest: Tuple["Sentence", ...] = ()
        self._fresh()

    @classmethod
    def _owning(cls, pointer: int) -> "Sentence":
        made = cls.__new__(cls)
        made._take(pointer)
        return made

    @classmethod
    def _in(cls, columns: Columns, corpus: Handle, at: int) -> "Sentence":
        """Sentence number `at` of a corpus with these columns."""
        made = cls.__new__(cls)
        made._corpus, made._at, made._own, made.score, made._nbest = corpus, at, None, None, ()
        made._put(columns, at)
        return made

    def _put(self, columns: Columns, at: int) -> None:
        node, word = columns.node, columns.word
        self._columns = columns
        self._node0, self._word0 = node[at], word[at]
        self._n_nodes, self._n_words = node[at + 1] - node[at], word[at + 1] - word[at]

    def _fresh(self) -> Columns:
        """The columns, which are made if there are none."""
        columns = self._columns
        if columns is None:
            columns = Columns("pl_sentence_columns", self._handle())
            self._put(columns, 0)
        return columns

    def _handle(self) -> Handle:
        """The sentence of the library: its own, or one for the moment."""
        if self._own is not None:
            return self._own
        assert self._corpus is not None
        return Handle(call("pl_corpus_sentence", self._corpus, self._at), lib.pl_sentence_free)

    def _change(self, function: str, *arguments: Any) -> Any:
        """Calls a function that changes the sentence, which from now on is its own."""
        self._own = self._handle()
        self._corpus, self._at = None, 0
        result = call(function, self._own, *arguments)
        self._columns = None
        self._fresh()
        return result

    def _set(self, node: int, field: int, text: Optional[str]) -> None:
        self._change("pl_sentence_set", node, field, given.optional_name(text, "the text"))

    @classmethod
    def from_text(cls, text: Union[str, bytes], format: Optional[str] = None) -> "Sentence":
        """The first sentence in a text of any format; the format is guessed if not given.

        >>> import pleach
        >>> pleach.Sentence.from_text("(S (A 0=a) (B 1=b))").tags
        ['A', 'B']
        """
        from .treebanks import reads  # which needs this module
        for sentence in reads(text, format):
            return sentence
        raise Error("there is no sentence in the text")

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> "Sentence":
        """The sentence that to_dict() gave."""
        return cls.from_text(json.dumps(dict(fields)), "json")

    @classmethod
    def from_nltk(cls, tree: Any, words: Optional[Iterable[str]] = None) -> "Sentence":
        """The sentence of an nltk.Tree. Its leaves are words; or numbers of `words`, so that branches
        may cross."""
        from .nltk_trees import from_nltk
        return from_nltk(tree, words)

    def copy(self) -> "Sentence":
        """A sentence of its own with the same content, which does not keep the batch in memory that this
        one was read or parsed with."""
        made = Sentence._owning(lib.pl_sentence_copy(self._handle()))
        made.score, made._nbest = self.score, self._nbest
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Sentence":
        return self.copy()

    def _packed(self) -> bytes:
        n = c.c_size_t()
        pointer = call("pl_sentence_pack", self._handle(), c.byref(n))
        try:
            return c.string_at(pointer, n.value)
        finally:
            lib.pl_text_free(pointer)

    def __reduce__(self) -> Tuple[Any, ...]:
        return restore, (self._packed(), self.score, [(one._packed(), one.score) for one in self._nbest[1:]])

    # -- content ------------------------------------------------------------------------------------

    def _canonical(self) -> "Sentence":
        """The same with constituents numbered from the root down, in the order of their words."""
        return self if self._own is None else restore(self._packed(), None, [])

    def _content(self) -> Tuple[Any, ...]:
        s = self._canonical()
        columns = s._fresh()
        nodes, words = slice(s._node0, s._node0 + s._n_nodes), slice(s._word0, s._word0 + s._n_words)
        texts = columns.texts
        return (tuple(tuple(texts[i] for i in column[words])
                      for column in (columns.form, columns.coarse, columns.relation)),
                tuple(tuple(texts[i] for i in column[nodes])
                      for column in (columns.label, columns.function, columns.lemma, columns.morphology)),
                columns.parent[nodes].tobytes(), columns.head_child[nodes].tobytes(), columns.head[words].tobytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self is other or (self._n_nodes == other._n_nodes and self._content() == other._content())

    def __hash__(self) -> int:
        return hash(tuple(self.words))

    def __repr__(self) -> str:
        words = " ".join(self.words)
        shown = words if len(words) <= 60 else words[:59] + "…"
        return "<Sentence%s: %s>" % (" " + self.id if self.id else "", shown)

    def __str__(self) -> str:
        return self.draw().rstrip("\n")

    def _repr_svg_(self) -> str:
        return self.draw("svg")

    def __len__(self) -> int:
        return self._n_words

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    @overload
    def __getitem__(self, index: int) -> Token: ...

    @overload
    def __getitem__(self, index: slice) -> List[Token]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Token, List[Token]]:
        return self.tokens[index]

    @property
    def id(self) -> Optional[str]:
        """The id or number that the sentence has in its file; None if it has none. It can be set."""
        columns = self._fresh()
        return columns.texts[columns.id[self._at]]

    @id.setter
    def id(self, text: Optional[str]) -> None:
        self._set(0, _ID_FIELD, text)

    @property
    def text(self) -> str:
        """The text before it was cut into words, where that is known; else the words."""
        columns = self._fresh()
        raw = columns.texts[columns.raw[self._at]]
        return raw if raw is not None else " ".join(self.words)

    @property
    def confidence(self) -> Optional[float]:
        """How probable it is that the whole tree is right; None if the parser was not asked for it."""
        return probability(self._fresh().confidence[self._at])

    @property
    def nbest(self) -> "List[Sentence]":
        """The best trees that the parser found, this one first, each with its `score`."""
        return [self, *self._nbest[1:]]

    def _texts(self, column: Any, start: int) -> List[Any]:
        texts = self._fresh().texts
        return [texts[i] for i in column[start:start + self._n_words]]

    @property
    def words(self) -> List[str]:
        """The words, as texts."""
        columns = self._fresh()
        return self._texts(columns.form, self._word0)

    @property
    def tags(self) -> List[Optional[str]]:
        """The tags of the words; None where there is none."""
        columns = self._fresh()
        return self._texts(columns.label, self._node0)

    @property
    def relations(self) -> List[Optional[str]]:
        """The relations of the words to their heads; None where there is none."""
        columns = self._fresh()
        return self._texts(columns.relation, self._word0)

    @property
    def heads(self) -> List[Optional[int]]:
        """Dependencies: for each word the number of its head, -1 of those that depend on the root,
        None where nothing is annotated."""
        columns = self._fresh()
        found = columns.head[self._word0:self._word0 + self._n_words]
        return [None if head == NONE else -1 if head == ROOT_HEAD else head for head in found]

    @property
    def tokens(self) -> List[Token]:
        """The words, as tokens."""
        return [Token(self, i) for i in range(self._n_words)]

    @property
    def constituents(self) -> List[Constituent]:
        """The constituents, in the order of their numbers."""
        return [Constituent(self, i) for i in range(self._n_words, self._n_nodes)]

    @property
    def root(self) -> Optional[Constituent]:
        """The topmost constituent; None if the sentence has none."""
        columns = self._fresh()
        number = columns.root[self._at]
        return None if number == NONE else Constituent(self, number)

    @property
    def is_discontinuous(self) -> bool:
        """Whether a constituent has a gap."""
        columns = self._fresh()
        return any(blocks > 1 for blocks in columns.blocks[self._node0:self._node0 + self._n_nodes])

    def _node(self, number: int) -> Node:
        return Token(self, number) if number < self._n_words else Constituent(self, number)

    def _number(self, node: NodeOrNumber) -> int:
        """The number of a node, which may be given as its number."""
        if isinstance(node, Node):
            if node.sentence is not self:
                raise ValueError("the node is of another sentence")
            return given.number(node.number, "a node")
        return given.number(node, "a node")

    def _below(self, top: int) -> Iterator[int]:
        """The numbers of a node and all nodes below it: a node before its children."""
        columns = self._fresh()
        first, following, base = columns.first_child, columns.next_sibling, self._node0
        todo = [top]
        while todo:
            number = todo.pop()
            yield number
            children = []
            child = first[base + number]
            while child != NONE:
                children.append(child)
                child = following[base + child]
            todo.extend(reversed(children))

    def _order(self) -> Dict[int, int]:
        """The canonical number of each constituent of a sentence that was changed."""
        root = self.root
        if self._own is None or root is None:
            return {}
        inner = (number for number in self._below(root.number) if number >= self._n_words)
        return {number: place for place, number in enumerate(inner, self._n_words)}

    # -- changing -----------------------------------------------------------------------------------

    def add(self, label: str, children: Iterable[NodeOrNumber]) -> Constituent:
        """Puts a new constituent over nodes (or numbers of words) that have the same parent; returns
        it. Over the root alone it becomes the new root."""
        numbers = [self._number(child) for child in children]
        array = (c.c_uint32 * len(numbers))(*numbers)
        return Constituent(self, self._change("pl_sentence_add", given.name(label, "the label"), array, len(numbers)))

    def move(self, node: NodeOrNumber, parent: NodeOrNumber) -> Node:
        """Moves a node to another parent; returns the node. Constituents that this leaves without
        words are removed; then nodes that were got before are out of date."""
        return self._node(self._change("pl_sentence_move", self._number(node), self._number(parent)))

    def remove(self, node: NodeOrNumber) -> None:
        """Removes a constituent; its children go to its parent. Nodes that were got before are out of
        date."""
        self._change("pl_sentence_remove", self._number(node))

    def set_head(self, word: NodeOrNumber, head: Optional[NodeOrNumber], relation: Optional[str] = None) -> None:
        """Sets a dependency: the head of a word (-1: the root, None: nothing) and the relation."""
        number = self._number(word)
        other = NONE if head is None else ROOT_HEAD if isinstance(head, int) and head == -1 else self._number(head)
        self._change("pl_sentence_set_head", number, other)
        Token(self, number).relation = relation

    def transform(self, **transforms: Any) -> "Optional[Sentence]":
        """A new sentence, changed by transforms of `pleach convert` in the order given; None if one of
        them leaves the sentence out.

        >>> import pleach
        >>> tree = pleach.Sentence.from_text("(S (VP (PP 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss) ($. 3=.))")
        >>> print(tree.transform(heads="negra", binarize="sr-gap").to("discbracket"), end="")
        (S (S: (VP (PP 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss)) ($. 3=.))
        """
        steps = [name if argument is None else name + b"=" + argument for name, argument in given.steps(transforms)]
        try:
            return Sentence._owning(call("pl_sentence_transform", self._handle(), texts_of(steps), len(steps)))
        except Error as error:
            if error.code == "ok":
                return None
            raise

    # -- for others ---------------------------------------------------------------------------------

    def draw(self, format: str = "text") -> str:
        """A picture: text, svg, latex or html."""
        return taken(call("pl_sentence_draw", self._handle(), given.name(format, "a format")))

    def to(self, format: str) -> str:
        """The sentence in a treebank format: to("discbracket"), to("conllu"), to("json")."""
        return taken(call("pl_sentence_text", self._handle(), given.name(format, "a format")))

    def to_dict(self) -> Dict[str, Any]:
        """All of the sentence as a dict, with the fields of the format json.

        >>> import pleach
        >>> fields = pleach.Sentence(["Ja"], ["TSW"], root=None).to_dict()
        >>> fields
        {'tokens': [{'id': 0, 'word': 'Ja', 'tag': 'TSW'}]}
        >>> pleach.Sentence.from_dict(fields).words
        ['Ja']
        """
        fields: Dict[str, Any] = json.loads(self.to("json"))
        return fields

    def to_nltk(self, leaves: str = "word") -> Any:
        """The tree as nltk.Tree. leaves="index" puts the numbers of the words at the leaves, so that
        crossing branches are not lost; children stand in the order of their lowest words."""
        from .nltk_trees import to_nltk
        if self.root is None:
            raise Error("the sentence has no constituents")
        return to_nltk(self.root, leaves)


def restore(packed: bytes, score: Optional[float], others: List[Tuple[bytes, Optional[float]]]) -> Sentence:
    """A sentence that was pickled."""
    made = Sentence._owning(call("pl_sentence_unpack", packed, len(packed)))
    made.score = score
    if others:
        made._nbest = (made, *(restore(other, value, []) for other, value in others))
    return made


def sentence_of(value: Any) -> Sentence:
    if not isinstance(value, Sentence):
        raise TypeError("expected a Sentence, not %s" % type(value).__name__)
    return value
