"""Tests of the Python module on the treebanks of tests/data; tests/suite_python.sh runs them
with MODEL, a model trained on dutch.discbracket."""

import copy
import gc
import os
import pickle
import subprocess
import sys
import tempfile
import threading
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
        with self.assertRaisesRegex(pleach.Error, "no drawing called 'a␛\\[2J␊'"):
            self.tree.draw("a\x1b[2J\n")

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

    def test_copies(self):
        for other in (self.tree.copy(), copy.copy(self.tree), copy.deepcopy([self.tree])[0]):
            other.root.label = "X"
            self.assertEqual(other.to("discbracket"), self.tree.to("discbracket").replace("(S ", "(X "))
        with self.assertRaisesRegex(TypeError, "cannot be pickled"):
            pickle.dumps(self.tree)


class Searching(unittest.TestCase):
    def setUp(self):
        self.tree = pleach.Tree.parse(CROSSING)

    def test_nodes_by_variable(self):
        query = pleach.Query('#n:[cat="VP"] > #w:[pos="PP"] & discontinuous(#n)')
        self.assertEqual(query.variables, ["#n", "#w"])
        match, = query.search(self.tree)
        self.assertEqual(match["#n"], self.tree.root.children[0])
        self.assertEqual(match["#w"].word, "Darüber")
        self.assertIs(match.tree, self.tree)
        self.assertEqual(list(match.nodes), ["#n", "#w"])
        with self.assertRaises(KeyError):
            match["#m"]
        self.assertEqual(repr(match), "<Match #n=<node 'VP' Darüber … nachgedacht> #w=<word 'PP' Darüber>>")

    def test_treebanks(self):
        query = pleach.Query("#n:[NT] & discontinuous(#n)")
        wanted = [(i, node.number) for i, tree in enumerate(pleach.read(DUTCH), 1)
                  for node in tree.nodes if node.gap_degree > 0]
        self.assertTrue(wanted)
        for trees in (DUTCH, pleach.read(DUTCH), list(pleach.read(DUTCH))):
            found = [(match.number, match["#n"].number) for match in query.search(trees)]
            self.assertEqual(sorted(found), sorted(wanted))

    def test_alternatives_absence_and_templates(self):
        matches = list(pleach.Query('#a:[word="muss"] | #b:[pos="PP"]').search(self.tree))
        self.assertEqual([match["#a"] and match["#a"].word for match in matches], ["muss", None])
        self.assertEqual(len(list(pleach.Query('not([cat="NP"])').search(self.tree))), 1)
        query = pleach.Query("Verb(#v)", templates="Verb(#x) <- #x:[pos=/VM.*/] ;")
        self.assertEqual([match["#v"].word for match in query.search(self.tree)], ["muss"])

    def test_searches_within_a_search(self):
        query = pleach.Query("#w:[T]")
        pairs = [(a["#w"].word, b["#w"].word) for a in query.search(self.tree) for b in query.search(self.tree)]
        self.assertEqual(pairs, [(a, b) for a in self._words(query) for b in self._words(query)])
        self.assertEqual(len(pairs), 9)
        next(query.search(self.tree))  # a search may be left before its end
        self.assertEqual(len(self._words(query)), 3)

    def test_threads_share_a_query(self):
        query, trees = pleach.Query("#n:[NT] & discontinuous(#n)"), list(pleach.read(DUTCH))
        wanted, found = len(list(query.search(trees))), []
        threads = [threading.Thread(target=lambda: found.append(len(list(query.search(trees * 5)))))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [5 * wanted] * 4)

    def _words(self, query):
        return [match["#w"].word for match in query.search(self.tree)]

    def test_copies(self):
        query = pleach.Query("V(#w)", templates="V(#x) <- #x:[T] ;")
        for other in (copy.copy(query), copy.deepcopy(query), pickle.loads(pickle.dumps(query))):
            self.assertEqual(self._words(other), self._words(query))

    def test_what_is_wrong(self):
        for text, place in (('#n:[cat="ä"] & &', (1, 16)), ("[T]\n& nothing(#n)", (2, 3)), ("", (1, 1))):
            with self.assertRaises(pleach.QueryError) as raised:
                pleach.Query(text)
            self.assertEqual((raised.exception.line, raised.exception.column), place)
            self.assertIn("column %d" % place[1], str(raised.exception))
        for wrong in (None, 1, b"[T]"):
            self.assertRaises(TypeError, pleach.Query, wrong)
        self.assertRaises(ValueError, pleach.Query, "[T]\0")
        self.assertRaises(TypeError, list, pleach.Query("[T]").search([self.tree, "x"]))
        self.assertRaises(TypeError, list, pleach.Query("[T]").search(None))
        self.assertRaises(pleach.Error, pleach.Query("[T]").search, "/nowhere")

    def test_too_many_matches_are_reported(self):
        many = pleach.Tree(["a"] * 101)
        with self.assertWarnsRegex(RuntimeWarning, "more than 1000000"):
            next(pleach.Query("#a:[T] & #b:[T] & #c:[T]").search(many))


