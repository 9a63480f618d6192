"""What is probably wrong in treebanks."""

import ctypes as c
import warnings
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

from . import _arguments as given
from . import _structures as s
from ._functions import Handle, call, lib
from .errors import Error
from .names import check_methods
from .nodes import Node
from .parser import Parser, load
from .sentence import Sentence, sentence_of
from .treebanks import open_any

Place = Tuple[Optional[str], int, Node]


def _text(raw: Optional[bytes]) -> Optional[str]:
    return None if raw is None else raw.decode("utf-8", "replace")


class Finding:
    """What is probably wrong, and where: a `sentence` with its `number` and `file`, and the `nodes` it is
    about.

    `place` is the first of them in words, `correction` what to do (None if that is not known), `kind`
    its kind ("tag", "label", "lower", "raise", "join", "dissolve", "group" or "none"), `corrected` the
    Sentence after it, or without one what a parser makes of the sentence (None if neither is known).
    `score` is what all methods say together, `scores` what each of them says, `methods` names those
    that are for it; `reasons` is text. `evidence` are places that are as the correction wants them:
    tuples of file, number and Node.
    """

    def __init__(self, raw: Any, sentence_at: Callable[[Any, int, int], Sentence]) -> None:
        self.score: float = raw.score
        self.scores: Dict[str, float] = {name: raw.scores[i] for i, name in enumerate(check_methods())}
        self.methods: List[str] = [name for name, score in self.scores.items() if score > 0]
        self.file, self.number = _text(raw.file), int(raw.number)
        self.sentence = sentence_at(raw.file, raw.number, raw.sentence)
        self.nodes: List[Node] = [self.sentence._node(raw.nodes[i]) for i in range(raw.n_nodes)]
        self.place, self.reasons, self.kind = _text(raw.place), _text(raw.reasons), _text(raw.kind)
        self.correction = _text(raw.correction)
        self.corrected: Optional[Sentence] = None
        if raw.corrected:
            self.corrected = Sentence._owning(lib.pl_sentence_copy(raw.corrected))
        places = [raw.evidence[i] for i in range(raw.n_evidence)]
        self.evidence: List[Place] = [
            (_text(at.file), at.number, sentence_at(at.file, at.number, at.sentence)._node(at.node)) for at in places]

    def __repr__(self) -> str:
        return "<Finding %s:%d %s>" % (self.file or "sentence", self.number, self.correction or self.place)


class _Check:
    """A pl_check, and the sentences that findings are about."""

    def __init__(self, options: Any) -> None:
        self.handle = Handle(call("pl_check_new", c.byref(options)), lib.pl_check_free, options)
        self._sentences: Dict[Tuple[Any, int], Sentence] = {}  # by file and number

    def add(self, trees: Any, transforms: given.Transforms) -> None:
        if isinstance(trees, given.PATHS):
            call("pl_check_add_treebank", self.handle, open_any(trees, transforms))
            return
        for one in [trees] if isinstance(trees, Sentence) else trees:
            if isinstance(one, given.PATHS):
                self.add(one, transforms)
                continue
            number = len(self._sentences) + 1
            sentence = sentence_of(one)
            self._sentences[None, number] = sentence
            call("pl_check_add", self.handle, sentence._handle(), None, number)

    def _sentence_at(self, file: Any, number: int, pointer: int) -> Sentence:
        """The caller's own sentence, or a copy of one from a file: the same for all findings."""
        if (file, number) not in self._sentences:
            self._sentences[file, number] = Sentence._owning(lib.pl_sentence_copy(pointer))
        return self._sentences[file, number]

    def findings(self) -> List[Finding]:
        call("pl_check_run", self.handle)
        found: List[Finding] = []
        while True:
            raw = lib.pl_check_finding(self.handle, len(found))
            if not raw:
                return found
            found.append(Finding(raw.contents, self._sentence_at))


def _method_bits(methods: Union[str, Iterable[str]]) -> int:
    known, bits = check_methods(), 0
    for name in [methods] if isinstance(methods, str) else methods:
        if name not in known:
            raise Error("there is no method %r: they are %s" % (name, ", ".join(known)))
        bits |= 1 << known.index(name)
    return bits


def check(trees: Any, methods: Union[str, Iterable[str]] = (), model: Union[Parser, given.PathLike, None] = None,
          folds: int = 0, limit: int = 100, seed: int = 1, threads: int = 0,
          progress: Optional[Callable[[str, float], Any]] = None,
          transforms: Optional[given.Transforms] = None) -> List[Finding]:
    """What is probably wrong in a treebank, as `pleach check` finds it, most suspicious first, at most
    `limit` Findings (0: all for which there is a reason).

    `trees` is a file or folder, a Sentence, or several of either. `methods` are names of
    check_methods(); none: all that can be used. The method "parser" needs a `model` (a Parser, or the
    name or file of a model) that was not trained on these trees, or `folds`, the number of parsers to
    train, each on the other parts of them. `transforms`, a dict, are applied to what is read from files.
    `progress` is called with what is being done and the share of it that is done; if it returns
    something true, the check stops: an Error with the code "stopped". Very long sentences are left out,
    with a RuntimeWarning.

    >>> import pleach
    >>> found = pleach.check(["tests/data/dutch.discbracket", "tests/data/dutch.parsed"], limit=1)
    >>> found[0].number, found[0].place
    (19, 'VNW-onbep-pron (niemand)')
    """
    raised: List[BaseException] = []

    def report(unused: Any, what: bytes, share: float) -> int:
        try:
            return 1 if progress is not None and progress(what.decode("utf-8"), share) else 0
        except BaseException as reason:  # raised again when C has returned
            raised.append(reason)
            return 1

    options = given.options(s.CheckOptions(), dict(methods=_method_bits(methods), folds=folds, limit=limit, seed=seed,
                                                   threads=threads))
    options.progress = s.PROGRESS(report)
    opened = model if isinstance(model, Parser) or model is None else load(model, nbest=8)
    kept = opened._model_handle() if opened is not None else None
    options.model = kept.pointer if kept is not None else None
    checking = _Check(options)
    checking.add(trees, transforms or {})
    try:
        found = checking.findings()
    finally:
        if raised:
            raise raised[0]
    left_out = lib.pl_check_left_out(checking.handle)
    if left_out:
        warnings.warn("very long sentences were not checked: %d" % left_out, RuntimeWarning, stacklevel=2)
    return found
