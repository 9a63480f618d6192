"""Asks each route of a server for more than fits into its time limit; see serving.py. A request ends within a second of the
limit, with 408 if its work was not done, and the next one is answered. One worker, a limit of two seconds, sentences of the
largest sizes. What is not `late` ends in time at these sizes on common machines: there, both answers are right."""

import json
import os
import random
import socket
import sys
import tempfile
import threading
import time
import urllib.parse

from serving import Server, comes_true, is_error, metric, read_all, run, say

LIMIT = 2
random.seed(1)


# -- sentences ----------------------------------------------------------------------------

def flat(n):
    return "(S " + " ".join(f"(A {i}=a)" for i in range(n)) + ")\n"


def deep(n):
    return "".join(f"(S (A {i}=a) " for i in range(n - 1)) + f"(A {n - 1}=a)" + ")" * (n - 1) + "\n"


def pairs(n):
    """Constituents of two words that are far from each other."""
    return "(S " + " ".join(f"(X (A {i}=a) (A {i + n // 2}=a))" for i in range(n // 2)) + ")\n"


def combs(n):
    """Two deep constituents, one over the odd words and one over the even ones."""
    def comb(first):
        return "(E " * (n // 2 - 1) + f"(A {first}=a)" + "".join(f" (A {i}=a))" for i in range(first + 2, n, 2))
    return f"(S {comb(0)} {comb(1)})\n"


def arcs(n, head):
    return "".join(f"{i}\ta\ta\tN\tN\t_\t{head(i)}\tx\t_\t_\n" for i in range(1, n + 1)) + "\n"


def crossing(n):
    return arcs(n, lambda i: 0 if i == 1 else max(1, i - n // 2))


def with_fields(n, of_word):
    fields = {f"f{i:x}": "" for i in range(n)}
    token = {"id": 0, "word": "a"}
    return json.dumps({"tokens": [{**token, "fields": fields}]} if of_word else {"fields": fields, "tokens": [token]})


def with_edges(words, edges):
    tokens = [{"id": i, "word": "a", "tag": "A", "parent": words} for i in range(words)]
    return json.dumps({"tokens": tokens, "nodes": [{"id": words, "label": "S", "children": list(range(words))}], "root": words,
                       "edges": [{"child": random.randrange(words), "parent": words, "label": f"x{i}"} for i in range(edges)]})


# -- requests -----------------------------------------------------------------------------

def ask(s, method, path, arguments):
    """Status, content and seconds of a request; the arguments of /process are a form."""
    form = path == "/process"
    if method == "GET":
        body = None
    else:
        body = urllib.parse.urlencode(arguments) if form else json.dumps(arguments, ensure_ascii=False).encode()
    page = {"Origin": f"http://{s.host}:{s.port}", "X_Pleach_Page": s.page} if method == "PUT" else {}
    start = time.monotonic()
    status, _, content = s.ask(method, path, body, Content_Type="application/x-www-form-urlencoded" if form else "application/json", **page)
    return status, content, time.monotonic() - start


def bounded(s, name, method, path, late=False, **arguments):
    """One request, and a small one after it. `late`: it cannot be done in time on any machine. A machine that is busy with
    other things gets two more chances."""
    for _ in range(3):
        status, content, seconds = ask(s, method, path, arguments)
        if seconds < LIMIT + 1:
            break
    stopped = status == 408 and is_error((status, json.loads(content)), 408, "PL_STOPPED", "longer than the server allows")
    good = stopped or (not late and status in (200, 409, 422) and (status != 422 or b"PL_TOO_LARGE" in content))
    say(good and seconds < LIMIT + 1, f"{name}: {'408' if late else 'an answer'} within {LIMIT + 1} s", (status, seconds, content[:200]))
    found = ask(s, "POST", "/api/v1/stats", {"data": "(S (A 0=a))"})
    say(found[0] == 200, f"{name}: the next request is answered", found)


class Limited(Server):
    """One worker, the limit, and models of each kind: `linear`, `easy` (dependencies), `grammar`, and those of the shares."""

    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        with open("tests/data/dutch.discbracket") as file:
            sample = file.read()
        banks = []
        for name, content in ("dutch", sample), ("flat", flat(9000)), ("long", sample * 400):
            banks.append(f"{self.folder.name}/{name}.discbracket")
            with open(banks[-1], "w") as file:
                file.write(content)
        super().__init__("--threads", "1", "--timeout", str(LIMIT), "--edit", *options, *banks)
        self.page = self.talk("GET", "/api/v1/session")[1]["page_token"]

    def stop(self, *how):
        super().stop(*how)
        self.folder.cleanup()


MODELS = os.environ.get("TIME_MODELS", "").split()  # files: linear, easy-first, grammar


def parsing():
    with Limited("-m", "da", *(option for path in MODELS for option in ("-m", path))) as s:
        models = [model["name"] for model in s.talk("GET", "/api/v1/models")[1]["models"]]
        parse, tag, derive = "/api/v1/parse", "/api/v1/tag", "/api/v1/derivation"
        post = lambda name, path, late=False, **more: bounded(s, name, "POST", path, late, **more)
        tokens = {"from": "tokens"}
        post("parse: a long text", parse, True, data="b a c d e f g h i j. " * 9000, model="da", beam=256)
        post("parse: a long sentence", parse, True, data="a " * 10000, model="da", **tokens)
        post("parse: trees with confidences", parse, True, data="a " * 800, model="da", beam=256, nbest=100, diverse=True, confidence=True, **tokens)
        for model in models:
            post(f"parse, {model}: a long sentence", parse, data="a " * 10000, model=model, **tokens)
            post(f"parse, {model}: a large beam", parse, data="a " * 1250, model=model, beam=256, **tokens)
            post(f"parse, {model}: many trees", parse, data="a " * 800, model=model, beam=256, nbest=100, diverse=True, **tokens)
            post(f"parse, {model}: 250 words", parse, data="a " * 250, model=model, **tokens)
            post(f"derivation, {model}", derive, data="a " * 59 if "grammar" in model else "a " * 1000, model=model, beam=256, others=50, **tokens)
            post(f"evaluate, {model}", "/api/v1/evaluate", gold=arcs(9990, lambda i: i - 1) if model in ("da", "easy") else flat(9990), model=model)
            bounded(s, f"process, {model}", "POST", "/process", data="a " * 10000, model=model, tagger="", parser="", input="horizontal")
        constraints = [{"kind": "no-bracket", "words": list(range(i % 400, i % 400 + i // 400 + 2))} for i in range(9999)]
        post("parse: many constraints", parse, True, data="a " * 490, model=models[0], constraints=constraints, beam=256, **tokens)
        post("tag: text without blanks", tag, True, data="a.b" * 2600000)
        for name, text in ("letters", "x" * 7900000), ("signs", ".';-" * 1900000), ("blanks", " " * 7900000), ("lines", "\n" * 3900000):
            post(f"tag: text of {name}", tag, data=text)
        post("tag: long words", tag, data=" ".join("%0800d" % i for i in range(9000)), model="da", **tokens)
        post("tag: long sentences", tag, data=("a " * 9999 + "\n") * 10, model=models[0], **tokens)
        if "easy" in models:
            post("tag: many sentences", tag, data="b a c d e f g h i j. " * 9000, model="easy")


def treebanks():
    with Limited() as s:
        post = lambda name, path, late=False, **more: bounded(s, name, "POST", "/api/v1/" + path, late, **more)
        circle = "#a:[T] .* #b:[T] & #b .* #c:[T] & #c .* #d:[T] & #d .* #a"
        unconnected = " & ".join(f"#a{i}:[]" for i in range(64))
        post("search: a circle", "search", True, data=flat(1000), query=circle)
        post("search: a circle in a treebank", "search", True, treebank="flat.discbracket", query=circle)
        post("search: to count", "search", True, treebank="long.discbracket", query=unconnected, count=True)
        post("search: 64 variables", "search", treebank="dutch.discbracket", query=unconnected)
        post("search: expressions", "search", treebank="long.discbracket", query="#a:[word=/(.*)*(.*)*zz/]")
        large = {"flat": flat(99000), "deep": deep(9990), "pairs": pairs(99000), "combs": combs(19000), "crossing": crossing(99000), "edges": with_edges(20000, 60000),
                 "short": "(S (A 0=a))\n" * 95000}
        for name, data in large.items():
            post(f"stats: {name}", "stats", data=data)
            post(f"search: {name}", "search", data=data, query="#a >* #b & #b .* #c", limit=1000)
            post(f"search: {name}, counted", "search", data=data, query="#a:[] & #b:[]", count=True, count_by="#a.gaps, #b.word")
            post(f"search: {name}, negated", "search", data=data, query="#y:[] & #z:[] & not(#x:[word=\"q\"] .* #y)")
        # The format is named, since 4,096 bytes without a word do not tell it.
        post("stats: long combs", "stats", True, data=combs(19900), **{"from": "discbracket"})
        for to in "json", "alpino", "tigerxml", "export", "conllu", "discbracket":
            for name in "pairs", "deep", "crossing", "edges":
                post(f"search: {name} as {to}", "search", data=large[name], query="#a:[cat=\"S\"] | #b:[word=\"a\"]", limit=1, to=to)
            bounded(s, f"browse: {to}", "GET", f"/api/v1/treebanks/long.discbracket?limit=1000&to={to}")
        for of_word in False, True:
            for to in "json", "export", "conllu", "alpino", "tigerxml":
                post(f"tag: fields as {to}", "tag", data=with_fields(400000, of_word), to=to, **{"from": "json"})
        for form in "svg", "text", "latex", "html":
            post(f"draw: edges as {form}", "draw", data=with_edges(990, 100000), format=form)
            for name, data in ("combs", combs(990)), ("pairs", pairs(990)), ("deep", deep(990)), ("crossing", crossing(990)):
                post(f"draw: {name} as {form}", "draw", data=data * 100, format=form)
        for name, data in ("flat", flat(9990)), ("deep", deep(9990)), ("pairs", pairs(9990)), ("combs", combs(9990)), ("crossing", crossing(9990)):
            post(f"evaluate: {name}", "evaluate", gold=data, candidate=data, to="json")
        post("evaluate: pairs and a tree of other constituents", "evaluate", gold=pairs(9990), candidate=combs(9990),
             gold_from="discbracket", candidate_from="discbracket")
        post("evaluate: treebanks", "evaluate", gold_treebank="long.discbracket", candidate_treebank="long.discbracket", limit=1000, to="json")


def changing():
    """A change that was made is answered and kept; a change that took too long was not made."""
    with Limited() as s:
        path = "/api/v1/treebanks/flat.discbracket"
        before = s.talk("GET", path)[1]["sentences"][0]
        words = " ".join(token["word"] for token in before["tree"]["tokens"]).split()
        tree = deep(len(words))
        bounded(s, "change", "PUT", path, number=1, revision=before["revision"], tree=tree, **{"from": "discbracket"})
        after = s.talk("GET", path)[1]["sentences"][0]
        changed = len(after["tree"]["nodes"]) == len(words) - 1
        say(changed or after == before, "a change is made or not")
        say(s.talk("GET", "/api/v1/treebanks")[1]["treebanks"][1]["statistics"]["constituents"] == (len(words) - 2 if changed else 0),
            "what is counted is right afterwards", s.talk("GET", "/api/v1/treebanks")[1]["treebanks"])


def work_for(s):
    """The beginning of a request that would take minutes."""
    body = json.dumps({"data": "a " * 10000, "model": "da", "from": "tokens"}).encode()
    return (b"POST /api/v1/parse HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % (s.port, len(body)) + body)


def leaving():
    """Work for a client that has closed its connection ends at once."""
    with Server("--threads", "1", "--timeout", "600", "-m", "da") as s:
        for how in "closes", "resets", "stops sending on":
            c = s.connect()
            c.sendall(work_for(s))
            say(comes_true(lambda: metric(s, "working") == 1), f"a client that {how}: its request is at work")
            if how == "resets":
                c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            if how == "stops sending on":
                c.shutdown(socket.SHUT_WR)
            else:
                c.close()
            start = time.monotonic()
            found = s.post("/api/v1/parse", data="a")
            say(found[0] == 200 and time.monotonic() - start < 60, f"a client that {how}: the worker is free", found)
            c.close()


def streaming():
    """The limit of a stream is that of each piece; a sentence that takes longer is its last line."""
    with Limited("-m", "da") as s:
        start = time.monotonic()
        status, _, content = s.ask("POST", "/api/v1/parse", json.dumps({"data": "a\n" + "a " * 10000 + "\nb", "from": "tokens", "model": "da", "stream": True}),
                                   Content_Type="application/json")
        lines = [json.loads(line) for line in content.splitlines()]
        say(status == 200 and "error" not in lines[0] and lines[-1].get("error", {}).get("status") == 408, "a stream ends with what stopped it", lines[-1])
        say(time.monotonic() - start < LIMIT + 1, "in time", time.monotonic() - start)
        say(s.post("/api/v1/parse", data="a")[0] == 200, "the next request is answered")


def waiting():
    """Waiting for a worker counts as time of the request."""
    with Limited("-m", "da") as s:
        found = []
        start = time.monotonic()
        body = {"data": "a " * 10000, "from": "tokens", "model": "da"}
        threads = [threading.Thread(target=lambda: found.append(s.post("/api/v1/parse", **body))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        say(sorted(one[0] for one in found)[0] == 408 and {one[0] for one in found} <= {408, 503} and time.monotonic() - start < LIMIT + 1,
            "several requests that take too long end together", ([one[0] for one in found], time.monotonic() - start))
        say(s.post("/api/v1/parse", data="a")[0] == 200, "the next request is answered")


def memory():
    """A search keeps a limited number of matches of a sentence, and reports that others were left out."""
    unconnected = " & ".join(f"#a{i}:[cat=\"NP\"]" for i in range(64))
    with Server("--threads", "1", "--timeout", "600", "tests/data/dutch.discbracket") as s:
        before = metric(s, "memory_bytes")
        for more in {"count": True}, {"limit": 1000}:
            found = s.post("/api/v1/search", query=unconnected, treebank="dutch.discbracket", **more)
            say(found[0] == 422 or (found[0] == 200 and found[1]["cut"] is True), f"64 variables, {more}: it says what is left out", str(found)[:200])
        with open(f"/proc/{s.process.pid}/status") as lines:
            peak = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
        say(peak - before < 300e6, "64 variables: in less than 300 MB", (before, peak))


sys.exit(run(globals()))
