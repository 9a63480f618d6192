#!/usr/bin/env python3
"""Runs the steps of a Dockerfile without Docker, as root: each stage is a copy of a Debian root, each RUN a command in
it; then the entry point, with the arguments given and standard input.

    tests/docker.py DOCKERFILE BASE WORK ARGUMENT…

BASE is the root that stands for every image named in FROM; stages are made in the folder WORK. It knows the
instructions that packaging/docker uses, and refuses others. COPY takes what git knows, as .dockerignore asks.
"""
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys


class Stage:
    def __init__(self, root):
        self.root, self.folder, self.user, self.entry, self.command = root, "/", "root", [], []

    def run(self, command, **options):
        """A shell command in the root, with /proc and /dev, as the user of the image."""
        os.makedirs(self.root + self.folder, exist_ok=True)
        inner = "cd %s && export HOME=~ && %s" % (shlex.quote(self.folder), command)
        as_user = [] if self.user == "root" else ["su", "-s", "/bin/sh", self.user, "-c"]
        script = ('mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" /usr/bin/env -i '
                  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"')
        words = as_user + [inner] if as_user else ["sh", "-c", inner]
        return subprocess.run(["unshare", "--mount", "--fork", "sh", "-c", script, self.root] + words, check=True, **options)


def instructions(path):
    """Pairs (instruction, rest); lines that end in a backslash go on."""
    with open(path) as file:
        lines = [line for line in file.read().replace("\\\n", " ").splitlines() if line.strip() and line[0] != "#"]
    return [line.strip().split(None, 1) for line in lines]


def copy(stage, stages, rest):
    """COPY [--from=STAGE] SOURCE TARGET"""
    words = rest.split()
    source = stages[words.pop(0).split("=")[1]] if words[0].startswith("--from=") else None
    target = os.path.normpath(stage.root + os.path.join("/", stage.folder, words[-1]))
    os.makedirs(target, exist_ok=True)
    if source is None and words[0] == ".":
        files = subprocess.run(["git", "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout
        pack = subprocess.Popen(["tar", "--null", "-T", "-", "-cf", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        unpack = subprocess.Popen(["tar", "-C", target, "-xf", "-"], stdin=pack.stdout)
        pack.stdin.write(files)
        pack.stdin.close()
        assert pack.wait() == 0 and unpack.wait() == 0
        return
    found = glob.glob((source.root if source else ".") + words[0])
    assert found, "COPY: there is no " + words[0]
    for file in found:
        shutil.copy(file, target)


def build(path, base, work):
    stages, stage = {}, None
    for name, rest in instructions(path):
        print("+", name, re.sub(" +", " ", rest), file=sys.stderr, flush=True)
        if name == "FROM":
            stage = Stage(os.path.join(work, "stage%d" % len(stages)))
            subprocess.run(["cp", "-a", base, stage.root], check=True)
            shutil.copy("/etc/resolv.conf", stage.root + "/etc/resolv.conf")
            stages[rest.split()[2] if " AS " in rest else str(len(stages))] = stage
        elif name == "RUN":
            stage.run(rest, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        elif name == "COPY":
            copy(stage, stages, rest)
        elif name in ("WORKDIR", "USER"):
            setattr(stage, {"WORKDIR": "folder", "USER": "user"}[name], rest)
        elif name in ("ENTRYPOINT", "CMD"):
            setattr(stage, {"ENTRYPOINT": "entry", "CMD": "command"}[name], json.loads(rest))
        elif name not in ("LABEL", "EXPOSE"):
            sys.exit("%s: %s is not known here" % (path, name))
    return stage


if __name__ == "__main__":
    shutil.rmtree(sys.argv[3], ignore_errors=True)
    os.makedirs(sys.argv[3])
    image = build(*sys.argv[1:4])
    image.run(" ".join(map(shlex.quote, image.entry + (sys.argv[4:] or image.command))))
