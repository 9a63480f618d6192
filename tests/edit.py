"""Changes treebanks through a server; see serving.py."""

import gzip
import http.client
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from serving import Server, comes_true, is_error, metric, program, run, say

DATA = "tests/data/"
folder = tempfile.mkdtemp()


class Editor(Server):
    """A server that may change these treebanks, as a page sees it."""

    def __init__(self, *options, edit=True, limit=None):
        super().__init__(*(["--edit"] if edit else []), *options, limit=limit)
        session = self.talk("GET", "/api/v1/session")[1]
        self.may_edit = session["edit"]
        self.page = {"Origin": "http://%s:%d" % (self.host, self.port), "X_Pleach_Page": session["page_token"]}

    def talk(self, method, path, body=None, **headers):
        found = super().talk(method, path, body, **headers)
        if os.path.realpath(folder) in json.dumps(found):
            say(False, "no answer has a path of the server's machine", found)
        return found

    def get(self, name, number, to="json"):
        """A sentence: tree and revision."""
        return self.talk("GET", "/api/v1/treebanks/%s?first=%d&limit=1&to=%s" % (name, number, to))[1]["sentences"][0]

    def put(self, name, number, revision, tree, **more):
        body = {"number": number, "revision": revision, "tree": tree, **more}
        return self.talk("PUT", "/api/v1/treebanks/" + name, body, **self.page)

    def relabel(self, name, number, label):
        """Gives the first word another tag."""
        sentence = self.get(name, number)
        sentence["tree"]["tokens"][0]["tag"] = label
        return self.put(name, number, sentence["revision"], sentence["tree"])


def copy(name, to=None):
    path = os.path.join(folder, to or name)
    for old in (path, path + ".pleach-journal"):
        if os.path.exists(old):
            os.remove(old)
    shutil.copyfile(DATA + name, path)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def formats():
    """Every format: the file is what it was but for the sentence, and what a new server reads."""
    names = ["dutch.discbracket", "german.export", "german.tiger.xml", "english.conllu", "danish.conllx"]
    paths = [copy(name) for name in names]
    with Editor(*paths) as s:
        banks = s.talk("GET", "/api/v1/treebanks")[1]["treebanks"]
        say(s.may_edit and all(bank["edit"] for bank in banks), "treebanks can be changed", banks)
        for name, path in zip(names, paths):
            before = read(path).decode().split("\n")
            found = s.relabel(name, 2, "QQQ")
            after = read(path).decode().split("\n")
            changed = [i for i, lines in enumerate(zip(before, after)) if lines[0] != lines[1]]
            say(found[0] == 200 and len(before) == len(after) and len(changed) == 1 and
                "QQQ" in after[changed[0]], name + ": one line differs", (found, changed))
            now = s.get(name, 2)
            say(now["revision"] == found[1]["revision"] and now["tree"]["tokens"][0]["tag"] == "QQQ",
                name + ": the change is seen at once", now)
            found = s.talk("POST", "/api/v1/search", {"query": '#t:[pos="QQQ"]', "treebank": name, "count": True})
            say(found[1]["matches"] == 1, name + ": and found", found)
        revisions = [s.get(name, 2)["revision"] for name in names]
    say(s.code == 128 + signal.SIGTERM, "the server stops", s.code)
    with Editor(*paths) as s:
        say(revisions == [s.get(name, 2)["revision"] for name in names], "another server has the same revisions")
    say(sorted(os.listdir(folder)) == sorted(names), "nothing is left beside the files", os.listdir(folder))