class Changing(unittest.TestCase):
    def setUp(self):
        self.tree = pleach.Tree("Darüber muss nachgedacht werden".split(), ["PROAV", "VMFIN", "VVPP", None], "S")

    def test_building(self):
        inner = self.tree.add("VP", [0, 2])
        self.tree.add("VP", [inner, self.tree.leaves[3]])
        self.tree.leaves[3].label = "VAINF"
        self.assertEqual(self.tree.to("discbracket"), "(S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) "
                         "(VAINF 3=werden)) (VMFIN 1=muss))\n")
        self.assertEqual(len(pleach.Tree([])), 0)
        self.assertIsNone(pleach.Tree(["a"], root=None).root)

    def test_moving_and_removing(self):
        vp = self.tree.add("VP", [0, 2])
        self.assertEqual(self.tree.move(3, vp).parent, vp)
        self.assertEqual(vp.span, [0, 2, 3])
        top = self.tree.add("TOP", [self.tree.root])
        self.assertEqual(self.tree.root, top)
        self.tree.remove(vp)
        self.assertEqual([node.label for node in self.tree.nodes], ["TOP", "S"])
        self.tree.remove(self.tree.root)
        self.assertEqual(self.tree.root.label, "S")

    def test_fields(self):
        word = self.tree.leaves[1]
        for name in ("label", "function", "lemma", "morphology", "relation", "word"):
            setattr(word, name, "x-" + name)
            self.assertEqual(getattr(word, name), "x-" + name)
        word.lemma = None
        self.assertIsNone(word.lemma)
        self.tree.id = "s1"
        self.assertEqual(self.tree.id, "s1")
        self.tree.root.head = self.tree.leaves[2]
        self.assertEqual(self.tree.root.head.word, "nachgedacht")
        self.tree.root.head = None
        self.assertIsNone(self.tree.root.head)

    def test_dependencies(self):
        for word, head in enumerate((2, -1, 3, 1)):
            self.tree.set_head(word, head, "r%d" % word)
        self.assertEqual(self.tree.heads, [2, -1, 3, 1])
        self.assertEqual(self.tree.relations, ["r0", "r1", "r2", "r3"])
        self.tree.set_head(0, None)
        self.assertIsNone(self.tree.heads[0])

    def test_transforms(self):
        tree = pleach.Tree.parse(CROSSING)
        made = tree.transform(heads="negra", binarize="sr-gap")
        self.assertEqual(made.transform(unbinarize=True).to("discbracket"), tree.to("discbracket"))
        self.assertIsNone(tree.transform(max_length=2))
        with self.assertRaisesRegex(pleach.Error, "no transform 'nosuch'"):
            tree.transform(nosuch=1)

    def test_what_goes_wrong(self):
        vp, other = self.tree.add("VP", [0, 2]), pleach.Tree(["a"])
        for change, error, why in (
                (lambda: self.tree.add("X", [0, 1]), pleach.Error, "different parents"),
                (lambda: self.tree.add("X", []), pleach.Error, "needs children"),
                (lambda: self.tree.add(None, [0]), TypeError, "label is text"),
                (lambda: self.tree.add("X", [other.root]), ValueError, "another tree"),
                (lambda: self.tree.move(self.tree.root, vp), pleach.Error, "below itself"),
                (lambda: self.tree.move(-1, vp), ValueError, "from 0"),
                (lambda: self.tree.remove(0), pleach.Error, "is a word"),
                (lambda: setattr(vp, "label", None), pleach.Error, "empty"),
                (lambda: setattr(vp, "word", "a"), pleach.Error, "no such field"),
                (lambda: self.tree.set_head(0, 0), pleach.Error, "cannot be the head"),
                (lambda: setattr(vp, "head", self.tree.leaves[1]), pleach.Error, "not a child"),
                (lambda: pleach.Tree("ab"), TypeError, "list of words"),
                (lambda: pleach.Tree(["a"], []), ValueError, "1 words, but 0 tags"),
                (lambda: pleach.Tree(None), TypeError, "")):
            with self.subTest(why=why), self.assertRaisesRegex(error, why):
                change()


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

    def test_codes(self):
        for use, code in ((lambda: pleach.read("/nowhere"), "system"),
                          (lambda: list(pleach.reads("(S (A 0=a)", "discbracket")), "bad_input"),
                          (lambda: pleach.read(DUTCH, "nosuch"), "bad_argument"),
                          (lambda: pleach.Parser(DUTCH, beam=5000), "too_large")):
            with self.assertRaises(pleach.Error) as caught:
                use()
            self.assertEqual(caught.exception.code, code)

    def test_what_is_not_read_is_closed(self):
        def count():
            return len(os.listdir("/proc/self/fd"))
        before = count()
        for _ in range(20):
            pleach.read(DUTCH)
            pleach.reads(CROSSING)
        gc.collect()
        self.assertEqual(count(), before)

    def test_bytes(self):
        self.assertEqual([tree.words for tree in pleach.reads(CROSSING.encode("utf-8"))],
                         [["Darüber", "muss", "nachgedacht"]])

    def test_what_there_is(self):
        self.assertIn("discbracket", pleach.formats())
        self.assertIn("punct", pleach.transforms())
        self.assertIn("2dop", pleach.grammar_kinds())
        self.assertRegex(pleach.version(), r"^\d+\.\d+\.\d+$")

    def test_statistics(self):
        found = pleach.statistics(DUTCH)
        self.assertEqual((found["sentences"], found["words"]), (42, 337))
        self.assertLess(pleach.statistics(DUTCH, max_length=5)["sentences"], 42)

    def test_fragments(self):
        found = pleach.fragments(DUTCH, trees=True, transforms={"functions": "remove"})
        self.assertTrue(all(count >= 2 and len(trees) >= 2 for _, count, trees in found))
        self.assertTrue(pleach.fragments(DUTCH, DUTCH, both=True, relative=True)[0][2] > 0)
        with self.assertRaisesRegex(TypeError, "no option 'depth'"):
            pleach.fragments(DUTCH, depth=3)

    def test_grammar(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "grammar")
            pleach.grammar("plcfrs", DUTCH, path, {"functions": "remove"}, unknown_words=True)
            tree = next(pleach.read(DUTCH))
            self.assertEqual(pleach.Parser(path, objective="mpd").parse(tree).words, tree.words)
            with self.assertRaisesRegex(pleach.Error, "no kind of grammar 'nosuch'"):
                pleach.grammar("nosuch", DUTCH, path)


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

    def test_confidence(self):
        gold = next(pleach.read(DUTCH))
        plain = self.parser.parse(gold)
        self.assertIsNone(plain.confidence)
        sure = pleach.Parser(os.environ["MODEL"], confidence=True).parse(gold)
        self.assertEqual(sure.to("discbracket"), plain.to("discbracket"))
        self.assertEqual([leaf.confidence for leaf in sure.leaves], [None] * len(gold))  # tags were given
        for node in sure.nodes:
            if node != sure.root:
                self.assertTrue(0 < node.confidence < 1)
            self.assertIsNone(node.relation_confidence)
        parser = pleach.Parser(os.environ["MODEL"], nbest=4, confidence=True, diverse=True)
        parser.parse(gold)
        self.assertLessEqual(sum(other.confidence for other, score in parser.best()), 1.001)

    def test_a_tree(self):
        gold = next(pleach.read(DUTCH))
        self.assertEqual(self.parser.parse(gold).words, gold.words)

    def test_steps(self):
        tree = self.parser.parse(["Dat", "boek", "had", "ze"])
        steps, lines = self.parser.steps(others=3), self.parser.explain()
        self.assertEqual([step["action"] for step in steps], [line[1] for line in lines])
        for step, line in zip(steps, lines):
            places = [word for _, words in step["stack"] + step["deque"] for word in words] + step["buffer"]
            self.assertEqual(sorted(places), list(range(4)))
            self.assertEqual(step["others"][0][0] if step["others"] else "-", line[3])
            self.assertLessEqual(len(step["others"]), 3)
        self.assertEqual((steps[0]["buffer"], steps[0]["arc"]), ([0, 1, 2, 3], None))
        self.assertRaises(pleach.Error, self.parser.steps, 7)
        self.assertEqual(len(tree.words), 4)

    def test_explaining(self):
        self.parser.parse("Dat boek had ze gelezen .".split())
        steps = self.parser.explain()
        self.assertEqual(steps[0][:2], ["1", "SH"])
        with self.assertRaisesRegex(pleach.Error, "no number 7"):
            self.parser.explain(7)

    def test_what_goes_wrong(self):
        with self.assertRaisesRegex(TypeError, "no option 'threads'"):
            pleach.Parser(os.environ["MODEL"], threads=2)
        for beam in (-1, 1 << 40):
            with self.assertRaisesRegex(ValueError, "beam is a number"):
                pleach.Parser(os.environ["MODEL"], beam=beam)
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


