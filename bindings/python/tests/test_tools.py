"""Tools on trees: searching, evaluating, checking."""

import copy
import os
import pickle
import subprocess
import threading
import unittest

import pleach
from support import CROSSING, DANISH, DATA, DUTCH, MODEL


class Searching(unittest.TestCase):
    def setUp(self):
        self.tree = pleach.Sentence.from_text(CROSSING)

    def test_nodes_by_variable(self):
        query = pleach.Query('#n:[cat="VP"] > #w:[pos="PP"] & discontinuous(#n)')
        self.assertEqual(query.variables, ["#n", "#w"])
        match, = query.search(self.tree)
        self.assertEqual(match["#n"], self.tree.root.children[0])
        self.assertEqual(match["#w"].text, "Darüber")
        self.assertIs(match.sentence, self.tree)
        self.assertEqual(list(match.nodes), ["#n", "#w"])
        with self.assertRaises(KeyError):
            match["#m"]
        self.assertEqual(repr(match), "<Match #n=<Constituent VP: Darüber … nachgedacht> #w=<Token 'Darüber' PP>>")

    def test_treebanks(self):
        query = pleach.Query("#n:[NT] & discontinuous(#n)")
        wanted = [(i, node.number) for i, tree in enumerate(pleach.read(DUTCH), 1)
                  for node in tree.constituents if node.gap_degree > 0]
        self.assertTrue(wanted)
        for trees in (DUTCH, pleach.read(DUTCH), list(pleach.read(DUTCH))):
            found = [(match.number, match["#n"].number) for match in query.search(trees)]
            self.assertEqual(sorted(found), sorted(wanted))

    def test_alternatives_absence_and_templates(self):
        matches = list(pleach.Query('#a:[word="muss"] | #b:[pos="PP"]').search(self.tree))
        self.assertEqual([match["#a"] and match["#a"].text for match in matches], ["muss", None])
        self.assertEqual(len(list(pleach.Query('not([cat="NP"])').search(self.tree))), 1)
        query = pleach.Query("Verb(#v)", templates="Verb(#x) <- #x:[pos=/VM.*/] ;")
        self.assertEqual([match["#v"].text for match in query.search(self.tree)], ["muss"])

    def test_searches_within_a_search(self):
        query = pleach.Query("#w:[T]")
        pairs = [(a["#w"].text, b["#w"].text) for a in query.search(self.tree) for b in query.search(self.tree)]
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
        return [match["#w"].text for match in query.search(self.tree)]

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
        many = pleach.Sentence(["a"] * 101)
        with self.assertWarnsRegex(RuntimeWarning, "more than 1000000"):
            next(pleach.Query("#a:[T] & #b:[T] & #c:[T]").search(many))


class Evaluating(unittest.TestCase):
    def test_files(self):
        parsed = os.path.join(DATA, "dutch.parsed")
        self.assertEqual("%.2f" % pleach.evaluate(DUTCH, parsed).f1, os.environ["F1"])
        gold = DANISH
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
        tree = pleach.Sentence.from_text(CROSSING)
        self.assertEqual(pleach.evaluate([tree], [None]).recall, 0)
        self.assertIsNone(pleach.evaluate([], []).f1)
        with self.assertRaisesRegex(pleach.Error, "1 gold trees, but 0"):
            pleach.evaluate([tree], [])
        with self.assertRaises(pleach.Error):
            pleach.evaluate([tree], [pleach.Sentence.from_text("(S (A 0=a))")])


class Checking(unittest.TestCase):
    def setUp(self):
        self.trees = [pleach.Sentence.from_text("(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (X 3=%s))" % x) for x in "abc"]
        self.trees.append(pleach.Sentence.from_text("(S (D 0=the) (N 1=dog) (V 2=barks) (X 3=d))"))

    def test_a_finding(self):
        found, = pleach.check(self.trees, methods="variation")
        self.assertIs(found.sentence, self.trees[3])
        self.assertEqual((found.file, found.number, found.kind), (None, 4, "group"))
        self.assertEqual([node.text for node in found.nodes], ["the", "dog"])
        self.assertEqual((found.place, found.correction), ("D (the)", "put D (the) N (dog) under a new NP"))
        self.assertEqual(str(found.corrected.root.children[0].label), "NP")
        self.assertEqual(found.methods, ["variation"])
        self.assertEqual(list(found.scores), pleach.check_methods())
        self.assertIn("3 times NP", found.reasons)
        self.assertEqual([(file, number, node.text) for file, number, node in found.evidence],
                         [(None, n, "the dog") for n in (1, 2, 3)])
        self.assertIs(found.evidence[0][2].sentence, self.trees[0])

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
            self.assertIs(places.setdefault((finding.file, finding.number), finding.sentence), finding.sentence)
        for finding in pleach.check(DUTCH, limit=5, transforms={"punct": "remove"}):
            self.assertNotIn(".", finding.sentence.words)

    def test_with_a_parser(self):
        said = []
        found = pleach.check(DUTCH, methods=["parser"], model=MODEL, limit=0)
        with pleach.load(MODEL) as parser:
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
                      {"folds": 2, "model": MODEL}):
            self.assertRaises(pleach.Error, pleach.check, self.trees, **wrong)
        self.assertRaises(pleach.Error, pleach.check, "/nowhere")
        self.assertRaises(TypeError, pleach.check, [1])
        self.assertRaises(ValueError, pleach.check, self.trees, limit=-1)
        with self.assertWarnsRegex(RuntimeWarning, "not checked: 1"):
            pleach.check(pleach.Sentence(["a"] * 501))


if __name__ == "__main__":
    unittest.main()
