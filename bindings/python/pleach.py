"""Trees with crossing branches: read, parse, walk, draw, write and score them.

    import pleach

    for tree in pleach.read("tiger.export.zst"):
        print(tree.draw())
        for node in tree.root.subtrees():
            if node.gap_degree > 0:
                print(node.label, node.span, node.text)

    parser = pleach.Parser("nl.model")
    tree = parser.parse([("Dat", "VNW"), ("boek", "N"), ("las", "WW"), ("ze", "VNW")])

The module calls the C library through ctypes: no build step, nothing but Python's own modules.
It looks for the library in the variable PLEACH_LIBRARY, next to itself (the folder build/ of a
source tree, the folders above an installed module), and where the system keeps libraries. What
goes wrong is raised as pleach.Error, whose text names file, line and sentence. A parser may be
used by one thread at a time (each thread opens its own); trees are not changed by anything and
may be shared.
"""

import ctypes as _c
import ctypes.util as _util
import glob as _glob
import math as _math
import os as _os

__all__ = ["Error", "Tree", "Node", "Parser", "Scores", "read", "reads", "write", "evaluate",
           "formats", "transforms", "version"]

_NONE = 0xFFFFFFFF       # no such node
_ROOT_HEAD = 0xFFFFFFFE  # head of a word that depends on the root


class Error(Exception):
    """What the library says went wrong."""


# -- the library -----------------------------------------------------------------------------

def _candidates():
    """Paths and names of the library, the likeliest first."""
    if _os.environ.get("PLEACH_LIBRARY"):
        yield _os.environ["PLEACH_LIBRARY"]
        return
    here = _os.path.dirname(_os.path.realpath(__file__))
    yield _os.path.join(here, "..", "..", "build", "libpleach.so")
    for above in ("..", _os.path.join("..", "..")):
        yield _os.path.join(here, above, "libpleach.so.0")
        yield from _glob.glob(_os.path.join(here, above, "*", "libpleach.so.0"))
    yield "libpleach.so.0"
    if _util.find_library("pleach"):
        yield _util.find_library("pleach")


class _ErrorText(_c.Structure):
    _fields_ = [("text", _c.c_char * 1024)]


class _Figures(_c.Structure):
    _fields_ = [(name, _c.c_double) for name in ("precision", "recall", "f1", "exact")] + \
               [(name, _c.c_uint64) for name in ("gold", "candidate", "matched")]


class _ParseOptions(_c.Structure):
    _fields_ = [("beam", _c.c_uint32), ("nbest", _c.c_uint32), ("retag", _c.c_uint32),
                ("reserved", _c.c_uint32 * 5)]


_ptr, _str, _u32, _err = _c.c_void_p, _c.c_char_p, _c.c_uint32, _c.POINTER(_ErrorText)
_strs = _c.POINTER(_c.c_char_p)

