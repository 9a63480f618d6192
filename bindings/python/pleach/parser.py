"""Parsers: text in, trees out."""

import ctypes as c
import json
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, Deque, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _arguments as given
from . import _structures as s
from ._batches import Input, Work, corpus_of
from ._functions import Handle, call, lib
from .doc import Doc
from .errors import Error
from .nodes import Node
from .sentence import Sentence
from .steps import Step, step_of

Constraint = Union[Node, Sentence, Dict[str, Any]]
_ALL_FEATURES = 10**6  # there are fewer
Done = Tuple[List[Doc], Optional[BaseException]]  # documents, and what went wrong behind the last


class Parser:
    """A parser with its model, which any number of threads may use; load() opens it.

    Calling it parses one input, pipe() many. An input is a text, which the model's tokenizer cuts into
    sentences and words; a list of words, or of pairs of a word and its tag; or a Sentence, of which
    the words and tags are taken.

    >>> import pleach
    >>> nlp = pleach.load("nl")
    >>> doc = nlp("Dat boek had ze gelezen.")
    >>> doc[0].tags
    ['VNW-aanw-det', 'N-soort', 'WW-pv', 'VNW-pers-pron', 'WW-vd', 'LET']
    >>> [node.text for node in doc[0].constituents if node.is_discontinuous]
    ['Dat boek … gelezen']
    """

    def __init__(self, model: Optional[given.PathLike] = None, beam: int = 0, nbest: int = 1, **options: Any) -> None:
        self._arguments = model, dict(options, beam=beam, nbest=nbest)
        self.nbest = given.number(nbest, "nbest")
        made = given.options(s.ParseOptions(), self._arguments[1])
        pointer = call("pl_model_open", given.optional_path(model), c.byref(made))
        self._model: Optional[Handle] = Handle(pointer, lib.pl_model_close)
        self._idle: List[Handle] = []  # parsers of the library that no thread uses

    # -- the model ----------------------------------------------------------------------------------

    def _model_handle(self) -> Handle:
        if self._model is None:
            raise Error("the parser is closed")
        return self._model

    def close(self) -> None:
        """Frees the model as soon as no thread parses with it. Sentences stay; parsing again is an
        Error."""
        self._model = None
        self._idle.clear()

    def __enter__(self) -> "Parser":
        return self

    def __exit__(self, *unused: Any) -> None:
        self.close()

    def __copy__(self) -> "Parser":
        return self

    def __deepcopy__(self, memo: Any) -> "Parser":
        return self

    def __reduce__(self) -> Tuple[Any, ...]:
        return _reopen, self._arguments

    def __repr__(self) -> str:
        return "<Parser %r%s>" % (self._arguments[0], " (closed)" if self._model is None else "")

    @property
    def about(self) -> Dict[str, str]:
        """What the model tells of itself: system, features, language, scores …"""
        lines = lib.pl_model_about(self._model_handle()).decode("utf-8", "replace").splitlines()
        return dict(line.split(": ", 1) for line in lines if ": " in line)

    @property
    def has_tagger(self) -> bool:
        """Whether words need no tags."""
        return bool(lib.pl_model_has_tagger(self._model_handle()))

    # -- parsing ------------------------------------------------------------------------------------

    @contextmanager
    def _work(self) -> Iterator[Work]:
        """A parser of the library for one thread, and for the moment."""
        model = self._model_handle()
        try:
            state = self._idle.pop()
        except IndexError:
            state = Handle(lib.pl_parser_new(model), lib.pl_parser_free, model)
        try:
            yield Work(model, state, self.nbest)
        finally:
            if self._model is model:
                self._idle.append(state)

    @contextmanager
    def _constrained(self, constraints: List[Constraint]) -> Iterator[Work]:
        with self._work() as work:
            if not constraints:
                yield work
                return
            with _constraints(constraints) as made:
                call("pl_parser_constrain", work.state, made)
            try:
                yield work
            finally:
                call("pl_parser_constrain", work.state, None)

    def __call__(self, item: Optional[Input] = None, *, words: Optional[Iterable[str]] = None,
                 tags: Optional[Iterable[Optional[str]]] = None, constraints: Iterable[Constraint] = ()) -> Doc:
        """Parses one input: a text, a list of words or a Sentence; or `words`, with `tags`, of which
        some may be None.

        The trees obey the constraints, a list of nodes to keep (a Constituent, or a Sentence for all
        of its constituents or arcs) and dicts: {"kind": "bracket", "words": [0, 1, 4], "label": "NP"},
        {"kind": "arc", "words": [1], "head": 3, "label": "nsubj"} and so on (docs/constraints.md).

        >>> import pleach
        >>> nlp = pleach.load("nl")
        >>> nlp(words=["Dat", "boek", "las", "ze"], tags=["VNW-aanw-det", None, None, None])[0].tags
        ['VNW-aanw-det', 'N-soort', 'WW-pv', 'VNW-pers-pron']
        """
        item = _input(item, words, tags)
        with self._constrained(list(constraints)) as work:
            return work.docs([item], work.parse)[0]

    def tokenize(self, text: str) -> Doc:
        """A text cut into sentences and words, without tags and trees."""
        from .treebanks import sentences_of
        with self._work() as work:
            return work.docs([given.content(text) if not isinstance(text, str) else text], sentences_of)[0]

    def tag(self, item: Optional[Input] = None, *, words: Optional[Iterable[str]] = None) -> Doc:
        """The words of an input with the tags that the model's tagger finds, without trees."""
        item = _input(item, words, None)
        with self._work() as work:
            return work.docs([item], work.tag)[0]

    def explain(self, item: Optional[Input] = None, *, words: Optional[Iterable[str]] = None,
                tags: Optional[Iterable[Optional[str]]] = None, best: int = 0, others: int = 5,
                constraints: Iterable[Constraint] = ()) -> List[Step]:
        """How the tree of one sentence comes about: the steps to it, or to the one that is number `best`
        from 0, each with up to so many `others` that were possible. Grammars have no steps.

        >>> import pleach
        >>> steps = pleach.load("nl").explain(words=["Ja", "!"])
        >>> steps[0].number, steps[0].buffer
        (1, [0, 1])
        """
        sentence = self._one(_input(item, words, tags))
        found: List[Step] = []

        def see(context: Any, raw: Any) -> int:
            found.append(step_of(raw.contents))
            return 0

        with self._constrained(list(constraints)) as work:
            work.run(corpus_of([sentence]), 0)
            call("pl_parser_steps", work.state, given.number(best, "best"),
                 given.number(others, "others"), _ALL_FEATURES, s.SEE(see), None)
        return found

    def _one(self, item: Any) -> Sentence:
        """The one sentence of an input, before it is parsed."""
        from .treebanks import sentences_of
        with self._work() as work:
            doc = work.docs([item], sentences_of)[0]
        if len(doc) != 1:
            raise Error("expected one sentence, not %d" % len(doc))
        return doc[0]

    def pipe(self, items: Iterable[Input], *, threads: int = 1, batch: int = 64) -> Iterator[Doc]:
        """Parses many inputs, and gives their documents in the same order, one after the other.

        `threads` threads parse batches of so many inputs, while at most 2 * threads batches are in
        memory. Small batches give the first documents sooner, large ones are faster with networks.
        What goes wrong with an input, or in `items`, is raised behind the documents before it.

        >>> import pleach
        >>> nlp = pleach.load("nl")
        >>> [doc[0].words[0] for doc in nlp.pipe(["Ja!", ["Nee", "."]], threads=2)]
        ['Ja', 'Nee']
        """
        threads, batch = given.number(threads, "threads", 1024), given.number(batch, "batch", 1 << 20)
        if threads == 0 or batch == 0:
            raise ValueError("threads and batch are at least 1")
        self._model_handle()
        batches = _batches(iter(items), batch)
        return self._alone(batches) if threads == 1 else self._together(batches, threads)

    def _parse(self, items: List[Any]) -> Done:
        """Parses a batch; if that fails, one by one, up to the input that is to blame."""
        try:
            with self._work() as work:
                return work.docs(items, work.parse), None
        except Exception as reason:
            if len(items) == 1:
                return [], reason
        docs: List[Doc] = []
        for item in items:
            found, error = self._parse([item])
            docs += found
            if error is not None:
                return docs, error
        return docs, None

    def _alone(self, batches: "Iterator[Tuple[List[Any], Optional[Exception]]]") -> Iterator[Doc]:
        for items, error in batches:
            yield from _given(self._parse(items))
            if error is not None:
                raise error

    def _together(self, batches: "Iterator[Tuple[List[Any], Optional[Exception]]]", threads: int) -> Iterator[Doc]:
        pool = ThreadPoolExecutor(threads, "pleach")
        waiting: "Deque[Future[Done]]" = deque()
        try:
            for items, error in batches:
                waiting.append(pool.submit(self._parse, items))
                if len(waiting) == 2 * threads or error is not None:
                    yield from _given(waiting.popleft().result())
                while waiting and error is not None:
                    yield from _given(waiting.popleft().result())
                if error is not None:
                    raise error
            while waiting:
                yield from _given(waiting.popleft().result())
        finally:
            for future in waiting:
                future.cancel()
            pool.shutdown()


