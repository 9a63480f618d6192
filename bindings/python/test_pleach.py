"""Tests of the Python module on the treebanks of tests/data; tests/suite_python.sh runs them
with MODEL, a model trained on dutch.discbracket."""

import copy
import gc
import os
import pickle
import tempfile
import unittest

import pleach

DATA = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "tests", "data")
DUTCH = os.path.join(DATA, "dutch.discbracket")
CROSSING = "(S (VP (PP 0=Darüber) (VP 2=nachgedacht)) (VMFIN 1=muss))"

try:
    import nltk
except ImportError:
    nltk = None


class Looking(unittest.TestCase):
    def setUp(self):
        self.tree = pleach.Tree.parse(CROSSING)

    def test_words_and_tags(self):
        self.assertEqual(self.tree.words, ["Darüber", "muss", "nachgedacht"])
        self.assertEqual(self.tree.tags, ["PP", "VMFIN", "VP"])
        self.assertEqual(len(self.tree), 3)
        self.assertEqual([leaf.word for leaf in self.tree.leaves], self.tree.words)

    def test_a_discontinuous_node(self):
        vp = self.tree.root.children[0]
        self.assertEqual((vp.label, vp.span, vp.blocks, vp.gap_degree), ("VP", [0, 2], [(0, 1), (2, 3)], 1))
        self.assertEqual(vp.text, "Darüber … nachgedacht")
        self.assertFalse(vp.is_word)
        self.assertIsNone(vp.word)
        self.assertEqual(vp.parent, self.tree.root)
        self.assertIsNone(self.tree.root.parent)

    def test_all_nodes_below(self):
        self.assertEqual([node.label for node in self.tree.root.subtrees()], ["S", "VP", "PP", "VP", "VMFIN"])
        self.assertEqual({node.label for node in self.tree.nodes}, {"S", "VP"})
        self.assertEqual(len(set(self.tree.root.subtrees())), 5)

    def test_head_children(self):
        self.assertIsNone(self.tree.root.head)
        tree = next(pleach.read(DUTCH, heads="alpino"))
        marked = [node for node in tree.nodes if node.head is not None]
        self.assertTrue(marked)
        for node in marked:
            self.assertIn(node.head, node.children)

    def test_drawings_and_formats(self):
        self.assertIn("Darüber", self.tree.draw())
        self.assertEqual(str(self.tree) + "\n", self.tree.draw())
        self.assertTrue(self.tree.draw("svg").lstrip().startswith("<"))
        self.assertEqual(self.tree.to("tagged").strip(), "Darüber/PP muss/VMFIN nachgedacht/VP")
        with self.assertRaisesRegex(pleach.Error, "no drawing called 'mosaic'"):
            self.tree.draw("mosaic")
        with self.assertRaisesRegex(pleach.Error, "mosaic"):
            self.tree.to("mosaic")

    def test_dependencies(self):
        tree = next(pleach.read(os.path.join(DATA, "danish.conllx")))
        self.assertEqual(len(tree.heads), len(tree))
        self.assertIn(-1, tree.heads)
        self.assertTrue(all(tree.relations))
        self.assertIsNone(tree.root)
        self.assertEqual(self.tree.heads, [None] * 3)

    def test_fields(self):
        tree = next(pleach.read(os.path.join(DATA, "german.export")))
        self.assertTrue(any(leaf.lemma for leaf in tree.leaves))
        self.assertTrue(any(node.function for node in tree.root.subtrees()))
        self.assertEqual(tree.id, "1")

    def test_trees_outlive_their_treebank(self):
        trees = list(pleach.read(DUTCH))
        self.assertEqual(len(trees), 42)
        self.assertEqual(len({id(tree) for tree in trees}), 42)
        self.assertEqual(sum(len(tree) for tree in trees), 337)


    def test_trees_are_made_by_the_library_alone(self):
        with self.assertRaisesRegex(TypeError, "trees come from"):
            pleach.Tree(None)
        self.assertIs(copy.copy(self.tree), self.tree)
        self.assertIs(copy.deepcopy([self.tree])[0], self.tree)
        with self.assertRaisesRegex(TypeError, "cannot be pickled"):
            pickle.dumps(self.tree)


