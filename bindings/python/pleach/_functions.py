"""The functions of pleach.h that the package calls, and how it calls them.

The library gives up Python's lock while it works, so that other threads go on, except in functions
that look at a sentence which another thread may change: these hold the lock, and are quick.
"""

import ctypes as c
import os
from typing import Any, Callable, Dict, List

from . import _structures as s
from ._library import library, version
from .errors import CODES, Error

_TYPES: Dict[str, Any] = {
    "void": None, "int": c.c_int, "u32": c.c_uint32, "u64": c.c_uint64, "size": c.c_size_t, "double": c.c_double,
    "text": c.c_char_p,   # bytes, or None; as a result, what the library keeps
    "ptr": c.c_void_p,    # an object of the library, or text that must be freed
    "texts": c.POINTER(c.c_char_p), "ptrs": c.POINTER(c.c_void_p), "u32s": c.POINTER(c.c_uint32),
    "sizes": c.POINTER(c.c_size_t), "doubles": c.POINTER(c.c_double), "err": c.POINTER(s.ErrorText),
    "figures": s.Figures, "attachment": s.Attachment, "comparisons": c.POINTER(s.Comparison),
    "parsing": c.POINTER(s.ParseOptions), "scoring": c.POINTER(s.EvaluationOptions),
    "checking": c.POINTER(s.CheckOptions), "finding": c.POINTER(s.Finding), "columns": c.POINTER(s.Columns),
    "counts": c.POINTER(s.Statistics), "fragments": c.POINTER(s.FragmentOptions),
    "extraction": c.POINTER(s.ExtractionOptions), "training": s.TrainOptions, "trainings": c.POINTER(s.TrainOptions),
    "see": s.SEE, "oom": c.c_void_p,
}

# Name, result, arguments; * holds Python's lock.
_PROTOTYPES = """
pl_set_out_of_memory           void     oom
pl_treebank_open               ptr      text text err
pl_treebank_from_memory        ptr      text size text err
pl_treebank_transform          int      ptr text text err
pl_treebank_close              void     ptr
pl_treebank_statistics         int      ptr counts err
pl_treebank_fragments          ptr      ptr ptr fragments err
pl_treebank_grammar            int      ptr text text extraction err
pl_corpus_take                 ptr      ptrs size size sizes err
pl_corpus_of_words             ptr      u32s size text size text size err
pl_corpus_of                 * ptr      ptrs size err
pl_corpus_size                 size     ptr
pl_corpus_sentence             ptr      ptr size err
pl_corpus_columns              columns  ptr err
pl_corpus_free                 void     ptr
pl_columns_free                void     columns
pl_sentence_copy             * ptr      ptr
pl_sentence_free               void     ptr
pl_sentence_columns          * columns  ptr err
pl_sentence_pack             * ptr      ptr sizes err
pl_sentence_unpack             ptr      text size err
pl_sentence_new                ptr      texts texts u32 text err
pl_sentence_add              * u32      ptr text u32s u32 err
pl_sentence_move             * u32      ptr u32 u32 err
pl_sentence_remove           * int      ptr u32 err
pl_sentence_set              * int      ptr u32 int text err
pl_sentence_set_head         * int      ptr u32 u32 err
pl_sentence_set_head_child   * int      ptr u32 u32 err
pl_sentence_transform        * ptr      ptr texts size err
pl_sentence_text             * ptr      ptr text err
pl_sentence_draw             * ptr      ptr text err
pl_text_free                   void     ptr
pl_output_open                 ptr      text text err
pl_output_put                * int      ptr ptr err
pl_output_memory               ptr      text err
pl_output_take                 ptr      ptr err
pl_output_close                int      ptr err
pl_output_cancel               void     ptr
pl_edition_open                ptr      text err
pl_edition_note                text     ptr
pl_edition_corpus              ptr      ptr
pl_edition_replace           * int      ptr size ptr err
pl_edition_save              * int      ptr err
pl_edition_close               void     ptr
pl_search_new                  ptr      text text sizes sizes err
pl_search_free                 void     ptr
pl_search_variables            u32      ptr
pl_search_variable             text     ptr u32
pl_search_find               * int      ptr ptr size err
pl_search_find_at              int      ptr ptr size err
pl_search_is_cut               int      ptr
pl_search_node                 u32      ptr size u32
pl_search_count_by             int      ptr text sizes sizes err
pl_search_key                  text     ptr size
pl_search_tally              * int      ptr ptr size err
pl_search_tally_at             int      ptr ptr size err
pl_search_row                  text     ptr size sizes sizes
pl_model_open                  ptr      text parsing err
pl_model_about                 text     ptr
pl_model_names                 ptr
pl_model_has_tagger            int      ptr
pl_model_text                  ptr      ptr text size err
pl_model_close                 void     ptr
pl_parser_new                  ptr      ptr
pl_parser_free                 void     ptr
pl_parser_parse_corpus         ptr      ptr ptr err
pl_parser_parse_sentence       ptr      ptr ptr err
pl_parser_tag_sentence         ptr      ptr ptr err
pl_parser_tree                 ptr      ptr u32 doubles
pl_parser_steps                int      ptr u32 size size see ptr err
pl_parser_constrain            int      ptr ptr err
pl_constraints_new             ptr
pl_constraints_put_sentence  * int      ptr ptr u32 err
pl_constraints_put_json        int      ptr text size err
pl_constraints_free            void     ptr
pl_train_defaults              training
pl_train                       int      texts size text text trainings err
pl_evaluation_new              ptr      scoring err
pl_evaluation_add            * int      ptr ptr ptr err
pl_evaluation_add_files        int      ptr text text err
pl_evaluation_sentences        u64      ptr
pl_evaluation_of_dependencies  int      ptr
pl_evaluation_all              figures  ptr
pl_evaluation_disc             figures  ptr
pl_evaluation_functions        figures  ptr
pl_evaluation_tagging          double   ptr
pl_evaluation_attachment       attachment ptr int
pl_evaluation_json             ptr      ptr err
pl_evaluation_compare          int      ptr ptr size u64 comparisons err
pl_evaluation_free             void     ptr
pl_check_new                   ptr      checking err
pl_check_add                 * int      ptr ptr text size err
pl_check_add_treebank          int      ptr ptr err
pl_check_left_out              size     ptr
pl_check_run                   int      ptr err
pl_check_finding               finding  ptr size
pl_check_free                  void     ptr
pl_format_name                 text     size
pl_transform_name              text     size
pl_grammar_kind_name           text     size
pl_check_method_name           text     size
"""


