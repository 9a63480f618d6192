"""Reading, writing and editing of treebanks, and what can be counted in them and extracted from them."""

import ctypes
import gc
import os
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import unittest

import pleach
import pleach._structures as structures
from support import CROSSING, DATA, DUTCH


class Reading(unittest.TestCase):
    def test_sentences_outlive_their_treebank(self):
        trees = list(pleach.read(DUTCH))
        self.assertEqual(len(trees), 42)
        self.assertEqual(sum(len(tree) for tree in trees), 337)

    def test_round_trip(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.export.zst")
            self.assertEqual(pleach.write(path, pleach.read(DUTCH), "export"), 42)
            again = [tree.to("discbracket") for tree in pleach.read(path)]
        before = [tree.to("discbracket") for tree in pleach.read(DUTCH)]
        # export does not keep the label of the root
        self.assertEqual([text.split(None, 1)[1] for text in again], [text.split(None, 1)[1] for text in before])
        self.assertEqual(pleach.writes(pleach.read(DUTCH)), "".join(before))
        self.assertEqual(pleach.Doc(pleach.read(DUTCH)).to("discbracket"), "".join(before))

    def test_transforms_in_order(self):
        trees = pleach.read(DUTCH, heads="alpino", binarize="sr-gap")
        self.assertTrue(all(len(node) <= 2 for tree in trees for node in tree.constituents))
        self.assertEqual(sum(1 for _ in pleach.read(DUTCH, max_length=5)), sum(
            1 for tree in pleach.read(DUTCH) if len(tree) <= 5))

    def test_what_goes_wrong(self):
        with self.assertRaisesRegex(pleach.Error, "/nowhere"):
            pleach.read("/nowhere")
        with self.assertRaisesRegex(pleach.Error, ":1:.*closed"):
            list(pleach.reads("(S (A 0=a)", "discbracket"))
        with self.assertRaisesRegex(pleach.Error, "nosuch"):
            pleach.read(DUTCH, nosuch=True)
        with self.assertRaisesRegex(pleach.Error, "no sentence"):
            pleach.Sentence.from_text("", "discbracket")
        with self.assertRaisesRegex(pleach.Error, "/nowhere"):
            pleach.write("/nowhere/out", [])
        with self.assertRaisesRegex(pleach.Error, "nosuch"):
            pleach.read(DUTCH, "nosuch")
        with self.assertRaisesRegex(TypeError, "expected text, not int"):
            pleach.reads(7)
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(TypeError, "expected a Sentence, not NoneType"):
                pleach.write(os.path.join(folder, "out"), [None])
            self.assertEqual(os.listdir(folder), [])

    def test_sentences_before_a_broken_one(self):
        trees, found = pleach.reads("(S (A 0=a))\n" * 9 + "(S\n" + "(S (B 0=b))\n"), []
        with self.assertRaises(pleach.Error) as raised:
            for tree in trees:
                found.append(tree)
        self.assertEqual(len(found), 9)
        error = raised.exception
        self.assertEqual((error.code, error.file, error.line, error.sentence), ("bad_input", "memory", 10, 10))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.code, again.line), (str(error), error.code, error.line))

    def test_codes(self):
        for use, code in ((lambda: pleach.read("/nowhere"), "system"),
                          (lambda: list(pleach.reads("(S (A 0=a)", "discbracket")), "bad_input"),
                          (lambda: pleach.read(DUTCH, "nosuch"), "bad_argument"),
                          (lambda: pleach.load(DUTCH, beam=5000), "too_large")):
            with self.assertRaises(pleach.Error) as caught:
                use()
            self.assertEqual(caught.exception.code, code)

    def test_what_is_not_read_is_closed(self):
        def count():
            return len(os.listdir("/proc/self/fd"))
        before = count()
        for _ in range(20):
            pleach.read(DUTCH)
            next(pleach.read(DUTCH))
            pleach.reads(CROSSING)
        gc.collect()
        self.assertEqual(count(), before)

    def test_threads_and_one_treebank(self):
        """Only one thread gets a sentence; the others an error of Python, never a crash."""
        trees, found = pleach.read(DUTCH), []

        def take():
            try:
                found.extend(trees)
            except ValueError as error:
                self.assertIn("already executing", str(error))
        threads = [threading.Thread(target=take) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLessEqual(len(found), 42)

    def test_bytes(self):
        self.assertEqual([tree.words for tree in pleach.reads(CROSSING.encode("utf-8"))],
                         [["Darüber", "muss", "nachgedacht"]])

    def test_what_there_is(self):
        self.assertIn("discbracket", pleach.formats())
        self.assertEqual(pleach.models(), sorted(pleach.models()))
        self.assertIn("punct", pleach.transforms())
        self.assertIn("2dop", pleach.grammar_kinds())
        self.assertRegex(pleach.__version__, r"^\d+\.\d+\.\d+$")
        for name in pleach.__all__:
            self.assertTrue(hasattr(pleach, name), name)


class Extracting(unittest.TestCase):
    def test_stats(self):
        found = pleach.stats(DUTCH)
        self.assertEqual((found["sentences"], found["words"]), (42, 337))
        self.assertLess(pleach.stats(DUTCH, max_length=5)["sentences"], 42)
        self.assertEqual(pleach.stats(pleach.read(DUTCH)), found)
        self.assertEqual(pleach.stats(next(pleach.read(DUTCH)))["sentences"], 1)

    def test_fragments(self):
        found = pleach.fragments(DUTCH, trees=True, transforms={"functions": "remove"})
        self.assertTrue(all(count >= 2 and len(trees) >= 2 for _, count, trees in found))
        self.assertTrue(pleach.fragments(DUTCH, DUTCH, both=True, relative=True)[0][2] > 0)
        self.assertEqual(pleach.fragments(list(pleach.read(DUTCH))), pleach.fragments(DUTCH))
        with self.assertRaisesRegex(TypeError, "no option 'depth'"):
            pleach.fragments(DUTCH, depth=3)

    def test_grammar(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "grammar")
            pleach.grammar("plcfrs", DUTCH, path, {"functions": "remove"}, unknown_words=True)
            tree = next(pleach.read(DUTCH))
            nlp = pleach.load(path, objective="mpd")
            self.assertEqual(nlp(tree)[0].words, tree.words)
            with self.assertRaisesRegex(pleach.Error, "no actions"):
                nlp.explain(tree)
            with self.assertRaisesRegex(pleach.Error, "no kind of grammar 'nosuch'"):
                pleach.grammar("nosuch", DUTCH, path)


class Library(unittest.TestCase):
    def test_structures_have_the_size_that_they_have_in_c(self):
        with open(os.path.join(DATA, "..", "abi.txt"), encoding="utf-8") as file:
            rows = [line.split() for line in file]
        sizes = {row[1]: int(row[2]) for row in rows if row[0] == "sizeof"}
        found = {"pl_" + re.sub("(?!^)([A-Z])", r"_\1", name).lower(): ctypes.sizeof(value)
                 for name, value in vars(structures).items()
                 if isinstance(value, type) and issubclass(value, ctypes.Structure)}
        found["pl_error"] = found.pop("pl_error_text")
        self.assertEqual(found, {name: sizes[name] for name in found})
        self.assertGreater(len(found), 15)


class Memory(unittest.TestCase):
    def test_that_runs_out(self):
        script = ("import pleach, resource, sys\n"
                  "size = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize() + 2**23\n"
                  "resource.setrlimit(resource.RLIMIT_AS, (size, size))\n"
                  "pleach.fragments(sys.argv[1], threads=1)")
        with tempfile.NamedTemporaryFile("w", suffix=".discbracket") as file:
            file.writelines("(S (A 0=a%d) (B 1=b) (C 2=c))\n" % i for i in range(100000))
            file.flush()
            done = subprocess.run([sys.executable, "-c", script, file.name], capture_output=True, text=True, env=dict(
                os.environ, PYTHONPATH=os.path.dirname(os.path.dirname(pleach.__file__))))
        self.assertEqual((done.returncode, done.stderr), (1, "pleach: out of memory\n"))


class Editing(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "a.discbracket")
        with open(DUTCH, encoding="utf-8") as file, open(self.path, "w", encoding="utf-8") as copied:
            self.lines = file.readlines()
            copied.writelines(self.lines)

    def now(self):
        with open(self.path, encoding="utf-8") as file:
            return file.readlines()

    def test_one_sentence_is_replaced(self):
        with pleach.Edition(self.path) as trees:
            self.assertEqual((len(trees), trees.note), (len(self.lines), None))
            tree = trees[-1]
            tree.root.children[0].label = "X"
            trees[-1] = tree
            self.assertEqual(trees[len(trees) - 1].root.children[0].label, "X")
            self.assertEqual(self.now(), self.lines)
        self.assertEqual(self.now(), self.lines[:-1] + [tree.to("discbracket")])
        self.assertEqual(os.listdir(self.folder.name), ["a.discbracket"])

    def test_what_was_not_saved_is_recovered(self):
        trees = pleach.Edition(self.path)
        tree = trees[0]
        tree.root.children[0].label = "X"
        trees[0] = tree
        self.assertRaises(pleach.Error, pleach.Edition, self.path)
        trees.close()
        self.assertRaises(pleach.Error, trees.save)
        self.assertRaises(pleach.Error, len, trees)
        with pleach.Edition(self.path) as trees:
            self.assertIn("1 change was recovered", trees.note)
            self.assertEqual(self.now()[0], trees[0].to("discbracket"))

    def test_wrong_arguments(self):
        self.assertRaises(pleach.Error, pleach.Edition, "/nowhere")
        with pleach.Edition(self.path) as trees:
            self.assertRaises(IndexError, lambda: trees[42])
            self.assertRaises(ValueError, lambda: trees[-43])
            with self.assertRaisesRegex(pleach.Error, "words cannot be changed"):
                trees[0] = trees[1]


if __name__ == "__main__":
    unittest.main()
