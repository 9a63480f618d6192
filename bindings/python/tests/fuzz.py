"""Calls every public name of the package, and every method of its objects, with random arguments: any
exception will do, but the interpreter must not crash, hang or run out of memory.

    python3 fuzz.py [SECONDS [SEED]]

Without seconds, a fixed number of calls is made. Run it as a process of its own: a crash ends it. The call
that is being made is in the file that the variable FUZZ_LOG names.
"""

import copy
import inspect
import operator
import os
import pickle
import random
import shutil
import sys
import tempfile
import threading
import time
import warnings

import pleach
from support import DANISH, DUTCH, MODEL

CALLS = 6000
TREEBANK = "dutch.discbracket"  # a copy, which may be changed
TEXTS = ("", "a", "NP", "nl", "a\0b", "\udc80", "ä" * 300, "json", "discbracket", "conllu", "text", "svg", "[T]",
         '#n:[cat="NP"]', "(S (A 0=a))", "Ja. Nee!", "#n.cat", "word", "index", "label", TREEBANK, "/nowhere")


class Arguments:
    """Makes random values; objects of the package are taken from a pool that the calls refill."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pool = []
        self.nlp = pleach.load(MODEL, nbest=2)
        self.edition = pleach.Edition(TREEBANK)
        self.finding = pleach.check(DUTCH, limit=1)[0]
        self.refill()

    def refill(self):
        sentence = next(pleach.read(DUTCH))
        other = pleach.Sentence.from_text("(S (VP (A 0=a) (B 2=b)) (C 1=c))")
        other.add("X", [0])
        dependencies = next(pleach.read(DANISH))
        self.pool = [sentence, other, dependencies, sentence.root, other.root, other[0], dependencies[1],
                     self.nlp("Ja. Nee."), self.nlp, pleach.Query('#n:[cat="NP"]'), pleach.token_table(other),
                     pleach.load(MODEL), pleach.Sentence([]), pleach.read(DUTCH), pleach.evaluate([other], [other]),
                     next(pleach.search("#n:[NT]", other)), self.finding, self.edition,
                     pleach.Error("a:1: sentence 2: b")]

    def value(self, depth=0):
        choice = self.random.randrange(12 if depth < 2 else 9)
        if choice < 3:
            return self.random.choice(self.pool)
        if choice < 5:
            return self.random.choice(TEXTS)
        if choice < 7:
            return self.random.choice((0, 1, 2, -1, 7, 1000, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 63, 1 << 64, -1 << 70))
        if choice == 7:
            return self.random.choice((None, True, False, 0.5, -1.0, float("nan"), float("inf"), 1e300))
        if choice == 8:
            return self.random.choice((b"", b"\xff\xfe", b"(S (A 0=a))", object(), Ellipsis, len, range(3), ()))
        if choice == 9:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        if choice == 10:
            return tuple(self.value(depth + 1) for _ in range(self.random.randrange(3)))
        return {self.random.choice(("kind", "words", "label", "head", "tokens")): self.value(depth + 1)
                for _ in range(self.random.randrange(4))}

    def keywords(self, function):
        try:
            names = [p.name for p in inspect.signature(function).parameters.values()
                     if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)]
        except (TypeError, ValueError):
            names = []
        names += ["heads", "binarize", "max_length", "nosuch"]
        return {self.random.choice(names): self.value() for _ in range(self.random.choice((0, 0, 1, 2)))}


def look(value, depth=0):
    """Uses what a call gave."""
    repr(value)
    str(value)
    hash(value) if value.__hash__ else None
    if hasattr(value, "__next__") or hasattr(value, "__iter__"):
        for _, item in zip(range(5), value):
            if depth < 2:
                look(item, depth + 1)


OPERATIONS = (
    lambda a, b: a == b, lambda a, b: a < b, lambda a, b: b in a, lambda a, b: a[b], lambda a, b: a[b:b], lambda a, b: len(a),
    lambda a, b: operator.setitem(a, b, a), lambda a, b: operator.setitem(a, 0, b), lambda a, b: operator.delitem(a, b),
    lambda a, b: copy.copy(a) == copy.deepcopy(a), lambda a, b: pickle.loads(pickle.dumps(a)) == a,
    lambda a, b: {a: b}, lambda a, b: a + b, lambda a, b: a(b), lambda a, b: setattr(a, "x", b), lambda a, b: list(a))


def tame(name, arguments, keywords):
    """Keeps calls from writing files of any name, and from running for long."""
    for slow in ("threads", "folds", "samples"):
        keywords.pop(slow, None)
    output = {"write": 0, "train": 1, "grammar": 2}.get(name)
    if output is not None:
        arguments[output:output + 1] = ["out"]
        for word in ("path", "output", "checkpoint"):
            keywords.pop(word, None)
    if name == "train":
        del arguments[2:]
        keywords.update(epochs=1, beam=1, batch=0, runs=0, members=0)
    if name in ("check", "compare", "evaluate"):
        del arguments[3:]


def one_call(make, log):
    """One random call or operation, or one random attribute that is got or set."""
    if make.random.random() < 0.2:
        one, two, operation = make.value(), make.value(), make.random.randrange(len(OPERATIONS))
        log("operation %d of %r and %r" % (operation, one, two))
        look(OPERATIONS[operation](one, two))
        return
    if make.random.random() < 0.4:
        name = make.random.choice(pleach.__all__)
        target = getattr(pleach, name)
    else:
        thing = make.random.choice(make.pool)
        name = make.random.choice([name for name in dir(type(thing)) if not name.startswith("_") and name != "close"])
        if make.random.random() < 0.3:
            value = make.value()
            log("set %r.%s = %r" % (type(thing), name, value))
            setattr(thing, name, value)
        log("get %r.%s" % (type(thing), name))
        target = getattr(thing, name)
    if not callable(target):
        look(target)
        return
    arguments = [make.value() for _ in range(make.random.choice((0, 1, 1, 2, 2, 3)))]
    keywords = make.keywords(target)
    tame(name, arguments, keywords)
    log("%s(*%r, **%r)" % (name, arguments, keywords))
    found = target(*arguments, **keywords)
    look(found)
    if isinstance(found, (pleach.Sentence, pleach.Node, pleach.Doc)) and make.random.random() < 0.3:
        make.pool.append(found)


def edit_together():
    """Threads that change one sentence: their changes get mixed up, but nothing breaks."""
    sentence = next(pleach.read(DUTCH))

    def edit(seed):
        make = random.Random(seed)
        for _ in range(150):
            try:
                node = make.choice([*sentence.root.subtrees()])
                make.choice((lambda: setattr(node, "label", "X%d" % seed), lambda: sentence.add("Y", [node]),
                             lambda: sentence.remove(node), lambda: sentence.move(node, sentence.root),
                             lambda: sentence.to("json"), lambda: sentence.copy() == sentence))()
            except (pleach.Error, IndexError, ValueError):
                pass
    threads = [threading.Thread(target=edit, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sentence.words) == len(sentence)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else None
    folder = tempfile.TemporaryDirectory()
    shutil.copy(DUTCH, os.path.join(folder.name, TREEBANK))
    os.chdir(folder.name)
    make = Arguments(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(400)
    start, n, worked = time.monotonic(), 0, 0
    with open(os.environ.get("FUZZ_LOG", "log"), "w", encoding="utf-8", errors="backslashreplace") as file:
        def log(text):
            file.seek(0)
            file.truncate()
            file.write(text)
            file.flush()
        while n < CALLS if seconds is None else time.monotonic() - start < seconds:
            n += 1
            try:
                one_call(make, log)
                worked += 1
            except Exception:
                pass
            if n % 100 == 0:
                make.refill()
    edit_together()
    make.edition.close()
    os.chdir("/")
    folder.cleanup()
    print("%d calls, %d of them gave something" % (n, worked))
    return 0 if worked > n // 10 else "too few calls are right to find anything"


if __name__ == "__main__":
    sys.exit(main())