class Treebanks(unittest.TestCase):
    def test_round_trip(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.export.zst")
            self.assertEqual(pleach.write(path, pleach.read(DUTCH), "export"), 42)
            again = [tree.to("discbracket") for tree in pleach.read(path)]
        before = [tree.to("discbracket") for tree in pleach.read(DUTCH)]
        # export does not keep the label of the root
        self.assertEqual([text.split(None, 1)[1] for text in again], [text.split(None, 1)[1] for text in before])

    def test_transforms_in_order(self):
        trees = pleach.read(DUTCH, heads="alpino", binarize="sr-gap")
        self.assertTrue(all(len(node.children) <= 2 for tree in trees for node in tree.nodes))
        self.assertEqual(sum(1 for _ in pleach.read(DUTCH, max_length=5)), sum(
            1 for tree in pleach.read(DUTCH) if len(tree) <= 5))

    def test_what_goes_wrong(self):
        with self.assertRaisesRegex(pleach.Error, "/nowhere"):
            pleach.read("/nowhere")
        with self.assertRaisesRegex(pleach.Error, ":1:.*closed"):
            list(pleach.reads("(S (A 0=a)", "discbracket"))
        with self.assertRaisesRegex(pleach.Error, "nosuch"):
            list(pleach.read(DUTCH, nosuch=True))
        with self.assertRaisesRegex(pleach.Error, "no sentence"):
            pleach.Tree.parse("", "discbracket")
        with self.assertRaisesRegex(pleach.Error, "/nowhere"):
            pleach.write("/nowhere/out", [])
        with self.assertRaisesRegex(pleach.Error, "nosuch"):
            pleach.read(DUTCH, "nosuch")
        with self.assertRaisesRegex(TypeError, "expected text, not int"):
            pleach.reads(7)
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(TypeError, "expected a Tree, not NoneType"):
                pleach.write(os.path.join(folder, "out"), [None])

    def test_bytes(self):
        self.assertEqual([tree.words for tree in pleach.reads(CROSSING.encode("utf-8"))],
                         [["Darüber", "muss", "nachgedacht"]])

    def test_what_there_is(self):
        self.assertIn("discbracket", pleach.formats())
        self.assertIn("punct", pleach.transforms())
        self.assertRegex(pleach.version(), r"^\d+\.\d+\.\d+$")


class Parsing(unittest.TestCase):
    def setUp(self):
        self.parser = pleach.Parser(os.environ["MODEL"])

    def test_words_with_tags(self):
        gold = list(pleach.read(DUTCH))
        parsed = [self.parser.parse(zip(tree.words, tree.tags)) for tree in gold]
        scores = pleach.evaluate(gold, parsed)
        self.assertEqual(scores.sentences, 42)
        self.assertGreater(scores.f1, 90)
        self.assertEqual(scores.tagging, 100)
        self.assertIsNotNone(scores.disc.f1)

    def test_words_alone(self):
        tree = self.parser.parse("Dat boek had ze gelezen .".split())
        self.assertEqual(len(tree), 6)
        self.assertIsNotNone(tree.root)
        self.assertEqual(len(self.parser.parse([])), 0)

    def test_text(self):
        trees = self.parser.parse_text("Dat boek had ze gelezen. Jan zag het huis.")
        self.assertEqual([len(tree) for tree in trees], [6, 5])
        self.assertEqual(trees[1].words[0], "Jan")
        self.assertEqual(self.parser.parse_text(""), [])

    def test_several_trees(self):
        parser = pleach.Parser(os.environ["MODEL"], beam=8, nbest=3)
        tree = parser.parse("Dat boek had ze gelezen .".split())
        found = parser.best()
        self.assertEqual(len(found), 3)
        self.assertEqual(found[0][0].to("discbracket"), tree.to("discbracket"))
        self.assertGreaterEqual(found[0][1], found[1][1])
        self.assertNotEqual(found[0][0].to("discbracket"), found[1][0].to("discbracket"))

    def test_what_goes_wrong(self):
        with self.assertRaisesRegex(pleach.Error, "/nowhere"):
            pleach.Parser("/nowhere")
        with pleach.Parser(os.environ["MODEL"], beam=1) as parser:
            parser.parse([("Ja", "TSW")])
        for use in (lambda: parser.parse([("Ja", "TSW")]), lambda: parser.parse_text("Ja."), parser.best,
                    lambda: parser.about):
            with self.assertRaisesRegex(pleach.Error, "the parser is closed"):
                use()
        parser.close()
        with self.assertRaisesRegex(pleach.Error, "not a model"):
            pleach.Parser(DUTCH)
        with self.assertRaisesRegex(pleach.Error, "at most 4096"):
            pleach.Parser(os.environ["MODEL"], beam=5000)

    def test_what_is_no_sentence(self):
        for tokens, error, why in (
                ("Dat boek", TypeError, "takes a list of words"),
                ([1, 2], TypeError, "not of 1"),
                (["Dat", ("boek", "N")], TypeError, "not of 'Dat'"),
                ([("Dat", "VNW", "x")], TypeError, "list of .word, tag."),
                ([("Dat", None)], TypeError, "not NoneType"),
                (["Da\0t"], ValueError, "NUL character"),
                (["\udc80"], UnicodeEncodeError, "surrogates"),
                ([""], pleach.Error, "word 1 is empty")):
            with self.subTest(tokens=tokens), self.assertRaisesRegex(error, why):
                self.parser.parse(tokens)
        with self.assertRaisesRegex(TypeError, "expected text"):
            self.parser.parse_text(None)
        self.assertEqual(len(self.parser.parse(["Ja"])), 1)

    def test_trees_outlive_their_parser(self):
        with pleach.Parser(os.environ["MODEL"]) as parser:
            tree = parser.parse(["Ja"])
        del parser
        gc.collect()
        self.assertEqual(tree.words, ["Ja"])

    def test_about(self):
        self.assertEqual(self.parser.about["system"], "sr-gap")
        with self.assertRaisesRegex(TypeError, "cannot be pickled"):
            pickle.dumps(self.parser)

    def test_memory_does_not_grow(self):
        def use():
            for _ in range(100):
                for tree in self.parser.parse_text("Dat boek had ze gelezen. Jan zag het huis."):
                    tree.draw()
                    tree.to("discbracket")
                    [node.text for node in tree.root.subtrees()]
                self.parser.best()
                next(pleach.read(DUTCH))
                with self.assertRaises(pleach.Error):
                    pleach.Parser(DUTCH)
            gc.collect()
            with open("/proc/self/statm") as statm:
                return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        use()
        before = use()
        self.assertLess(use() - before, 300000)


class Evaluating(unittest.TestCase):
    def test_as_the_program_does(self):
        scores = pleach.evaluate(pleach.read(DUTCH), pleach.read(os.path.join(DATA, "dutch.parsed"), "discbracket"))
        self.assertEqual("%.2f" % scores.f1, os.environ["F1"])
        self.assertLess(scores.matched, scores.gold)
        self.assertIn("f1=%.2f" % scores.f1, repr(scores))

    def test_what_is_missing(self):
        tree = pleach.Tree.parse(CROSSING)
        self.assertEqual(pleach.evaluate([tree], [None]).recall, 0)
        self.assertIsNone(pleach.evaluate([], []).f1)
        with self.assertRaisesRegex(pleach.Error, "1 gold trees, but 0"):
            pleach.evaluate([tree], [])
        with self.assertRaises(pleach.Error):
            pleach.evaluate([tree], [pleach.Tree.parse("(S (A 0=a))")])


@unittest.skipIf(nltk is None, "NLTK is not installed")
class Nltk(unittest.TestCase):
    def test_words_or_numbers_at_the_leaves(self):
        tree = pleach.Tree.parse(CROSSING)
        self.assertEqual(tree.to_nltk().leaves(), ["Darüber", "nachgedacht", "muss"])
        self.assertEqual(tree.to_nltk("index").leaves(), [0, 2, 1])
        self.assertEqual(tree.to_nltk().label(), "S")
        self.assertEqual(tree.to_nltk().pformat(margin=200),
                         "(S (VP (PP Darüber) (VP nachgedacht)) (VMFIN muss))")
        with self.assertRaises(ValueError):
            tree.to_nltk("letters")
        self.assertEqual(tree.root.children[0].to_nltk("index").leaves(), [0, 2])
        with self.assertRaisesRegex(pleach.Error, "no constituents"):
            next(pleach.read(os.path.join(DATA, "danish.conllx"))).to_nltk()


if __name__ == "__main__":
    unittest.main()