class Training(unittest.TestCase):
    def test_with_progress(self):
        reports = []
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            pleach.train(DUTCH, path, dev=DUTCH, epochs=2, tagger=True, tag_epochs=2, progress=reports.append)
            with pleach.Parser(path) as parser:
                self.assertTrue(parser.has_tagger)
                self.assertEqual(len(parser.tag("Dat boek had ze gelezen .".split()).tags), 6)
                self.assertTrue(all(parser.tag(next(pleach.read(DUTCH))).tags))
        epochs = [report for report in reports if report.stage == "epoch"]
        self.assertEqual([report.epoch for report in epochs], [1, 2])
        self.assertGreater(epochs[1].scores["F1"], 0)
        self.assertEqual(reports[0].sentences, 42)
        with self.assertRaisesRegex(pleach.Error, "no tagger"):
            pleach.Parser(os.environ["MODEL"]).tag(["a"])

    def test_dependencies(self):
        with tempfile.TemporaryDirectory() as folder:
            path, treebank = os.path.join(folder, "model"), os.path.join(DATA, "dutch.conllx")
            pleach.train([treebank], path, system="arc-eager", epochs=1)
            gold = list(pleach.read(treebank))
            scores = pleach.evaluate(gold, [pleach.Parser(path).parse(tree) for tree in gold])
        self.assertGreater(scores.uas, 0)
        self.assertGreaterEqual(scores.no_punct.words, 1)

    def test_stopping(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            with self.assertRaises(pleach.Error) as caught:
                pleach.train(DUTCH, path, epochs=5, progress=lambda report: report.stage == "epoch")
            self.assertEqual(caught.exception.code, "stopped")
            with self.assertRaises(ZeroDivisionError):
                pleach.train(DUTCH, path, epochs=5, progress=lambda report: 1 / 0)

    def test_what_goes_wrong(self):
        for arguments, options, error, why in (
                ((DUTCH, None), {}, TypeError, "expected a path"),
                ((None, "/tmp/x"), {}, TypeError, ""),
                (([], "/tmp/x"), {}, pleach.Error, "treebank is missing"),
                ((DUTCH, DUTCH), {}, pleach.Error, "is read, too"),
                ((DUTCH, "/tmp/x"), {"system": "nosuch"}, pleach.Error, "nosuch"),
                ((DUTCH, "/tmp/x"), {"nosuch": 1}, TypeError, "no option 'nosuch'"),
                ((DUTCH, "/tmp/x"), {"epochs": -1}, ValueError, "epochs is a number")):
            with self.subTest(why=why), self.assertRaisesRegex(error, why):
                pleach.train(*arguments, **options)


class Oddities(unittest.TestCase):
    """No argument crashes the interpreter."""

    def test_anything(self):
        tree, parser = pleach.Tree.parse(CROSSING), pleach.Parser(os.environ["MODEL"])
        odd = (None, -1, 1 << 70, 2.5, "", "a\0b", "\udc80", b"\xff", object(), [], [None], {"a": 1}, tree, parser)
        targets = [getattr(pleach, name) for name in pleach.__all__ if name not in ("Error", "Report", "train", "Node")]
        for thing in (tree, parser, tree.root):
            targets += [getattr(thing, name) for name in dir(type(thing)) if not name.startswith("_") and
                        name != "close" and callable(getattr(thing, name))]
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)  # of files that are written by accident
            try:
                for target in targets:
                    for a in odd:
                        for arguments in ((a,), (a, a), (tree, a), (a, tree), (0, a), ("x", a)):
                            try:
                                made = target(*arguments)
                                if hasattr(made, "__next__"):
                                    next(made, None)
                            except Exception:
                                pass
            finally:
                os.chdir(before)
        self.assertEqual(len(tree.words), 3)