class _Functions:
    """The functions of the library as attributes, with their types."""

    def __init__(self) -> None:
        holding = c.PyDLL(library._name, handle=library._handle)
        for line in _PROTOTYPES.split("\n"):
            if line:
                name, *types = line.replace("*", "").split()
                function = getattr(holding if "*" in line else library, name, None)
                if function is None:
                    raise ImportError("%s is version %s of the library, and too old: it has no %s" % (
                        library._name, version(), name))
                function.restype = _TYPES[types[0]]
                function.argtypes = [_TYPES[kind] for kind in types[1:]]
                setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


lib = _Functions()


def call(name: str, *arguments: Any) -> Any:
    """Calls a function whose last argument is the error; raises if it fails."""
    error = s.ErrorText()
    result = getattr(lib, name)(*arguments, c.byref(error))
    if result is None or result == -1 or result == s.NONE or (isinstance(result, c._Pointer) and not result):
        raise Error(error.text.decode("utf-8", "replace"),
                    CODES[error.code] if error.code < len(CODES) else "system")
    return result


class Handle:
    """An object of the library, which is freed when nothing refers to it any more; `keep` is what must
    live as long. It is an argument of the library's functions itself, so that it lives while they work."""

    __slots__ = ("_as_parameter_", "_free", "_keep")

    def __init__(self, pointer: int, free: Callable[[int], None], *keep: Any) -> None:
        self._as_parameter_, self._free, self._keep = pointer, free, keep

    @property
    def pointer(self) -> int:
        """The address, 0 after the end; only for as long as somebody holds the handle."""
        return self._as_parameter_

    def close(self) -> None:
        pointer, self._as_parameter_ = self._as_parameter_, 0
        if pointer:
            self._free(pointer)

    __del__ = close


def taken(pointer: int) -> str:
    """The text of a pointer that must be freed."""
    try:
        return c.string_at(pointer).decode("utf-8", "replace")
    finally:
        lib.pl_text_free(pointer)


def texts_of(items: List[Any]) -> Any:
    """A list of bytes or None as the library wants it."""
    return (c.c_char_p * len(items))(*items)


def _end(size: int) -> None:
    """Ends the process with a message: the library cannot go on, nor give back what it was doing."""
    os.write(2, b"pleach: out of memory\n")
    os._exit(1)


_out_of_memory = c.CFUNCTYPE(None, c.c_size_t)(_end)
lib.pl_set_out_of_memory(_out_of_memory)
