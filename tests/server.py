"""Asks a server as clients do that are slow, odd or hostile; see serving.py."""

import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

from serving import PATIENCE, Server, comes_true, is_error, metric, model, program, read_all, run, say


SENTENCE = "Dat boek had ze gelezen. "


def limits():
    with Server("--max-body", "1", "--max-words", "10", "--timeout", "600") as s:
        found = s.post("/api/v1/parse", data=SENTENCE)
        say(found[0] == 200 and len(found[1]["sentences"]) == 1, "a text is parsed", found)
        found = s.post("/api/v1/parse", data=SENTENCE * 2)
        say(is_error(found, 422, "PL_TOO_LARGE"), "too many words: 422", found)
        found = s.raw(b"POST /api/v1/parse HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
                      b"Content-Length: 2000000\r\nExpect: 100-continue\r\n\r\n" % s.port)
        say(found.startswith(b"HTTP/1.1 413 "), "too large a body, by its length: 413", found)
        with s.connect() as c:
            c.sendall(b"POST /api/v1/parse HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
                      b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" % s.port)
            for _ in range(20):
                c.sendall(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
            c.sendall(b"0\r\n\r\n")
            found = read_all(c)
        say(found.startswith(b"HTTP/1.1 413 "), "too large a body, in pieces: 413", found)
    with Server("--timeout", "1") as s:
        with s.connect() as c:
            c.sendall(b"POST /api/v1/parse HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
                      b"Content-Length: 100\r\n\r\n{" % s.port)
            found = read_all(c)
        say(found.startswith(b"HTTP/1.1 408 ") and json.loads(found.split(b"\r\n\r\n")[1])["error"]["status"] == 408,
            "a body that does not come: 408", found)
        # A client that sends a byte now and then is cut off as well.
        c = s.connect()
        c.sendall(b"GET /health HTTP/1.1\r\nX: ")
        start = time.monotonic()
        try:
            while time.monotonic() - start < PATIENCE:
                c.sendall(b"x")
                c.settimeout(0.2)
                try:
                    if not c.recv(65536):
                        break
                except TimeoutError:
                    pass
        except OSError:
            pass
        say(time.monotonic() - start < PATIENCE, "a slow client is cut off")
        c.close()
    with Server("--timeout", "4") as s:
        # One that does not take its answer: small buffers fill up soon.
        body = json.dumps({"data": SENTENCE * 2000, "stream": True, "nbest": 10}).encode()
        c = socket.socket()
        c.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        c.connect((s.host, s.port))
        c.sendall(b"POST /api/v1/parse HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
                  b"Content-Length: %d\r\n\r\n" % (s.port, len(body)) + body)
        start = time.monotonic()
        while metric(s, "slow_connections_total") == 0 and time.monotonic() - start < PATIENCE:
            time.sleep(0.1)
        say(metric(s, "slow_connections_total") == 1, "a client that does not read is cut off")
        c.close()


def connections():
    """If there are too many connections, a waiting one is closed for a new one; if none waits, the new one is refused."""
    with Server("--timeout", "60", "--connections", "3") as s:
        request = b"GET /health HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % s.port

        def read(c, end):
            found = b""
            while not found.endswith(end) and (more := c.recv(1)):
                found += more
            return found

        def health(c):
            c.sendall(request)
            return read(c, b"}\n").startswith(b"HTTP/1.1 200 ")
        held = [s.connect() for _ in range(4)]
        say(held[0].recv(1) == b"", "of those that have asked nothing, the oldest is closed for the next one")
        say(all(health(c) for c in held[1:]), "the others are not")
        held.append(s.connect())
        closed = select.select(held[1:4], [], [], PATIENCE)[0]  # usually held[1]; an answer may arrive before the server has finished its connection
        say(health(held[-1]) and len(closed) == 1 and closed[0].recv(1) == b"", "between requests, one that waits is closed")
        begun = [c for c in held[1:] if c not in closed]
        body = b'{"data":"(S (A 0=a))"}'
        told = []
        for c in begun:
            c.sendall(b"POST /api/v1/stats HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
                      b"Expect: 100-continue\r\n\r\n" % (s.port, len(body)))
            told.append(read(c, b"\r\n\r\n"))
        say(all(one.startswith(b"HTTP/1.1 100 ") for one in told), "requests begin on all of them", told)
        found = s.raw(request)
        say(found.startswith(b"HTTP/1.1 503 "), "then the next one gets 503", found)
        with s.connect() as c:
            c.sendall(b"GET /health HTTP/1.1\r\nX: ")
            say(read_all(c).startswith(b"HTTP/1.1 408 "), "it is not waited for long")
        with socket.create_connection((s.host, s.port), PATIENCE, ("127.0.0.2", 0)) as c:
            say(health(c), "another host gets the place of one that has more")
            say(read(begun[0], b"}\n").startswith(b"HTTP/1.1 408 "), "which is told so")
        for c in begun[1:]:
            c.sendall(body)
            found = read(c, b"}\n")
            say(found.startswith(b"HTTP/1.1 200 "), "the others go on", found)
        for c in held:
            c.close()


def crowd(n=600):
    """Clients that connect and send no request do not keep other clients out, from their own host or another."""
    with Server("--timeout", "600", "--connections", "64") as s:
        request = b"GET /health HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n" % s.port
        held = []
        for i in range(n):
            held.append(socket.create_connection((s.host, s.port), PATIENCE, ("127.0.0.1", 0)))
        for host in "127.0.0.1", "127.0.0.2":
            good = 0
            for _ in range(20):
                with socket.create_connection((s.host, s.port), PATIENCE, (host, 0)) as c:
                    try:
                        c.sendall(request)
                        good += read_all(c).startswith(b"HTTP/1.1 200 ")
                    except OSError:
                        pass
            say(good == 20, f"{n} idle connections: all clients at {host} are answered", good)
        say(comes_true(lambda: metric(s, "connections") <= 65), "no more connections stay than are allowed", metric(s, "connections"))
        for c in held:
            c.close()


def ask_in_thread(s, **arguments):
    """A request that is sent while others go on; what came back is in the list."""
    found = []
    thread = threading.Thread(target=lambda: found.append(s.post("/api/v1/parse", **arguments)))
    thread.start()
    return thread, found


def queue():
    """One request works, one waits, the third is refused."""
    with Server("--threads", "1", "--queue", "1", "--max-words", "10000000", "--timeout", "3600") as s:
        size, refused = 100, None
        while refused is None:  # the first one has to work until the third is there
            size *= 2
            first, done = ask_in_thread(s, data=SENTENCE * size, beam=64)
            while metric(s, "words_total") == 0:
                pass
            second, also_done = ask_in_thread(s, data=SENTENCE)
            while not done and not also_done and metric(s, "waiting") == 0:
                pass
            found = s.post("/api/v1/parse", data=SENTENCE)
            if not done:
                refused = found
            first.join()
            second.join()
        say(is_error(refused, 503, "PL_TOO_LARGE"), "too many requests wait: 503", refused)
        say(done[0][0] == also_done[0][0] == 200, "those before it are answered")
    with Server("--timeout", "1", "--max-body", "64", "--max-words", "10000000") as s:
        found = s.post("/api/v1/parse", data=SENTENCE * 10000, beam=256)
        say(is_error(found, 408, "PL_STOPPED"), "work that takes too long: 408", found)
        tree = "(S " + " ".join(f"(A {i}=a)" for i in range(400)) + ")"
        found = s.post("/api/v1/search", data=tree,
                       query="#a:[T] .* #b:[T] & #b .* #c:[T] & #c .* #d:[T] & #d .* #a")
        say(is_error(found, 408, "PL_STOPPED"), "a search of one sentence that takes too long: 408", found)


def access():
    with Server() as s:
        port = s.port
        for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", f"LOCALHOST:{port}"):
            say(s.ask("GET", "/health", Host=host)[0] == 200, "Host: " + host.replace(str(port), "PORT"))
        for host in ("evil.example", f"evil.example:{port}", "localhost", f"localhost:{port + 1}", f"localhost.evil:{port}",
                     f"127.0.0.1.evil:{port}", "", f"10.0.0.1:{port}"):
            say(s.ask("GET", "/api/v1/models", Host=host)[0] == 421, f"Host: {host.replace(str(port), 'PORT')} is refused")
        found = s.raw(b"GET /health HTTP/1.0\r\n\r\n")
        say(b" 400 " in found[:16], "no Host is refused", found)
        for origin in ("http://evil.example", "null", f"https://localhost:{port}", f"http://localhost:{port + 1}"):
            say(s.ask("GET", "/health", Origin=origin)[0] == 403, f"Origin: {origin.replace(str(port), 'PORT')} is refused")
        say(s.ask("GET", "/health", Host=f"127.0.0.1:{port}", Origin=f"http://localhost:{port}")[0] == 403,
            "an Origin of another name is refused")
        status, headers, _ = s.ask("GET", "/health", Host=f"localhost:{port}", Origin=f"http://localhost:{port}")
        say(status == 200 and "Access-Control-Allow-Origin" not in headers, "the own Origin is fine")
        policy = headers["Content-Security-Policy"]
        say("default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy and
            headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer",
            "strict headers", headers)
        say(s.ask("POST", "/api/v1/parse", '{"data": "a"}', Content_Type="text/plain")[0] == 415, "not JSON: 415")
        say(s.ask("POST", "/api/v1/parse", '{"data": ', Content_Type="application/json")[0] == 400, "broken JSON: 400")
        say(s.ask("POST", "/api/v1/parse", '[1]', Content_Type="application/json")[0] == 400, "JSON that is no object: 400")
        for arguments in ({}, {"data": 1}, {"data": "a", "nbest": 0}, {"data": "a", "nbest": "1"}, {"data": "a", "x": 1},
                          {"data": "a", "to": "nothing"}, {"data": "a", "model": "../x"}, {"data": "(", "from": "export"},
                          {"data": "a", "confidence": 1}):
            found = s.post("/api/v1/parse", **arguments)
            say(found[0] == 400 and found[1]["error"]["code"] in ("PL_BAD_ARGUMENT", "PL_BAD_INPUT"),
                f"{json.dumps(arguments)}: 400", found)
        status, headers, _ = s.ask("GET", "/api/v1/parse")
        say(status == 405 and headers["Allow"] == "POST", "a wrong method: 405")
        say(s.ask("POST", "/nothing", "{}", Content_Type="application/json")[0] == 404, "no such path: 404")
        status, headers, body = s.ask("HEAD", "/health")
        say(status == 200 and int(headers["Content-Length"]) > 0 and body == b"", "HEAD")
        say(s.ask("OPTIONS", "/api/v1/parse")[0] == 204, "OPTIONS")
        for path in ("/health", "/"):
            status, _, body = s.ask("GET", path, "{", Content_Type="application/json")
            say(status == 413 and "takes no body" in json.loads(body)["error"]["text"], f"a body for {path}: 413", body)
        say(s.ask("GET", "/api/v1/models", "{", Content_Type="application/json")[0] == 200,
            "a body is not looked at where there are no arguments")
        say("openapi" in json.loads(s.ask("GET", "/api/v1/openapi.json")[2]), "its description")
    say(s.code == 143, "the code after SIGTERM", s.code)
    with Server("--cors", "https://a.example", "--cors", "https://b.example") as s:
        status, headers, _ = s.ask("GET", "/api/v1/models", Origin="https://b.example")
        say(status == 200 and headers["Access-Control-Allow-Origin"] == "https://b.example", "--cors allows an origin")
        say(s.ask("GET", "/api/v1/models", Origin="https://c.example")[0] == 403, "--cors allows no other")


def token():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/token"
        with open(path, "w") as out:
            out.write("0123456789abcdef\n")
        with Server("--host", "0.0.0.0", "--token", path) as s:
            say(s.ask("GET", "/api/v1/models")[0] == 401, "no token: 401")
            say(s.ask("GET", "/api/v1/models", Authorization="Bearer 0123456789abcdeF")[0] == 401, "a wrong token: 401")
            say(s.ask("GET", "/api/v1/models", Authorization="Bearer 0123456789abcde")[0] == 401, "half a token: 401")
            say(s.ask("GET", "/api/v1/models", Authorization="Bearer 0123456789abcdef")[0] == 200, "the token")
            say(s.ask("GET", "/health")[0] == 200, "health needs none")
            say(s.ask("GET", "/health", Host=f"10.1.2.3:{s.port}")[0] == 200, "an address in numbers is fine for 0.0.0.0")
            say(s.ask("GET", "/health", Host=f"evil.example:{s.port}")[0] == 421, "a name is not")
        with open(folder + "/long", "w") as out:
            out.write("0" * 4097)
        os.mkfifo(folder + "/pipe")
        process = subprocess.Popen([program, "--port", "0", "-m", model, "--token", folder + "/pipe"])
        with open(folder + "/pipe", "w"):  # it is being set up
            process.send_signal(signal.SIGTERM)
            say(process.wait(PATIENCE) == -signal.SIGTERM, "it can be stopped before it is ready")
        for name, options, want in (("an address of others without a token", ["--host", "0.0.0.0"], "--token"),
                                    ("a token that is too short", ["--token", os.devnull], "16"),
                                    ("a token that is too long", ["--token", folder + "/long"], "4096"),
                                    ("a token that is not there", ["--token", folder + "/none"], "No such file")):
            done = subprocess.run([program, "--port", "0", "-m", model, *options], capture_output=True, text=True)
            say(done.returncode == 1 and want in done.stderr, name + " is refused", done.stderr)


def files():
    with tempfile.TemporaryDirectory() as share:
        for name in os.listdir(os.environ["PLEACH_SHARE"]):
            os.symlink(os.path.join(os.environ["PLEACH_SHARE"], name), os.path.join(share, name))
        web = share + "/web"
        if os.path.islink(web):
            os.unlink(web)
        os.mkdir(web)
        os.mkdir(web + "/views")
        for name, text in (("index.html", "<!doctype html>"), ("views/a.js", "1"), (".hidden.html", "x")):
            with open(os.path.join(web, name), "w") as out:
                out.write(text)
        with open(share + "/secret.html", "w") as out:
            out.write("secret")
        with Server(environment={"PLEACH_SHARE": share}) as s:
            status, headers, body = s.ask("GET", "/")
            say((status, body) == (200, b"<!doctype html>") and headers["Content-Type"].startswith("text/html"), "the page")
            status, headers, body = s.ask("GET", "/views/a.js")
            say((status, body) == (200, b"1") and headers["Content-Type"].startswith("text/javascript"), "its modules")
            tricks = ["/../secret.html", "/%2e%2e/secret.html", "/views/../../secret.html", "/views/..%2f..%2fsecret.html",
                      "//index.html", "/./index.html", "/index.html%00.png", "/index.html%00", "/.hidden.html",
                      "/views", "/views/", "/views\\a.js", "/%", "/%zz", "/%ff%fe", web + "/index.html",
                      "/etc/passwd", "/..%c0%af..%c0%afetc/passwd", "/%2e%2e%5csecret.html", "/~", "/views/a.js/",
                      "http://localhost/index.html", "/" + "a" * 30000]
            for path in tricks:
                found = s.raw(b"GET %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n" % (path.encode(), s.port))
                say(re.match(rb"HTTP/1.1 4(00|04|14|31) ", found) and b"secret\n" not in found, f"GET {path[:40]}", found)


def streams():
    with Server() as s:
        status, headers, body = s.ask("POST", "/api/v1/parse", json.dumps({"data": SENTENCE * 100, "stream": True}),
                                      Content_Type="application/json")
        lines = body.splitlines()
        say(status == 200 and headers["Content-Type"] == "application/x-ndjson" and len(lines) == 100 and
            all(json.loads(line) == json.loads(lines[0])["trees"] or "trees" in json.loads(line) for line in lines), "a stream")
        whole = s.post("/api/v1/parse", data=SENTENCE * 100)[1]["sentences"]
        say([json.loads(line) for line in lines] == whole, "a stream is what the whole answer is")
        # One connection, many requests.
        connection = http.client.HTTPConnection(s.host, s.port, timeout=PATIENCE)
        statuses = set()
        for i in range(50):
            connection.request("GET", "/health")
            answer = connection.getresponse()
            answer.read()
            statuses.add(answer.status)
        say(statuses == {200}, "a connection is kept")
        connection.close()
        metrics = s.ask("GET", "/metrics")[2].decode()
        say('pleach_requests_total{method="GET",path="/health",status="200"} 50\n' in metrics and
            "\npleach_sentences_total 200\n" in metrics, "counts", metrics)


def occupied():
    """A stream that finds no worker says so in its last line."""
    with Server("--threads", "1", "--queue", "0", "--timeout", "600") as s:
        def send(path, **arguments):
            body = json.dumps(arguments).encode()
            c = socket.socket()
            c.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # it is full soon, and the stream waits
            c.connect((s.host, s.port))
            c.sendall(b"POST %s HTTP/1.0\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
                      b"Content-Length: %d\r\n\r\n" % (path, s.port, len(body)) + body)
            return c
        found = None
        while found is None:  # until the worker is taken while the stream waits
            stream = send(b"/api/v1/parse", data=SENTENCE * 2000, stream=True, nbest=10)
            if stream.recv(12) != b"HTTP/1.1 200":  # the one before still has the worker
                stream.close()
                continue
            other = send(b"/api/v1/search", query="#a:[T] .* #b:[T] & #b .* #c:[T] & #c .* #d:[T] & #d .* #a",
                         data="(S " + " ".join(f"(A {i}=a)" for i in range(400)) + ")")
            other.settimeout(0.2)
            try:
                other.recv(1)  # refused: the stream has the worker
            except TimeoutError:
                found = read_all(stream).splitlines()
                try:
                    other.recv(1)  # refused, but late
                    found = None
                except TimeoutError:
                    pass
            stream.close()
            other.close()
        say(found[-1].startswith(b'{"error":{"status":503,'), "a stream without a worker ends with an error", found[-1])
        s.process.kill()


def pleach(*arguments):
    return subprocess.run([os.path.dirname(program) + "/pleach", *arguments], capture_output=True, text=True,
                          check=True).stdout


def treebanks():
    """What the server gives of treebanks is what the program gives."""
    names = ["dutch.discbracket", "german.export", "german.tiger.xml", "dutch.alpino.xml", "english.penn",
             "english.conllu", "danish.conllx"]
    paths = ["tests/data/" + name for name in names]
    with Server(*paths) as s:
        listed = json.loads(s.ask("GET", "/api/v1/treebanks")[2])["treebanks"]
        say([one["name"] for one in listed] == names, "treebanks are listed", listed)
        for name, path in zip(names, paths):
            want = [json.loads(line) for line in pleach("convert", "-q", "--to", "json", path).splitlines()]
            page = json.loads(s.ask("GET", f"/api/v1/treebanks/{name}?limit=1000")[2])
            say([one["tree"] for one in page["sentences"]] == want and page["total"] == len(want),
                f"{name} comes back as it is")
            page = json.loads(s.ask("GET", f"/api/v1/treebanks/{name}?first=3&limit=2")[2])
            say([one["tree"] for one in page["sentences"]] == want[2:4] and
                [one["number"] for one in page["sentences"]] == [3, 4][:len(want) - 2], f"a page of {name}")
        page = json.loads(s.ask("GET", "/api/v1/treebanks/dutch.discbracket?first=1000000")[2])
        say(page["sentences"] == [], "a page behind the end")
        query = '#n:[NT] & discontinuous(#n)'
        want = [json.loads(line) for line in pleach("search", "-q", "--json", query, paths[0]).splitlines()]
        found, first = [], 1
        while first is not None:
            answer = s.post("/api/v1/search", query=query, treebank=names[0], first=first, limit=3)[1]
            found += answer["found"]
            first = answer["next"]
        counted = s.post("/api/v1/search", query=query, treebank=names[0], count=True)[1]
        n = sum(len(one["matches"]) for one in found)
        say(len(want) == n == counted["matches"] > 30, "matches, page by page", (len(want), n, counted))
        with open(paths[0]) as data:
            data = data.read()
        also = s.post("/api/v1/search", query=query, data=data, limit=1000)[1]["found"]
        say(also == found, "matches in data")
        say(s.post("/api/v1/stats", data=data)[1] == s.post("/api/v1/stats", treebank=names[0])[1] ==
            listed[0]["statistics"], "statistics")
        found = s.post("/api/v1/search", query="[cat=", treebank=names[0])
        say(is_error(found, 400, "PL_BAD_ARGUMENT") and (found[1]["error"]["line"], found[1]["error"]["column"]) == (1, 6),
            "a mistake in a query has a place", found)
        for query, path in (("#n:[NT] & discontinuous(#n) count by #n.cat", paths[0]), ("#h -> #d count by #d.deprel, #h.word", paths[6]),
                            ("#w:[T] count by #w.word, sentence.length", paths[1])):
            want = [json.loads(line) for line in pleach("search", "-q", "--json", query, path).splitlines()]
            name, (plain, keys) = os.path.basename(path), query.split(" count by ")
            with open(path) as trees:
                ways = ({"treebank": name, "query": query}, {"data": trees.read(), "query": query},
                        {"treebank": name, "query": plain, "count_by": keys})
            for way in ways:
                found = s.post("/api/v1/search", count=True, **way)[1]
                say([{"values": dict(zip(found["keys"], row["values"])), "matches": row["matches"], "sentences": row["sentences"]}
                     for row in found["rows"]] == want and found["keys"] == keys.split(", "), f"{query}: the table", (found, want))
        found = s.post("/api/v1/search", query="[T]", treebank=names[0], count=True, count_by="#n.cat")
        say(is_error(found, 400, "PL_BAD_ARGUMENT") and found[1]["error"]["column"] > 0, "no such key: 400", found)
        parts = [s.post("/api/v1/search", query='#w:[T] count by #w.pos', treebank=names[0], count=True, **part)[1]
                 for part in ({"last": 20}, {"first": 21}, {})]
        say(parts[0]["next"] == 21 and [sum(part["matches"] for part in parts[:2])] == [parts[2]["matches"]], "tables of parts", parts)
        say(s.post("/api/v1/search", query="[T]")[0] == 400, "a search of nothing: 400")
        words = "(S " + " ".join(f"(A {i}=a)" for i in range(101)) + ")"
        for query, count, matches, cut in (("#a:[T] & #b:[T]", False, 10201, True), ("#a:[T] & #b:[T]", True, 10201, None),
                                           ("#a:[T] & #b:[T] & #c:[T]", True, 1000000, True)):
            found = s.post("/api/v1/search", query=query, data=words, count=count)[1]
            say((found["matches"], found.get("cut")) == (matches, cut), f"{query}: matches that are left out", found["matches"])
        say(s.ask("GET", "/api/v1/treebanks/none")[0] == 404, "no such treebank: 404")
        drawn = s.post("/api/v1/draw", data=data, format="text")[1]["drawings"]
        say(len(drawn) == 42 and "uitgevonden" in drawn[2], "drawings")
        say(all(one.startswith("<?xml") for one in s.post("/api/v1/draw", data=data)[1]["drawings"]), "drawings as SVG")
        say(s.post("/api/v1/draw", data=data, format="mosaic")[0] == 400, "no such drawing: 400")
        tagged = s.post("/api/v1/tag", data=SENTENCE, to="tagged")[1]["sentences"][0]["trees"][0]["tree"]
        say(re.match(r"Dat/\S+ boek/\S+ had/", tagged), "tags", tagged)
        # Only the page may change something; and nobody, now.
        own, token = f"http://{s.host}:{s.port}", json.loads(s.ask("GET", "/api/v1/session")[2])["page_token"]
        for headers, why in (({}, "Origin"), ({"Origin": own}, "X-Pleach-Page"),
                             ({"Origin": own, "X_Pleach_Page": token[:-1]}, "X-Pleach-Page"),
                             ({"Origin": own, "X_Pleach_Page": token}, "read-only")):
            status, _, body = s.ask("PUT", "/api/v1/treebanks/dutch.discbracket", '{"number": 1, "revision": "0", "tree": "(S (A 0=a))"}',
                                    Content_Type="application/json", **headers)
            say(status == 403 and why in json.loads(body)["error"]["text"], f"a change: 403, {why}", body)
        found = s.ask("PUT", "/api/v1/treebanks/dutch.discbracket", Origin=own, X_Pleach_Page=token)
        say(found[0] == 415, "a change without JSON: 415", found)


def udpipe():
    """The fields of UDPipe's service in all ways in which they may come."""
    with Server() as s:
        listed = json.loads(s.ask("GET", "/models")[2])
        say(list(listed["models"].values()) == [["tokenizer", "tagger", "parser"]] and
            listed["default_model"] in listed["models"], "/models", listed)
        fields = "tokenizer=&tagger=&parser=&data=Dat%20boek+had ze gelezen."
        form = "application/x-www-form-urlencoded"
        first = s.ask("POST", "/process", fields, Content_Type=form)
        answer = json.loads(first[2])
        say(sorted(answer) == ["acknowledgements", "model", "result"] and
            re.search(r"^1\tDat\t", answer["result"], re.MULTILINE) and answer["result"].endswith("\n\n"), "/process", answer)
        boundary = "x" * 70
        parts = "".join(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
                        for name, value in (("tokenizer", ""), ("tagger", ""), ("parser", ""),
                                            ("data", "Dat boek had ze gelezen."), ("unknown", "1"))) + f"--{boundary}--\r\n"
        for name, found in (
                ("a query", s.ask("GET", "/process?" + fields.replace(" ", "+"))),
                ("a query and a form", s.ask("POST", "/process?tagger&parser", "tokenizer&data=Dat boek had ze gelezen.",
                                             Content_Type=form)),
                ("multipart", s.ask("POST", "/process", parts, Content_Type=f'multipart/form-data; boundary="{boundary}"')),
                ("JSON", s.ask("POST", "/process", json.dumps({"tokenizer": "", "tagger": "", "parser": "",
                                                               "data": "Dat boek had ze gelezen."}),
                               Content_Type="application/json"))):
            say(found[2] == first[2], f"/process with {name}", found[2])

        def result(**fields):
            body = "&".join(f"{name}={value}" for name, value in fields.items())
            status, _, body = s.ask("POST", "/process", body.encode(), Content_Type=form)
            return json.loads(body).get("result", status)
        want = "Dat\nboek\n\nHet\n\n"
        say(result(data="Dat boek%0AHet%0A", input="horizontal", output="vertical") == want, "horizontal to vertical")
        say(result(data="Dat%0Aboek%0A%0AHet%0A", input="vertical", output="vertical") == want, "vertical to vertical")
        say(result(data="Dat%0D%0Aboek%0D%0A%0D%0A%0D%0AHet", input="vertical", output="horizontal") == "Dat boek\nHet\n",
            "vertical to horizontal")
        conllu = "1\tDat\t_\tX\tX\t_\t0\troot\t_\t_\n\n"
        say(result(data=conllu.replace("\t", "%09").replace("\n", "%0A")) == conllu, "conllu as it is",
            result(data=conllu.replace("\t", "%09").replace("\n", "%0A")))
        say(result(data="Dat boek.", tokenizer="", parser="", output="discbracket").startswith("("), "a tree")
        lines = "Dat boek. Het%0A%0Ahuis %0D%0A"
        for options in ("presegmented", "ranges%3Bpresegmented", "presegmented%3Branges%3B"):
            say(result(data=lines, tokenizer=options, output="horizontal") == "Dat boek . Het\nhuis\n", f"{options}: a sentence in each line",
                result(data=lines, tokenizer=options, output="horizontal"))
        say("\thuis\t_\t_\t_\t_\t_\t_\t_\tTokenRange=15:19\n" in result(data=lines, tokenizer="presegmented"), "with ranges",
            result(data=lines, tokenizer="presegmented"))
        found = result(data="Dat boek. Het boek.", tokenizer="", parser="", output="tigerxml")
        say(len(xml.etree.ElementTree.fromstring(found).findall("body/s")) == 2, "several trees in one document", found)
        for fields in ({}, {"data": "a", "model": "none"}, {"data": "a", "output": "matxin"}, {"data": "a", "input": "x"},
                       {"data": "a", "tokenizer": "presegment"}, {"data": "a", "tokenizer": "ranges;x"},
                       {"data": "a", "tagger": "presegmented"}, {"data": "%", "tokenizer": ""}, {"data": "%00"}):
            say(result(**fields) == 400, f"{fields}: 400", result(**fields))


def constraints():
    with Server() as s:
        def tree(*constraints):
            status, answer = s.post("/api/v1/parse", data=SENTENCE, to="discbracket", constraints=constraints)
            return answer["sentences"][0]["trees"][0]["tree"] if status == 200 else status
        say("(AP " in tree({"kind": "bracket", "words": [0, 3], "label": "AP"}), "a tree obeys constraints")
        say(tree({"kind": "bracket", "words": [0, 1]}, {"kind": "bracket", "words": [1, 2]}) == 400, "contradictions: 400")
        say(tree({"kind": "nonsense"}) == 400, "no such constraint: 400")
        say(s.post("/api/v1/parse", data=SENTENCE, constraints="[]")[0] == 400, "constraints that are no list: 400")


def derivations():
    """Steps as data are those that the program explains."""
    with Server() as s:
        found = s.post("/api/v1/derivation", data=SENTENCE * 2, others=3)[1]["sentences"]
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as text:
            text.write(SENTENCE * 2)
            text.flush()
            lines = pleach("parse", "-q", "-m", model, "--explain", text.name).splitlines()
        want = [line.split("\t") for line in lines if line and not line.startswith("#")]
        steps = [step for sentence in found for step in sentence["steps"]]
        say([(step["action"], step["others"][0]["action"] if step["others"] else "-") for step in steps] ==
            [(line[1], line[3]) for line in want], "steps are those of --explain", (steps[:2], want[:2]))
        n = len(found[0]["tree"]["tokens"])
        say(all(sorted([word for item in step["stack"] + step["deque"] for word in item["words"]] + step["buffer"]) ==
                list(range(n)) for step in steps), "each word stands in one place")
        both = s.post("/api/v1/derivation", data="Jan\nDat boek had ze gelezen .", **{"from": "tokens"}, tree=2)[1]["sentences"]
        best = s.post("/api/v1/derivation", data="Jan\nDat boek had ze gelezen .", **{"from": "tokens"})[1]["sentences"]
        say(len(both) == len(best) and [one == other for one, other in zip(both, best)] == [True, False],
            "the best tree of a sentence that has no other", both)
        say(s.post("/api/v1/derivation", data=SENTENCE * 200)[0] == 422, "too many words: 422")
        say(not any("features" in step for step in steps), "no features, unless they are asked for")
        for step in s.post("/api/v1/derivation", data=SENTENCE, features=250)[1]["sentences"][0]["steps"]:
            if abs(sum(one["weight"] for one in step["features"]) - step["score"]) > 1e-6:
                say(False, "features add up to the score", step)
    with tempfile.TemporaryDirectory() as folder:
        grammar = folder + "/dop.model"
        pleach("grammar", "2dop", "-q", "--unknown-words", "-o", grammar, "tests/data/dutch.discbracket")
        with Server("-m", grammar) as s:
            found = s.post("/api/v1/derivation", data=SENTENCE, model="dop")[1]["sentences"][0]
            say([stage["name"] for stage in found["stages"]] == ["split-pcfg", "plcfrs", "2dop"] and "steps" not in found and
                found["stages"][2]["tree"]["nodes"] == found["tree"]["nodes"], "stages of a grammar", found)
            say(all(0 < stage["kept"] <= stage["items"] and stage["derived"] and
                    [one for one in stage["entries"] if one["label"] == "ROOT"] ==
                    [{"label": "ROOT", "words": [0, 1, 2, 3, 4, 5], "probability": 1, "kept": True}]
                    for stage in found["stages"]), "what they found", found)
            found = s.post("/api/v1/derivation", data=SENTENCE, model="dop", entries=3)[1]["sentences"][0]["stages"]
            say([len(stage["entries"]) for stage in found] == [3, 3, 3], "as many entries as are asked for", found)
            found = s.post("/api/v1/derivation", data="Dat boek had ze gisteren niet gelezen .", model="dop", **{"from": "tokens"})[1]["sentences"][0]["stages"]
            say([(stage["derived"], stage["entries"], stage["tree"]) for stage in found] == [(False, [], None)], "no derivation", found)
            found = s.post("/api/v1/derivation", data="a " * 61, model="dop", **{"from": "tokens"})
            say(is_error(found, 422, "PL_TOO_LARGE"), "a sentence too long for that: 422", found)


def evaluation():
    """The scores of a request are those of `pleach eval --json`, to the digit."""
    pairs = [("dutch.discbracket", "dutch.parsed"), ("english.conllu", "english.parsed"), ("danish.conllx", "danish.conllx")]
    texts = {}
    for name in sum(pairs, ()):
        with open("tests/data/" + name) as data:
            texts[name] = data.read()
    with Server(*{"tests/data/" + name: None for name in sum(pairs, ())}) as s:
        def evaluate(**arguments):
            return s.post("/api/v1/evaluate", **arguments)

        def flags(**options):
            return [text for key, value in options.items()
                    for text in (["--" + key.replace("_", "-")] if value is True else ["--" + key, value])]
        for gold, parsed in pairs:
            for options in ({}, {"params": "spmrl", "unlabelled": True}, {"whole_labels": True, "disc_only": True},
                            {"ignore_punct": True, "subtypes": True}):
                if options and gold == "danish.conllx":
                    continue
                want = json.loads(pleach("eval", "-q", "--json", "--per-sentence", *flags(**options), "tests/data/" + gold,
                                         "tests/data/" + parsed))
                rows = want.pop("per_sentence")
                status, found = evaluate(gold_treebank=gold, candidate_treebank=parsed, **options)
                say(status == 200 and found["scores"] == want, f"{gold} {options}: as pleach eval --json", found)
                say([{key: one["scores"][key] for key in row} for one, row in zip(found["sentences"], rows)] == rows and
                    found["next"] is None, f"{gold} {options}: sentence by sentence")
                also = evaluate(gold=texts[gold], candidate=texts[parsed], **options)[1]
                say(also == found, f"{gold} {options}: data")
        whole = evaluate(gold_treebank=pairs[0][0], candidate=texts[pairs[0][1]], to="json")[1]["sentences"]
        pages, first = [], 1
        while first is not None:
            page = evaluate(gold=texts[pairs[0][0]], candidate_treebank=pairs[0][1], to="json", first=first, limit=20)[1]
            pages += page["sentences"]
            first = page["next"]
        say(pages == whole and [one["number"] for one in whole] == list(range(1, 43)), "page by page", pages[:1])
        nodes = [(one["scores"], one["gold"], one["candidate"]) for one in whole]
        say(all(len(row["nodes"]["right"]) == row["matched"] and
                len(row["nodes"]["right"] + row["nodes"]["label"] + row["nodes"]["missed"]) == row["gold"] and
                len(row["nodes"]["right"] + row["nodes"]["label"] + row["nodes"]["wrong"]) == row["candidate"] and
                all(gold["nodes"][a - len(gold["tokens"])]["label"] == other["nodes"][b - len(other["tokens"])]["label"]
                    for a, b in row["nodes"]["right"])
                for row, gold, other in nodes), "nodes that are right, missed and wrong")
        name = os.path.basename(model).removesuffix(".model")
        found = evaluate(gold_treebank=pairs[0][0], model=name, limit=3, to="discbracket")[1]
        words = "".join(" ".join(token["word"] for token in gold["tokens"]) + "\n" for _, gold, _ in nodes[:3])
        want = s.post("/api/v1/parse", data=words, to="discbracket", **{"from": "tokens"})[1]["sentences"]
        say([one["candidate"] for one in found["sentences"]] == [one["trees"][0]["tree"] for one in want] and
            found["next"] == 4, "a model parses the words alone", found)
        say(is_error(evaluate(gold_treebank=pairs[1][0], model=name), 400, "PL_BAD_ARGUMENT"), "a model of the other kind: 400")
        gold = "(S (A 0=a))\n(S (A 0=b))"
        for arguments, code in (({"gold": gold}, "PL_BAD_ARGUMENT"), ({"gold": gold, "candidate": gold, "model": name}, "PL_BAD_ARGUMENT"),
                                ({"gold": gold, "candidate": "(S (A 0=a))"}, "PL_BAD_INPUT"),
                                ({"gold": "(S (A 0=a))", "candidate": gold}, "PL_BAD_INPUT"),
                                ({"gold": gold, "candidate": "(S (A 0=a))\n(S (A 0=c))"}, "PL_BAD_INPUT"),
                                ({"gold": gold, "candidate": "(S (A 0="}, "PL_BAD_INPUT"),
                                ({"gold": gold, "candidate": gold, "params": "tests/data/proper.prm"}, "PL_BAD_ARGUMENT"),
                                ({"gold": gold, "candidate": gold, "to": "nonsense"}, "PL_BAD_ARGUMENT"),
                                ({"gold_treebank": "none", "candidate": gold}, "PL_BAD_ARGUMENT")):
            found = evaluate(**arguments)
            say(is_error(found, 400, code), f"{arguments}: 400", found)
        found = evaluate(gold=gold, candidate="(S (A 0=a))", missing_zero=True)[1]
        say((found["scores"]["missing"], found["scores"]["recall"]) == (1, 50), "a sentence without candidate may count as wrong", found)
        say(evaluate(gold="", candidate="")[1]["scores"]["f1"] is None, "nothing to compare")
    with Server("--max-words", "10", "tests/data/dutch.discbracket") as s:
        found = s.post("/api/v1/evaluate", gold_treebank="dutch.discbracket", candidate_treebank="dutch.discbracket")
        say(is_error(found, 422, "PL_TOO_LARGE"), "too many words of a treebank: 422", found)


def lengths():
    """Sentences that would take longer than the time limit."""
    with Server("tests/data/dutch.discbracket") as s:
        for path, length, more in (("parse", 10001, {}), ("parse", 1251, {"beam": 256}), ("parse", 801, {"nbest": 100}), ("parse", 1001, {"constraints": [{"kind": "tag", "words": [0], "label": "b"}]}), ("tag", 10001, {}), ("draw", 1001, {})):
            found = s.post("/api/v1/" + path, data="a/b " * length, **{"from": "tagged"}, **more)
            say(is_error(found, 422, "PL_TOO_LARGE"), f"{path}: a sentence of {length} words, {more}: 422", found)
        tree = "(S" + "".join(f" (A {i}=a)" for i in range(10001)) + ")"
        found = s.post("/api/v1/evaluate", gold=tree, candidate=tree)
        say(is_error(found, 422, "PL_TOO_LARGE"), "evaluate: the same", found)
        found = s.ask("POST", "/process", "tagger&input=horizontal&data=" + "a " * 10001, Content_Type="application/x-www-form-urlencoded")
        say(found[0] == 422, "process: the same", found)


def damaged():
    with Server() as s:
        found = s.post("/api/v1/stats", data="a", **{"from": "plx"})
        say(is_error(found, 400, "PL_DAMAGED"), "data that is no index: 400", found)


def answers():
    """Answers that are too large, and large ones that nobody takes."""
    names = ["#" + letter * 150 for letter in "abc"]
    query = " & ".join(name + ":[]" for name in names)
    with Server("--max-body", "1", "--timeout", "600", "tests/data/dutch.discbracket") as s:
        arguments = {"query": query, "treebank": "dutch.discbracket", "limit": 42}
        found = s.post("/api/v1/search", **arguments)
        say(is_error(found, 422, "PL_TOO_LARGE", "16 MB"), "an answer that is too large: 422", found)
        arguments["limit"] = 5
        body = json.dumps(arguments).encode()
        size = len(s.ask("POST", "/api/v1/search", body, Content_Type="application/json")[2])
        say(2**20 < size < 2**24, "one that is not", size)
        held = []
        status = 200
        while status == 200 and len(held) < 2**27 // size + 2:
            held.append(s.connect())
            held[-1].sendall(b"POST /api/v1/search HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
                             b"Content-Length: %d\r\n\r\n" % (s.port, len(body)) + body)
            status = int(held[-1].recv(12)[9:])
        say(status == 503 and len(held) > 2**27 // size, "answers that nobody takes: 503", (status, len(held), size))
        say(s.post("/api/v1/parse", data="a")[0] == 200, "small answers get through")
        for c in held:
            c.close()
        say(comes_true(lambda: s.post("/api/v1/search", **arguments)[0] == 200), "and large ones afterwards")


def mixed(clients=32, requests=20):
    """Many clients at once: everyone gets the answer to its own question."""
    with Server("--threads", "2") as s:
        wrong = []

        def ask(client):
            connection = http.client.HTTPConnection(s.host, s.port, timeout=PATIENCE)
            for i in range(requests):
                words = [f"w{client}", f"x{i}"] + ["y"] * (i % 7)
                body = {"data": " ".join(words), "from": "tokens", "stream": i % 3 == 0}
                connection.request("POST", "/api/v1/parse", json.dumps(body), {"Content-Type": "application/json"})
                answer = json.loads(connection.getresponse().read())
                sentence = answer if body["stream"] else answer["sentences"][0]
                if [token["word"] for token in sentence["trees"][0]["tree"]["tokens"]] != words:
                    wrong.append((words, answer))
            connection.close()
        threads = [threading.Thread(target=ask, args=(client,)) for client in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        say(not wrong and metric(s, "sentences_total") == clients * requests, "no answer is lost or mixed up", wrong[:1])


def graceful():
    """A request that was begun is answered after SIGTERM; then the server ends."""
    with tempfile.TemporaryDirectory() as folder:
        log = folder + "/log"
        s = Server("--log", log, "--threads", "1", "--timeout", "600")
        size = 100
        thread, found = ask_in_thread(s, data=SENTENCE * size, beam=32)
        while metric(s, "words_total") == 0:
            pass
        s.process.send_signal(signal.SIGTERM)
        thread.join()
        say(found[0][0] == 200 and len(found[0][1]["sentences"]) == size, "work that was begun is finished")
        s.code = s.process.wait(PATIENCE)
        s.process.stdout.close()
        say(s.code == 143, "the server ends", s.code)
        with open(log) as lines:
            lines = lines.read().splitlines()
        say(any(re.fullmatch(r'127\.0\.0\.1 - - \[.*\] "POST /api/v1/parse" 200 \d+ [\d.]+', line) for line in lines),
            "the log has a line", lines)


def ending(clients=30):
    """After SIGTERM connections are refused, and earlier requests are answered, with many clients at once."""
    s = Server("--threads", "2", "--timeout", "600")
    body = b'{"data":"a b c. d e f."}'
    request = (b"POST /api/v1/parse HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\nContent-Type: application/json\r\n"
               b"Content-Length: %d\r\n\r\n" % (s.port, len(body)) + body)
    lost, refused, told = [], [], []

    def client():
        while True:
            start = time.monotonic()
            try:
                with s.connect() as c:
                    c.sendall(request)
                    sent = time.monotonic()
                    found = read_all(c)
            except ConnectionRefusedError:
                refused.append(start)
                return
            except OSError as error:
                lost.append((start, time.monotonic(), str(error)))
                continue
            if not found.startswith(b"HTTP/1.1 200 "):
                lost.append((start, sent, found[:100]))
    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    say(comes_true(lambda: metric(s, "sentences_total") > 100), "many clients ask")
    told.append(time.monotonic())
    s.process.send_signal(signal.SIGTERM)
    for thread in threads:
        thread.join()
    say(len(refused) == clients, "after SIGTERM connections are refused", len(refused))
    # A connection that arrives after the last accept and before the socket is closed is reset.
    say(not [one for one in lost if one[1] < told[0]] and len(lost) <= 1, "requests that were sent before are answered", [(a - told[0], b - told[0], c) for a, b, c in lost])
    s.code = s.process.wait(PATIENCE)
    s.process.stdout.close()
    say(s.code == 143, "the server ends", s.code)


def hostile():
    """Requests that are wrong in some way, thousands of them; the server answers or hangs up."""
    import random
    random.seed(1)
    good = [b"POST /api/v1/parse HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n"
            b'{"data":"a"}',
            b"GET /api/v1/models?a=%20&b HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n",
            b"POST /process HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Type: multipart/form-data; boundary=b\r\n"
            b"Content-Length: 67\r\n\r\n--b\r\nContent-Disposition: form-data; name=data\r\n\r\nDat.\r\n--b--\r\n",
            b"POST /process HTTP/1.1\r\nHost: localhost:PORT\r\nTransfer-Encoding: chunked\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\n6\r\ndata=a\r\n0\r\n\r\n"]
    pieces = [b"\r\n", b"\0", b"%00", b"%", b"Content-Length: 99999999999999999999\r\n", b"Content-Length: -1\r\n",
              b"Transfer-Encoding: chunked\r\n", b"Expect: 100-continue\r\n", b"Host: x\r\n", b"\xff\xfe", b"A" * 5000,
              b"--b", b"HTTP/9.9", b": ", b" ", b"\t", b"{" * 3000, b'"\\u0000"', b"Connection: close\r\n", b"../", b"\r", b"\n"]

    def change(request):
        request = bytearray(request)
        for _ in range(random.randrange(1, 4)):
            at = random.randrange(len(request) + 1)
            kind = random.randrange(4)
            if kind == 0:
                request[at:at] = random.choice(pieces)
            elif kind == 1:
                del request[at:at + random.randrange(1, 40)]
            elif kind == 2 and at < len(request):
                request[at] = random.randrange(256)
            else:
                request[at:] = b""
        return bytes(request)

    n = int(os.environ.get("HOSTILE_REQUESTS", "10000"))
    with Server("--timeout", "60", "--connections", "64") as s:
        port = str(s.port).encode()
        for _ in range(n):
            request = change(random.choice(good).replace(b"PORT", port))
            with s.connect() as c:
                try:
                    c.sendall(request)
                    c.shutdown(socket.SHUT_WR)
                    found = read_all(c)
                except OSError:
                    continue
            if found and not re.match(rb"HTTP/1\.[01] [1-5]\d\d ", found):
                say(False, "an answer is HTTP", (request, found))
        say(s.ask("GET", "/health")[0] == 200, f"{n} malformed requests")
    say(s.code == 143, "the server ended in order after them", s.code)


def smuggling():
    """Requests of which it is not sure where they end: 400, and what follows is not read."""
    with Server() as s:
        host, length, chunked = f"Host: localhost:{s.port}", "Content-Length: 5", "Transfer-Encoding: chunked"
        hidden = "0\r\n\r\nGET /health HTTP/1.1\r\n" + host + "\r\n\r\n"
        for headers in ([host, length, chunked], [host, chunked, length], [host, length, length], [host, length, "Content-Length: 0"],
                        [host, "Content-Length: 0", length], [host, host], [host, "Host: evil.example"], ["Host: evil.example", host],
                        [host, chunked, chunked], [host, "Transfer-Encoding: gzip"], [host, "Transfer-Encoding: gzip, chunked"],
                        [host, "Transfer-Encoding: identity", length], [host, "transfer-encoding: xchunked"]):
            for method in "POST /api/v1/parse", "GET /health":
                found = s.raw("\r\n".join([method + " HTTP/1.1", *headers, "Content-Type: application/json", "", hidden]).encode())
                say(found.startswith(b"HTTP/1.1 400 ") and found.count(b"HTTP/1.1 ") == 1 and b"onnection: close" in found,
                    f"{method}, {', '.join(headers).replace(str(s.port), 'PORT')}: 400", found)
        for value in "+5", "5, 5", "0x5", "-5":  # libmicrohttpd answers these
            found = s.raw(f"GET /health HTTP/1.1\r\n{host}\r\nContent-Length: {value}\r\n\r\n{hidden}".encode())
            say(found.startswith(b"HTTP/1.1 400 ") and b" 200 " not in found, f"a length of {value}: 400", found)
        found = s.raw(f"GET /health HTTP/1.1\r\n{host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        say(found.startswith(b"HTTP/1.1 200 "), "a length of 0 is fine", found)


def loris(n=500):
    """Clients that never finish their requests do not keep others out for long."""
    with Server("--timeout", "2", "--connections", "64") as s:
        held = []
        for _ in range(n):
            try:
                c = s.connect()
                c.sendall(b"GET /health HTTP/1.1\r\nX: ")
                held.append(c)
            except OSError:
                pass
        start = time.monotonic()
        status = 0
        while status != 200 and time.monotonic() - start < PATIENCE:
            try:
                status = s.ask("GET", "/health")[0]
            except OSError:
                pass
        say(status == 200, f"{n} slow clients keep nobody out")
        for c in held:
            c.close()
    say(s.code == 143, "the server ended in order after them", s.code)


def huge():
    """A body of 1 GB, in pieces, with no length: read to its end or cut off, never kept."""
    with Server("--timeout", "60") as s:
        piece = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
        c = s.connect()
        c.sendall(b"POST /api/v1/parse HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
                  b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" % s.port)
        try:
            for _ in range(1024):
                c.sendall(piece)
            c.sendall(b"0\r\n\r\n")
        except OSError:
            pass
        found = read_all(c)
        c.close()
        say(found[:12] in (b"HTTP/1.1 413", b"HTTP/1.1 408", b""), "a body of 1 GB", found[:100])
        memory = metric(s, "memory_bytes")
        say(memory < 1e9, "it is not kept", memory)


sys.exit(run(globals()))
