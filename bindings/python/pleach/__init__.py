"""Trees with crossing branches: read, search, build, parse, walk, change, draw, write, score and check
them; train parsers.

    import pleach

    for tree in pleach.read("tiger.export.zst"):
        print(tree.draw())
        for node in tree.root.subtrees():
            if node.gap_degree > 0:
                print(node.label, node.span, node.text)

    parser = pleach.Parser("nl.model")
    tree = parser.parse([("Dat", "VNW"), ("boek", "N"), ("las", "WW"), ("ze", "VNW")])

The module calls the C library through ctypes: no build step, nothing but Python's own modules.
_library.py tells where it looks for the library. What goes wrong is raised as pleach.Error, whose text
names file, line and sentence and whose `code` tells what kind of thing it was. A parser may be used by one thread at a time (each thread opens its own);
threads may share queries, and trees while none changes them.
"""

import ctypes as _c
import json as _json
import math as _math
import operator as _operator
import os as _os
import warnings as _warnings

from . import _library

__all__ = ["Error", "QueryError", "Tree", "Node", "Query", "Match", "Parser", "Scores", "Attachment",
           "Comparison", "Finding", "Report", "read", "reads", "write", "Edition", "train", "evaluate", "compare",
           "check", "statistics", "fragments", "grammar", "formats", "transforms", "grammar_kinds", "check_methods",
           "version"]
__version__ = _library.version()

_NONE = 0xFFFFFFFF       # no such node
_ROOT_HEAD = 0xFFFFFFFE  # head of a word that depends on the root


_CODES = ("ok", "bad_argument", "bad_input", "too_large", "damaged", "system", "stopped")


class Error(Exception):
    """What went wrong, in words; `code` is "bad_argument", "bad_input" (a file or a sentence is not
    what its format asks for), "too_large", "damaged" (a model is not whole, or of another version),
    "system" (no such file, no space, no access) or "stopped"."""

    def __init__(self, text, code="bad_argument"):
        super().__init__(text)
        self.code = code


class QueryError(Error):
    """What is wrong with a query, and where: `line` and `column`, in characters, from 1."""

    def __init__(self, text, code, line, column):
        super().__init__(text, code)
        self.line, self.column = line, column


# -- the library -----------------------------------------------------------------------------

class _ErrorText(_c.Structure):
    _fields_ = [("code", _c.c_int), ("text", _c.c_char * 1024)]


class _Figures(_c.Structure):
    _fields_ = [(name, _c.c_double) for name in ("precision", "recall", "f1", "exact")] + \
               [(name, _c.c_uint64) for name in ("gold", "candidate", "matched")]


def _numbers(*names):
    return [(name, _c.c_uint32) for name in names]


class _ParseOptions(_c.Structure):
    _fields_ = _numbers("beam", "nbest", "retag", "confidence") + [
        ("crossing", _c.c_double), ("seconds", _c.c_double), ("objective", _c.c_char_p),
        ("rerank", _c.c_char_p), ("rerank_weight", _c.c_double), ("diverse", _c.c_size_t),
        ("reserved_too", _c.c_void_p * 2)]


class _EvaluationOptions(_c.Structure):
    _fields_ = [("params", _c.c_char_p)] + _numbers(
        "disc_only", "unlabelled", "whole_labels", "functions", "universal", "subtypes", "by_id",
        "missing_zero", "ignore_punct", "conll18") + [("reserved", _c.c_uint32 * 6)]


class _Attachment(_c.Structure):
    _fields_ = [(name, _c.c_double) for name in ("uas", "las", "label", "clas", "exact", "crossing")] + \
               [("words", _c.c_uint64)]


class _Comparison(_c.Structure):
    _fields_ = [("name", _c.c_char_p)] + [
        (name, _c.c_double) for name in ("a", "b", "difference", "p", "low", "high")]


class _Statistics(_c.Structure):
    _fields_ = [(name, _c.c_uint64) for name in (
        "sentences", "words", "trees", "constituents", "discontinuous_constituents",
        "discontinuous_sentences", "ill_nested_sentences", "dependency_sentences", "arcs",
        "crossing_arcs", "non_projective_arcs", "non_projective_sentences")]


class _FragmentOptions(_c.Structure):
    _fields_ = [("count", _c.c_char_p)] + _numbers(
        "cover", "min_words", "relative", "both", "trees", "unbinarize", "threads") + [
        ("reserved", _c.c_uint32 * 9)]


class _ExtractionOptions(_c.Structure):
    _fields_ = _numbers("text", "unknown_words", "rare", "open_class", "threads") + [
        ("reserved", _c.c_uint32 * 11)]


class _TrainScore(_c.Structure):
    _fields_ = [("name", _c.c_char_p), ("value", _c.c_double)]


class _TrainReport(_c.Structure):
    _fields_ = [("stage", _c.c_int)] + [
        (name, _c.c_size_t) for name in ("sentences", "tokens", "traced", "derivable")] + _numbers(
        "labels", "actions", "templates") + [
        ("heads", _c.c_char_p), ("single_root", _c.c_int), ("key", _c.c_char_p),
        ("value", _c.c_double)] + _numbers("epoch", "epochs", "best_epoch") + [
        (name, _c.c_size_t) for name in ("done", "all", "wrong")] + [
        ("gold_actions", _c.c_uint64), ("kept", _c.c_uint64), ("features", _c.c_size_t),
        ("bytes", _c.c_size_t), ("seconds", _c.c_double),
        ("scores", _c.POINTER(_TrainScore)), ("n_scores", _c.c_size_t)]


_REPORT = _c.CFUNCTYPE(_c.c_int, _c.c_void_p, _c.POINTER(_TrainReport))


class _TrainOptions(_c.Structure):
    _fields_ = [(name, _c.c_char_p) for name in ("system", "preset", "features", "update", "unknown")] + \
        _numbers("beam", "epochs", "batch", "importance", "runs") + [
        ("seed", _c.c_uint64), ("threads", _c.c_uint32), ("prune", _c.c_double),
        ("keep_last", _c.c_int)] + [
        (name, _c.c_char_p) for name in ("reorder", "heads", "arc_distance", "single_root")] + [
        ("settings", _c.POINTER(_c.c_char_p)), ("n_settings", _c.c_size_t)] + [
        (name, _c.c_int) for name in ("tagger", "morph", "functions", "predicted_tags")] + [
        ("tag_epochs", _c.c_uint32)] + [
        (name, _c.c_double) for name in ("tag_prune", "morph_prune", "function_prune")] + [
        (name, _c.c_char_p) for name in ("tokenizer", "about", "command", "checkpoint")] + [
        ("resume", _c.c_int), ("report", _REPORT), ("context", _c.c_void_p)] + [
        (name, _c.c_char_p) for name in ("scorer", "size", "vectors", "start_from")] + [
        ("members", _c.c_uint32), ("read_tags", _c.c_int), ("reserved", _c.c_void_p * 11)]


