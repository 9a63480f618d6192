"""Words and constituents: light objects that look into the columns of their sentence."""

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple

from ._structures import NONE, ROOT_HEAD

if TYPE_CHECKING:
    from .sentence import Sentence

# The fields that can be set, as pl_node_field numbers them.
_FIELDS = ("label", "function", "lemma", "morphology", "word", "relation")


def probability(p: float) -> Optional[float]:
    """None where it is not known, which is NAN."""
    return p if p == p else None


class Node:
    """A word or a constituent of a sentence: a Token or a Constituent.

    `number` is its number in the sentence: words have the numbers 0, 1, … in their order, constituents
    those behind them. Two nodes are equal if they stand at the same place of equal sentences. label,
    function, lemma and morphology can be set; None takes the text away.
    """

    __slots__ = ("sentence", "number")

    def __init__(self, sentence: "Sentence", number: int) -> None:
        self.sentence, self.number = sentence, number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node) or type(other) is not type(self):
            return NotImplemented
        if other.sentence is self.sentence:
            return other.number == self.number
        return self._place() == other._place() and self.sentence == other.sentence

    def __hash__(self) -> int:
        s = self.sentence
        c = s._columns or s._fresh()
        at = s._node0 + self.number
        return hash((hash(s), c.low[at], c.size[at]))

    def _place(self) -> int:
        """The number that the node has where constituents are numbered with parents first."""
        return self.sentence._order().get(self.number, self.number)

    def __reduce__(self) -> Tuple[Any, ...]:
        return restore, (self.sentence, self._place())

    def _set(self, field: str, text: Optional[str]) -> None:
        self.sentence._set(self.number, _FIELDS.index(field), text)

    @property
    def label(self) -> Optional[str]:
        """The category of a constituent, or the tag of a word; None if it has none."""
        s = self.sentence
        c = s._columns or s._fresh()
        return c.texts[c.label[s._node0 + self.number]]

    @label.setter
    def label(self, text: Optional[str]) -> None:
        self._set("label", text)

    @property
    def function(self) -> Optional[str]:
        """The function in the parent; None if not annotated."""
        s = self.sentence
        c = s._columns or s._fresh()
        return c.texts[c.function[s._node0 + self.number]]

    @function.setter
    def function(self, text: Optional[str]) -> None:
        self._set("function", text)

    @property
    def lemma(self) -> Optional[str]:
        """The lemma; None if not annotated."""
        s = self.sentence
        c = s._columns or s._fresh()
        return c.texts[c.lemma[s._node0 + self.number]]

    @lemma.setter
    def lemma(self, text: Optional[str]) -> None:
        self._set("lemma", text)

    @property
    def morphology(self) -> Optional[str]:
        """The morphology; None if not annotated."""
        s = self.sentence
        c = s._columns or s._fresh()
        return c.texts[c.morphology[s._node0 + self.number]]

    @morphology.setter
    def morphology(self, text: Optional[str]) -> None:
        self._set("morphology", text)

    @property
    def confidence(self) -> Optional[float]:
        """How probable it is that this constituent, or the tag of this word, is right; None if the
        parser was not asked for it."""
        s = self.sentence
        c = s._columns or s._fresh()
        return probability(c.node_confidence[s._node0 + self.number])

    @property
    def parent(self) -> Optional["Constituent"]:
        """The constituent above; None for the root, and for words without constituents."""
        s = self.sentence
        c = s._columns or s._fresh()
        above = c.parent[s._node0 + self.number]
        return None if above == NONE else Constituent(s, above)

    @property
    def ancestors(self) -> "List[Constituent]":
        """The constituents above, from the parent to the root."""
        found = []
        above = self.parent
        while above is not None:
            found.append(above)
            above = above.parent
        return found

    @property
    def is_word(self) -> bool:
        """Whether it is a Token."""
        return isinstance(self, Token)

    @property
    def gap_degree(self) -> int:
        """The number of gaps in the words below; 0: continuous."""
        s = self.sentence
        c = s._columns or s._fresh()
        blocks = c.blocks[s._node0 + self.number]
        return blocks - 1 if blocks else 0

    @property
    def indices(self) -> List[int]:
        """The numbers of the words below, ascending."""
        s = self.sentence
        c = s._columns or s._fresh()
        at = s._node0 + self.number
        if self.number < s._n_words:
            return [self.number]
        if c.blocks[at] <= 1:
            return list(range(c.low[at], c.low[at] + c.size[at]))
        return sorted(i for i in s._below(self.number) if i < s._n_words)

    @property
    def spans(self) -> List[Tuple[int, int]]:
        """The words below as runs of adjacent words: [(0, 2), (5, 6)] is words 0, 1 and 5."""
        s = self.sentence
        c = s._columns or s._fresh()
        at = s._node0 + self.number
        if c.blocks[at] == 1:
            return [(c.low[at], c.low[at] + c.size[at])]
        runs: List[Tuple[int, int]] = []
        for word in self.indices:
            if runs and runs[-1][1] == word:
                runs[-1] = (runs[-1][0], word + 1)
            else:
                runs.append((word, word + 1))
        return runs

    @property
    def gaps(self) -> List[Tuple[int, int]]:
        """The runs of words between the first and the last word below that are not below."""
        spans = self.spans
        return [(before[1], after[0]) for before, after in zip(spans, spans[1:])]

    @property
    def words(self) -> List[str]:
        """The words below."""
        words = self.sentence.words
        return [words[i] for i in self.indices]

    @property
    def tokens(self) -> "List[Token]":
        """The words below, as tokens."""
        return [Token(self.sentence, i) for i in self.indices]

    @property
    def text(self) -> str:
        """The words below; … stands for a gap."""
        words = self.sentence.words
        return " … ".join(" ".join(words[start:end]) for start, end in self.spans)

    @property
    def children(self) -> "List[Node]":
        """The nodes right below, in the order of their lowest words; none of a word."""
        return list(self)

    def __iter__(self) -> "Iterator[Node]":
        s = self.sentence
        c = s._columns or s._fresh()
        base, n_words = s._node0, s._n_words
        first, following = c.first_child, c.next_sibling
        child = first[base + self.number]
        while child != NONE:
            yield Token(s, child) if child < n_words else Constituent(s, child)
            child = following[base + child]

    def subtrees(self) -> "Iterator[Node]":
        """This node and all below it: a node before its children."""
        s = self.sentence
        for number in s._below(self.number):
            yield s._node(number)


