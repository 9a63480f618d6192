"""Sentences, tokens and constituents: looking at them, comparing, pickling, building and changing."""

import copy
import os
import pickle
import sys
import types
import unittest
from unittest import mock

import pleach
from support import CROSSING, DANISH, DATA, DUTCH

try:
    import nltk
except ImportError:
    nltk = None


class Looking(unittest.TestCase):
    def setUp(self):
        self.sentence = pleach.Sentence.from_text(CROSSING)
        self.vp = self.sentence.root.children[0]

    def test_words_and_tags(self):
        sentence = self.sentence
        self.assertEqual(sentence.words, ["Darüber", "muss", "nachgedacht"])
        self.assertEqual(sentence.tags, ["PP", "VMFIN", "VP"])
        self.assertEqual(len(sentence), 3)
        self.assertEqual([token.text for token in sentence], sentence.words)
        self.assertEqual([token.text for token in sentence[1:]], sentence.words[1:])
        self.assertEqual(sentence[-1].index, 2)
        self.assertEqual(sentence.text, "Darüber muss nachgedacht")
        self.assertRaises(IndexError, lambda: sentence[3])
        self.assertEqual((sentence[0].start, sentence[0].end, sentence[0].coarse), (None, None, None))

    def test_a_discontinuous_constituent(self):
        vp = self.vp
        self.assertEqual((vp.label, vp.indices, vp.spans, vp.gaps, vp.gap_degree),
                         ("VP", [0, 2], [(0, 1), (2, 3)], [(1, 2)], 1))
        self.assertEqual((vp.text, vp.words), ("Darüber … nachgedacht", ["Darüber", "nachgedacht"]))
        self.assertEqual(vp.tokens, [self.sentence[0], self.sentence[2]])
        self.assertTrue(vp.is_discontinuous)
        self.assertTrue(self.sentence.is_discontinuous)
        self.assertFalse(vp.is_word)
        self.assertEqual(vp.parent, self.sentence.root)
        self.assertEqual(self.sentence[0].ancestors, [vp, self.sentence.root])
        self.assertIsNone(self.sentence.root.parent)
        self.assertEqual((len(vp), len(self.sentence.root)), (2, 2))
        self.assertEqual(self.sentence.root.spans, [(0, 3)])

    def test_all_nodes_below(self):
        root = self.sentence.root
        self.assertEqual([node.label for node in root.subtrees()], ["S", "VP", "PP", "VP", "VMFIN"])
        self.assertEqual([node.label for node in root.constituents()], ["S", "VP"])
        self.assertEqual({node.label for node in self.sentence.constituents}, {"S", "VP"})
        self.assertEqual(len(set(root.subtrees())), 5)
        self.assertEqual([type(node) for node in root], [pleach.Constituent, pleach.Token])

    def test_head_children(self):
        self.assertIsNone(self.sentence.root.head)
        self.assertIsNone(self.sentence.root.head_token)
        for sentence in pleach.read(DUTCH, heads="alpino"):
            for node in sentence.constituents:
                self.assertIn(node.head, node.children)
                self.assertIn(node.head_token, node.tokens)

    def test_drawings_and_formats(self):
        sentence = self.sentence
        self.assertIn("Darüber", sentence.draw())
        self.assertEqual(str(sentence) + "\n", sentence.draw())
        self.assertTrue(sentence._repr_svg_().lstrip().startswith("<"))
        self.assertIn("nachgedacht", self.vp._repr_svg_())
        self.assertNotIn("muss", self.vp._repr_svg_())
        self.assertEqual(sentence.to("tagged").strip(), "Darüber/PP muss/VMFIN nachgedacht/VP")
        for use in (sentence.draw, sentence.to):
            with self.assertRaisesRegex(pleach.Error, "mosaic"):
                use("mosaic")
        with self.assertRaisesRegex(pleach.Error, "no drawing called 'a␛\\[2J␊'"):
            sentence.draw("a\x1b[2J\n")

    def test_dependencies(self):
        sentence = next(pleach.read(DANISH))
        self.assertEqual(sentence.heads, [6, -1, 1, 1, 5, 1, 5, 1])
        self.assertEqual([token.head_index for token in sentence], sentence.heads)
        self.assertEqual([token.relation for token in sentence], sentence.relations)
        self.assertEqual(sentence[0].head, sentence[6])
        self.assertIsNone(sentence[1].head)
        self.assertEqual([token.index for token in sentence[1].dependents], [2, 3, 5, 7])
        self.assertEqual((sentence[0].coarse, sentence[0].morphology), ("P", "number=sing"))
        self.assertIsNone(sentence.root)
        self.assertEqual(self.sentence.heads, [None] * 3)
        self.assertIsNone(self.sentence[0].head_index)

    def test_fields(self):
        sentence = next(pleach.read(os.path.join(DATA, "german.export")))
        self.assertTrue(any(token.lemma for token in sentence))
        self.assertTrue(any(node.function for node in sentence.root.subtrees()))
        self.assertEqual(sentence.id, "1")
        self.assertIn("<Sentence 1:", repr(sentence))

    def test_columns_agree_with_the_trees(self):
        for sentence in pleach.read(DUTCH):
            again = pleach.Sentence.from_text(sentence.to("discbracket"))
            for node, other in zip(sentence.root.subtrees(), again.root.subtrees()):
                self.assertEqual((node.label, node.indices), (other.label, other.indices))
                self.assertEqual(sorted(i for child in node for i in child.indices) or node.indices, node.indices)

    def test_printed(self):
        self.assertEqual(repr(self.vp), "<Constituent VP: Darüber … nachgedacht>")
        self.assertEqual(repr(self.sentence[1]), "<Token 'muss' VMFIN>")
        self.assertEqual((str(self.sentence[1]), str(self.vp)), ("muss", "Darüber … nachgedacht"))
        self.assertEqual(repr(pleach.Sentence(["a" * 100])), "<Sentence: %s…>" % ("a" * 59))


