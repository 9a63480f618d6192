"""What there is: names of formats, transforms and so on."""

from typing import Any, List

from ._functions import lib, taken


def _names(function: Any) -> List[str]:
    found: List[str] = []
    while function(len(found)) is not None:
        found.append(function(len(found)).decode("utf-8"))
    return found


def formats() -> List[str]:
    """Formats of treebanks.

    >>> import pleach
    >>> "conllu" in pleach.formats()
    True
    """
    return _names(lib.pl_format_name)


def models() -> List[str]:
    """Models that load() finds by their names: those that come with pleach, and your own.

    >>> import pleach
    >>> "nl" in pleach.models()
    True
    """
    return taken(lib.pl_model_names()).splitlines()


def transforms() -> List[str]:
    """Transforms, which read() and Sentence.transform() take as arguments."""
    return _names(lib.pl_transform_name)


def grammar_kinds() -> List[str]:
    """Kinds of grammars, for grammar()."""
    return _names(lib.pl_grammar_kind_name)


def check_methods() -> List[str]:
    """Methods of check()."""
    return _names(lib.pl_check_method_name)