def answers():
    path = copy("dutch.discbracket")
    with Editor(path) as s:
        name = "dutch.discbracket"
        one = s.get(name, 1)
        text = s.get(name, 1, "discbracket")
        say(text["revision"] == one["revision"], "a sentence has one revision, whatever its format")
        same = s.put(name, 1, one["revision"], one["tree"])
        say(same == (200, {"number": 1, "revision": one["revision"]}), "no change, no other revision", same)
        found = s.put(name, 1, text["revision"], text["tree"].replace("SMAIN", "SX"))
        say(found[0] == 200 and "SX" in s.get(name, 1, "discbracket")["tree"], "a tree as a text", found)
        late = s.put(name, 1, text["revision"], text["tree"], **{"from": "discbracket"})
        say(is_error(late, 409, text="somebody else") and late[1]["number"] == 1 and
            late[1]["revision"] == found[1]["revision"] and late[1]["tree"] == text["tree"].replace("SMAIN", "SX"),
            "another revision: 409, with the sentence as it is", late)
        late = s.put(name, 1, text["revision"], one["tree"])
        say(late[0] == 409 and late[1]["tree"]["nodes"][1]["label"] == "SX", "the same in JSON", late)
        now = s.get(name, 1)

        def wrong(what, status, words, tree, **more):
            found = s.put(more.pop("bank", name), more.pop("number", 1), now["revision"], tree, **more)
            say(is_error(found, status, text=words), "%s: %d" % (what, status), found)

        tree = json.dumps(now["tree"])
        wrong("two sentences", 422, "not one sentence", tree + "\n" + tree)
        wrong("no sentence", 422, "not one sentence", "", **{"from": "discbracket"})
        wrong("another word", 422, "words cannot be changed", tree.replace('"Ik"', '"Jij"'))
        wrong("something the format cannot hold", 422, "lemmas", tree.replace('"tag"', '"lemma": "x", "tag"', 1))
        wrong("characters that it cannot hold", 422, "characters", tree.replace('"SX"', '"S X"'))
        wrong("a broken text", 400, "tree:1: sentence 1: 1 bracket is not closed", "(S (A 0=a)")
        wrong("a broken object", 400, 'the sentence sent: "tokens" of the sentence is not a list', {"tokens": 1})
        wrong("a broken tree", 400, "", tree.replace('"label"', '"lable"', 1))
        wrong("no such format", 400, "xyz", tree, **{"from": "xyz"})
        wrong("no such sentence", 400, "from 1 to 42", tree, number=43)
        wrong("no such treebank", 404, "no treebank", tree, bank="nowhere")
        wrong("an object that is no JSON tree", 400, "json", now["tree"], **{"from": "export"})
        wrong("a list", 400, "an object or a text", [tree])
        body = {"number": 1, "revision": now["revision"], "tree": tree}
        path1 = "/api/v1/treebanks/" + name
        say(s.talk("PUT", path1, body)[0] == 403, "without the page's token: 403")
        say(s.talk("PUT", path1, body, **{**s.page, "Origin": "http://evil.example"})[0] == 403, "from another site: 403")
        say(s.talk("PUT", path1, {"number": 1, "tree": tree}, **s.page)[0] == 400, "without a revision: 400")
        say(s.get(name, 1) == now, "nothing of this has changed the sentence")
    # a format that cannot say what the sentence has would lose it
    path = copy("german.export")
    with Editor(path) as s:
        text = s.get("german.export", 1, "discbracket")
        found = s.put("german.export", 1, text["revision"], text["tree"], **{"from": "discbracket"})
        say(is_error(found, 422, text="send the tree as json"), "a tree in a format that cannot say all", found)
        text = s.get("german.export", 1, "export")
        found = s.put("german.export", 1, text["revision"], text["tree"], **{"from": "export"})
        say(found[0] == 200, "a tree in the file's own format", found)
        now = s.get("german.export", 1)
        now["tree"]["tokens"][3]["misc"] = "x"
        found = s.put("german.export", 1, now["revision"], now["tree"])
        say(is_error(found, 422, text="cannot hold: MISC"), "a field that the file's format would drop", found)
        counts = s.talk("POST", "/api/v1/stats", {"treebank": "german.export"})[1]
        now = s.get("german.export", 1)
        keep = [n for n in now["tree"]["nodes"] if n["id"] == now["tree"]["root"]]
        keep[0]["children"] = list(range(len(now["tree"]["tokens"])))
        for token in now["tree"]["tokens"]:
            token["parent"] = keep[0]["id"]
        gone = len(now["tree"]["nodes"]) - 1
        now["tree"]["nodes"] = keep
        now["tree"].pop("edges", None)
        found = s.put("german.export", 1, now["revision"], now["tree"])
        after = s.talk("POST", "/api/v1/stats", {"treebank": "german.export"})[1]
        say(found[0] == 200 and after["constituents"] == counts["constituents"] - gone, "statistics follow", found)


