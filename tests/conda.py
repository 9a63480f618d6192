#!/usr/bin/env python3
"""Runs a conda recipe without conda: renders it, reads it, runs its script on the source that lies beside it, then its
tests. What it depends on is there already.

    tests/conda.py RECIPE FOLDER
"""
import glob
import hashlib
import os
import subprocess
import sys

import jinja2
import yaml

recipe, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
with open(recipe) as file:
    text = jinja2.Template(file.read()).render(compiler=lambda language: language + "_compiler")
what = yaml.safe_load(text)
for part in ("package", "source", "build", "requirements", "test", "about"):
    assert what[part], part + " is missing"
archive = os.path.join(os.path.dirname(recipe), os.path.basename(what["source"]["url"]))
with open(archive, "rb") as file:
    assert hashlib.sha256(file.read()).hexdigest() == what["source"]["sha256"], "the checksum is another"
subprocess.run(["tar", "-C", folder, "-xzf", archive], check=True)
(source,) = glob.glob(os.path.join(folder, "pleach-*"))
assert os.path.exists(os.path.join(source, what["about"]["license_file"]))
prefix = os.path.join(folder, "prefix")
environment = dict(os.environ, PREFIX=prefix, SP_DIR=prefix + "/lib/python3/site-packages", CPU_COUNT=str(os.cpu_count()),
                   CC=os.environ.get("CC", "cc"), AR="ar", PATH=prefix + "/bin:" + os.environ["PATH"])
for line in what["build"]["script"]:
    subprocess.run(line, shell=True, check=True, cwd=source, env=environment)
for line in what["test"]["commands"]:
    subprocess.run(line, shell=True, check=True, cwd=folder, env=environment)
for module in what["test"]["imports"]:
    subprocess.run([sys.executable, "-c", "import " + module], check=True, cwd=folder,
                   env=dict(environment, PYTHONPATH=environment["SP_DIR"]))