class Content(unittest.TestCase):
    """Comparing, copying, pickling."""

    def test_equal_sentences(self):
        one, two = pleach.Sentence.from_text(CROSSING), pleach.Sentence.from_text(CROSSING)
        self.assertEqual(one, two)
        self.assertEqual(hash(one), hash(two))
        self.assertEqual(len({one, two}), 1)
        self.assertNotEqual(one, pleach.Sentence.from_text(CROSSING.replace("(S", "(X")))
        self.assertNotEqual(one, CROSSING)
        two.id = "7"
        self.assertEqual(one, two)
        two.root.function = "HD"
        self.assertNotEqual(one, two)

    def test_equal_nodes(self):
        one, two = pleach.Sentence.from_text(CROSSING), pleach.Sentence.from_text(CROSSING)
        self.assertEqual(one[0], two[0])
        self.assertNotEqual(one[0], two[1])
        self.assertNotEqual(one[0], one.root)
        self.assertEqual(one.root, two.root)
        self.assertEqual(hash(one.root), hash(two.root))
        self.assertNotEqual(one.root, one.root.children[0])
        two[0].label = "X"
        self.assertNotEqual(one[1], two[1])  # of another sentence

    def test_numbers_do_not_count(self):
        """A constituent that was added last has another number than one that was read."""
        read = pleach.Sentence.from_text("(S (X (A 0=a) (B 1=b)) (Y (Z (C 2=c)) (D 3=d)))")
        built = pleach.Sentence(list("abcd"), list("ABCD"), "S")
        z = built.add("Z", [2])
        y = built.add("Y", [z, 3])
        built.add("X", [0, 1])
        self.assertEqual(read, built)
        for sentence in (read, built):
            found, = [node for node in sentence.constituents if node.label == "Y"]
            self.assertEqual(found, y)
            self.assertEqual(hash(found), hash(y))
            self.assertEqual(pickle.loads(pickle.dumps(found)).label, "Y")

    def test_pickles(self):
        for path in (DUTCH, DANISH, os.path.join(DATA, "german.export")):
            for sentence in pleach.read(path):
                again = pickle.loads(pickle.dumps(sentence))
                self.assertEqual(again, sentence)
                self.assertEqual(again.to("json"), sentence.to("json"))
        sentence = pleach.Sentence.from_text(CROSSING)
        root, token = pickle.loads(pickle.dumps((sentence.root, sentence[1])))
        self.assertEqual((root, token), (sentence.root, sentence[1]))
        self.assertIs(root.sentence, token.sentence)

    def test_copies(self):
        sentence = pleach.Sentence.from_text(CROSSING)
        before = sentence.to("discbracket")
        for other in (sentence.copy(), copy.copy(sentence), copy.deepcopy([sentence])[0]):
            other.root.label = "X"
            self.assertEqual(other.to("discbracket"), before.replace("(S ", "(X "))
            again = other.copy()
            again.root.label = "Y"
            self.assertEqual(other.root.label, "X")
        self.assertEqual(sentence.to("discbracket"), before)

    def test_dicts(self):
        for path in (DUTCH, DANISH, os.path.join(DATA, "german.export")):
            for sentence in pleach.read(path):
                again = pleach.Sentence.from_dict(sentence.to_dict())
                self.assertEqual(again, sentence)
        with self.assertRaises(pleach.Error):
            pleach.Sentence.from_dict({"tokens": 7})

    def test_part_of_a_sentence(self):
        sentence = pleach.Sentence.from_text("(S (VP (NP (A 0=a) (A 3=b)) (V 2=v)) (X 1=x))")
        made = sentence.root.children[0].as_sentence()
        self.assertEqual(made.to("discbracket"), "(VP (NP (A 0=a) (A 2=b)) (V 1=v))\n")

    def test_tables(self):
        sentences = list(pleach.read(DUTCH))
        table = pleach.token_table(sentences)
        self.assertEqual(len(table), 337)
        self.assertEqual(table.columns["text"][:3], sentences[0].words[:3])
        self.assertEqual([row["sentence"] for row in table][-1], 42)
        self.assertEqual(table, pleach.token_table(pleach.Doc(sentences)))
        self.assertEqual(len(table.to_tsv().splitlines()), 338)
        nodes = pleach.constituent_table(sentences)
        self.assertEqual(len(nodes), sum(len(sentence.constituents) for sentence in sentences))
        self.assertIn("<td>%s</td>" % nodes[0]["label"], nodes._repr_html_())
        self.assertEqual(nodes[0]["parent"], None)
        self.assertRaises(TypeError, pleach.token_table, ["a"])
        with mock.patch.dict(sys.modules, pandas=types.SimpleNamespace(DataFrame=dict)):
            self.assertEqual(table.to_pandas(), table.columns)


