"""Parsers: inputs of all kinds, streams, threads, n-best lists, constraints, steps; and training."""

import gc
import itertools
import os
import pickle
import tempfile
import threading
import time
import unittest

import pleach
from pleach._batches import corpus_of_words
from pleach._functions import call
from pleach.treebanks import corpus_handle
from support import DATA, DUTCH, MODEL

WORDS = "Dat boek had ze gelezen .".split()


class Parsing(unittest.TestCase):
    def setUp(self):
        self.nlp = pleach.load(MODEL)

    def test_words_with_tags(self):
        gold = list(pleach.read(DUTCH))
        parsed = [self.nlp(words=tree.words, tags=tree.tags)[0] for tree in gold]
        scores = pleach.evaluate(gold, parsed)
        self.assertEqual(scores.sentences, 42)
        self.assertGreater(scores.f1, 90)
        self.assertEqual(scores.tagging, 100)
        self.assertIsNotNone(scores.disc.f1)
        self.assertEqual([self.nlp(list(zip(tree.words, tree.tags)))[0] for tree in gold], parsed)
        self.assertEqual([self.nlp(tree)[0] for tree in gold], parsed)
        self.assertEqual([doc[0] for doc in self.nlp.pipe(gold)], parsed)

    def test_words_alone(self):
        sentence = self.nlp(words=WORDS)[0]
        self.assertEqual(len(sentence), 6)
        self.assertIsNotNone(sentence.root)
        self.assertEqual(self.nlp(WORDS)[0], sentence)
        self.assertEqual(len(self.nlp([])[0]), 0)

    def test_some_tags(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            pleach.train(DUTCH, path, epochs=1, tagger=True, tag_epochs=2)
            nlp = pleach.load(path)
            found = nlp.tag(words=WORDS)[0].tags
            self.assertEqual(nlp(WORDS)[0].tags, found)
            given = [None, "LET", None, None, None, None]
            self.assertEqual(nlp(words=WORDS, tags=given)[0].tags, found[:1] + ["LET"] + found[2:])
            self.assertEqual(nlp(words=WORDS, tags=[None] * 6)[0].tags, found)
        self.assertEqual(self.nlp(words=WORDS, tags=given)[0].words, WORDS)  # without tagger, too

    def test_text(self):
        text = "Dát boek had ze  gelezen. Jan zag het huis."
        doc = self.nlp(text)
        self.assertEqual([len(sentence) for sentence in doc], [6, 5])
        self.assertEqual(doc[1].words[0], "Jan")
        for token in doc.tokens:
            self.assertEqual(text[token.start:token.end], token.text)
        self.assertEqual(doc[0].text, "Dát boek had ze  gelezen.")
        self.assertEqual(len(self.nlp("")), 0)
        self.assertEqual([sentence.words for sentence in self.nlp.tokenize(text)], [s.words for s in doc])
        self.assertIsNone(self.nlp.tokenize(text)[0].root)
        self.assertEqual(pickle.loads(pickle.dumps(doc)), doc)
        self.assertEqual(hash(pickle.loads(pickle.dumps(doc))), hash(doc))
        self.assertEqual(doc._repr_html_().count("<svg"), 2)
        self.assertEqual(doc.to_dict()[1]["tokens"][0]["word"], "Jan")

    def test_long_texts(self):
        doc = self.nlp("Jan zag het huis. " * 600)
        self.assertEqual(len(doc), 600)
        self.assertEqual(doc[599][4].end, 600 * 18 - 1)

    def test_several_trees(self):
        sentence = pleach.load(MODEL, beam=8, nbest=3)(words=WORDS)[0]
        first, second, third = sentence.nbest
        self.assertIs(first, sentence)
        self.assertGreaterEqual(first.score, second.score)
        self.assertGreaterEqual(second.score, third.score)
        self.assertNotEqual(first, second)
        again = pickle.loads(pickle.dumps(sentence))
        self.assertEqual((again.nbest, again.nbest[2].score), (sentence.nbest, third.score))
        self.assertEqual(self.nlp(words=WORDS)[0].nbest, [self.nlp(words=WORDS)[0]])
        self.assertEqual(len(pleach.load(MODEL, nbest=3)([])[0].nbest), 1)

    def test_confidence(self):
        gold = next(pleach.read(DUTCH))
        plain = self.nlp(gold)[0]
        self.assertIsNone(plain.confidence)
        sure = pleach.load(MODEL, confidence=True)(gold)[0]
        self.assertEqual(sure.to("discbracket"), plain.to("discbracket"))
        self.assertEqual([token.confidence for token in sure], [None] * len(gold))  # tags were given
        self.assertEqual([token.relation_confidence for token in sure], [None] * len(gold))
        for node in sure.constituents:
            if node != sure.root:
                self.assertTrue(0 < node.confidence < 1)
        sentence = pleach.load(MODEL, nbest=4, confidence=True, diverse=True)(gold)[0]
        self.assertLessEqual(sum(other.confidence for other in sentence.nbest), 1.001)

    def test_constraints(self):
        kept = pleach.Sentence(WORDS)
        part = kept.add("PPART", [0, 1, 4])
        free = self.nlp(words=WORDS)
        for constraints in ([part], [{"kind": "bracket", "words": [0, 1, 4], "label": "PPART"}], [kept]):
            found = self.nlp(words=WORDS, constraints=constraints)[0]
            self.assertIn("Dat boek … gelezen", [node.text for node in found.constituents if node.label == "PPART"])
        self.assertEqual(self.nlp(words=WORDS), free)  # they are of one call
        with self.assertRaisesRegex(pleach.Error, "contradict each other"):
            self.nlp(words=WORDS, constraints=[part, {"kind": "no-bracket", "words": [0, 1, 4]}])
        self.assertRaises(pleach.Error, self.nlp, WORDS, constraints=[7])
        self.assertEqual(self.nlp(words=WORDS), free)

    def test_steps(self):
        steps = self.nlp.explain(words=WORDS[:4], others=3)
        self.assertEqual([step.number for step in steps], list(range(1, len(steps) + 1)))
        for step in steps:
            places = [word for item in step.stack + step.deque for word in item.words] + step.buffer
            self.assertEqual(sorted(places), list(range(4)))
            self.assertLessEqual(len(step.others), 3)
        self.assertEqual((steps[0].action, steps[0].buffer, steps[0].arc), ("SH", [0, 1, 2, 3], None))
        self.assertTrue(all(name and weight for step in steps for name, weight in step.features))
        self.assertRaises(pleach.Error, self.nlp.explain, WORDS, best=7)
        with self.assertRaisesRegex(pleach.Error, "expected one sentence, not 2"):
            self.nlp.explain("Ja. Nee.")
        self.assertEqual(len(self.nlp.explain("Ja.")[0].buffer), 2)

    def test_what_goes_wrong(self):
        with self.assertRaisesRegex(TypeError, "threads"):
            pleach.load(MODEL, threads=2)
        with self.assertRaisesRegex(TypeError, "no option 'threads'"):
            pleach.Parser(MODEL, threads=2)
        for beam in (-1, 1 << 40):
            with self.assertRaisesRegex(ValueError, "beam is a number"):
                pleach.load(MODEL, beam=beam)
        with self.assertRaisesRegex(pleach.Error, "/nowhere"):
            pleach.load("/nowhere")
        with self.assertRaisesRegex(pleach.Error, "not a model"):
            pleach.load(DUTCH)
        with self.assertRaisesRegex(pleach.Error, "at most 4096"):
            pleach.load(MODEL, beam=5000)

    def test_a_closed_parser(self):
        with pleach.load(MODEL, beam=1) as nlp:
            sentence = nlp(words=["Ja"])[0]
            stream = nlp.pipe([["Ja"]] * 3, batch=1)
            next(stream)
        for use in (lambda: nlp(["Ja"]), lambda: nlp("Ja."), lambda: nlp.about, lambda: nlp.pipe([]), lambda: next(stream)):
            with self.assertRaisesRegex(pleach.Error, "the parser is closed"):
                use()
        nlp.close()
        del nlp
        gc.collect()
        self.assertEqual(sentence.words, ["Ja"])

    def test_what_is_no_sentence(self):
        for item, error, why in (
                ([1, 2], TypeError, "not of 1"),
                (["Dat", ("boek", "N")], TypeError, "not of 'Dat'"),
                ([("Dat", "VNW", "x")], TypeError, "list of .word, tag."),
                ([("Dat", 7)], TypeError, "a tag is text"),
                (["Da\0t"], ValueError, "NUL character"),
                (["\udc80"], UnicodeEncodeError, "surrogates"),
                ([""], pleach.Error, "word 1 is empty"),
                (7, TypeError, "not iterable"),
                (None, TypeError, "expected a text")):
            with self.subTest(item=item), self.assertRaisesRegex(error, why):
                self.nlp(item)
        for wrong in (dict(words=["a"], tags=[]), dict(words="a"), dict(words=["a"], tags="b")):
            self.assertRaises((TypeError, ValueError), self.nlp, **wrong)
        self.assertRaises(TypeError, self.nlp, "Ja.", words=["Ja"])
        self.assertRaises(TypeError, self.nlp, "Ja.", tags=["Ja"])
        self.assertEqual(len(self.nlp(["Ja"])[0]), 1)

    def test_about(self):
        self.assertEqual(self.nlp.about["system"], "sr-gap")
        self.assertFalse(self.nlp.has_tagger)
        with self.assertRaisesRegex(pleach.Error, "no tagger"):
            self.nlp.tag(["a"])

    def test_a_pickled_parser(self):
        nlp = pickle.loads(pickle.dumps(pleach.load(MODEL, nbest=2)))
        self.assertEqual(len(nlp(WORDS)[0].nbest), 2)

    def test_memory_does_not_grow(self):
        def use():
            for _ in range(60):
                for sentence in self.nlp("Dat boek had ze gelezen. Jan zag het huis."):
                    sentence.draw()
                    sentence.to("discbracket")
                    sentence.root.label = "X"
                    pickle.loads(pickle.dumps(sentence))
                list(self.nlp.pipe([WORDS] * 10, threads=2, batch=2))
                next(pleach.read(DUTCH))
                with self.assertRaises(pleach.Error):
                    pleach.load(DUTCH)
            gc.collect()
            with open("/proc/self/statm") as statm:
                return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        use()
        before = use()
        self.assertLess(use() - before, 1000000)


class Streams(unittest.TestCase):
    def setUp(self):
        self.nlp = pleach.load(MODEL)
        self.items = [tree.words for tree in pleach.read(DUTCH)] * 3

    def test_the_order_is_that_of_the_inputs(self):
        wanted = [self.nlp(item) for item in self.items]
        for threads, batch in ((1, 64), (1, 5), (2, 7), (4, 1)):
            self.assertEqual(list(self.nlp.pipe(self.items, threads=threads, batch=batch)), wanted)

    def test_mixed_inputs(self):
        tree = next(pleach.read(DUTCH))
        items = ["Jan zag het huis. Ja.", WORDS, list(zip(tree.words, tree.tags)), tree, "", "Nee."]
        for threads in (1, 2):
            docs = list(self.nlp.pipe(items, threads=threads, batch=4))
            self.assertEqual([[len(s) for s in doc] for doc in docs], [[5, 2], [6], [len(tree)], [len(tree)], [], [2]])
            self.assertEqual(docs[2][0], docs[3][0])
            self.assertEqual([doc.text for doc in docs], [items[0], None, None, None, "", "Nee."])

    def test_endless_inputs(self):
        """So many are read ahead as batches may be in memory."""
        taken = []
        def endless():
            for i in itertools.count():
                taken.append(i)
                yield ["Ja"]
        for threads in (1, 2):
            taken.clear()
            stream = self.nlp.pipe(endless(), threads=threads, batch=3)
            for _ in range(10):
                next(stream)
            stream.close()
            self.assertLessEqual(len(taken), 12 + 3 * 2 * threads)

    def test_what_is_wrong_is_raised_in_its_place(self):
        def broken():
            yield from self.items[:5]
            raise ZeroDivisionError
        for items, error in ((self.items[:5] + [[7]] + self.items, TypeError), (broken(), ZeroDivisionError)):
            for threads in (1, 2):
                items = list(items) if isinstance(items, list) else broken()
                docs = []
                with self.assertRaises(error):
                    for doc in self.nlp.pipe(items, threads=threads, batch=2):
                        docs.append(doc)
                self.assertEqual([doc[0].words for doc in docs], self.items[:5])

    def test_wrong_arguments(self):
        for wrong in (dict(threads=0), dict(batch=0), dict(threads=-1), dict(batch=1 << 40)):
            self.assertRaises(ValueError, self.nlp.pipe, [], **wrong)
        self.assertRaises(TypeError, self.nlp.pipe, 7)
        self.assertEqual(list(self.nlp.pipe([])), [])

    def test_several_trees_and_confidence(self):
        nlp = pleach.load(MODEL, nbest=2, confidence=True)
        docs = list(nlp.pipe(self.items[:9], threads=2, batch=2))
        self.assertEqual([doc[0].nbest for doc in docs], [nlp(item)[0].nbest for item in self.items[:9]])

    def test_threads_share_a_parser(self):
        wanted = [self.nlp(item) for item in self.items[:20]]
        found = [None] * 6
        def work(k):
            found[k] = [self.nlp(item) for item in self.items[:20]]
        threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [wanted] * 6)

    def test_the_lock_is_free_while_the_library_works(self):
        """Another thread of Python goes on while a long sentence is parsed; on a busy machine not each time."""
        with self.nlp._work() as work:
            corpus = corpus_of_words([(["woord"] * 3000, None)])
            for _ in range(100):
                ticks, times = [], []
                def parse():
                    times.append(time.monotonic())
                    corpus_handle(call("pl_parser_parse_corpus", work.state, corpus))
                    times.append(time.monotonic())
                thread = threading.Thread(target=parse)
                thread.start()
                while thread.is_alive():
                    ticks.append(time.monotonic())
                    time.sleep(0.001)
                thread.join()
                if sum(times[0] < tick < times[1] for tick in ticks) > 3:
                    return
        self.fail("nothing went on")