class Memory(unittest.TestCase):
    def test_that_runs_out(self):
        script = ("import pleach, resource\n"
                  "resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))\n"
                  "list(pleach.reads('(S (A 0=a))\\n' * 1000000))")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                              env=dict(os.environ, PYTHONPATH=os.path.dirname(os.path.dirname(pleach.__file__))))
        self.assertEqual((done.returncode, done.stderr), (1, "pleach: out of memory\n"))


class Evaluating(unittest.TestCase):
    def test_files(self):
        parsed = os.path.join(DATA, "dutch.parsed")
        self.assertEqual("%.2f" % pleach.evaluate(DUTCH, parsed).f1, os.environ["F1"])
        gold = os.path.join(DATA, "danish.conllx")
        scores = pleach.evaluate(gold, os.path.join(DATA, "danish.parsed"))
        again = pleach.evaluate(pleach.read(gold), pleach.read(os.path.join(DATA, "danish.parsed")))
        self.assertEqual(vars(scores.no_punct), vars(again.no_punct))
        self.assertIn("las=", repr(scores))

    def test_comparing(self):
        parsed, better = os.path.join(DATA, "dutch.parsed"), os.path.join(DATA, "dutch.better")
        found = pleach.compare(DUTCH, parsed, better, samples=200)
        self.assertEqual(sorted(found), ["disc_f1", "exact", "f1"])
        self.assertGreater(found["f1"].b, found["f1"].a)
        again = pleach.compare(pleach.read(DUTCH), pleach.read(parsed), pleach.read(better), samples=200)
        self.assertEqual(vars(found["f1"]), vars(again["f1"]))
        with self.assertRaisesRegex(pleach.Error, "same sentences"):
            pleach.compare([], [], [])

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