_PROGRESS = _c.CFUNCTYPE(_c.c_int, _c.c_void_p, _c.c_char_p, _c.c_double)


class _CheckOptions(_c.Structure):
    _fields_ = _numbers("methods", "folds") + [
        ("model", _c.c_void_p), ("limit", _c.c_size_t), ("seed", _c.c_uint64)] + _numbers(
        "threads", "reserved") + [
        ("progress", _PROGRESS), ("context", _c.c_void_p), ("reserved_too", _c.c_void_p * 6)]


class _CheckPlace(_c.Structure):
    _fields_ = [("file", _c.c_char_p), ("number", _c.c_size_t), ("sentence", _c.c_void_p),
                ("node", _c.c_uint32)]


class _Finding(_c.Structure):
    _fields_ = [
        ("score", _c.c_double), ("scores", _c.POINTER(_c.c_double)), ("file", _c.c_char_p),
        ("number", _c.c_size_t), ("sentence", _c.c_void_p), ("nodes", _c.POINTER(_c.c_uint32)),
        ("n_nodes", _c.c_size_t), ("place", _c.c_char_p), ("reasons", _c.c_char_p),
        ("kind", _c.c_char_p), ("correction", _c.c_char_p), ("corrected", _c.c_void_p),
        ("evidence", _c.POINTER(_CheckPlace)), ("n_evidence", _c.c_size_t)]



class _ParseItem(_c.Structure):
    _fields_ = [("label", _c.c_char_p), ("head", _c.c_uint32), ("words", _c.POINTER(_c.c_uint32)), ("n", _c.c_size_t)]


class _ParseAction(_c.Structure):
    _fields_ = [("name", _c.c_char_p), ("score", _c.c_double)]


class _ParseStep(_c.Structure):
    _fields_ = _numbers("number", "probabilities") + [
        ("taken", _ParseAction), ("others", _c.POINTER(_ParseAction)), ("n_others", _c.c_size_t),
        ("stack", _c.POINTER(_ParseItem)), ("deque", _c.POINTER(_ParseItem)), ("n_stack", _c.c_size_t),
        ("n_deque", _c.c_size_t), ("buffer", _c.POINTER(_c.c_uint32)), ("n_buffer", _c.c_size_t)] + _numbers(
        "head", "word") + [
        ("features", _c.POINTER(_ParseAction)), ("n_features", _c.c_size_t), ("reserved", _c.c_void_p * 2)]


_SEE = _c.CFUNCTYPE(_c.c_int, _c.c_void_p, _c.POINTER(_ParseStep))

_ptr, _str, _u32, _err = _c.c_void_p, _c.c_char_p, _c.c_uint32, _c.POINTER(_ErrorText)
_int, _size, _p = _c.c_int, _c.c_size_t, _c.POINTER
_strs = _c.POINTER(_c.c_char_p)