# The functions of pleach.h: result and arguments. Text that the caller frees is a pointer.
_PROTOTYPES = {
    "pl_version": (_str, []),
    "pl_treebank_open": (_ptr, [_str, _str, _err]),
    "pl_treebank_from_memory": (_ptr, [_str, _c.c_size_t, _str, _err]),
    "pl_treebank_transform": (_c.c_int, [_ptr, _str, _str, _err]),
    "pl_treebank_next": (_c.c_int, [_ptr, _c.POINTER(_ptr), _err]),
    "pl_treebank_close": (None, [_ptr]),
    "pl_sentence_copy": (_ptr, [_ptr]),
    "pl_sentence_free": (None, [_ptr]),
    "pl_sentence_length": (_u32, [_ptr]),
    "pl_sentence_nodes": (_u32, [_ptr]),
    "pl_sentence_root": (_u32, [_ptr]),
    "pl_sentence_id": (_str, [_ptr]),
    "pl_sentence_word": (_str, [_ptr, _u32]),
    "pl_sentence_label": (_str, [_ptr, _u32]),
    "pl_sentence_function": (_str, [_ptr, _u32]),
    "pl_sentence_lemma": (_str, [_ptr, _u32]),
    "pl_sentence_morphology": (_str, [_ptr, _u32]),
    "pl_sentence_raw": (_str, [_ptr]),
    "pl_sentence_place": (_c.c_int, [_ptr, _u32, _c.POINTER(_c.c_size_t), _c.POINTER(_c.c_size_t)]),
    "pl_sentence_parent": (_u32, [_ptr, _u32]),
    "pl_sentence_first_child": (_u32, [_ptr, _u32]),
    "pl_sentence_next_sibling": (_u32, [_ptr, _u32]),
    "pl_sentence_head_child": (_u32, [_ptr, _u32]),
    "pl_sentence_gap_degree": (_u32, [_ptr, _u32]),
    "pl_sentence_yield": (_u32, [_ptr, _u32, _c.POINTER(_u32), _u32]),
    "pl_sentence_head": (_u32, [_ptr, _u32]),
    "pl_sentence_relation": (_str, [_ptr, _u32]),
    "pl_output_open": (_ptr, [_str, _str, _err]),
    "pl_output_put": (_c.c_int, [_ptr, _ptr, _err]),
    "pl_output_close": (_c.c_int, [_ptr, _err]),
    "pl_sentence_text": (_ptr, [_ptr, _str, _err]),
    "pl_sentence_draw": (_ptr, [_ptr, _str, _err]),
    "pl_text_free": (None, [_ptr]),
    "pl_tree_model_open": (_ptr, [_str, _c.POINTER(_ParseOptions), _err]),
    "pl_tree_model_about": (_str, [_ptr]),
    "pl_tree_model_tags": (_c.c_int, [_ptr]),
    "pl_tree_model_close": (None, [_ptr]),
    "pl_tree_model_text": (_ptr, [_ptr, _str, _c.c_size_t, _err]),
    "pl_tree_model_read": (_ptr, [_ptr, _str, _str, _err]),
    "pl_tree_parser_new": (_ptr, [_ptr]),
    "pl_tree_parser_sentence": (_ptr, [_ptr, _ptr, _err]),
    "pl_tree_parser_tree": (_ptr, [_ptr, _u32, _c.POINTER(_c.c_double)]),
    "pl_tree_parser_parse": (_ptr, [_ptr, _strs, _strs, _u32, _err]),
    "pl_tree_parser_close": (None, [_ptr]),
    "pl_evaluation_new": (_ptr, [_str, _err]),
    "pl_evaluation_add": (_c.c_int, [_ptr, _ptr, _ptr, _err]),
    "pl_evaluation_sentences": (_c.c_uint64, [_ptr]),
    "pl_evaluation_all": (_Figures, [_ptr]),
    "pl_evaluation_disc": (_Figures, [_ptr]),
    "pl_evaluation_tagging": (_c.c_double, [_ptr]),
    "pl_evaluation_free": (None, [_ptr]),
    "pl_format_name": (_str, [_c.c_size_t]),
    "pl_transform_name": (_str, [_c.c_size_t]),
}


def _load():
    tried = []
    for path in _candidates():
        if _os.sep in path and not _os.path.exists(path):
            continue
        try:
            library = _c.CDLL(path)
        except OSError as reason:
            tried.append(str(reason))
            continue
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        return library
    raise ImportError("libpleach.so.0 is not found: `make` builds it, `make install` installs it, "
                      "PLEACH_LIBRARY names it (%s)" % "; ".join(tried))


_lib = _load()


def _call(name, *arguments):
    """Calls a function whose last argument is the error; raises if it fails."""
    error = _ErrorText()
    result = getattr(_lib, name)(*arguments, _c.byref(error))
    if result is None or result == -1:
        raise Error(error.text.decode("utf-8", "replace"))
    return result


def _bytes(text):
    """Text for the library; None stays None."""
    return None if text is None else _os.fsencode(text)


def _text(raw):
    return None if raw is None else raw.decode("utf-8", "replace")


def _raw(text):
    """Bytes of a text that the library gets with its length; bytes are taken as they are."""
    if isinstance(text, (bytes, bytearray)):
        return bytes(text)
    if not isinstance(text, str):
        raise TypeError("expected text, not %s" % type(text).__name__)
    return text.encode("utf-8")


def _word(text):
    """The bytes of a word or a tag, which end at a NUL."""
    if not isinstance(text, str):
        raise TypeError("words and tags are text, not %s" % type(text).__name__)
    if "\0" in text:
        raise ValueError("there is a NUL character in %r" % text)
    return text.encode("utf-8")


def _taken(pointer):
    """The text of a pointer that must be freed."""
    try:
        return _text(_c.string_at(pointer))
    finally:
        _lib.pl_text_free(pointer)


# -- trees -----------------------------------------------------------------------------------

