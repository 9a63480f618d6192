#!/usr/bin/env python3
"""Runs commands of pleach, and a program that uses its library, while calls fail.

    faults.py PROGRAMS LIMIT [CASE|KIND…]

PROGRAMS is the folder with pleach and api, each linked with faults.c. A clean run of each
case counts the calls of each kind; then there is a run for every n-th call that fails, or,
with LIMIT above 0, for at most so many of a kind (for allocations, eight times as many),
other ones in each case. A run must end with 0 and exactly the output of the clean run, or with 1 and a message (or 2,
where the fault was met while an option was read). In both cases all files are compared with those before: none lost, none damaged, none left
over; an output is the old or the new one, and complete. Cases and kinds of faults can be
named to run those alone.
"""
import errno
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

OLD = b"the old output\n"

# What fails, with which errno, once or also from then on. A fault that must be survived may
# not change anything; `part` moves one byte only.
#        kind        errno          once  onward survived part
FAULTS = [
    ("alloc",    errno.ENOMEM,  True, True,  False, False),
    ("open",     errno.EMFILE,  True, True,  False, False),
    ("open",     errno.EINTR,   True, False, False, False),
    ("read",     errno.EIO,     True, True,  False, False),
    ("read",     errno.EINTR,   True, False, True,  False),
    ("read",     0,             True, True,  True,  True),
    ("write",    errno.ENOSPC,  True, True,  False, False),
    ("write",    errno.EINTR,   True, False, True,  False),
    ("write",    0,             True, True,  True,  True),
    ("rename",   errno.EIO,     True, True,  False, False),
    ("sync",     errno.EIO,     True, True,  False, False),
    ("truncate", errno.EIO,     True, True,  False, False),
    ("close",    errno.EIO,     True, True,  False, False),
    ("close",    errno.EINTR,   True, False, False, False),
    ("map",      errno.ENOMEM,  True, True,  False, False),
    ("stat",     errno.EACCES,  True, True,  False, False),
    ("folder",   errno.EIO,     True, True,  False, False),
    ("thread",   errno.EAGAIN,  True, True,  False, False),
    ("lock",     errno.ENOLCK,  True, True,  False, False),
    ("mode",     errno.EPERM,   True, True,  False, False),
    ("unlink",   errno.EACCES,  True, True,  False, False),
]
KINDS = list(dict.fromkeys(fault[0] for fault in FAULTS))

# The files of all cases, made in this order from three sentences of the test data.
#   name             sentences of a treebank, or the command that makes the file
FILES = [
    ("a.discbracket",   "dutch.discbracket"),
    ("b.discbracket",   "english.discbracket"),
    ("a.export",        "german.export"),
    ("a.conllu",        "english.conllu"),
    ("a.tokens",        "convert -q a.discbracket --to tokens -o"),
    ("a.tagged",        "convert -q a.discbracket --to tagged -o"),
    ("a.json",          "convert -q a.export --to json -o"),
    ("a.tiger.xml",     "convert -q a.export --to tigerxml -o"),
    ("a.tiger.xml.gz",  "convert -q a.export --to tigerxml -o"),
    ("a.export.zst",    "convert -q a.export -o"),
    ("f/a.discbracket", "convert -q a.discbracket -o"),
    ("f/b.discbracket", "convert -q b.discbracket -o"),
    ("trees.model",     "train -q -e 2 -b 4 --tagger --tag-epochs 1 a.discbracket -o"),
    ("trees.model.zst", "train -q -e 1 -b 2 a.discbracket -o"),
    ("arcs.model",      "train -q -e 1 -b 2 -s arc-eager a.conllu -o"),
    ("tags.model",      "tag -q --train -e 1 a.discbracket -o"),
    ("lcfrs.model",     "grammar -q plcfrs --unknown-words a.discbracket -o"),
    ("part",            "parse -q -j 1 -m trees.model a.tokens -o"),
    ("state",           "train -q -e 1 -b 2 -j 1 a.discbracket -o /dev/null --checkpoint"),
    ("dop.model",       "grammar -q 2dop --binarize optimal a.discbracket -o"),
    ("a.fragments",     "fragments -q a.discbracket -o"),
]