class Training(unittest.TestCase):
    def test_with_progress(self):
        reports = []
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            pleach.train(DUTCH, path, dev=DUTCH, epochs=2, tagger=True, tag_epochs=2, progress=reports.append)
            with pleach.load(path) as nlp:
                self.assertTrue(nlp.has_tagger)
                self.assertEqual(len(nlp.tag(WORDS)[0].tags), 6)
                self.assertTrue(all(nlp.tag(next(pleach.read(DUTCH)))[0].tags))
        epochs = [report for report in reports if report.stage == "epoch"]
        self.assertEqual([report.epoch for report in epochs], [1, 2])
        self.assertGreater(epochs[1].scores["F1"], 0)
        self.assertEqual(reports[0].sentences, 42)

    def test_dependencies(self):
        with tempfile.TemporaryDirectory() as folder:
            path, treebank = os.path.join(folder, "model"), os.path.join(DATA, "dutch.conllx")
            pleach.train([treebank], path, system="arc-eager", epochs=1)
            gold = list(pleach.read(treebank))
            nlp = pleach.load(path)
            parsed = [doc[0] for doc in nlp.pipe(gold)]
        scores = pleach.evaluate(gold, parsed)
        self.assertGreater(scores.uas, 0)
        self.assertGreaterEqual(scores.no_punct.words, 1)
        self.assertTrue(all(head is not None for head in parsed[0].heads))
        self.assertTrue(any(step.arc for step in nlp.explain(gold[0])))

    def test_stopping(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            with self.assertRaises(pleach.Error) as caught:
                pleach.train(DUTCH, path, epochs=5, progress=lambda report: report.stage == "epoch")
            self.assertEqual(caught.exception.code, "stopped")
            with self.assertRaises(ZeroDivisionError):
                pleach.train(DUTCH, path, epochs=5, progress=lambda report: 1 / 0)

    def test_what_goes_wrong(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "model")
        for arguments, options, error, why in (
                ((DUTCH, None), {}, TypeError, "expected a path"),
                ((None, path), {}, TypeError, ""),
                (([], path), {}, pleach.Error, "treebank is missing"),
                ((DUTCH, DUTCH), {}, pleach.Error, "is read, too"),
                ((DUTCH, path), {"system": "nosuch"}, pleach.Error, "nosuch"),
                ((DUTCH, path), {"nosuch": 1}, TypeError, "no option 'nosuch'"),
                ((DUTCH, path), {"progress": 7}, TypeError, "progress is a function"),
                ((DUTCH, path), {"epochs": -1}, ValueError, "epochs is a number")):
            with self.subTest(why=why), self.assertRaisesRegex(error, why):
                pleach.train(*arguments, **options)


if __name__ == "__main__":
    unittest.main()