class Node:
    """A word or a constituent of a tree.

    Nodes with equal `number` of the same tree are equal. The words have the numbers 0, 1, … in
    their order.
    """

    __slots__ = ("tree", "number")

    def __init__(self, tree, number):
        self.tree, self.number = tree, number

    def __eq__(self, other):
        return isinstance(other, Node) and other.tree is self.tree and other.number == self.number

    def __hash__(self):
        return hash((id(self.tree), self.number))

    def __repr__(self):
        return "<%s %r %s>" % ("word" if self.is_word else "node", self.label, self.text)

    def _field(self, name):
        return _text(getattr(_lib, "pl_sentence_" + name)(self.tree._handle, self.number))

    def _node(self, name):
        return self.tree._node(getattr(_lib, "pl_sentence_" + name)(self.tree._handle, self.number))

    is_word = property(lambda self: self.number < len(self.tree))
    word = property(lambda self: self._field("word"), doc="the word; None of a constituent")
    label = property(lambda self: self._field("label"), doc="the category, or the tag of a word")
    function = property(lambda self: self._field("function"), doc="to the parent; None if not annotated")
    lemma = property(lambda self: self._field("lemma"))
    morphology = property(lambda self: self._field("morphology"))
    parent = property(lambda self: self._node("parent"), doc="None of the root")
    head = property(lambda self: self._node("head_child"), doc="the head child; None if not marked")
    gap_degree = property(lambda self: _lib.pl_sentence_gap_degree(self.tree._handle, self.number),
                          doc="the number of gaps in the words below; 0: continuous")

    @property
    def children(self):
        """In the order of their lowest words."""
        found, child = [], self._node("first_child")
        while child is not None:
            found.append(child)
            child = child._node("next_sibling")
        return found

    @property
    def span(self):
        """The numbers of the words below, ascending."""
        words = (_u32 * max(1, len(self.tree)))()
        n = _lib.pl_sentence_yield(self.tree._handle, self.number, words, len(self.tree))
        return words[:n]

    @property
    def blocks(self):
        """The span as runs of adjacent words: [(0, 2), (5, 6)] is words 0, 1 and 5."""
        runs = []
        for word in self.span:
            if runs and runs[-1][1] == word:
                runs[-1] = (runs[-1][0], word + 1)
            else:
                runs.append((word, word + 1))
        return runs

    @property
    def text(self):
        """The words below; … stands for a gap."""
        words = self.tree.words
        return " … ".join(" ".join(words[i] or "" for i in range(*block)) for block in self.blocks)

    def subtrees(self):
        """This node and all below it: a node before its children."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))

    def to_nltk(self, leaves="word"):
        """This node as nltk.Tree. leaves="index" puts the numbers of the words at the leaves, so
        that crossing branches are not lost; children stand in the order of their lowest words."""
        from nltk import Tree as NltkTree  # only who asks for it needs NLTK
        if leaves not in ("word", "index"):
            raise ValueError("leaves is 'word' or 'index'")
        made = {}
        for node in reversed(list(self.subtrees())):  # children before their parents
            below = [made[child] for child in node.children]
            if node.is_word:
                below = [node.number if leaves == "index" else node.word]
            made[node] = NltkTree(node.label or "", below)
        return made[self]


class Tree:
    """A sentence with its tree, or with its dependencies, or both. len() is the number of words.

    Trees come from read(), reads(), Tree.parse() and a Parser. Nothing changes them, so that a
    copy is the tree itself; between processes send tree.to("discbracket") or another format.
    """

    def __init__(self, *unused):
        raise TypeError("trees come from read(), reads(), Tree.parse() and Parser.parse()")

    @classmethod
    def _own(cls, handle):
        """The tree of a pl_sentence, which it frees in the end."""
        tree = cls.__new__(cls)
        tree._handle = handle
        return tree

    def __del__(self, free=_lib.pl_sentence_free):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            free(handle)

    def __copy__(self):
        return self

    def __deepcopy__(self, unused):
        return self

    def __reduce__(self):
        raise TypeError('trees cannot be pickled: send tree.to("discbracket") and read it with Tree.parse()')

    @classmethod
    def parse(cls, text, format=None):
        """The first tree in a string: Tree.parse("(S (A 0=a) (B 1=b))")."""
        for tree in reads(text, format):
            return tree
        raise Error("there is no sentence in the text")

    def _node(self, number):
        return None if number == _NONE else Node(self, number)

    def __len__(self):
        return _lib.pl_sentence_length(self._handle)

    def __repr__(self):
        return "<Tree %s: %s>" % (self.id or "", " ".join(word or "_" for word in self.words))

    def __str__(self):
        return self.draw().rstrip("\n")

    @property
    def id(self):
        return _text(_lib.pl_sentence_id(self._handle))

    @property
    def root(self):
        """The topmost node; None if the sentence has no constituents."""
        return self._node(_lib.pl_sentence_root(self._handle))

    @property
    def leaves(self):
        """The words as nodes."""
        return [Node(self, i) for i in range(len(self))]

    @property
    def words(self):
        return [_text(_lib.pl_sentence_word(self._handle, i)) for i in range(len(self))]

    @property
    def tags(self):
        return [_text(_lib.pl_sentence_label(self._handle, i)) for i in range(len(self))]

    @property
    def nodes(self):
        """The constituents."""
        return [Node(self, i) for i in range(len(self), _lib.pl_sentence_nodes(self._handle))]

    @property
    def heads(self):
        """Dependencies: for each word the number of its head, -1 of those that depend on the
        root, None where nothing is annotated."""
        found = [_lib.pl_sentence_head(self._handle, i) for i in range(len(self))]
        return [None if h == _NONE else -1 if h == _ROOT_HEAD else h for h in found]

    @property
    def relations(self):
        return [_text(_lib.pl_sentence_relation(self._handle, i)) for i in range(len(self))]

    def draw(self, format="text"):
        """A picture: text, svg, latex or html."""
        return _taken(_call("pl_sentence_draw", self._handle, _bytes(format)))

    def to(self, format):
        """The sentence in a treebank format: to("discbracket"), to("conllu"), to("json")."""
        return _taken(_call("pl_sentence_text", self._handle, _bytes(format)))

    def to_nltk(self, leaves="word"):
        """The whole tree as nltk.Tree; see Node.to_nltk."""
        if self.root is None:
            raise Error("the sentence has no constituents")
        return self.root.to_nltk(leaves)


def _tree(value):
    if not isinstance(value, Tree):
        raise TypeError("expected a Tree, not %s" % type(value).__name__)
    return value


# -- treebanks -------------------------------------------------------------------------------

def _sentences(treebank, steps, keep=None):
    """The sentences of an open treebank, which is closed in the end; `keep` is what it reads."""
    try:
        for name, argument in steps:
            argument = None if argument is True else str(argument)
            _call("pl_treebank_transform", treebank, _bytes(name.replace("_", "-")), _bytes(argument))
        found = _ptr()
        while _call("pl_treebank_next", treebank, _c.byref(found)) > 0:
            yield Tree._own(_lib.pl_sentence_copy(found))
    finally:
        _lib.pl_treebank_close(treebank)
        del keep


def read(path, format=None, **transforms):
    """The trees of a file or folder, one after the other; the format is guessed if not given.

    Further arguments are transforms of `pleach convert`, applied in the order given:
    read("tiger.export", punct="move", functions="remove", unbinarize=True).
    """
    return _sentences(_call("pl_treebank_open", _bytes(path), _bytes(format)), transforms.items())


def reads(text, format=None, **transforms):
    """The same from a string, or from bytes as they stand in a file."""
    raw = _raw(text)
    return _sentences(_call("pl_treebank_from_memory", raw, len(raw), _bytes(format)),
                      transforms.items(), raw)


def write(path, trees, format="discbracket"):
    """Writes trees to a file, compressed if its name ends in .zst or .gz; returns how many."""
    out, n = _call("pl_output_open", _bytes(path), _bytes(format)), 0
    try:
        for tree in trees:
            _call("pl_output_put", out, _tree(tree)._handle)
            n += 1
    except BaseException:
        _lib.pl_output_close(out, None)
        raise
    _call("pl_output_close", out)
    return n


# -- parsing ---------------------------------------------------------------------------------

def _words_and_tags(tokens):
    """Bytes of words and of tags, which are None if no word has one."""
    if all(isinstance(token, str) for token in tokens):
        return [_word(token) for token in tokens], None
    for token in tokens:
        if not isinstance(token, (tuple, list)) or len(token) != 2:
            raise TypeError("a sentence is a list of words or a list of (word, tag), not of %r" % (token,))
    return [_word(word) for word, _ in tokens], [_word(tag) for _, tag in tokens]


class Parser:
    """A parser with its model: a file, or the name of one that comes with pleach.

    `beam` 0: what the model was trained with. parse() takes words, parse_text() raw text,
    and best() then gives up to `nbest` trees of the last sentence with their scores.
    """

    def __init__(self, model=None, beam=0, nbest=1):
        self._model = self._handle = None
        self._nbest = nbest
        options = _ParseOptions(beam=beam, nbest=nbest)
        self._model = _call("pl_tree_model_open", _bytes(model), _c.byref(options))
        self._handle = _lib.pl_tree_parser_new(self._model)

    def close(self, _close_parser=_lib.pl_tree_parser_close, _close_model=_lib.pl_tree_model_close):
        """Frees the model. Trees that were parsed stay; parsing again is an Error."""
        if self._handle:
            _close_parser(self._handle)
            self._handle = None
        if self._model:
            _close_model(self._model)
            self._model = None

    def __del__(self):
        self.close()

    def __copy__(self):
        return self

    def __reduce__(self):
        raise TypeError("parsers cannot be pickled: open the model in each process")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    @property
    def about(self):
        """What the model tells of itself, as a dict: system, features, language, scores."""
        self._check_open()
        lines = _text(_lib.pl_tree_model_about(self._model)).splitlines()
        return dict(line.split(": ", 1) for line in lines if ": " in line)

    def _check_open(self):
        if self._handle is None:
            raise Error("the parser is closed")

    def parse(self, tokens):
        """The tree of one sentence: a list of (word, tag), or of words alone."""
        self._check_open()
        if isinstance(tokens, (str, bytes)):
            raise TypeError("parse() takes a list of words; parse_text() takes text")
        words, tags = _words_and_tags(list(tokens))
        array = _c.c_char_p * len(words)
        return Tree._own(_call("pl_tree_parser_parse", self._handle, array(*words),
                               array(*tags) if tags else None, len(words)))

    def best(self):
        """The best trees of what was parsed last, as pairs of a tree and its score."""
        self._check_open()
        found, score = [], _c.c_double()
        while len(found) < self._nbest:
            tree = _lib.pl_tree_parser_tree(self._handle, len(found), _c.byref(score))
            if not tree:
                break
            found.append((Tree._own(tree), score.value))
        return found

    def parse_text(self, text):
        """The trees of a text, which the model's tokenizer cuts into sentences and words."""
        self._check_open()
        raw = _raw(text)
        treebank = _call("pl_tree_model_text", self._model, raw, len(raw))
        return [Tree._own(_call("pl_tree_parser_sentence", self._handle, sentence._handle))
                for sentence in _sentences(treebank, (), raw)]


