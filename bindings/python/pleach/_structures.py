"""The structures of pleach.h, field by field."""

import ctypes as c
from typing import Any, List, Tuple

Fields = List[Tuple[str, Any]]

NONE = 0xFFFFFFFF       # no such node
ROOT_HEAD = 0xFFFFFFFE  # head of a word that depends on the root


class ErrorText(c.Structure):
    _fields_ = [("code", c.c_int), ("text", c.c_char * 1024)]


class Figures(c.Structure):
    _fields_ = [(name, c.c_double) for name in ("precision", "recall", "f1", "exact")] + \
               [(name, c.c_uint64) for name in ("gold", "candidate", "matched")]


def numbers(*names: str) -> Fields:
    return [(name, c.c_uint32) for name in names]


class ParseOptions(c.Structure):
    _fields_ = numbers("beam", "nbest", "retag", "confidence") + [
        ("crossing", c.c_double), ("seconds", c.c_double), ("objective", c.c_char_p),
        ("rerank", c.c_char_p), ("rerank_weight", c.c_double), ("diverse", c.c_size_t),
        ("margin", c.c_double), ("reserved_too", c.c_void_p * 1)]


class EvaluationOptions(c.Structure):
    _fields_ = [("params", c.c_char_p)] + numbers(
        "disc_only", "unlabelled", "whole_labels", "functions", "universal", "subtypes", "by_id",
        "missing_zero", "ignore_punct", "conll18") + [("reserved", c.c_uint32 * 6)]


class Attachment(c.Structure):
    _fields_ = [(name, c.c_double) for name in ("uas", "las", "label", "clas", "exact", "crossing")] + \
               [("words", c.c_uint64)]


class Comparison(c.Structure):
    _fields_ = [("name", c.c_char_p)] + [
        (name, c.c_double) for name in ("a", "b", "difference", "p", "low", "high")]


class Statistics(c.Structure):
    _fields_ = [(name, c.c_uint64) for name in (
        "sentences", "words", "trees", "constituents", "discontinuous_constituents",
        "discontinuous_sentences", "ill_nested_sentences", "dependency_sentences", "arcs",
        "crossing_arcs", "non_projective_arcs", "non_projective_sentences")]


class FragmentOptions(c.Structure):
    _fields_ = [("count", c.c_char_p)] + numbers(
        "cover", "min_words", "relative", "both", "trees", "unbinarize", "threads") + [
        ("reserved", c.c_uint32 * 9)]


class ExtractionOptions(c.Structure):
    _fields_ = numbers("text", "unknown_words", "rare", "open_class", "threads") + [
        ("reserved", c.c_uint32 * 11)]


class TrainScore(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_double)]


class TrainReport(c.Structure):
    _fields_ = [("stage", c.c_int)] + [
        (name, c.c_size_t) for name in ("sentences", "tokens", "traced", "derivable")] + numbers(
        "labels", "actions", "templates") + [
        ("heads", c.c_char_p), ("single_root", c.c_int), ("key", c.c_char_p),
        ("value", c.c_double)] + numbers("epoch", "epochs", "best_epoch") + [
        (name, c.c_size_t) for name in ("done", "all", "wrong")] + [
        ("gold_actions", c.c_uint64), ("kept", c.c_uint64), ("features", c.c_size_t),
        ("bytes", c.c_size_t), ("seconds", c.c_double),
        ("scores", c.POINTER(TrainScore)), ("n_scores", c.c_size_t)]


REPORT = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(TrainReport))


class TrainOptions(c.Structure):
    _fields_ = [(name, c.c_char_p) for name in ("system", "preset", "features", "update", "unknown")] + \
        numbers("beam", "epochs", "batch", "importance", "runs") + [
        ("seed", c.c_uint64), ("threads", c.c_uint32), ("prune", c.c_double),
        ("keep_last", c.c_int)] + [
        (name, c.c_char_p) for name in ("reorder", "heads", "arc_distance", "single_root")] + [
        ("settings", c.POINTER(c.c_char_p)), ("n_settings", c.c_size_t)] + [
        (name, c.c_int) for name in ("tagger", "morph", "functions", "predicted_tags")] + [
        ("tag_epochs", c.c_uint32)] + [
        (name, c.c_double) for name in ("tag_prune", "morph_prune", "function_prune")] + [
        (name, c.c_char_p) for name in ("tokenizer", "about", "command", "checkpoint")] + [
        ("resume", c.c_int), ("report", REPORT), ("context", c.c_void_p)] + [
        (name, c.c_char_p) for name in ("scorer", "size", "vectors", "start_from")] + [
        ("members", c.c_uint32), ("read_tags", c.c_int), ("lemmas", c.c_int),
        ("gold_tags", c.c_int), ("robust", c.c_double), ("mix", c.c_uint32), ("margin", c.c_double),
        ("rest", c.c_uint32), ("reserved", c.c_void_p * 6)]


PROGRESS = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_double)


class CheckOptions(c.Structure):
    _fields_ = numbers("methods", "folds") + [
        ("model", c.c_void_p), ("limit", c.c_size_t), ("seed", c.c_uint64)] + numbers(
        "threads", "reserved") + [
        ("progress", PROGRESS), ("context", c.c_void_p), ("reserved_too", c.c_void_p * 6)]


class CheckPlace(c.Structure):
    _fields_ = [("file", c.c_char_p), ("number", c.c_size_t), ("sentence", c.c_void_p),
                ("node", c.c_uint32)]


class Finding(c.Structure):
    _fields_ = [
        ("score", c.c_double), ("scores", c.POINTER(c.c_double)), ("file", c.c_char_p),
        ("number", c.c_size_t), ("sentence", c.c_void_p), ("nodes", c.POINTER(c.c_uint32)),
        ("n_nodes", c.c_size_t), ("place", c.c_char_p), ("reasons", c.c_char_p),
        ("kind", c.c_char_p), ("correction", c.c_char_p), ("corrected", c.c_void_p),
        ("evidence", c.POINTER(CheckPlace)), ("n_evidence", c.c_size_t)]


class ParseItem(c.Structure):
    _fields_ = [("label", c.c_char_p), ("head", c.c_uint32), ("words", c.POINTER(c.c_uint32)), ("n", c.c_size_t)]


class ParseAction(c.Structure):
    _fields_ = [("name", c.c_char_p), ("score", c.c_double)]


class ParseStep(c.Structure):
    _fields_ = numbers("number", "probabilities") + [
        ("taken", ParseAction), ("others", c.POINTER(ParseAction)), ("n_others", c.c_size_t),
        ("stack", c.POINTER(ParseItem)), ("deque", c.POINTER(ParseItem)), ("n_stack", c.c_size_t),
        ("n_deque", c.c_size_t), ("buffer", c.POINTER(c.c_uint32)), ("n_buffer", c.c_size_t)] + numbers(
        "head", "word") + [
        ("features", c.POINTER(ParseAction)), ("n_features", c.c_size_t), ("reserved", c.c_void_p * 2)]


SEE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(ParseStep))


class Columns(c.Structure):
    """Sentences as columns of numbers; COLUMNS tells how many each has."""
    _fields_ = [(name, c.c_size_t) for name in ("n_sentences", "n_nodes", "n_words", "n_texts", "n_bytes")] + [
        (name, c.c_void_p) for name in (
            "node", "word", "root", "id", "raw", "label", "function", "lemma", "morphology", "parent", "first_child",
            "next_sibling", "head_child", "low", "size", "blocks", "form", "coarse", "relation", "head", "begin", "end",
            "confidence", "node_confidence", "head_confidence", "texts")]