def _given(done: Done) -> Iterator[Doc]:
    docs, error = done
    yield from docs
    if error is not None:
        raise error


def _batches(items: Iterator[Any], n: int) -> "Iterator[Tuple[List[Any], Optional[Exception]]]":
    """Up to n items at a time, and what the iterator raised behind them."""
    while True:
        batch: List[Any] = []
        error = None
        try:
            for item in islice(items, n):
                batch.append(item)
        except Exception as reason:
            error = reason
        if batch or error:
            yield batch, error
        if len(batch) < n:
            return


def _input(item: Any, words: Any, tags: Any) -> Any:
    """What one input is, of the three ways in which it can be given."""
    if (item is None) == (words is None):
        raise TypeError("expected a text, a Sentence, or words")
    if words is None:
        if tags is not None:
            raise TypeError("tags are given with words")
        return item
    found = given.words(words)
    found_tags = given.tags(tags, len(found))
    return [*zip(found, found_tags)] if found_tags is not None else found


@contextmanager
def _constraints(constraints: List[Constraint]) -> Iterator[int]:
    made = lib.pl_constraints_new()
    try:
        for one in constraints:
            if isinstance(one, (Node, Sentence)):
                sentence, node = (one, s.NONE) if isinstance(one, Sentence) else (one.sentence, one.number)
                call("pl_constraints_put_sentence", made, sentence._handle(), given.number(node, "a node"))
            else:
                text = json.dumps([one]).encode()
                call("pl_constraints_put_json", made, text, len(text))
        yield made
    finally:
        lib.pl_constraints_free(made)