_OutOfMemory = _c.CFUNCTYPE(None, _size)

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
    "pl_sentence_confidence": (_c.c_double, [_ptr, _u32]),
    "pl_sentence_head_confidence": (_c.c_double, [_ptr, _u32]),
    "pl_search_new": (_ptr, [_str, _str, _p(_size), _p(_size), _err]),
    "pl_search_free": (None, [_ptr]),
    "pl_search_variables": (_u32, [_ptr]),
    "pl_search_variable": (_str, [_ptr, _u32]),
    "pl_search_find": (_int, [_ptr, _ptr, _size, _err]),
    "pl_search_is_cut": (_int, [_ptr]),
    "pl_search_until": (None, [_ptr, _c.c_double]),
    "pl_search_node": (_u32, [_ptr, _size, _u32]),
    "pl_output_open": (_ptr, [_str, _str, _err]),
    "pl_output_memory": (_ptr, [_str, _err]),
    "pl_output_take": (_ptr, [_ptr, _err]),
    "pl_output_put": (_c.c_int, [_ptr, _ptr, _err]),
    "pl_output_close": (_c.c_int, [_ptr, _err]),
    "pl_output_cancel": (None, [_ptr]),
    "pl_sentence_text": (_ptr, [_ptr, _str, _err]),
    "pl_sentence_draw": (_ptr, [_ptr, _str, _err]),
    "pl_text_free": (None, [_ptr]),
    "pl_sentence_new": (_ptr, [_strs, _strs, _u32, _str, _err]),
    "pl_sentence_add": (_u32, [_ptr, _str, _p(_u32), _u32, _err]),
    "pl_sentence_move": (_u32, [_ptr, _u32, _u32, _err]),
    "pl_sentence_remove": (_int, [_ptr, _u32, _err]),
    "pl_sentence_set": (_int, [_ptr, _u32, _int, _str, _err]),
    "pl_sentence_set_head": (_int, [_ptr, _u32, _u32, _err]),
    "pl_sentence_set_head_child": (_int, [_ptr, _u32, _u32, _err]),
    "pl_sentence_transform": (_ptr, [_ptr, _strs, _size, _err]),
    "pl_model_open": (_ptr, [_str, _p(_ParseOptions), _err]),
    "pl_model_about": (_str, [_ptr]),
    "pl_model_has_tagger": (_int, [_ptr]),
    "pl_model_close": (None, [_ptr]),
    "pl_model_text": (_ptr, [_ptr, _str, _size, _err]),
    "pl_model_read": (_ptr, [_ptr, _str, _str, _err]),
    "pl_treebank_format": (_str, [_ptr]),
    "pl_corpus_read": (_ptr, [_ptr, _err]),
    "pl_corpus_size": (_size, [_ptr]),
    "pl_corpus_sentence": (_ptr, [_ptr, _size, _err]),
    "pl_corpus_format": (_str, [_ptr, _size]),
    "pl_corpus_free": (None, [_ptr]),
    "pl_corpus_statistics": (_int, [_ptr, _size, _size, _p(_Statistics), _err]),
    "pl_edition_pending": (_size, [_str]),
    "pl_edition_open": (_ptr, [_str, _err]),
    "pl_edition_note": (_str, [_ptr]),
    "pl_edition_corpus": (_ptr, [_ptr]),
    "pl_edition_check": (_int, [_ptr, _size, _err]),
    "pl_edition_replace": (_int, [_ptr, _size, _ptr, _err]),
    "pl_edition_bytes": (_size, [_ptr]),
    "pl_edition_unsaved": (_size, [_ptr]),
    "pl_edition_save": (_int, [_ptr, _err]),
    "pl_edition_close": (None, [_ptr]),
    "pl_search_find_at": (_int, [_ptr, _ptr, _size, _err]),
    "pl_parser_new": (_ptr, [_ptr]),
    "pl_parser_new_with": (_ptr, [_ptr, _p(_ParseOptions), _err]),
    "pl_parser_free": (None, [_ptr]),
    "pl_constraints_new": (_ptr, []),
    "pl_constraints_free": (None, [_ptr]),
    "pl_constraints_put": (_int, [_ptr, _str, _p(_u32), _u32, _u32, _str, _err]),
    "pl_constraints_put_sentence": (_int, [_ptr, _ptr, _u32, _err]),
    "pl_constraints_put_json": (_int, [_ptr, _str, _size, _err]),
    "pl_parser_constrain": (_int, [_ptr, _ptr, _err]),
    "pl_parser_parse_words": (_ptr, [_ptr, _strs, _strs, _u32, _err]),
    "pl_parser_parse_sentence": (_ptr, [_ptr, _ptr, _err]),
    "pl_parser_tree": (_ptr, [_ptr, _u32, _p(_c.c_double)]),
    "pl_parser_explain": (_ptr, [_ptr, _u32, _err]),
    "pl_parser_steps": (_int, [_ptr, _u32, _size, _SEE, _ptr, _err]),
    "pl_parser_tag_sentence": (_ptr, [_ptr, _ptr, _err]),
    "pl_train_defaults": (_TrainOptions, []),
    "pl_train": (_int, [_strs, _size, _str, _str, _p(_TrainOptions), _err]),
    "pl_evaluation_new": (_ptr, [_p(_EvaluationOptions), _err]),
    "pl_evaluation_add": (_int, [_ptr, _ptr, _ptr, _err]),
    "pl_evaluation_add_files": (_int, [_ptr, _str, _str, _err]),
    "pl_evaluation_of_dependencies": (_int, [_ptr]),
    "pl_evaluation_functions": (_Figures, [_ptr]),
    "pl_evaluation_attachment": (_Attachment, [_ptr, _int]),
    "pl_evaluation_json": (_ptr, [_ptr, _err]),
    "pl_evaluation_compare": (_int, [_ptr, _ptr, _size, _c.c_uint64, _p(_Comparison), _err]),
    "pl_check_new": (_ptr, [_p(_CheckOptions), _err]),
    "pl_check_add": (_int, [_ptr, _ptr, _str, _size, _err]),
    "pl_check_add_treebank": (_int, [_ptr, _ptr, _err]),
    "pl_check_left_out": (_size, [_ptr]),
    "pl_check_run": (_int, [_ptr, _err]),
    "pl_check_finding": (_p(_Finding), [_ptr, _size]),
    "pl_check_free": (None, [_ptr]),
    "pl_check_method_name": (_str, [_size]),
    "pl_treebank_statistics": (_int, [_ptr, _p(_Statistics), _err]),
    "pl_treebank_fragments": (_ptr, [_ptr, _ptr, _p(_FragmentOptions), _err]),
    "pl_treebank_grammar": (_int, [_ptr, _str, _str, _p(_ExtractionOptions), _err]),
    "pl_grammar_kind_name": (_str, [_size]),
    "pl_evaluation_sentences": (_c.c_uint64, [_ptr]),
    "pl_evaluation_all": (_Figures, [_ptr]),
    "pl_evaluation_disc": (_Figures, [_ptr]),
    "pl_evaluation_tagging": (_c.c_double, [_ptr]),
    "pl_evaluation_free": (None, [_ptr]),
    "pl_set_out_of_memory": (None, [_OutOfMemory]),
    "pl_format_name": (_str, [_c.c_size_t]),
    "pl_transform_name": (_str, [_c.c_size_t]),
}


_lib = _library.library
for _function, (_result, _arguments) in _PROTOTYPES.items():
    getattr(_lib, _function).restype, getattr(_lib, _function).argtypes = _result, _arguments


@_OutOfMemory
def _out_of_memory(size):
    """Ends the process with a message: the library cannot go on, nor give back what it was doing."""
    _os.write(2, b"pleach: out of memory\n")
    _os._exit(1)


_lib.pl_set_out_of_memory(_out_of_memory)


def _call(name, *arguments):
    """Calls a function whose last argument is the error; raises if it fails."""
    error = _ErrorText()
    result = getattr(_lib, name)(*arguments, _c.byref(error))
    if result is None or result == -1 or result == _NONE:
        code = _CODES[error.code] if error.code < len(_CODES) else "system"
        raise Error(error.text.decode("utf-8", "replace"), code)
    return result


# What Python gives to the library is checked here: no argument may crash it.

def _path(value, optional=False):
    """Bytes of the name of a file or folder."""
    if value is None and optional:
        return None
    if not isinstance(value, (str, bytes, _os.PathLike)):
        raise TypeError("expected a path, not %s" % type(value).__name__)
    raw = _os.fsencode(value)
    if b"\0" in raw:
        raise ValueError("there is a NUL character in %r" % value)
    return raw


def _name(value, what, optional=False):
    """Bytes of a name or another text without NUL."""
    if value is None and optional:
        return None
    if not isinstance(value, str):
        raise TypeError("%s is text, not %s" % (what, type(value).__name__))
    if "\0" in value:
        raise ValueError("there is a NUL character in %r" % value)
    return value.encode("utf-8")


def _number(value, what, most=0xFFFFFFFF):
    number = _operator.index(value)
    if not 0 <= number <= most:
        raise ValueError("%s is a number from 0 to %d, not %d" % (what, most, number))
    return number


def _array(items):
    """A list of bytes or None as the library wants it."""
    return (_c.c_char_p * len(items))(*items)


def _options(structure, values):
    """Fills an options structure; which fields there are decides which arguments there are."""
    made = structure if isinstance(structure, _c.Structure) else structure()
    fields = dict(made._fields_)
    for name, value in values.items():
        kind = fields.get(name)
        if kind is None or name.startswith("reserved") or name in ("report", "progress", "context", "n_settings"):
            raise TypeError("there is no option %r" % name)
        if kind is _c.c_char_p:
            value = _path(value, True)
        elif kind is _c.c_double:
            value = float(value)
        elif kind is _c.c_int:
            value = int(bool(value))
        else:
            value = _number(value, name, (1 << 8 * _c.sizeof(kind)) - 1)
        setattr(made, name, value)
    return made


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
    return _name(text, "a word")


