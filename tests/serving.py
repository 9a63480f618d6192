"""Servers for tests, and clients of them: `SCRIPT PROGRAM MODEL TEST…` calls the functions TEST of a script, which print
lines "ok" and "not ok". Nothing here waits for a fixed time: what takes long is waited for."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE = 120  # seconds, on a busy machine
program, model = sys.argv[1:3]
failed = False


def say(good, name, detail=""):
    global failed
    print("ok" if good else "not ok", name, "" if good else detail, flush=True)
    failed |= not good


def run(tests):
    """Runs the tests of the command line; `tests` has them by name."""
    for test in sys.argv[3:]:
        tests[test]()
    return failed


class Server:
    """A server on a free port, with the options given. `limit` is called in its process before it starts."""

    def __init__(self, *options, environment=None, limit=None):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [program, "-q", "--port", "0", "-m", model, *options], stdout=subprocess.PIPE, stderr=self.log,
            text=True, env={**os.environ, **(environment or {})}, preexec_fn=limit)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.said())
        self.host, self.port = re.match(r"http://\[?([^/\]]+)\]?:(\d+)/", line).groups()
        self.port = int(self.port)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stop()

    def said(self):
        """What it has written to standard error."""
        self.log.seek(0)
        return self.log.read()

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.code = self.process.wait(PATIENCE)
        self.process.stdout.close()

    def connect(self):
        return socket.create_connection((self.host, self.port), PATIENCE)

    def ask(self, method, path, body=None, **headers):
        """Status, headers and body of an answer. An argument X_Y is the header X-Y."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        found = answer.status, answer.headers, answer.read()
        connection.close()
        return found

    def talk(self, method, path, body=None, **headers):
        """The same in JSON: status and content of an answer."""
        body = None if body is None else json.dumps(body)
        status, _, content = self.ask(method, path, body, Content_Type="application/json", **headers)
        return status, json.loads(content)

    def post(self, path, **arguments):
        return self.talk("POST", path, arguments)

    def raw(self, request):
        """All that comes back for some bytes, up to the end of the connection."""
        with self.connect() as s:
            s.sendall(request)
            return read_all(s)


def read_all(s):
    found = b""
    try:
        while True:
            more = s.recv(65536)
            if not more:
                return found
            found += more
    except ConnectionError:
        return found


def comes_true(condition):
    """Whether something is true sooner or later."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
    return False


def metric(s, name):
    """A number of /metrics."""
    found = re.search(rf"^pleach_{name} (\S+)$", s.ask("GET", "/metrics")[2].decode(), re.MULTILINE)
    return float(found.group(1))


def is_error(found, status, code="", text=""):
    """Whether status and content of an answer are this error, with some text of it."""
    error = found[1].get("error", {}) if isinstance(found[1], dict) else {}
    return (found[0] == status and error.get("status") == status and bool(error.get("text")) and
            error.get("code", "").startswith(code) and text in error["text"])
