"""Finds libpleach and loads it.

In this order: the file that PLEACH_LIBRARY names; the folder lib/ of the package, where a wheel puts
it; the folder build/ of a source tree; the folders above an installed package, where `make install`
puts it; where the system keeps libraries.

The library itself finds models and rules, from the place where it lies: in a wheel that is the folder
share/ of the package.
"""

import ctypes
import ctypes.util
import glob
import os
from typing import Iterator

HERE = os.path.dirname(os.path.realpath(__file__))


def _candidates() -> Iterator[str]:
    """Paths and names of the library, the likeliest first."""
    if os.environ.get("PLEACH_LIBRARY"):
        yield os.environ["PLEACH_LIBRARY"]
        return
    yield from sorted(glob.glob(os.path.join(HERE, "lib", "libpleach.*")))
    above = os.path.dirname(HERE)
    yield os.path.join(above, "..", "..", "build", "libpleach.so")
    for folder in (os.path.join(above, ".."), os.path.join(above, "..", "..")):
        yield os.path.join(folder, "libpleach.so.1")
        yield from glob.glob(os.path.join(folder, "*", "libpleach.so.1"))
    yield "libpleach.so.1"
    found = ctypes.util.find_library("pleach")
    if found:
        yield found


def load() -> ctypes.CDLL:
    """The library, of which no function has a prototype yet."""
    tried = []
    for path in _candidates():
        if os.sep in path and not os.path.exists(path):
            continue
        try:
            return ctypes.CDLL(path)
        except OSError as reason:
            tried.append(str(reason))
    raise ImportError("libpleach.so.1 is not found: `make` builds it, `make install` installs it, "
                      "PLEACH_LIBRARY names it (%s)" % "; ".join(tried))


library = load()


def version() -> str:
    """The version of the library, which is that of the package."""
    library.pl_version.restype = ctypes.c_char_p
    return str(library.pl_version().decode("ascii"))
