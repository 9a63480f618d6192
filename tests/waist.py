#!/usr/bin/env python3
"""Measures the width of the inner interfaces of the code. Prints lines "number<TAB>name".

tests/waist.sh compares them with tests/waist.txt. Counts of symbols need the objects of a release
build and are left out where there are none.
"""
import glob
import os
import re
import subprocess
import sys

BUILD = os.environ.get("BUILD", "build")
CODE_FOLDERS = ("src", "cli", "server", "mpi", "include")
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def files(*patterns):
    return sorted(name for p in patterns for name in glob.glob(p, recursive=True))


def c_files(*folders):
    return files(*(f"{folder}/**/*.{end}" for folder in folders for end in ("c", "h", "inc")))


def read(name):
    with open(name, encoding="utf-8") as f:
        return f.read()


def code(name):
    return COMMENT.sub("", read(name))


def code_lines(names):
    return sum(1 for name in names for line in code(name).split("\n") if line.strip())


def lines(names):
    return sum(read(name).count("\n") for name in names)


def including(names, pattern):
    return [name for name in names if re.search(rf'^# *include [<"]{pattern}', read(name), re.M)]


def included(names, pattern):
    return {m for name in names for m in re.findall(rf'^# *include "({pattern}[^"]*)"', read(name), re.M)}


def types(names):
    """Names of types, in every form of typedef."""
    found = set()
    for name in names:
        text = code(name)
        found |= set(re.findall(r"^\}\s*(\w+);", text, re.M))
        found |= set(re.findall(r"^typedef[^;{}]*?\(?\*?\b(\w+)\)?\s*(?:\([^;]*\))?;", text, re.M))
    return found


def public():
    headers = files("include/pleach.h", "include/pleach/*.h")
    functions = {h: len(re.findall(r"^PL_API ", read(h), re.M)) for h in headers}
    yield sum(functions.values()), "public functions"
    yield max(functions.values()), "public functions in one header"
    yield len(types(headers)), "public types"
    yield sum(len(re.findall(r"\breserved\w*\b", code(h))) for h in headers), "public fields called reserved"
    yield lines(headers), "lines of public headers"


def commands():
    cli = c_files("cli")
    yield len(included(cli, r"[a-z]+/")), "headers of src/ that cli/ includes"
    yield len(cli), "files of cli/"
    yield code_lines(cli), "code lines of cli/"
    own = [n for n in cli if re.search(r"/(cmd_|\w+_flow|\w+_views|report_)", n)]
    yield max((lines([n]) for n in own), default=0), "lines of the longest file of one command"


def others():
    server = c_files("server")
    yield code_lines(server), "code lines of server/"
    yield len(included(server, "base/")), "headers of base/ that server/ includes"
    yield lines(files("bindings/python/pleach/**/*.py")), "lines of the Python package"


def whole():
    names = c_files(*CODE_FOLDERS)
    yield len(names), "C files"
    yield code_lines(names), "code lines"
    yield len(types(names)), "types"
    yield len(including(names, "jansson")), "files that include jansson"
    yield len([n for n in names if re.search(r"base/counted\.h|pl_counted_|U\+10FFFE", read(n))]), \
        "files that know marks in the output"


def symbols(objects, option):
    """Object, kind and name of each symbol."""
    out = subprocess.run(["nm", "-A", option, *objects], capture_output=True, text=True).stdout
    for line in out.split("\n"):
        name, _, rest = line.partition(":")
        parts = rest.split()
        if len(parts) >= 2:
            yield name, parts[-2], parts[-1]


def room(name):
    """The folder below src/ of an object, or "" for one of cli/."""
    parts = name.split("/")
    return parts[-2] if parts[-3] == "src" else ""


def linked():
    """Functions by where they are defined and used, from the objects of the release build."""
    def objects_of(sources):
        """Of files that are there: a build folder may have older ones, too."""
        names = (f"{BUILD}/release/{name[:-2]}.o" for name in files(sources))
        return [name for name in names if os.path.exists(name)]

    objects, cli = objects_of("src/*/*.c"), objects_of("cli/*.c")
    if not objects or not cli:
        return
    headers = "\n".join(read(h) for h in files("include/pleach.h", "include/pleach/*.h"))
    api = set(re.findall(r"^PL_API [^;(]*?\b(pl_\w+)\(", headers, re.M))
    home = {n: room(o) for o, kind, n in symbols(objects, "--defined-only")
            if kind == "T" and n not in api}
    needed = list(symbols(objects + cli, "--undefined-only"))
    yield len({n for o, _, n in needed if room(o) == "" and n in home}), \
        "internal functions that cli/ calls"
    yield len(home), "exported internal functions"
    yield len({n for o, _, n in needed if n in home and room(o) not in ("", home[n])}), \
        "functions used across modules"


def help_rows():
    program = f"{BUILD}/pleach"
    if not os.path.exists(program):
        return
    out = subprocess.run([program, "help", "train"], capture_output=True, text=True).stdout
    yield len(re.findall(r"^ +(?:-\w, )?--[a-z]", out, re.M)), "options in the help of train"


def main():
    for part in (commands, others, public, whole, linked, help_rows):
        for number, name in part():
            print(f"{number}\t{name}")


if __name__ == "__main__":
    sys.exit(main())