class Changing(unittest.TestCase):
    def setUp(self):
        words = "Darüber muss nachgedacht werden".split()
        self.sentence = pleach.Sentence(words, ["PROAV", "VMFIN", "VVPP", None], "S")

    def test_building(self):
        sentence = self.sentence
        inner = sentence.add("VP", [0, 2])
        sentence.add("VP", [inner, sentence[3]])
        sentence[3].tag = "VAINF"
        self.assertEqual(sentence.to("discbracket"), "(S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) "
                         "(VAINF 3=werden)) (VMFIN 1=muss))\n")
        self.assertEqual(len(pleach.Sentence([])), 0)
        self.assertIsNone(pleach.Sentence(["a"], root=None).root)
        self.assertEqual(pleach.Sentence(["a"], id="7").id, "7")

    def test_moving_and_removing(self):
        sentence = self.sentence
        vp = sentence.add("VP", [0, 2])
        self.assertEqual(sentence.move(3, vp).parent, vp)
        self.assertEqual(vp.indices, [0, 2, 3])
        top = sentence.add("TOP", [sentence.root])
        self.assertEqual(sentence.root, top)
        sentence.remove(vp)
        self.assertEqual([node.label for node in sentence.root.constituents()], ["TOP", "S"])
        sentence.remove(sentence.root)
        self.assertEqual(sentence.root.label, "S")

    def test_fields(self):
        token = self.sentence[1]
        for name in ("label", "function", "lemma", "morphology", "relation", "text"):
            setattr(token, name, "x-" + name)
            self.assertEqual(getattr(token, name), "x-" + name)
        token.lemma = None
        self.assertIsNone(token.lemma)
        self.sentence.id = "s1"
        self.assertEqual(self.sentence.id, "s1")
        self.sentence.root.head = self.sentence[2]
        self.assertEqual(self.sentence.root.head.text, "nachgedacht")
        self.sentence.root.head = None
        self.assertIsNone(self.sentence.root.head)

    def test_a_sentence_of_a_batch(self):
        """Sentences that were read together are changed one by one."""
        first, second = pleach.reads("(S (A 0=a))\t1\n(S (B 0=b))\t2\n")
        second.root.label = "X"
        second[0].text = "c"
        self.assertEqual((first.root.label, first.words, first.id), ("S", ["a"], "1"))
        self.assertEqual((second.root.label, second.words, second.id), ("X", ["c"], "2"))

    def test_dependencies(self):
        sentence = self.sentence
        for word, head in enumerate((2, -1, 3, 1)):
            sentence.set_head(word, head, "r%d" % word)
        self.assertEqual(sentence.heads, [2, -1, 3, 1])
        self.assertEqual(sentence.relations, ["r0", "r1", "r2", "r3"])
        sentence[0].head = sentence[1]
        self.assertEqual((sentence[0].head_index, sentence[0].relation), (1, "r0"))
        sentence.set_head(0, None)
        self.assertIsNone(sentence.heads[0])

    def test_transforms(self):
        sentence = pleach.Sentence.from_text(CROSSING)
        made = sentence.transform(heads="negra", binarize="sr-gap")
        self.assertEqual(made.transform(unbinarize=True).to("discbracket"), sentence.to("discbracket"))
        self.assertIsNone(sentence.transform(max_length=2))
        with self.assertRaisesRegex(pleach.Error, "no transform 'nosuch'"):
            sentence.transform(nosuch=1)

    def test_what_goes_wrong(self):
        sentence, other = self.sentence, pleach.Sentence(["a"])
        vp = sentence.add("VP", [0, 2])
        for change, error, why in (
                (lambda: sentence.add("X", [0, 1]), pleach.Error, "different parents"),
                (lambda: sentence.add("X", []), pleach.Error, "needs children"),
                (lambda: sentence.add(None, [0]), TypeError, "label is text"),
                (lambda: sentence.add("X", [other.root]), ValueError, "another sentence"),
                (lambda: sentence.move(sentence.root, vp), pleach.Error, "below itself"),
                (lambda: sentence.move(-1, vp), ValueError, "from 0"),
                (lambda: sentence.remove(0), pleach.Error, "is a word"),
                (lambda: setattr(vp, "label", None), pleach.Error, "empty"),
                (lambda: setattr(sentence[0], "text", None), pleach.Error, "empty"),
                (lambda: sentence.set_head(0, 0), pleach.Error, "cannot be the head"),
                (lambda: setattr(vp, "head", sentence[1]), pleach.Error, "not a child"),
                (lambda: pleach.Sentence("ab"), TypeError, "list of words"),
                (lambda: pleach.Sentence(["a"], []), ValueError, "1 words, but 0 tags"),
                (lambda: pleach.Sentence(None), TypeError, "")):
            with self.subTest(why=why), self.assertRaisesRegex(error, why):
                change()
        self.assertEqual(sentence.words[0], "Darüber")


