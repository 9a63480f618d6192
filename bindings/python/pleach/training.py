"""Training of parsers."""

import ctypes as c
import sys
from typing import Any, Callable, Dict, Iterable, List, Union

from . import _arguments as given
from . import _structures as s
from ._functions import call, lib, texts_of

_STAGES = ("read", "figure", "start", "progress", "epoch", "kept", "scoring", "choice")


class Report:
    """What training tells on its way.

    `stage` is "read", "figure", "start", "progress", "epoch", "kept", "scoring" or "choice"; the other fields are
    those of pl_train_report in pleach.h: epoch, epochs, best_epoch, done, all, sentences, tokens,
    labels, features, seconds … `scores` is a dict of the scores on the dev treebank.
    """

    stage: str
    epoch: int
    epochs: int
    scores: Dict[str, float]

    def __init__(self, raw: Any) -> None:
        for name, _ in raw._fields_:
            value = getattr(raw, name)
            setattr(self, name, value.decode("utf-8", "replace") if isinstance(value, bytes) else value)
        self.stage = _STAGES[raw.stage]
        self.scores = {raw.scores[i].name.decode("utf-8"): raw.scores[i].value for i in range(raw.n_scores)}
        del self.n_scores

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __repr__(self) -> str:
        return "<Report %s, epoch %d of %d %r>" % (self.stage, self.epoch, self.epochs, self.scores)


Progress = Union[bool, None, Callable[[Report], Any]]


def _print(report: Report) -> None:
    """A line for each epoch, on standard error."""
    if report.stage == "epoch":
        scores = ", ".join("%s %.2f" % item for item in report.scores.items())
        print("epoch %d of %d: %.1f s%s" % (report.epoch, report.epochs, report.seconds, scores and ", " + scores),
              file=sys.stderr)


def train(treebanks: Union[given.PathLike, Iterable[given.PathLike]], output: given.PathLike,
          dev: Union[given.PathLike, None] = None, progress: Progress = None, settings: Iterable[str] = (),
          **options: Any) -> None:
    """Trains a parser on a treebank, or a list of them, and writes the model to a file, which load()
    opens.

    `dev` is a treebank that decides which epoch is kept. `progress` is called with a Report now and
    then; if it returns something true, training stops: an Error with the code "stopped", and what has
    been learned is kept. progress=True prints a line per epoch. Further arguments are the options of
    `pleach train`, with _ for -, as pl_train_options in pleach.h lists them: system="sr-gap", epochs=10,
    beam=8, tagger=True, tokenizer="nl", checkpoint="FILE", resume=True, scorer="neural", size="small",
    threads=2, seed=1 …
    """
    names: List[Any] = [treebanks] if isinstance(treebanks, given.PATHS) else list(treebanks)
    raw_names = [given.path(name) for name in names]
    raw_settings = [given.name(setting, "a setting") for setting in settings]
    made = given.options(lib.pl_train_defaults(), options)
    see = _print if progress is True else progress or None
    if see is not None and not callable(see):
        raise TypeError("progress is a function, not %s" % type(progress).__name__)
    raised: List[BaseException] = []

    def report(unused: Any, raw: Any) -> int:
        try:
            return 1 if see is not None and see(Report(raw.contents)) else 0
        except BaseException as reason:  # raised again when C has returned
            raised.append(reason)
            return 1

    made.settings, made.n_settings = texts_of(raw_settings), len(raw_settings)
    made.report = s.REPORT(report)
    try:
        call("pl_train", texts_of(raw_names), len(raw_names), given.optional_path(dev), given.path(output),
             c.byref(made))
    finally:
        if raised:
            raise raised[0]