def _steps(transforms):
    """Transforms as pairs of bytes; True as argument means that there is none."""
    return [(_name(name, "a transform").replace(b"_", b"-"),
             None if argument is True else _name(str(argument), "an argument"))
            for name, argument in transforms.items()]


def _taken(pointer):
    """The text of a pointer that must be freed."""
    try:
        return _text(_c.string_at(pointer))
    finally:
        _lib.pl_text_free(pointer)


# -- trees -----------------------------------------------------------------------------------

def _probability(p):
    return None if _math.isnan(p) else p


class Node:
    """A word or a constituent of a tree.

    Nodes with equal `number` of the same tree are equal. The words have the numbers 0, 1, … in
    their order. label, function, lemma, morphology, head, of words also word and relation, can be
    set; None takes the text away.
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

    def _set(self, name, text):
        field = ("label", "function", "lemma", "morphology", "word", "relation").index(name)
        _call("pl_sentence_set", self.tree._handle, self.number, field, _name(text, name, True))

    def _text_field(name, doc):
        return property(lambda self: self._field(name), lambda self, text: self._set(name, text), doc=doc)

    def _node(self, name):
        return self.tree._node(getattr(_lib, "pl_sentence_" + name)(self.tree._handle, self.number))

    is_word = property(lambda self: self.number < len(self.tree))
    word = _text_field("word", "the word; None for a constituent")
    label = _text_field("label", "the category, or the tag of a word")
    function = _text_field("function", "the function in the parent; None if not annotated")
    lemma = _text_field("lemma", "the lemma; None if not annotated")
    morphology = _text_field("morphology", "the morphology; None if not annotated")
    relation = _text_field("relation", "the relation of a word to its head; None if not annotated")
    del _text_field
    parent = property(lambda self: self._node("parent"), doc="None for the root")
    gap_degree = property(lambda self: _lib.pl_sentence_gap_degree(self.tree._handle, self.number),
                          doc="the number of gaps in the words below; 0: continuous")

    @property
    def confidence(self):
        """How probable it is that this constituent, or the tag of this word, is right; None if the
        parser was not asked for it."""
        return _probability(_lib.pl_sentence_confidence(self.tree._handle, self.number))

    @property
    def relation_confidence(self):
        """The same of the arc from the governor of a word, and its relation."""
        return _probability(_lib.pl_sentence_head_confidence(self.tree._handle, self.number))

    @property
    def head(self):
        """The head child; None if not marked."""
        return self._node("head_child")

    @head.setter
    def head(self, child):
        child = _NONE if child is None else self.tree._number(child)
        _call("pl_sentence_set_head_child", self.tree._handle, self.number, child)

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

    Trees come from read(), reads(), Tree.parse() and a Parser. Tree(words, tags) is a new one, with a
    root over all words (root=None: without constituents), which add() and move() give its shape.
    Between processes send tree.to("discbracket") or another format.
    """

    def __init__(self, words, tags=None, root="ROOT"):
        if isinstance(words, (str, bytes)):
            raise TypeError("a tree is made of a list of words; Tree.parse() takes text")
        words = [_word(word) for word in words]
        if tags is not None:
            tags = [_name(tag, "a tag", True) for tag in tags]
            if len(tags) != len(words):
                raise ValueError("%d words, but %d tags" % (len(words), len(tags)))
        self._handle = _call("pl_sentence_new", _array(words), None if tags is None else _array(tags),
                             len(words), _name(root, "the label of the root", True))

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

    def copy(self):
        """A tree of its own with the same content."""
        return Tree._own(_lib.pl_sentence_copy(self._handle))

    __copy__ = copy

    def __deepcopy__(self, unused):
        return self.copy()

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

    @id.setter
    def id(self, text):
        _call("pl_sentence_set", self._handle, 0, 6, _name(text, "an id", True))

    @property
    def confidence(self):
        """How probable it is that the whole tree is right; None if the parser was not asked for it."""
        return _probability(_lib.pl_sentence_confidence(self._handle, _NONE))

    def _number(self, node):
        """The number of a node, which may be given as its number."""
        if isinstance(node, Node):
            if node.tree is not self:
                raise ValueError("the node is of another tree")
            return node.number
        return _number(node, "a node")

    def add(self, label, children):
        """Puts a new constituent over nodes (or numbers of words) that have the same parent; returns
        it. Over the root alone it becomes the new root."""
        numbers = [self._number(child) for child in children]
        array = (_u32 * len(numbers))(*numbers)
        return Node(self, _call("pl_sentence_add", self._handle, _name(label, "the label"), array, len(numbers)))

    def move(self, node, parent):
        """Moves a node to another parent; returns the node. Constituents that this leaves without
        words are removed; then nodes that were got before are out of date."""
        return Node(self, _call("pl_sentence_move", self._handle, self._number(node), self._number(parent)))

    def remove(self, node):
        """Removes a constituent; its children go to its parent. Nodes that were got before are out of
        date."""
        _call("pl_sentence_remove", self._handle, self._number(node))

    def set_head(self, word, head, relation=None):
        """Sets a dependency: the head of a word (-1: the root, None: nothing) and the relation."""
        number = self._number(word)
        head = _NONE if head is None else _ROOT_HEAD if head == -1 else self._number(head)
        _call("pl_sentence_set_head", self._handle, number, head)
        Node(self, number).relation = relation

    def transform(self, **transforms):
        """A new tree, changed by transforms of `pleach convert` in the order given; None if one of
        them leaves the sentence out: tree.transform(heads="negra", binarize="sr-gap")."""
        steps = [name if argument is None else name + b"=" + argument for name, argument in _steps(transforms)]
        try:
            return Tree._own(_call("pl_sentence_transform", self._handle, _array(steps), len(steps)))
        except Error as error:
            if error.code == "ok":
                return None
            raise

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
        return _taken(_call("pl_sentence_draw", self._handle, _name(format, "a format")))

    def to(self, format):
        """The sentence in a treebank format: to("discbracket"), to("conllu"), to("json")."""
        return _taken(_call("pl_sentence_text", self._handle, _name(format, "a format")))

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