class StubTree(list):
    """As much of an nltk.Tree as is needed where NLTK is not installed."""

    def __init__(self, label, children):
        super().__init__(children)
        self._label = label

    def label(self):
        return self._label


class Nltk(unittest.TestCase):
    def setUp(self):
        modules = {} if nltk else {"nltk": types.SimpleNamespace(Tree=StubTree)}
        patch = mock.patch.dict(sys.modules, modules)
        patch.start()
        self.addCleanup(patch.stop)
        self.sentence = pleach.Sentence.from_text(CROSSING)

    def leaves(self, tree):
        return [leaf for child in tree for leaf in self.leaves(child)] if hasattr(tree, "label") else [tree]

    def test_words_or_numbers_at_the_leaves(self):
        self.assertEqual(self.leaves(self.sentence.to_nltk()), ["Darüber", "nachgedacht", "muss"])
        self.assertEqual(self.leaves(self.sentence.to_nltk("index")), [0, 2, 1])
        self.assertEqual(self.sentence.to_nltk().label(), "S")
        self.assertEqual(self.leaves(self.sentence.root.children[0].to_nltk("index")), [0, 2])
        with self.assertRaises(ValueError):
            self.sentence.to_nltk("letters")
        with self.assertRaisesRegex(pleach.Error, "no constituents"):
            next(pleach.read(DANISH)).to_nltk()

    def test_back_again(self):
        for sentence in pleach.read(DUTCH, functions="remove"):
            again = pleach.Sentence.from_nltk(sentence.to_nltk("index"), sentence.words)
            self.assertEqual(again.to("discbracket"), sentence.to("discbracket"))
        tree = StubTree("S", [StubTree("NP", [StubTree("D", ["the"]), "dog"]), StubTree("V", ["barks"])])
        made = pleach.Sentence.from_nltk(tree)
        self.assertEqual((made.words, made.tags), (["the", "dog", "barks"], ["D", None, "V"]))
        self.assertEqual([node.label for node in made.constituents], ["S", "NP"])

    def test_what_goes_wrong(self):
        tree = self.sentence.to_nltk("index")
        for words in (["a"], ["a", "b", "c", "d"]):
            self.assertRaises(ValueError, pleach.Sentence.from_nltk, tree, words)
        self.assertRaises(TypeError, pleach.Sentence.from_nltk, "(S (A a))")

    @unittest.skipIf(nltk is None, "NLTK is not installed")
    def test_trees_of_nltk(self):
        self.assertEqual(self.sentence.to_nltk().pformat(margin=200),
                         "(S (VP (PP Darüber) (VP nachgedacht)) (VMFIN muss))")
        made = pleach.Sentence.from_nltk(nltk.Tree.fromstring("(S (NP (D the) (N dog)) (V barks))"))
        self.assertEqual(made.to("discbracket"), "(S (NP (D 0=the) (N 1=dog)) (V 2=barks))\n")


if __name__ == "__main__":
    unittest.main()