def refusals():
    path = copy("dutch.discbracket")
    with Editor(path, edit=False) as s:
        bank = s.talk("GET", "/api/v1/treebanks")[1]["treebanks"][0]
        say(not s.may_edit and bank["edit"] is False and "edit_refused" not in bank and
            "revision" not in s.get(bank["name"], 1), "without --edit treebanks are read-only", bank)
        say(is_error(s.put(bank["name"], 1, "0", "(S (A 0=a))"), 403, text="--edit"), "and a change gets 403")
    with Editor(path) as s:
        with Editor(path) as other:
            bank = other.talk("GET", "/api/v1/treebanks")[1]["treebanks"][0]
            say(not bank["edit"] and "another run" in bank["edit_refused"] and "another run" in other.said(),
                "a second server may not change the file", bank)
            say(is_error(other.put(bank["name"], 1, "0", "(S (A 0=a))"), 403, text="another run"), "and says so")
        say(s.relabel("dutch.discbracket", 1, "X")[0] == 200, "the first one may")
        with open(path, "a") as file:
            file.write("(S (A 0=a))\n")
        content = read(path)
        found = s.relabel("dutch.discbracket", 1, "Y")
        say(is_error(found, 500, text="changed by another program") and read(path) == content,
            "a file that another program has changed is not written over", found)
    os.mkdir(os.path.join(folder, "many"))
    copy("dutch.discbracket", "many/a.discbracket")
    subprocess.run([os.path.join(os.path.dirname(program), "pleach"), "index", "-q", path, "-o",
                    os.path.join(folder, "a.plx")], check=True)
    with open(os.path.join(folder, "odd.mrg"), "w") as file:
        file.write("(S (A a)) (S (B b))\n(S (C c))\n")
    paths = [os.path.join(folder, name) for name in ("many", "a.plx", "odd.mrg")]
    with Editor(*paths) as s:
        banks = {bank["name"]: bank for bank in s.talk("GET", "/api/v1/treebanks")[1]["treebanks"]}
        say("no plain file" in banks["many"]["edit_refused"], "a folder cannot be changed", banks["many"])
        say("not written" in banks["a.plx"]["edit_refused"], "an index cannot be", banks["a.plx"])
        refused = [s.get("odd.mrg", i).get("edit_refused") for i in (1, 2, 3)]
        say(banks["odd.mrg"]["edit"] and refused[0] and "pleach convert" in refused[0] and refused[2] is None,
            "a sentence that is written in another way cannot be, others can", refused)
        found = s.relabel("odd.mrg", 1, "X")
        say(is_error(found, 403, text="pleach convert"), "and it stays", found)
        say(s.relabel("odd.mrg", 3, "X")[0] == 200 and
            read(paths[2]) == b"(S (A a)) (S (B b))\n(S (X c))\n", "the others are changed", read(paths[2]))
    if os.geteuid() != 0:
        path = copy("dutch.discbracket")
        os.chmod(path, 0o444)
        with Editor(path) as s:
            bank = s.talk("GET", "/api/v1/treebanks")[1]["treebanks"][0]
            say("Permission denied" in bank["edit_refused"], "a file that may not be written cannot be", bank)
        os.chmod(path, 0o644)


