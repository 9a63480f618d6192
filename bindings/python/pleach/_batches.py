"""From inputs of a parser to documents, a batch at a time: few calls of the library, in which other
threads can work."""

import ctypes as c
from itertools import groupby
from typing import Any, Iterable, List, Optional, Sequence, Tuple, Union

from . import _arguments as given
from ._functions import Handle, call, lib
from .doc import Doc
from .sentence import Sentence
from .treebanks import corpus_handle, sentences_of

# A text, the words of a sentence, its words with their tags, or a sentence that has them.
Input = Union[str, Sentence, Sequence[str], Sequence[Tuple[str, Optional[str]]]]
Tagged = Tuple[List[str], Optional[List[Optional[str]]]]

_AT_ONCE = 256  # sentences of a long text that are parsed in one call, which cannot be interrupted


class Work:
    """What one thread parses with: a model and a parser of the library, for up to `nbest` trees."""

    def __init__(self, model: Handle, state: Handle, nbest: int) -> None:
        self.model, self.state, self.nbest = model, state, nbest

    # -- parsing ------------------------------------------------------------------------------------

    def parse(self, corpus: Handle) -> List[Sentence]:
        if self.nbest <= 1:
            return sentences_of(corpus_handle(call("pl_parser_parse_corpus", self.state, corpus)))
        return [self._best(corpus, i) for i in range(lib.pl_corpus_size(corpus))]

    def run(self, corpus: Handle, i: int) -> Sentence:
        """Parses one sentence, whose trees and steps the parser then can give."""
        sentence = Handle(call("pl_corpus_sentence", corpus, i), lib.pl_sentence_free)
        return Sentence._owning(call("pl_parser_parse_sentence", self.state, sentence))

    def _best(self, corpus: Handle, i: int) -> Sentence:
        first, score = self.run(corpus, i), c.c_double()
        found: List[Sentence] = []
        while len(found) < self.nbest:
            tree = lib.pl_parser_tree(self.state, len(found), c.byref(score))
            if not tree:
                break
            found.append(Sentence._owning(tree))
            found[-1].score = score.value
        first.score = found[0].score if found else None
        first._nbest = (first, *found[1:])
        return first

    def tag(self, corpus: Handle) -> List[Sentence]:
        """The sentences with tags alone."""
        found = []
        for i in range(lib.pl_corpus_size(corpus)):
            sentence = Handle(call("pl_corpus_sentence", corpus, i), lib.pl_sentence_free)
            found.append(Sentence._owning(call("pl_parser_tag_sentence", self.state, sentence)))
        return found

    # -- inputs -------------------------------------------------------------------------------------

    def docs(self, items: List[Any], make: Any) -> List[Doc]:
        """A document for each input; `make` gives the sentences of a corpus."""
        found: List[Doc] = []
        for kind, group in groupby(items, _kind):
            found.extend(getattr(self, kind)(list(group), make))
        return found

    def _of_sentences(self, items: List[Sentence], make: Any) -> List[Doc]:
        return [Doc([sentence]) for sentence in make(corpus_of(items))]

    def _of_words(self, items: List[Any], make: Any) -> List[Doc]:
        tagged = [self._complete(words_and_tags(item)) for item in items]
        return [Doc([sentence]) for sentence in make(corpus_of_words(tagged))]

    def _of_texts(self, items: List[Any], make: Any) -> List[Doc]:
        """Cuts several texts at once, each in parts."""
        texts = [_Text(self.model, item) for item in items]
        live = texts
        while live:
            counts = (c.c_size_t * len(live))()
            pointers = (c.c_void_p * len(live))(*(text.handle.pointer for text in live))
            corpus = corpus_handle(call("pl_corpus_take", pointers, len(live), _AT_ONCE, counts))
            sentences = iter(make(corpus))
            for text, count in zip(live, counts):
                text.sentences.extend(next(sentences) for _ in range(count))
            live = [text for text, count in zip(live, counts) if count]
        return [Doc(text.sentences, text.text) for text in texts]

    def _complete(self, tagged: Tagged) -> Tagged:
        """The model's tags where only some words have tags."""
        words, tags = tagged
        if tags is None or None not in tags or not lib.pl_model_has_tagger(self.model):
            return tagged
        if all(tag is None for tag in tags):
            return words, None
        found = self.tag(corpus_of_words([(words, None)]))[0].tags
        return words, [new if tag is None else tag for tag, new in zip(tags, found)]


class _Text:
    """A text that is being cut into sentences."""

    def __init__(self, model: Handle, item: Any) -> None:
        raw = given.content(item)
        self.text = item if isinstance(item, str) else raw.decode("utf-8", "replace")
        self.handle = Handle(call("pl_model_text", model, raw, len(raw)), lib.pl_treebank_close, raw, model)
        self.sentences: List[Sentence] = []


def _kind(item: Any) -> str:
    """The method for an input."""
    if isinstance(item, (str, bytes, bytearray)):
        return "_of_texts"
    return "_of_sentences" if isinstance(item, Sentence) else "_of_words"


def words_and_tags(item: Any) -> Tagged:
    """A sentence that is given as a list of words, or of pairs of a word and its tag."""
    tokens = list(item)
    if all(isinstance(token, str) for token in tokens):
        return tokens, None
    for token in tokens:
        if not isinstance(token, (tuple, list)) or len(token) != 2:
            raise TypeError("a sentence is a list of words or a list of (word, tag), not of %r" % (token,))
    return given.words(word for word, _ in tokens), given.tags((tag for _, tag in tokens), len(tokens))


def _blob(texts: List[str]) -> bytes:
    """Texts one behind the other, each with a NUL at its end."""
    blob = "\0".join([*texts, ""])
    if blob.count("\0") != len(texts):
        raise ValueError("there is a NUL character in a word")
    return blob.encode("utf-8")


def corpus_of_words(tagged: Iterable[Tagged]) -> Handle:
    sentences = list(tagged)
    words = _blob([word for words, _ in sentences for word in words])
    tags = None
    if any(tags is not None for _, tags in sentences):
        tags = _blob([tag or "" for words, tags in sentences for tag in tags or [None] * len(words)])
    lengths = (c.c_uint32 * len(sentences))(*(len(words) for words, _ in sentences))
    return corpus_handle(call("pl_corpus_of_words", lengths, len(sentences), words, len(words), tags, len(tags or b"")))


def corpus_of(sentences: List[Sentence]) -> Handle:
    handles = [sentence._handle() for sentence in sentences]
    pointers = (c.c_void_p * len(handles))(*(handle.pointer for handle in handles))
    return corpus_handle(call("pl_corpus_of", pointers, len(handles)))