class _Treebank:
    """An open treebank, which is closed at its end or when nobody holds it any more. `keep` is what
    it reads."""

    _handle = None

    def __init__(self, handle, transforms, keep=None):
        self._handle, self._keep = handle, keep
        for name, argument in _steps(transforms):
            _call("pl_treebank_transform", handle, name, argument)

    def close(self, _close=_lib.pl_treebank_close):
        handle, self._handle = self._handle, None
        if handle:
            _close(handle)

    def __del__(self):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        found = _ptr()
        try:
            if self._handle and _call("pl_treebank_next", self._handle, _c.byref(found)) > 0:
                return Tree._own(_lib.pl_sentence_copy(found))
        except Error:
            self.close()
            raise
        self.close()
        raise StopIteration


def _open(path, format=None, transforms=()):
    return _Treebank(_call("pl_treebank_open", _path(path), _name(format, "a format", True)), dict(transforms))


def read(path, format=None, **transforms):
    """The trees of a file or folder, one after the other; the format is guessed if not given.

    Further arguments are transforms of `pleach convert`, applied in the order given:
    read("tiger.export", punct="move", functions="remove", unbinarize=True).
    """
    return _open(path, format, transforms)


def reads(text, format=None, **transforms):
    """The same from a string, or from bytes as they stand in a file."""
    raw = _raw(text)
    return _Treebank(_call("pl_treebank_from_memory", raw, len(raw), _name(format, "a format", True)),
                     transforms, raw)


def write(path, trees, format="discbracket"):
    """Writes trees to a file, compressed if its name ends in .zst or .gz; returns how many. An older file stays
    until all of them are written, and stays if that fails."""
    out, n = _call("pl_output_open", _path(path), _name(format, "a format")), 0
    try:
        for tree in trees:
            _call("pl_output_put", out, _tree(tree)._handle)
            n += 1
    except BaseException:
        _lib.pl_output_cancel(out)
        raise
    _call("pl_output_close", out)
    return n


class Edition:
    """A treebank file of which sentences are replaced, in its own format and with all other bytes as they were:

    with pleach.Edition("tiger.export") as trees:
        tree = trees[41]
        tree.root.label = "S"
        trees[41] = tree

    A tree that was put in is on the disk, in a journal beside the file; the file is written by `save`, which the end
    of the `with` calls. `note` tells what was recovered from the journal of a program that did not come so far.
    """

    _handle = None

    def __init__(self, path):
        self._handle = _call("pl_edition_open", _path(path))
        self.note = _text(_lib.pl_edition_note(self._handle))

    def _open(self):
        if not self._handle:
            raise Error("the file is closed")
        return self._handle

    def __len__(self):
        return _lib.pl_corpus_size(_lib.pl_edition_corpus(self._open()))

    def _place(self, number):
        number = number + len(self) if number < 0 else number
        if not 0 <= number < len(self):
            raise IndexError(number)
        return number

    def __getitem__(self, number):
        number = self._place(number)
        return Tree._own(_call("pl_corpus_sentence", _lib.pl_edition_corpus(self._handle), number))

    def __setitem__(self, number, tree):
        _call("pl_edition_replace", self._open(), self._place(number), _tree(tree)._handle)

    def save(self):
        """Writes the file."""
        _call("pl_edition_save", self._open())

    def close(self, _close=_lib.pl_edition_close):
        handle, self._handle = self._handle, None
        if handle:
            _close(handle)

    def __del__(self):
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        try:
            self.save()
        finally:
            self.close()


# -- searching -------------------------------------------------------------------------------

class Match:
    """What a query found: match["#n"] is the Node of a variable, None if the match leaves it unbound.
    `tree` is the Tree, `number` that of the sentence, `nodes` a dict of all variables."""

    __slots__ = ("tree", "number", "nodes")

    def __init__(self, tree, number, nodes):
        self.tree, self.number, self.nodes = tree, number, nodes

    def __getitem__(self, variable):
        return self.nodes[variable]

    def __repr__(self):
        return "<Match %s>" % " ".join("%s=%r" % item for item in self.nodes.items())


class Query:
    """A query in the language of docs/search.md: Query('#n:[cat="NP"] & discontinuous(#n)').

    `templates` is text that defines templates for it. `variables` are the names of the variables
    that matches give nodes to. A query that is wrong raises QueryError.
    """

    def __init__(self, text, templates=None):
        self._texts = _name(text, "a query"), _name(templates, "templates", True)
        self._idle = []  # compiled, and in use by no search: several may go on at once
        search = self._compile()
        self._idle.append(search)
        self.text = text
        self.variables = [_text(_lib.pl_search_variable(search, i))
                          for i in range(_lib.pl_search_variables(search))]

    def _compile(self):
        line, column = _size(), _size()
        try:
            return _call("pl_search_new", *self._texts, _c.byref(line), _c.byref(column))
        except Error as error:
            raise QueryError(str(error), error.code, line.value, column.value) from None

    def __del__(self, free=_lib.pl_search_free):
        for search in getattr(self, "_idle", ()):
            free(search)

    def __copy__(self):
        return self

    def __reduce__(self):
        return Query, tuple(raw and raw.decode("utf-8") for raw in self._texts)

    def __repr__(self):
        return "<Query %s>" % self.text

    def search(self, trees):
        """The matches in a Tree, in several (a list, or what read() gives), or in a file, one after the
        other. More than 1,000,000 in a sentence are left out, with a RuntimeWarning."""
        if isinstance(trees, (str, bytes, _os.PathLike)):
            trees = _open(trees)
        return self._search([trees] if isinstance(trees, Tree) else trees)

    def _search(self, trees):
        try:
            search = self._idle.pop()
        except IndexError:
            search = self._compile()
        try:
            for number, tree in enumerate(trees, 1):
                yield from self._matches(search, _tree(tree), number)
        finally:
            self._idle.append(search)

    def _matches(self, search, tree, number):
        n = _call("pl_search_find", search, tree._handle, number)
        if _lib.pl_search_is_cut(search):
            _warnings.warn("sentence %d has more than %d matches: the rest is left out" % (number, n),
                           RuntimeWarning, stacklevel=3)
        for i in range(n):
            yield Match(tree, number, {name: tree._node(_lib.pl_search_node(search, i, variable))
                                       for variable, name in enumerate(self.variables)})


# -- parsing ---------------------------------------------------------------------------------

def _words_and_tags(tokens):
    """Bytes of words and of tags, which are None if no word has one."""
    if all(isinstance(token, str) for token in tokens):
        return [_word(token) for token in tokens], None
    for token in tokens:
        if not isinstance(token, (tuple, list)) or len(token) != 2:
            raise TypeError("a sentence is a list of words or a list of (word, tag), not of %r" % (token,))
    return [_word(word) for word, _ in tokens], [_word(tag) for _, tag in tokens]