class Checking(unittest.TestCase):
    def setUp(self):
        self.trees = [pleach.Tree.parse("(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (X 3=%s))" % x) for x in "abc"]
        self.trees.append(pleach.Tree.parse("(S (D 0=the) (N 1=dog) (V 2=barks) (X 3=d))"))

    def test_a_finding(self):
        found, = pleach.check(self.trees, methods="variation")
        self.assertIs(found.tree, self.trees[3])
        self.assertEqual((found.file, found.number, found.kind), (None, 4, "group"))
        self.assertEqual([node.word for node in found.nodes], ["the", "dog"])
        self.assertEqual((found.place, found.correction), ("D (the)", "put D (the) N (dog) under a new NP"))
        self.assertEqual(str(found.corrected.root.children[0].label), "NP")
        self.assertEqual(found.methods, ["variation"])
        self.assertEqual(list(found.scores), pleach.check_methods())
        self.assertIn("3 times NP", found.reasons)
        self.assertEqual([(file, number, node.text) for file, number, node in found.evidence],
                         [(None, n, "the dog") for n in (1, 2, 3)])
        self.assertIs(found.evidence[0][2].tree, self.trees[0])

    def test_files(self):
        files = [DUTCH, os.path.join(DATA, "dutch.parsed")]
        found = pleach.check(files, limit=20)
        printed = subprocess.run(["pleach", "check", "-q", "-n", "20", "--tsv", *files], stdout=subprocess.PIPE,
                                 check=True, encoding="utf-8").stdout.split("# findings\n")[1].splitlines()
        rows = [dict(zip(printed[0].split("\t"), line.split("\t"))) for line in printed[1:]]
        self.assertEqual(len(found), 20)
        for finding, row in zip(found, rows):
            self.assertEqual((finding.file, str(finding.number), finding.correction or "", finding.reasons),
                             (row["file"], row["sentence"], row["correction"], row["reasons"]))
        places = {}
        for finding in found:  # one tree for all that is about it
            self.assertIs(places.setdefault((finding.file, finding.number), finding.tree), finding.tree)
        for finding in pleach.check(DUTCH, limit=5, transforms={"punct": "remove"}):
            self.assertNotIn(".", finding.tree.words)

    def test_with_a_parser(self):
        said = []
        found = pleach.check(DUTCH, methods=["parser"], model=os.environ["MODEL"], limit=0)
        with pleach.Parser(os.environ["MODEL"]) as parser:
            again = pleach.check(DUTCH, methods=["parser"], model=parser, limit=0,
                                 progress=lambda what, share: said.append((what, share)))
        self.assertEqual([f.correction for f in found], [f.correction for f in again])
        self.assertEqual({what for what, _ in said}, {"parsing", "checking"})
        self.assertTrue(all(f.methods == ["parser"] for f in found))
        folds = pleach.check(self.trees * 4, methods=["parser"], folds=2)
        self.assertTrue(all("has not seen" in f.reasons for f in folds))
        self.assertRaises(pleach.Error, pleach.check, DUTCH, model=parser)  # it is closed

    def test_stopping(self):
        with self.assertRaises(pleach.Error) as raised:
            pleach.check(self.trees, progress=lambda what, share: True)
        self.assertEqual(raised.exception.code, "stopped")
        self.assertRaises(ZeroDivisionError, pleach.check, self.trees, progress=lambda what, share: 1 / 0)

    def test_wrong_arguments(self):
        self.assertEqual(pleach.check([]), [])
        for wrong in ({"methods": "words"}, {"methods": ["parser"]}, {"folds": 1}, {"model": "/nowhere"},
                      {"folds": 2, "model": os.environ["MODEL"]}):
            self.assertRaises(pleach.Error, pleach.check, self.trees, **wrong)
        self.assertRaises(pleach.Error, pleach.check, "/nowhere")
        self.assertRaises(TypeError, pleach.check, [1])
        self.assertRaises(ValueError, pleach.check, self.trees, limit=-1)
        with self.assertWarnsRegex(RuntimeWarning, "not checked: 1"):
            pleach.check(pleach.Tree(["a"] * 501))


class Editing(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "a.discbracket")
        with open(DUTCH, encoding="utf-8") as file, open(self.path, "w", encoding="utf-8") as copied:
            self.lines = file.readlines()
            copied.writelines(self.lines)

    def tearDown(self):
        self.folder.cleanup()

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
        with pleach.Edition(self.path) as trees:
            self.assertIn("1 change was recovered", trees.note)
            self.assertEqual(self.now()[0], trees[0].to("discbracket"))

    def test_wrong_arguments(self):
        self.assertRaises(pleach.Error, pleach.Edition, "/nowhere")
        with pleach.Edition(self.path) as trees:
            self.assertRaises(IndexError, lambda: trees[42])
            with self.assertRaisesRegex(pleach.Error, "words cannot be changed"):
                trees[0] = trees[1]


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
