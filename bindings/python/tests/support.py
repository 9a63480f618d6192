"""What the tests of the Python package share. tests/suite_python.sh runs them with MODEL, a model trained
on dutch.discbracket."""

import os

DATA = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "..", "tests", "data")
DUTCH = os.path.join(DATA, "dutch.discbracket")
DANISH = os.path.join(DATA, "danish.conllx")
CROSSING = "(S (VP (PP 0=Darüber) (VP 2=nachgedacht)) (VMFIN 1=muss))"
MODEL = os.environ.get("MODEL", "nl")