# name, arguments; outputs that exist before the run, OUTPUT=FILE with those bytes; <FILE is
# standard input
CASES = [
    ("convert-plain",      "convert -q a.discbracket -o out.export", "out.export"),
    ("convert-gzip",       "convert -q a.tiger.xml.gz -o out.json.gz", "out.json.gz"),
    ("convert-zstd",       "convert -q a.export.zst --heads negra --dependencies --to conllu -o out.zst", "out.zst"),
    ("convert-folder",     "convert -q f --punct move --binarize optimal", ""),
    ("convert-split",      "convert -q f --split x,y=2,4 --to export -o out", "out.x.export"),
    ("parse-words",        "parse -q -j 1 -m trees.model a.tokens -o out.discbracket", "out.discbracket"),
    ("parse-text",         "parse -q -j 2 -m trees.model.zst --from text", "<a.tokens"),
    ("parse-folder",       "parse -q -j 1 -m trees.model f -o out/", "out/a.discbracket.discbracket"),
    ("parse-resumed",      "parse -q -j 1 -m trees.model a.tokens --resume -o out.discbracket", "out.discbracket=part"),
    ("parse-arcs",         "parse -q -j 2 -m arcs.model a.conllu -o out.conllu", "out.conllu"),
    ("parse-lcfrs",        "parse -q -j 1 -m lcfrs.model a.tokens --to json -o out.json", "out.json"),
    ("parse-dop",          "parse -q -j 2 -m dop.model a.tagged -o out.xml --to tigerxml", "out.xml"),
    ("parse-reranked",     "parse -q -j 1 -m trees.model -n 3 --rerank dop.model a.tagged", ""),
    ("train-trees",        "train -q -e 2 -b 2 -j 1 a.discbracket -d b.discbracket -o out.model", "out.model"),
    ("train-batches",      "train -q -e 1 -b 2 -j 2 --batch 3 a.export --heads negra -o out.model.zst", ""),
    ("train-resumed",      "train -q -e 2 -b 2 -j 1 a.discbracket --checkpoint out.state --resume -o out.model", "out.model out.state=state"),
    ("train-arcs",         "train -q -e 1 -b 2 -s arc-eager a.conllu -o out.model", "out.model"),
    ("tag",                "tag -q -m tags.model a.tokens -o out.tagged", "out.tagged"),
    ("train-tagger",       "tag -q --train -e 1 a.discbracket -o out.model", "out.model"),
    ("eval",               "eval -q a.discbracket a.discbracket --errors --per-label --json", ""),
    ("eval-arcs",          "eval -q a.conllu a.conllu --per-distance", ""),
    ("draw-text",          "draw a.export", ""),
    ("draw-outline",       "draw --indented --functions --lemmas a.export", ""),
    ("draw-svg",           "draw a.discbracket -o out.svg", "out.svg"),
    ("draw-html",          "draw a.conllu -o out.html", "out.html"),
    ("stats",              "stats -q a.export f --per-file --system sr-gap --tsv", ""),
    ("stats-by",           "stats -q a.export f --by rule --tsv --punct remove", ""),
    ("stats-each",         "stats -q a.export --each constituent", ""),
    ("index",              "index -q a.export a.discbracket -o out.plx", "out.plx"),
    ("search",             "search -q -j 2 [pos=/V.*/]&#n:[NT] a.export f -o out", "out"),
    ("search-table",       "search -q -j 1 #n:[NT]>#x&not(#n>[T]) a.discbracket --count-by #n.cat --chart out.svg --json", "out.svg"),
    ("search-html",        "search -q -j 1 --query gap-degree-2 a.export --trees html -o out.html", "out.html"),
    ("check",              "check -q -j 2 a.export --folds 2 --html out.html --tsv", "out.html"),
    ("fragments",          "fragments -q -j 2 a.discbracket -o out", "out"),
    ("fragments-counted",  "fragments -q -j 1 --count a.fragments a.discbracket", ""),
    ("grammar-lcfrs",      "grammar -q plcfrs a.discbracket --text -o out", "out.rules out.lex"),
    ("grammar-dop",        "grammar -q -j 2 2dop --binarize optimal a.discbracket -o out.model", "out.model"),
    ("info",               "info trees.model", ""),
    ("api",                None, "out.export out.model"),
]