def kills(rounds=25):
    """Kills servers while changes are saved: whatever was answered with 200 is in the file, which is whole, and nothing
    else but the change that had no answer yet."""
    path = copy("dutch.discbracket")
    original = read(path).decode().splitlines()
    draw = random.Random(1)
    expected = {}  # tag of the first word of each sentence
    lost = torn = recovered = done = 0
    number_of_edit = 0
    for _ in range(rounds):
        s = Editor(path)
        recovered += "recovered" in s.said()
        for number, tags in expected.items():
            tag = s.get("dutch.discbracket", number)["tree"]["tokens"][0]["tag"]
            lost += tag not in tags
            expected[number] = {tag}
        start = time.monotonic()
        s.get("dutch.discbracket", 1)
        took = time.monotonic() - start
        timer = threading.Timer(draw.random() * max(0.15, 20 * took), s.process.kill)  # some changes, whatever the machine
        timer.start()
        try:
            while True:
                number_of_edit += 1
                number = draw.randint(1, 42)
                sentence = s.get("dutch.discbracket", number)
                old, tag = sentence["tree"]["tokens"][0]["tag"], "T%d" % number_of_edit
                sentence["tree"]["tokens"][0]["tag"] = tag
                expected[number] = {old, tag}  # as long as there is no answer
                if s.put("dutch.discbracket", number, sentence["revision"], sentence["tree"])[0] == 200:
                    expected[number] = {tag}
                    done += 1
        except (OSError, http.client.HTTPException, ValueError):
            pass
        timer.join()
        s.stop()
        lines = read(path).decode().splitlines()
        torn += len(lines) != 42 or any(re.sub(r"\(T\d+ 0=", "(X 0=", a) != re.sub(r"\([^ (]+ 0=", "(X 0=", b)
                                        and re.sub(r"\([^ (]+ 0=", "(X 0=", a) != re.sub(r"\([^ (]+ 0=", "(X 0=", b)
                                        for a, b in zip(lines, original))
    with Editor(path):
        left = [name for name in os.listdir(folder) if name.endswith(".part")]
        say(not left, "nothing is left of files that were being written", left)
    say(lost == 0 and done > 0, "no change that was answered is lost", (lost, done))
    say(torn == 0, "the file is whole at every moment", torn)