def _step(step):
    """A step of a derivation as a dict."""
    def items(at, n):
        return [(_text(at[k].label), at[k].words[:at[k].n]) for k in range(n)]
    return {"action": _text(step.taken.name), "score": step.taken.score,
            "others": [(_text(one.name), one.score) for one in step.others[:step.n_others]],
            "stack": items(step.stack, step.n_stack), "deque": items(step.deque, step.n_deque),
            "buffer": step.buffer[:step.n_buffer],
            "features": [(_text(one.name), one.score) for one in step.features[:step.n_features]],
            "arc": None if step.word == _NONE else (-1 if step.head == _NONE - 1 else step.head, step.word)}


class Parser:
    """A parser with its model: a file, or the name of one that comes with pleach.

    `beam` 0: what the model was trained with. parse() takes words, parse_text() raw text,
    and best() then gives up to `nbest` trees of the last sentence with their scores. Further
    arguments: retag=True does not use tags that words have; crossing is a bonus for crossing
    arcs (dependencies); objective ("mpp", "mpd", "shortest") and seconds are for grammars; rerank
    is a grammar of fragments that chooses one of the `nbest` trees, rerank_weight its weight;
    diverse=True prefers trees of another structure in best(); with confidence=True trees and nodes
    have a `confidence`.
    """

    _model = _handle = None
    _constrained = False

    def __init__(self, model=None, beam=0, nbest=1, **options):
        self._nbest = _number(nbest, "nbest")
        options = _options(_ParseOptions, dict(options, beam=beam, nbest=nbest))
        self._model = _call("pl_model_open", _path(model, True), _c.byref(options))
        self._handle = _lib.pl_parser_new(self._model)

    def close(self, _free_parser=_lib.pl_parser_free, _close_model=_lib.pl_model_close):
        """Frees the model. Trees that were parsed stay; parsing again is an Error."""
        handle, self._handle = self._handle, None
        if handle:
            _free_parser(handle)
        model, self._model = self._model, None
        if model:
            _close_model(model)

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
        lines = _text(_lib.pl_model_about(self._model)).splitlines()
        return dict(line.split(": ", 1) for line in lines if ": " in line)

    def _check_open(self):
        if self._handle is None:
            raise Error("the parser is closed")

    @property
    def has_tagger(self):
        """Whether words need no tags."""
        self._check_open()
        return bool(_lib.pl_model_has_tagger(self._model))

    def _constrain(self, constraints):
        """Makes the library's parser obey the constraints of one sentence, or none."""
        if not constraints and not self._constrained:
            return
        made = _lib.pl_constraints_new()
        try:
            for one in constraints:
                if isinstance(one, (Node, Tree)):
                    tree, node = (one, _NONE) if isinstance(one, Tree) else (one.tree, one.number)
                    _call("pl_constraints_put_sentence", made, tree._handle, node)
                else:
                    text = _json.dumps([one]).encode()
                    _call("pl_constraints_put_json", made, text, len(text))
            _call("pl_parser_constrain", self._handle, made)
        finally:
            _lib.pl_constraints_free(made)
        self._constrained = bool(constraints)

    def parse(self, tokens, constraints=()):
        """The tree of one sentence: a list of (word, tag), or of words alone, or a Tree, of which the
        words and tags are taken. It obeys the constraints, a list of nodes to keep (a Node, or a Tree
        for all of its nodes or arcs) and dicts: {"kind": "bracket", "words": [0, 1, 4], "label": "NP"},
        {"kind": "arc", "words": [1], "head": 3, "label": "nsubj"} and so on (docs/constraints.md)."""
        self._check_open()
        self._constrain(list(constraints))
        if isinstance(tokens, Tree):
            return Tree._own(_call("pl_parser_parse_sentence", self._handle, tokens._handle))
        if isinstance(tokens, (str, bytes)):
            raise TypeError("parse() takes a list of words; parse_text() takes text")
        words, tags = _words_and_tags(list(tokens))
        return Tree._own(_call("pl_parser_parse_words", self._handle, _array(words),
                               _array(tags) if tags else None, len(words)))

    def tag(self, tokens):
        """A tree with the tags that the model's tagger finds for a list of words, or for the words of
        a Tree, which itself is not changed."""
        self._check_open()
        tree = tokens if isinstance(tokens, Tree) else Tree(tokens, root=None)
        return Tree._own(_call("pl_parser_tag_sentence", self._handle, tree._handle))

    def explain(self, i=0):
        """How the i-th best tree of what was parsed last came about: a list of steps, each a list of
        fields: number, action, score, best other action and its score."""
        self._check_open()
        lines = _taken(_call("pl_parser_explain", self._handle, _number(i, "i"))).splitlines()
        return [line.split("\t") for line in lines if not line.startswith("#")]

    def steps(self, i=0, others=5):
        """The derivation of the i-th best tree of what was parsed last, as data: a list of dicts with
        "action" and "score", the best "others" as pairs of action and score, the "stack", "deque" and "buffer"
        before the step (words by number; items as pairs of label and words), the "features" of a linear model behind
        the score, as pairs of template and weight, and the "arc" that it made, a pair of head (-1: the root) and
        word, or None."""
        self._check_open()
        found = []

        def see(context, step):
            found.append(_step(step.contents))
            return 0
        _call("pl_parser_steps", self._handle, _number(i, "i"), _number(others, "others"), _SEE(see), None)
        return found

    def best(self):
        """The best trees of what was parsed last, as pairs of a tree and its score."""
        self._check_open()
        found, score = [], _c.c_double()
        while len(found) < self._nbest:
            tree = _lib.pl_parser_tree(self._handle, len(found), _c.byref(score))
            if not tree:
                break
            found.append((Tree._own(tree), score.value))
        return found

    def parse_text(self, text):
        """The trees of a text, which the model's tokenizer cuts into sentences and words."""
        self._check_open()
        raw = _raw(text)
        sentences = _Treebank(_call("pl_model_text", self._model, raw, len(raw)), {}, raw)
        return [self.parse(sentence) for sentence in sentences]


# -- training --------------------------------------------------------------------------------