# -- evaluating ------------------------------------------------------------------------------

class Scores:
    """Bracket scores in percent; None where there is nothing to divide by."""

    def __init__(self, figures):
        for name, _ in _Figures._fields_:
            value = getattr(figures, name)
            setattr(self, name, None if isinstance(value, float) and _math.isnan(value) else value)

    def __repr__(self):
        shown = ["%s=%s" % (name, "None" if value is None else "%.2f" % value)
                 for name, value in vars(self).items() if name in ("precision", "recall", "f1", "exact")]
        return "<Scores %s>" % " ".join(shown)


def evaluate(gold, parsed, params=None):
    """Compares trees pairwise, as `pleach eval` does; `params` is a name or file of parameters.

    Gives a Scores of all constituents, with those of discontinuous ones alone as `.disc`, the
    percentage of right tags as `.tagging`, and the number of `.sentences`. A tree that is None
    among `parsed` counts as all wrong.
    """
    gold, parsed = list(gold), list(parsed)
    if len(gold) != len(parsed):
        raise Error("%d gold trees, but %d to compare with them" % (len(gold), len(parsed)))
    e = _call("pl_evaluation_new", _bytes(params))
    try:
        for a, b in zip(gold, parsed):
            _call("pl_evaluation_add", e, _tree(a)._handle, None if b is None else _tree(b)._handle)
        scores = Scores(_lib.pl_evaluation_all(e))
        scores.disc = Scores(_lib.pl_evaluation_disc(e))
        tagging = _lib.pl_evaluation_tagging(e)
        scores.tagging = None if _math.isnan(tagging) else tagging
        scores.sentences = _lib.pl_evaluation_sentences(e)
        return scores
    finally:
        _lib.pl_evaluation_free(e)


# -- what there is ---------------------------------------------------------------------------

def _names(function):
    found = []
    while function(len(found)) is not None:
        found.append(_text(function(len(found))))
    return found


def formats():
    return _names(_lib.pl_format_name)


def transforms():
    return _names(_lib.pl_transform_name)


def version():
    return _text(_lib.pl_version())
