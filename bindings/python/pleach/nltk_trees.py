"""Trees of NLTK, which have no crossing branches, to and from sentences.

NLTK is imported only to make its trees. What is read only has to look like an nltk.Tree: it iterates
over its children and has a method label().
"""

from typing import Any, Dict, Iterable, List, Optional, Tuple

from .nodes import Node, Token
from .sentence import Sentence


def to_nltk(top: Node, leaves: str) -> Any:
    """A node as nltk.Tree with words or their numbers at the leaves."""
    from nltk import Tree  # type: ignore[import]
    if leaves not in ("word", "index"):
        raise ValueError("leaves is 'word' or 'index'")
    made: Dict[int, Any] = {}
    for node in reversed(list(top.subtrees())):  # children before their parents
        below: List[Any] = [made[child.number] for child in node]
        if isinstance(node, Token):
            below = [node.number if leaves == "index" else node.text]
        made[node.number] = Tree(node.label or "", below)
    return made[top.number]


class _Reader:
    """Collects the words of a tree, and its constituents with the words below, parents first."""

    def __init__(self, words: Optional[Iterable[str]]) -> None:
        self.words: Dict[int, Tuple[str, Optional[str]]] = {}  # with their tags
        self.constituents: List[Tuple[str, List[int]]] = []
        self.given = None if words is None else list(words)

    def _leaf(self, leaf: Any, tag: Optional[str]) -> int:
        place = len(self.words) if self.given is None else int(leaf)
        if self.given is not None and not 0 <= place < len(self.given):
            raise ValueError("there are %d words, no number %d" % (len(self.given), place))
        if place in self.words:
            raise ValueError("word %d is there twice" % place)
        word = str(leaf) if self.given is None else self.given[place]
        self.words[place] = word, tag
        return place

    def take(self, top: Any) -> None:
        """Goes through the tree without recursion: it may be deep."""
        todo: List[Tuple[Any, List[List[int]]]] = [(top, [])]
        while todo:
            tree, above = todo.pop()
            if not hasattr(tree, "label"):
                found = self._leaf(tree, None)
            else:
                children = list(tree)
                if len(children) != 1 or hasattr(children[0], "label"):
                    below: List[int] = []
                    self.constituents.append((str(tree.label()), below))
                    todo.extend((child, above + [below]) for child in reversed(children))
                    continue
                found = self._leaf(children[0], str(tree.label()) or None)
            for indices in above:
                indices.append(found)


def from_nltk(tree: Any, words: Optional[Iterable[str]]) -> Sentence:
    if not hasattr(tree, "label"):
        raise TypeError("expected a tree of NLTK, not %s" % type(tree).__name__)
    reader = _Reader(words)
    reader.take(tree)
    order = sorted(reader.words)
    if reader.given is not None and len(order) != len(reader.given):
        raise ValueError("the tree has %d of %d words" % (len(order), len(reader.given)))
    made = Sentence([reader.words[i][0] for i in order], [reader.words[i][1] for i in order], root=None)
    for label, indices in reader.constituents:
        if indices:
            made.add(label or "ROOT", indices)
    return made