class Token(Node):
    """A word of a sentence, with its tag and its dependency.

    text, tag, lemma, morphology, function, relation and head can be set.

    >>> import pleach
    >>> sentence = next(pleach.read("tests/data/danish.conllx"))
    >>> token = sentence[0]
    >>> token.text, token.tag, token.lemma, token.relation, token.head.text
    ('Hvad', 'PT', 'hvad', 'dobj', 'købt')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "<Token %r%s>" % (self.text, " " + self.label if self.label else "")

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The word."""
        s = self.sentence
        c = s._columns or s._fresh()
        return c.texts[c.form[s._word0 + self.number]] or ""

    @text.setter
    def text(self, text: str) -> None:
        self._set("word", text)

    @property
    def tag(self) -> Optional[str]:
        """The tag, which is the label; None if it has none."""
        return self.label

    @tag.setter
    def tag(self, text: Optional[str]) -> None:
        self.label = text

    @property
    def coarse(self) -> Optional[str]:
        """The coarse tag of dependency treebanks: the fourth column, in CoNLL-U the universal tag."""
        s = self.sentence
        c = s._columns or s._fresh()
        return c.texts[c.coarse[s._word0 + self.number]]

    @property
    def index(self) -> int:
        """The number of the word in its sentence, from 0."""
        return self.number

    @property
    def start(self) -> Optional[int]:
        """Where the word begins in the text, in characters; None if it does not come from a text."""
        s = self.sentence
        c = s._columns or s._fresh()
        at = s._word0 + self.number
        return c.begin[at] if c.end[at] else None

    @property
    def end(self) -> Optional[int]:
        """The place behind its last character: doc.text[token.start:token.end] is the word."""
        s = self.sentence
        c = s._columns or s._fresh()
        return c.end[s._word0 + self.number] or None

    @property
    def head_index(self) -> Optional[int]:
        """The number of the word that this one depends on, -1 for the root, None if not annotated."""
        s = self.sentence
        c = s._columns or s._fresh()
        head = c.head[s._word0 + self.number]
        return None if head == NONE else -1 if head == ROOT_HEAD else head

    @property
    def head(self) -> Optional["Token"]:
        """The word that this one depends on; None for a root, and if not annotated. Setting None takes
        the annotation away; Sentence.set_head makes a word a root."""
        index = self.head_index
        return None if index is None or index < 0 else Token(self.sentence, index)

    @head.setter
    def head(self, head: Optional["Token"]) -> None:
        self.sentence.set_head(self, head, self.relation)

    @property
    def dependents(self) -> "List[Token]":
        """The words that depend on this one."""
        s = self.sentence
        c = s._columns or s._fresh()
        heads = c.head[s._word0:s._word0 + s._n_words]
        return [Token(s, i) for i, head in enumerate(heads) if head == self.number]

    @property
    def relation(self) -> Optional[str]:
        """The relation to the head; None if not annotated."""
        s = self.sentence
        c = s._columns or s._fresh()
        return c.texts[c.relation[s._word0 + self.number]]

    @relation.setter
    def relation(self, text: Optional[str]) -> None:
        self._set("relation", text)

    @property
    def relation_confidence(self) -> Optional[float]:
        """How probable it is that head and relation are right; None if the parser was not asked for it."""
        s = self.sentence
        c = s._columns or s._fresh()
        return probability(c.head_confidence[s._word0 + self.number])