def _reopen(model: Any, options: Dict[str, Any]) -> Parser:
    """A parser that was pickled."""
    return Parser(model, **options)


def load(model: Optional[given.PathLike] = None, *, beam: int = 0, nbest: int = 1, confidence: bool = False,
         retag: bool = False, diverse: bool = False, crossing: float = 0.0, seconds: float = 0.0,
         objective: Optional[str] = None, rerank: Optional[given.PathLike] = None,
         rerank_weight: float = 0.0, margin: float = 0.0) -> Parser:
    """Opens a model: one that comes with pleach by its name ("nl"; None: the default one), or a file that
    train() or grammar() wrote.

    beam           hypotheses kept at each step; 0: as in training
    nbest          trees of each sentence: Sentence.nbest, each with its score
    confidence     sentences and nodes have a confidence, the probability that they are right
    retag          do not use tags that words have
    diverse        trees of another structure come first in Sentence.nbest
    crossing       dependencies: bonus for crossing arcs
    seconds        grammars: time limit for a sentence; 0: none
    objective      grammars: "mpp", "mpd" or "shortest"
    rerank         a grammar of fragments that chooses one of the nbest trees, and its weight
    margin         drop hypotheses that score worse than the best one by more than this; 0: as in training; below
                   0: none

    >>> import pleach
    >>> nlp = pleach.load("nl", nbest=2)
    >>> trees = nlp(words=["Dat", "boek", "las", "ze", "."])[0].nbest
    >>> len(trees), trees[0].score > trees[1].score
    (2, True)
    """
    return Parser(model, beam=beam, nbest=nbest, confidence=confidence, retag=retag, diverse=diverse,
                  crossing=crossing, seconds=seconds, objective=objective, rerank=rerank, rerank_weight=rerank_weight,
                  margin=margin)
