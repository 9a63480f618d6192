"""The steps by which a parser built a tree."""

from typing import Any, List, NamedTuple, Optional, Tuple

from ._structures import NONE, ROOT_HEAD


class Item(NamedTuple):
    """What stands on the stack of a parser: a word, or what was built over words so far."""

    label: Optional[str]  # None: a word, or no label yet
    words: List[int]
    head: int             # the word that heads it; -1: the root of dependencies


class Step(NamedTuple):
    """A step, and the configuration in which it was taken. Words are numbers."""

    number: int                          # from 1
    action: str
    score: float                         # in the model's units, or a probability
    probabilities: bool                  # scores are probabilities
    others: List[Tuple[str, float]]      # other actions and their scores, best first
    stack: List[Item]                    # the top comes last
    deque: List[Item]
    buffer: List[int]                    # words that were not read yet
    arc: Optional[Tuple[int, int]]       # head (-1: the root) and word of the arc that it made
    features: List[Tuple[str, float]]    # behind the score of a linear model, the strongest first


def _text(raw: Optional[bytes]) -> Any:
    return None if raw is None else raw.decode("utf-8", "replace")


def _head(number: int) -> int:
    return -1 if number == ROOT_HEAD else int(number)


def _items(at: Any, n: int) -> List[Item]:
    return [Item(_text(at[k].label), at[k].words[:at[k].n], _head(at[k].head)) for k in range(n)]


def _pairs(at: Any, n: int) -> List[Tuple[str, float]]:
    return [(_text(one.name), one.score) for one in at[:n]]


def step_of(raw: Any) -> Step:
    """A pl_parse_step."""
    return Step(raw.number, _text(raw.taken.name), raw.taken.score, bool(raw.probabilities),
                _pairs(raw.others, raw.n_others), _items(raw.stack, raw.n_stack), _items(raw.deque, raw.n_deque),
                raw.buffer[:raw.n_buffer], None if raw.word == NONE else (_head(raw.head), raw.word),
                _pairs(raw.features, raw.n_features))
