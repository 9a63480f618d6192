"""What Python gives to the library is checked here: no argument may crash it."""

import ctypes as c
import operator
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
PATHS = (str, bytes, os.PathLike)
Transforms = Mapping[str, Any]

# Fields of options that are no options.
_INTERNAL = ("report", "progress", "context", "settings", "n_settings", "model")


def path(value: Any) -> bytes:
    """The name of a file or folder."""
    if not isinstance(value, PATHS):
        raise TypeError("expected a path, not %s" % type(value).__name__)
    raw = os.fsencode(value)
    if b"\0" in raw:
        raise ValueError("there is a NUL character in %r" % value)
    return raw


def optional_path(value: Any) -> Optional[bytes]:
    return None if value is None else path(value)


def name(value: Any, what: str) -> bytes:
    """A name, or another text without NUL."""
    if not isinstance(value, str):
        raise TypeError("%s is text, not %s" % (what, type(value).__name__))
    if "\0" in value:
        raise ValueError("there is a NUL character in %r" % value)
    return value.encode("utf-8")


def optional_name(value: Any, what: str) -> Optional[bytes]:
    return None if value is None else name(value, what)


def number(value: Any, what: str, most: int = 0xFFFFFFFF) -> int:
    found = operator.index(value)
    if not 0 <= found <= most:
        raise ValueError("%s is a number from 0 to %d, not %d" % (what, most, found))
    return found


def content(text: Any) -> bytes:
    """A text that the library gets with its length; bytes are taken as they are."""
    if isinstance(text, (bytes, bytearray)):
        return bytes(text)
    if not isinstance(text, str):
        raise TypeError("expected text, not %s" % type(text).__name__)
    return text.encode("utf-8")


def words(values: Iterable[Any], what: str = "a word") -> List[str]:
    """A list of words."""
    if isinstance(values, (str, bytes)):
        raise TypeError("expected a list of words, not text")
    found = list(values)
    for value in found:
        if not isinstance(value, str):
            raise TypeError("%s is text, not %s" % (what, type(value).__name__))
    return found


def tags(values: Optional[Iterable[Any]], n_words: int) -> Optional[List[Optional[str]]]:
    """Tags of so many words; some may be None."""
    if values is None:
        return None
    if isinstance(values, (str, bytes)):
        raise TypeError("expected a list of tags, not text")
    found = list(values)
    if len(found) != n_words:
        raise ValueError("%d words, but %d tags" % (n_words, len(found)))
    for value in found:
        if value is not None and not isinstance(value, str):
            raise TypeError("a tag is text, not %s" % type(value).__name__)
    return found


def steps(transforms: Transforms) -> List[Tuple[bytes, Optional[bytes]]]:
    """Transforms with their arguments; True as argument means that there is none."""
    return [(name(key, "a transform").replace(b"_", b"-"),
             None if argument is True else name(str(argument), "an argument"))
            for key, argument in transforms.items()]


def options(made: Any, values: Dict[str, Any]) -> Any:
    """Fills an options structure; its fields decide which options there are."""
    fields = dict(made._fields_)
    for key, value in values.items():
        kind = fields.get(key)
        if kind is None or key.startswith("reserved") or key in _INTERNAL:
            raise TypeError("there is no option %r" % key)
        if kind is c.c_char_p:
            value = optional_path(value)
        elif kind is c.c_double:
            value = float(value)
        elif kind is c.c_int:
            value = int(bool(value))
        else:
            value = number(value, key, (1 << 8 * c.sizeof(kind)) - 1)
        setattr(made, key, value)
    return made