def journals():
    """What a killed server leaves: its changes are told, and recovered."""
    path = copy("dutch.discbracket")
    big = path + ".big.discbracket"
    with open(big, "wb") as file:  # too large to be written for each change
        file.write(read(path) * (5 * 2**20 // os.path.getsize(path)))
    name = os.path.basename(big)
    before = read(big)
    packed = big + ".gz"
    with gzip.open(packed, "wb") as file:
        file.write(before)
    with Editor(packed) as s:
        content = read(packed)
        found = s.relabel(name + ".gz", 1, "X")
        say(found[0] == 200 and read(packed) == content, "a compressed file that is large without that is not written for each change", found)
    os.remove(packed)
    s = Editor(big)
    for number in (1, 2, 1000, 1):
        if s.relabel(name, number, "J%d" % number)[0] != 200:
            say(False, "a change of a large file")
    untouched = read(big) == before
    s.stop(signal.SIGKILL)
    say(untouched, "a large file is not written for each change")
    lines = read(big + ".pleach-journal").splitlines()
    say(len(lines) == 4 and json.loads(lines[2])["number"] == 1000, "the journal has a line for each", len(lines))
    with open(big + ".pleach-journal", "ab") as file:
        file.write(lines[0][:50])
    with Editor(big, edit=False) as s:
        say("4 changes are in its journal" in s.said() and read(big) == before, "without --edit they are told", s.said())
    with Editor(big) as s:
        said = s.said()
        say("4 changes were recovered" in said and "1 that was not written to its end" in said, "recovered", said)
        say([s.get(name, i)["tree"]["tokens"][0]["tag"] for i in (1, 2, 1000)] == ["J1", "J2", "J1000"], "and there")
        expected = before.splitlines()
        after = read(big).splitlines()
        say([i for i in range(len(after)) if after[i] != expected[i]] == [0, 1, 999], "and nothing else")
        s.relabel(name, 7, "LAST")
    say(b"LAST" in read(big) and not os.path.exists(big + ".pleach-journal"), "a server that stops writes the file")
    os.remove(big)


def full():
    """No space: the change is refused, the file stays, and there is room again later."""
    path = copy("dutch.discbracket")
    size = os.path.getsize(path)
    before = read(path)

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))

    with Editor(path, limit=limit) as s:
        found = s.relabel("dutch.discbracket", 1, "X")
        say(is_error(found, 500, text="too large") and read(path) == before, "a change that cannot be kept: 500", found)
        say(s.get("dutch.discbracket", 1)["tree"]["tokens"][0]["tag"] != "X", "and it is not there")
        resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (size // 2, resource.RLIM_INFINITY))
        found = s.relabel("dutch.discbracket", 1, "X")
        say(found[0] == 200 and read(path) == before and "in its journal" in s.said(),
            "one that is in the journal alone is kept", (found, s.said()))
        resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    say(b"(X 0=" in read(path) and not os.path.exists(path + ".pleach-journal"), "and written when there is room")


def together(editors=4, edits=6):
    """Several editors of the same sentences, and others that read and search meanwhile."""
    path = copy("dutch.discbracket")
    with Editor(path) as s:
        wrong, conflicts, stopped = [], [], threading.Event()

        def edit(who):
            for i in range(edits):
                label = "E%dx%d" % (who, i)
                while True:
                    found = s.relabel("dutch.discbracket", 1 + i % 2, label)
                    if found[0] == 200:
                        break
                    (conflicts if found[0] == 409 else wrong).append(found)

        def look():
            while not stopped.is_set():
                page = s.talk("GET", "/api/v1/treebanks/dutch.discbracket?limit=5")
                query = {"query": "#n:[cat=\"SMAIN\"]", "treebank": "dutch.discbracket", "count": True}
                found = s.talk("POST", "/api/v1/search", query)
                if page[0] != 200 or found[0] != 200 or found[1]["matches"] == 0:
                    wrong.append((page, found))
                query = {"query": "#n:[pos=/E[01]x.*/]", "treebank": "dutch.discbracket", "to": "json", "last": 2}
                for sentence in s.talk("POST", "/api/v1/search", query)[1]["found"]:
                    tags = [token["tag"] for token in sentence["tree"]["tokens"]]
                    if any(not re.match("E[01]x", tags[match["#n"]]) for match in sentence["matches"]):
                        wrong.append(("matches of another tree", sentence))

        lookers = [threading.Thread(target=look) for _ in range(2)]
        editing = [threading.Thread(target=edit, args=(i,)) for i in range(editors)]
        for thread in lookers + editing:
            thread.start()
        for thread in editing:
            thread.join()
        stopped.set()
        for thread in lookers:
            thread.join()
        say(not wrong, "editors and readers at the same time", wrong[:1])
        tags = [s.get("dutch.discbracket", i)["tree"]["tokens"][0]["tag"] for i in (1, 2)]
    last = [re.search(r"\((\S+) 0=", line).group(1) for line in read(path).decode().splitlines()[:2]]
    say(tags == last, "the file has what was shown last", (tags, last))


def busy():
    """A change takes a worker, but not while it waits for others that change the same file. A fifo in the place of a
    journal holds a change up until somebody reads it."""
    names = ["dutch.discbracket", "german.export", "english.conllu"]
    paths = [copy(name) for name in names]
    with Editor(*paths, "--threads", "2", "--queue", "0", "--timeout", "600") as s:
        for path in paths[:2]:
            os.mkfifo(path + ".pleach-journal")
        sentences = [s.get(names[0], 1), s.get(names[0], 2), s.get(names[1], 1)]
        found, threads = [], []

        def begin(name, number, sentence):
            received = metric(s, "received_bytes_total")
            threads.append(threading.Thread(
                target=lambda: found.append(s.put(name, number, sentence["revision"], sentence["tree"]))))
            threads[-1].start()
            comes_true(lambda: metric(s, "received_bytes_total") > received)

        def browsing(status):
            return lambda: s.ask("GET", "/api/v1/treebanks/" + names[0])[0] == status

        begin(names[0], 1, sentences[0])
        begin(names[0], 2, sentences[1])
        say(comes_true(browsing(200)), "who waits for others to change a file takes no worker")
        begin(names[1], 1, sentences[2])
        say(comes_true(browsing(503)), "who changes a file takes one, and there are no more: 503")
        say(s.put(names[2], 1, "0", "(S (A 0=a))")[0] == 503, "the same for changes")
        ends = [os.open(path + ".pleach-journal", os.O_RDWR) for path in paths[:2]]
        for thread in threads:
            thread.join()
        for end in ends:
            os.close(end)
        say([one[0] for one in found] == [200, 200, 200], "all changes are made", found)


failed = run(globals())
shutil.rmtree(folder)
sys.exit(failed)