class Report:
    """What training says on its way. `stage` is "read", "figure", "start", "progress", "epoch",
    "kept" or "scoring"; the other fields are those of pl_train_report in pleach.h, `scores` a dict."""

    def __init__(self, raw):
        for name, _ in raw._fields_:
            value = getattr(raw, name)
            setattr(self, name, _text(value) if isinstance(value, bytes) else value)
        self.stage = ("read", "figure", "start", "progress", "epoch", "kept", "scoring")[raw.stage]
        self.scores = {_text(raw.scores[i].name): raw.scores[i].value for i in range(raw.n_scores)}

    def __repr__(self):
        return "<Report %s, epoch %d of %d %r>" % (self.stage, self.epoch, self.epochs, self.scores)


def train(treebanks, output, dev=None, progress=None, settings=(), **options):
    """Trains a parser on a treebank, or a list of them, and writes the model to a file.

    `dev` is a treebank that decides which epoch is kept. `progress` is called with a Report now and
    then; if it returns something true, training stops: an Error with the code "stopped", and what has
    been learned is kept. Further arguments are those of pl_train_options in pleach.h: system="sr-gap",
    epochs=10, beam=8, tagger=True, tokenizer="nl", checkpoint="FILE", resume=True, scorer="neural",
    size="small" …
    """
    names = [treebanks] if isinstance(treebanks, (str, bytes, _os.PathLike)) else treebanks
    names = [_path(name) for name in names]
    settings = [_name(setting, "a setting") for setting in settings]
    made = _options(_lib.pl_train_defaults(), options)
    raised = []

    def report(unused, raw):
        try:
            return 1 if progress is not None and progress(Report(raw.contents)) else 0
        except BaseException as reason:  # raised again when C has returned
            raised.append(reason)
            return 1

    made.settings, made.n_settings = _array(settings), len(settings)
    made.report = _REPORT(report)
    try:
        _call("pl_train", _array(names), len(names), _path(dev, True), _path(output), _c.byref(made))
    finally:
        if raised:
            raise raised[0]


# -- evaluating ------------------------------------------------------------------------------

def _figure(value):
    """None where there is nothing to divide by."""
    return None if isinstance(value, float) and _math.isnan(value) else value


class _Figured:
    """Fields of a C structure, shown as far as they are percentages."""

    def __init__(self, figures):
        for name, _ in figures._fields_:
            value = _figure(getattr(figures, name))
            setattr(self, name, _text(value) if isinstance(value, bytes) else value)

    def __repr__(self):
        shown = ["%s=%s" % (name, "None" if getattr(self, name) is None else "%.2f" % getattr(self, name))
                 for name in self._shown]
        return "<%s %s>" % (type(self).__name__, " ".join(shown))


class Scores(_Figured):
    """Bracket scores in percent; None where there is nothing to divide by."""

    _shown = ("precision", "recall", "f1", "exact")


class Attachment(_Figured):
    """Scores of dependencies in percent; None where there is nothing to divide by."""

    _shown = ("uas", "las", "exact")


class Comparison(_Figured):
    """One score of two candidates, a and b; the p-value and the 95% interval of their difference."""

    _shown = ("a", "b", "difference", "p", "low", "high")


class _Evaluation:
    """A pl_evaluation of all trees, or of two files."""

    _handle = None

    def __init__(self, gold, parsed, options):
        self._conll18 = options.get("conll18")
        self._handle = _call("pl_evaluation_new", _c.byref(_options(_EvaluationOptions, options)))
        if isinstance(gold, (str, bytes, _os.PathLike)):
            _call("pl_evaluation_add_files", self._handle, _path(gold), _path(parsed))
            return
        gold, parsed = list(gold), list(parsed)
        if len(gold) != len(parsed):
            raise Error("%d gold trees, but %d to compare with them" % (len(gold), len(parsed)))
        for a, b in zip(gold, parsed):
            _call("pl_evaluation_add", self._handle, _tree(a)._handle, None if b is None else _tree(b)._handle)

    def __del__(self, free=_lib.pl_evaluation_free):
        handle, self._handle = self._handle, None
        if handle:
            free(handle)

    def scores(self):
        e = self._handle
        if _lib.pl_evaluation_of_dependencies(e):
            scores = Attachment(_lib.pl_evaluation_attachment(e, 1))
            scores.no_punct = Attachment(_lib.pl_evaluation_attachment(e, 0))
            scores.conll18 = _json.loads(_taken(_call("pl_evaluation_json", e))) if self._conll18 else None
        else:
            scores = Scores(_lib.pl_evaluation_all(e))
            scores.disc = Scores(_lib.pl_evaluation_disc(e))
            scores.functions = Scores(_lib.pl_evaluation_functions(e))
            scores.tagging = _figure(_lib.pl_evaluation_tagging(e))
        scores.sentences = _lib.pl_evaluation_sentences(e)
        return scores


def evaluate(gold, parsed, params=None, **options):
    """Compares trees pairwise, or two files, as `pleach eval` does; `params` is a name or file of
    parameters.

    Of constituents it gives Scores, with those of discontinuous ones alone as `.disc`, the
    percentage of right tags as `.tagging`, and the number of `.sentences`; of dependencies (where
    the first gold tree has no constituents) an Attachment, and without punctuation as `.no_punct`.
    A tree that is None among `parsed` counts as all wrong. Options: disc_only, unlabelled,
    whole_labels, functions; for dependencies universal, subtypes and conll18, which adds the measures
    of the CoNLL 2018 shared task as the dict `.conll18`; for files by_id, missing_zero.
    """
    return _Evaluation(gold, parsed, dict(options, params=params)).scores()


def compare(gold, a, b, params=None, samples=10000, seed=1, **options):
    """Is b better than a? Trees or files as in evaluate(); a dict of Comparisons by the names of
    scores ("f1", "disc_f1", "exact"; "uas", "las")."""
    if not isinstance(gold, (str, bytes, _os.PathLike)):
        gold = list(gold)
    first = _Evaluation(gold, a, dict(options, params=params))
    second = _Evaluation(gold, b, dict(options, params=params))
    scores = (_Comparison * 3)()
    n = _call("pl_evaluation_compare", first._handle, second._handle, _number(samples, "samples", 10000000),
              _number(seed, "seed", (1 << 64) - 1), scores)
    return {_text(scores[i].name): Comparison(scores[i]) for i in range(n)}


# -- checking --------------------------------------------------------------------------------