def snapshot(folder):
    """All files below the folder: {path: (mode, bytes)}."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            found[str(path.relative_to(folder))] = (path.stat().st_mode & 0o777, path.read_bytes())
    return found


def restore(folder, before, now):
    for name in now.keys() - before.keys():
        (folder / name).unlink()
    for name, (mode, data) in before.items():
        if now.get(name) != (mode, data):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(mode)


def is_kept(name, data, clean):
    """Returns true for a file that parse keeps for --resume: the start of an output, or its .resume file."""
    found = re.fullmatch(r"(.*/)?\.([^/]+)\.[0-9a-f]{16}\.(part|resume)", name)
    output = clean.get((found[1] or "") + found[2]) if found else None
    if output is None:
        return False
    return output[1].startswith(data) if found[3] == "part" else data == b"" or data.startswith(b"pleach=")


def compare_failed(before, clean, now, keeps, resumed, message):
    """What is wrong with the files after a run that failed; None: nothing. A whole output
    that could not be moved to its place may stay, if the message tells where."""
    whole = [data for _, data in clean.values()]
    for name in before:
        if name not in now:
            return f"{name} was lost"
    for name, found in now.items():
        choices = [side[name] for side in (before, clean) if name in side]
        if name.endswith(".part") and name.split("/")[-1] in message and found[1] in whole:
            continue
        if keeps and is_kept(name, found[1], clean):
            continue
        if not choices:
            return f"{name} was left over"
        if found in choices:
            continue
        if resumed and name.startswith("out") and clean[name][1].startswith(found[1]):
            continue
        return f"{name} was damaged"
    return None


class Case:
    """One command in one folder, with its server."""

    def __init__(self, programs, name, arguments, outputs, files, root):
        self.name = name
        self.top = pathlib.Path(tempfile.mkdtemp(dir=root))
        self.folder = self.top / "work"
        self.resumed = name == "parse-resumed"
        self.keeps = name.startswith("parse") and ".xml" not in outputs
        shutil.copytree(files, self.folder)
        stdin = "/dev/null"
        for output in outputs.split():
            if output.startswith("<"):
                stdin = str(self.folder / output[1:])
                continue
            output, _, source = output.partition("=")
            path = self.folder / output
            path.parent.mkdir(exist_ok=True)
            path.write_bytes((self.folder / source).read_bytes() if source else OLD)
            path.chmod(0o640)
        self.before = snapshot(self.folder)
        command = [programs / "api"] if arguments is None else [programs / "pleach", *arguments.split()]
        environment = dict(os.environ, PLEACH_FAULTS="1", FAULTS_IN=stdin, FAULTS_OUT=str(self.top / "stdout"),
                           FAULTS_ERR=str(self.top / "stderr"))
        self.server = subprocess.Popen(command, cwd=self.folder, env=environment, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True, bufsize=1)

    def run(self, kind, n, onward=False, error=0, part=False, trace=False):
        """Status as a shell has it, whether the fault was reached, counts, files."""
        self.server.stdin.write(f"{kind} {n} {int(onward)} {error} {int(part)} {int(trace)}\n")
        answer = self.server.stdout.readline().split()
        if not answer:
            raise RuntimeError(f"{self.name}: the program ended before its time")
        status = int(answer[0])
        code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        now = snapshot(self.folder)
        restore(self.folder, self.before, now)
        return code, answer[1] == "1", dict(zip(KINDS, map(int, answer[2:]))), now

    def stdout(self):
        return (self.top / "stdout").read_bytes()

    def stderr(self):
        return (self.top / "stderr").read_text(errors="replace")

    def start(self):
        """A clean run, then a second one that must be its equal."""
        code, _, self.counts, self.clean = self.run("alloc", 0)
        self.expected = self.stdout()
        if code != 0:
            raise RuntimeError(f"{self.name}: fails without faults: {code}\n{self.stderr()}")
        code, _, _, again = self.run("alloc", 0)
        if code != 0 or again != self.clean or self.stdout() != self.expected:
            raise RuntimeError(f"{self.name}: two clean runs differ")

    def judge(self, plan):
        """Runs one plan: what is wrong, or None."""
        fault, n, onward = plan
        kind, error, _, _, survived, part = fault
        code, hit, _, now = self.run(kind, n, onward, error, part)
        if code == 0:
            if now != self.clean and kind != "unlink":
                return "success, but other files than without the fault"
            return None if self.stdout() == self.expected else "success, but another output"
        message = self.stderr()
        if code < 0:
            return "stuck" if code == -signal.SIGALRM else f"ended by signal {-code}"
        if code != 1 and not (code == 2 and "Try 'pleach help" in message):
            return f"exit status {code}"
        if not hit:
            return "fails without the fault"
        if survived:
            return "should have gone on"
        if not message.strip():
            return "no message"
        if kind == "alloc" and not re.search("out of memory|Cannot allocate memory", message):
            return "does not say that memory ran out"
        if not self.expected.startswith(self.stdout()):
            return "standard output is not a beginning of the right one"
        found = compare_failed(self.before, self.clean, now, self.keeps, self.resumed, message)
        return None if kind == "unlink" and found and found.endswith("left over") else found

    def explain(self, plan, what):
        """The failure with its message and the functions in which the fault was met."""
        fault, n, onward = plan
        message = self.stderr()
        self.run(fault[0], n, onward, fault[1], fault[5], trace=True)
        stack = re.findall(r" in (\w+) (?:src|cli|tests/faults/api)", self.stderr())
        name = "a part" if fault[5] else errno.errorcode[fault[1]]
        return (f"# {name} at {fault[0]} {n}{' and all after it' if onward else ''}: {what}\n"
                f"#     in {' < '.join(stack[:8])}\n"
                + "".join(f"#     {line[:160]}\n" for line in message.splitlines()[:12]))

    def end(self):
        self.server.stdin.close()
        self.server.wait()
        shutil.rmtree(self.top)


def spread(count, limit, start):
    """All numbers from 1 to count, or so many of them, evenly spread; `start` from 0 to 1 moves them."""
    if limit == 0 or count <= limit:
        return range(1, count + 1)
    return [1 + int((i + start) * count / limit) for i in range(limit)]


def plans_of(counts, limit, start, kinds):
    """Nearly all calls are those of the allocator, which get more of the runs."""
    return [(fault, n, onward)
            for fault in FAULTS if fault[0] in kinds
            for onward in (False, True) if fault[3 if onward else 2]
            for n in spread(counts[fault[0]], limit * (8 if fault[0] == "alloc" else 1), start)]


def try_case(programs, row, files, root, limit, kinds, n_threads):
    """All plans of one case, divided over threads: runs, how many went wrong, text, counts."""
    cases = [Case(programs, *row, files, root) for _ in range(n_threads)]
    failures, shown, lock = [], [], threading.Lock()
    cases[0].start()
    plans = plans_of(cases[0].counts, limit, CASES.index(row) / len(CASES), kinds)

    def work(i):
        case = cases[i]
        case.clean, case.expected = cases[0].clean, cases[0].expected
        for plan in plans[i::n_threads]:
            what = case.judge(plan)
            if what is None:
                continue
            failure = (plan[0], what)
            with lock:
                is_new = failure not in failures
                failures.append(failure)
            if is_new:
                shown.append(case.explain(plan, what))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(n_threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for case in cases:
        case.end()
    return len(plans), len(failures), "".join(shown), cases[0].counts


def make_files(programs, folder):
    """Makes FILES; the part of an output is cut off within a sentence."""
    data = pathlib.Path("tests/data")
    for name, source in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if " " in source:
            subprocess.run([programs / "pleach", *source.split(), name], cwd=folder, check=True)
        else:
            subprocess.run([programs / "pleach", "convert", "-q", "--slice", "0:3", data / source, "-o", path],
                           check=True)
    whole = (folder / "part").read_bytes()
    (folder / "part").write_bytes(whole[:len(whole) * 2 // 3])


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    limit = int(sys.argv[2])
    wanted = [row[0] for row in CASES if row[0] in sys.argv[3:]]
    kinds = [kind for kind in KINDS if kind in sys.argv[3:]] or KINDS
    n_threads = os.cpu_count() or 1
    bad = False
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    os.environ["PLEACH_SHARE"] = str(pathlib.Path("share").resolve())
    os.environ.setdefault("ASAN_OPTIONS", "exitcode=99:detect_stack_use_after_return=1")
    with tempfile.TemporaryDirectory(dir=memory) as root:
        files = pathlib.Path(root) / "files"
        make_files(programs, files)
        total, runs = dict.fromkeys(KINDS, 0), 0
        for row in CASES:
            if wanted and row[0] not in wanted:
                continue
            n, wrong, shown, counts = try_case(programs, row, files, root, limit, kinds, n_threads)
            runs += n
            for kind, count in counts.items():
                total[kind] += count
            calls = ", ".join(f"{kind} {count}" for kind, count in counts.items() if count > 0)
            print(f"{'not ok' if wrong else 'ok'} {row[0]}: {n} runs, {wrong} wrong; calls: {calls}\n{shown}", end="", flush=True)
            bad = bad or wrong > 0
        print(f"# {runs} runs; calls in all:", ", ".join(f"{kind} {count}" for kind, count in total.items()))
    sys.exit(1 if bad else 0)


main()