class Constituent(Node):
    """A constituent of a sentence, which iterates over its children.

    label, function, lemma, morphology and head can be set.

    >>> import pleach
    >>> sentence = pleach.Sentence.from_text("(S (VP (PP 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss))")
    >>> vp = sentence.root.children[0]
    >>> vp.label, vp.words, vp.spans, vp.gaps
    ('VP', ['Darüber', 'nachgedacht'], [(0, 1), (2, 3)], [(1, 2)])
    >>> [child.label for child in vp], vp.parent.label, vp
    (['PP', 'VVPP'], 'S', <Constituent VP: Darüber … nachgedacht>)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "<Constituent %s: %s>" % (self.label, self.text)

    def __str__(self) -> str:
        return self.text

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True

    @property
    def head(self) -> Optional[Node]:
        """The head child; None if none is marked."""
        s = self.sentence
        c = s._columns or s._fresh()
        child = c.head_child[s._node0 + self.number]
        return None if child == NONE else s._node(child)

    @head.setter
    def head(self, child: Optional[Node]) -> None:
        s = self.sentence
        number = NONE if child is None else s._number(child)
        s._change("pl_sentence_set_head_child", self.number, number)

    @property
    def head_token(self) -> Optional[Token]:
        """The word that heads lead to; None if one is not marked on the way."""
        node: Optional[Node] = self
        while isinstance(node, Constituent):
            node = node.head
        return node if isinstance(node, Token) else None

    @property
    def is_discontinuous(self) -> bool:
        """Whether the words below have a gap."""
        return self.gap_degree > 0

    def constituents(self) -> "Iterator[Constituent]":
        """This constituent and those below it: a constituent before its children."""
        s = self.sentence
        return (Constituent(s, number) for number in s._below(self.number) if number >= s._n_words)

    def as_sentence(self) -> "Sentence":
        """A new sentence of the words below, with this constituent as its root."""
        from .sentence import Sentence  # which needs this module
        tokens = self.tokens
        place: Dict[int, int] = {token.number: i for i, token in enumerate(tokens)}
        made = Sentence([token.text for token in tokens], [token.tag for token in tokens], root=None)
        for node in self.constituents():
            new = made.add(node.label or "", [place[i] for i in node.indices])
            new.function = node.function if node.number != self.number else None
        for token, new_token in zip(tokens, made.tokens):
            new_token.function, new_token.lemma = token.function, token.lemma
            new_token.morphology = token.morphology
        return made

    def to_nltk(self, leaves: str = "word") -> Any:
        """This constituent as nltk.Tree; see Sentence.to_nltk."""
        from .nltk_trees import to_nltk
        return to_nltk(self, leaves)

    def _repr_svg_(self) -> str:
        return self.as_sentence().draw("svg")


def restore(sentence: "Sentence", number: int) -> Node:
    """A node that was pickled."""
    return sentence._node(number)


