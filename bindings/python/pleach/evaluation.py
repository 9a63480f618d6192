"""Scores of trees against others."""

import ctypes as c
import json
from typing import Any, Dict, List, Optional, Tuple, Union

from . import _arguments as given
from . import _structures as s
from ._functions import Handle, call, lib, taken
from .errors import Error
from .sentence import sentence_of


def _figure(value: Any) -> Any:
    """None where there is nothing to divide by."""
    return value.decode("utf-8") if isinstance(value, bytes) else None if value != value else value


class _Figures:
    """Fields of a C structure as attributes, of which some are shown."""

    _shown: Tuple[str, ...] = ()

    def __init__(self, raw: Any) -> None:
        for name, _ in raw._fields_:
            setattr(self, name, _figure(getattr(raw, name)))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values = ((name, getattr(self, name)) for name in self._shown)
        shown = " ".join("%s=%s" % (name, "None" if value is None else "%.2f" % value) for name, value in values)
        return "<%s %s>" % (type(self).__name__, shown)


class Comparison(_Figures):
    """One score of two parsers, `a` and `b`, in percent: their `difference`, the `p`-value of a two-sided
    test by randomization, and the 95% interval of the difference by bootstrap, `low` to `high`."""

    _shown = ("a", "b", "difference", "p", "low", "high")
    name: str
    a: Optional[float]
    b: Optional[float]
    difference: Optional[float]
    p: Optional[float]
    low: Optional[float]
    high: Optional[float]


class Scores(_Figures):
    """Scores of constituents in percent; None where there is nothing to divide by. `gold`, `candidate`
    and `matched` count brackets."""

    _shown = ("precision", "recall", "f1", "exact")
    precision: Optional[float]
    recall: Optional[float]
    f1: Optional[float]
    exact: Optional[float]
    gold: int
    candidate: int
    matched: int
    disc: "Scores"                    # of discontinuous constituents alone
    functions: "Scores"
    tagging: Optional[float]          # right tags
    sentences: int
    versus: Dict[str, Comparison]     # with a baseline, which is `a`


class Attachment(_Figures):
    """Scores of dependencies in percent; None where there is nothing to divide by."""

    _shown = ("uas", "las", "exact")
    uas: Optional[float]
    las: Optional[float]
    label: Optional[float]
    clas: Optional[float]
    exact: Optional[float]
    crossing: Optional[float]
    words: int
    no_punct: "Attachment"            # without punctuation
    conll18: Optional[Dict[str, Any]]  # measures of the CoNLL 2018 shared task, where asked for
    sentences: int
    versus: Dict[str, Comparison]     # with a baseline, which is `a`


class _Evaluation:
    """A pl_evaluation of all sentences, or of two files."""

    def __init__(self, gold: Any, parsed: Any, options: Dict[str, Any]) -> None:
        made = given.options(s.EvaluationOptions(), options)
        self._conll18 = bool(made.conll18)
        self.handle = Handle(call("pl_evaluation_new", c.byref(made)), lib.pl_evaluation_free)
        if isinstance(gold, given.PATHS):
            call("pl_evaluation_add_files", self.handle, given.path(gold), given.path(parsed))
            return
        gold, parsed = list(gold), list(parsed)
        if len(gold) != len(parsed):
            raise Error("%d gold trees, but %d to compare with them" % (len(gold), len(parsed)))
        for a, b in zip(gold, parsed):
            handles = sentence_of(a)._handle(), None if b is None else sentence_of(b)._handle()
            call("pl_evaluation_add", self.handle, handles[0], handles[1])

    def scores(self) -> Union[Scores, Attachment]:
        e = self.handle
        found: Union[Scores, Attachment]
        if lib.pl_evaluation_of_dependencies(e):
            found = Attachment(lib.pl_evaluation_attachment(e, 1))
            found.no_punct = Attachment(lib.pl_evaluation_attachment(e, 0))
            found.conll18 = json.loads(taken(call("pl_evaluation_json", e))) if self._conll18 else None
        else:
            found = Scores(lib.pl_evaluation_all(e))
            found.disc = Scores(lib.pl_evaluation_disc(e))
            found.functions = Scores(lib.pl_evaluation_functions(e))
            found.tagging = _figure(lib.pl_evaluation_tagging(e))
        found.sentences = lib.pl_evaluation_sentences(e)
        found.versus = {}
        return found


def _compared(a: _Evaluation, b: _Evaluation, samples: int, seed: int) -> Dict[str, Comparison]:
    scores = (s.Comparison * 3)()
    n = call("pl_evaluation_compare", a.handle, b.handle, given.number(samples, "samples", 10000000),
             given.number(seed, "seed", (1 << 64) - 1), scores)
    found: List[Comparison] = [Comparison(scores[i]) for i in range(n)]
    return {one.name: one for one in found}


def evaluate(gold: Any, parsed: Any, params: Optional[str] = None, baseline: Any = None, samples: int = 10000,
             seed: int = 1, **options: Any) -> Any:
    """Compares sentences pairwise, or two files, as `pleach eval` does; `params` is a name or a file of
    parameters.

    Constituents give Scores, dependencies (where the first gold sentence has no constituents) an
    Attachment. A sentence that is None among `parsed` counts as all wrong. `baseline` is what another
    parser gave: then `versus` tells whether the difference to it is luck, a dict of Comparisons by the
    names of scores ("f1", "disc_f1", "exact"; "uas", "las"). Options: disc_only, unlabelled,
    whole_labels, functions; for dependencies universal, subtypes and conll18, which adds the measures
    of the CoNLL 2018 shared task as the dict `conll18`; for files by_id, missing_zero.

    >>> import pleach
    >>> scores = pleach.evaluate("tests/data/dutch.discbracket", "tests/data/dutch.better",
    ...                          baseline="tests/data/dutch.parsed")
    >>> scores.sentences, scores.f1 > scores.versus["f1"].a, scores.versus["f1"].p < 0.1
    (42, True, True)
    """
    if not isinstance(gold, given.PATHS):
        gold = list(gold)
    made = _Evaluation(gold, parsed, dict(options, params=params))
    scores = made.scores()
    if baseline is not None:
        scores.versus = _compared(_Evaluation(gold, baseline, dict(options, params=params)), made, samples, seed)
    return scores


def compare(gold: Any, a: Any, b: Any, params: Optional[str] = None, samples: int = 10000, seed: int = 1,
            **options: Any) -> Dict[str, Comparison]:
    """Is b better than a? Sentences or files as in evaluate(); Comparisons by the names of scores."""
    if not isinstance(gold, given.PATHS):
        gold = list(gold)
    first = _Evaluation(gold, a, dict(options, params=params))
    return _compared(first, _Evaluation(gold, b, dict(options, params=params)), samples, seed)
