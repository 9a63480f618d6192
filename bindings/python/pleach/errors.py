"""What goes wrong, as exceptions."""

import re
from typing import Any, Optional, Tuple

CODES = ("ok", "bad_argument", "bad_input", "too_large", "damaged", "system", "stopped")

_PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+): (?:sentence (?P<sentence>\d+))?")


class Error(Exception):
    """What went wrong, in words.

    `code` tells what kind of thing it was: "bad_argument", "bad_input" (a file or a sentence is not
    what its format asks for), "too_large", "damaged" (a model is not whole, or of another version),
    "system" (no such file, no space, no access) or "stopped". `file`, `line` and `sentence`, a number
    from 1, tell where; None where that is not known.

    >>> import pleach
    >>> try:
    ...     list(pleach.reads("(S (A 0=a)", "discbracket"))
    ... except pleach.Error as error:
    ...     print(error.code, error.file, error.line, error.sentence, error)
    bad_input memory 1 1 memory:1: sentence 1: 1 bracket is not closed
    """

    __module__ = "pleach"  # as users know it

    def __init__(self, text: str, code: str = "bad_argument") -> None:
        super().__init__(text)
        place = _PLACE.match(text)
        self.code = code
        self.file: Optional[str] = place["file"] if place else None
        self.line: Optional[int] = int(place["line"]) if place else None
        self.sentence: Optional[int] = int(place["sentence"]) if place and place["sentence"] else None

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.code)


class QueryError(Error):
    """What is wrong with a query, and where: `line` and `column`, in characters, from 1."""

    __module__ = "pleach"

    def __init__(self, text: str, code: str, line: int, column: int) -> None:
        super().__init__(text, code)
        self.line, self.column = line, column

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.code, self.line, self.column)