class Finding:
    """What is probably wrong, and where: a sentence with its `tree`, `number` and `file`, and the
    `nodes` it is about.

    `place` is the first of them in words, `correction` what to do (None if that is not known), `kind`
    its kind ("tag", "label", "lower", "raise", "join", "dissolve", "group" or "none"), `corrected` the
    Tree after it, or without one what a parser makes of the sentence (None if neither is known).
    `score` is what all methods say together, `scores` what each of them says, `methods` names those
    that are for it; `reasons` is text. `evidence` are places that are as the correction wants them:
    tuples of file, number and Node.
    """

    def __init__(self, raw, tree_of):
        self.score = raw.score
        self.scores = {name: raw.scores[i] for i, name in enumerate(check_methods())}
        self.methods = [name for name, score in self.scores.items() if score > 0]
        self.file, self.number = _text(raw.file), raw.number
        self.tree = tree_of(raw.file, raw.number, raw.sentence)
        self.nodes = [self.tree._node(raw.nodes[i]) for i in range(raw.n_nodes)]
        self.place, self.reasons, self.kind = _text(raw.place), _text(raw.reasons), _text(raw.kind)
        self.correction = _text(raw.correction)
        self.corrected = Tree._own(_lib.pl_sentence_copy(raw.corrected)) if raw.corrected else None
        self.evidence = [self._evidence(raw.evidence[i], tree_of) for i in range(raw.n_evidence)]

    @staticmethod
    def _evidence(place, tree_of):
        tree = tree_of(place.file, place.number, place.sentence)
        return _text(place.file), place.number, tree._node(place.node)

    def __repr__(self):
        return "<Finding %s:%d %s>" % (self.file or "sentence", self.number, self.correction or self.place)


class _Check:
    """A pl_check, and the trees that findings are about."""

    _handle = None

    def __init__(self, options):
        self._handle = _call("pl_check_new", _c.byref(options))
        self._trees = {}  # by file and number

    def __del__(self, free=_lib.pl_check_free):
        handle, self._handle = self._handle, None
        if handle:
            free(handle)

    def add(self, trees, transforms):
        if isinstance(trees, (str, bytes, _os.PathLike)):
            treebank = _open(trees, None, transforms)
            _call("pl_check_add_treebank", self._handle, treebank._handle)
            return
        for tree in [trees] if isinstance(trees, Tree) else trees:
            if isinstance(tree, (str, bytes, _os.PathLike)):
                self.add(tree, transforms)
                continue
            number = len(self._trees) + 1
            self._trees[None, number] = _tree(tree)
            _call("pl_check_add", self._handle, tree._handle, None, number)

    def _tree_of(self, file, number, sentence):
        """The caller's own tree, or a copy of one from a file: the same for all findings."""
        if (file, number) not in self._trees:
            self._trees[file, number] = Tree._own(_lib.pl_sentence_copy(sentence))
        return self._trees[file, number]

    def findings(self):
        _call("pl_check_run", self._handle)
        found = []
        while True:
            raw = _lib.pl_check_finding(self._handle, len(found))
            if not raw:
                return found
            found.append(Finding(raw.contents, self._tree_of))


def check(trees, methods=(), model=None, folds=0, limit=100, seed=1, threads=0, progress=None, transforms=()):
    """What is probably wrong in a treebank, as `pleach check` finds it: a list of Findings, most
    suspicious first, at most `limit` of them (0: all for which there is a reason).

    `trees` is a file or folder, a Tree, or several of either. `methods` are names of check_methods();
    none: all that can be used. The method "parser" needs a `model` (a Parser, or the name or file of a
    model) that was not trained on these trees, or `folds`, the number of parsers to train, each on the
    other parts of them. `transforms`, a dict, are applied to what is read from files. `progress` is
    called with what is being done and the share of it that is done; if it returns something true, the
    check stops: an Error with the code "stopped". Very long sentences are left out, with a
    RuntimeWarning.
    """
    known, opened, raised = check_methods(), None, []
    bits = 0
    for name in [methods] if isinstance(methods, str) else methods:
        if name not in known:
            raise Error("there is no method %r: they are %s" % (name, ", ".join(known)))
        bits |= 1 << known.index(name)

    def report(unused, what, share):
        try:
            return 1 if progress is not None and progress(_text(what), share) else 0
        except BaseException as reason:  # raised again when C has returned
            raised.append(reason)
            return 1

    options = _options(_CheckOptions, dict(methods=bits, folds=folds, limit=limit, seed=seed, threads=threads))
    options.progress = _PROGRESS(report)
    if model is not None:
        opened = model if isinstance(model, Parser) else Parser(model, nbest=8)
        opened._check_open()
        options.model = opened._model
    checking = _Check(options)
    checking.add(trees, dict(transforms))
    try:
        found = checking.findings()
    finally:
        if raised:
            raise raised[0]
    if _lib.pl_check_left_out(checking._handle):
        _warnings.warn("very long sentences were not checked: %d" % _lib.pl_check_left_out(checking._handle),
                       RuntimeWarning, stacklevel=2)
    return found


# -- counting and extracting -----------------------------------------------------------------

def statistics(path, format=None, **transforms):
    """What a treebank consists of, as a dict: sentences, words, constituents, discontinuous ones …"""
    treebank, found = _open(path, format, transforms), _Statistics()
    _call("pl_treebank_statistics", treebank._handle, _c.byref(found))
    return {name: getattr(found, name) for name, _ in found._fields_}


def fragments(path, second=None, transforms=(), **options):
    """The fragments that recur in a treebank, or that two have in common, as `pleach fragments` finds
    them: a list of tuples of a fragment and its count. `transforms` is a dict. Options: count (a file
    of fragments), cover, min_words, relative, both, trees, unbinarize, threads."""
    first = _open(path, None, transforms)
    other = None if second is None else _open(second, None, transforms)
    made = _options(_FragmentOptions, options)
    text = _taken(_call("pl_treebank_fragments", first._handle, other and other._handle, _c.byref(made)))
    rows = []
    for line in text.splitlines():
        fragment, *columns = line.split("\t")
        lists = [columns.pop()] if made.trees else []
        rows.append((fragment, *((float if made.relative else int)(column) for column in columns),
                     *([int(number) for number in column.split()] for column in lists)))
    return rows


def grammar(kind, path, output, transforms=(), **options):
    """Reads a grammar off a treebank and writes it to a file, which a Parser can open. `kind` is one of
    grammar_kinds(), `transforms` a dict. Options: text, unknown_words, rare, open_class, threads."""
    treebank = _open(path, None, transforms)
    made = _options(_ExtractionOptions, options)
    _call("pl_treebank_grammar", treebank._handle, _name(kind, "the kind"), _path(output), _c.byref(made))


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


def grammar_kinds():
    return _names(_lib.pl_grammar_kind_name)


def check_methods():
    return _names(_lib.pl_check_method_name)


def version():
    return _text(_lib.pl_version())
