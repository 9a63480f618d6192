"""The parts of experiments/, one by one, and what its script says of mistakes.

Run by tests/suite_experiment.sh from the top of the source tree; PLEACH names the program.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
FOLDER = os.path.join(os.path.dirname(HERE), "experiments")
DATA = os.path.join(HERE, "data")
PROGRAM = os.path.abspath(os.environ.get("PLEACH", "build/pleach"))
sys.path.insert(0, FOLDER)

import jobs  # noqa: E402
import plan  # noqa: E402
import plant  # noqa: E402
import report  # noqa: E402
import run  # noqa: E402

# A program that puts its arguments into the file after -o, or prints figures.
STUB = """#!/bin/sh
[ "$1" = --version ] && { echo stub 1; exit; }
last=
for word; do
    [ "$last" = -o ] && printf '%s\\n' "$@" >"$word" && exit
    last=$word
done
echo '{"f1": 50.25, "n": 3, "disc": {"f1": null}}'
"""

# Runs the words after it, and says so, in one piece: two may run at the same time.
SRUN = """#!/bin/sh
echo "run $*" >>srun.log
shift 2
exec "$@"
"""

# What experiments/ uses of GNU parallel: commands that end in NUL, and a log of how they ended.
PARALLEL = """#!/usr/bin/env python3
import subprocess, sys
log = sys.argv[sys.argv.index("--joblog") + 1]
with open("parallel.log", "a") as file:
    print(*sys.argv[1:4], file=file)
with open(log, "w") as file:
    file.write("Seq\\tHost\\n")
    for seq, line in enumerate(sys.stdin.buffer.read().split(b"\\0")[:-1], 1):
        if seq == LAST:
            sys.exit(1)
        status = subprocess.run(["sh", "-c", line]).returncode
        file.write(f"{seq}\\ta\\t0\\t0\\t0\\t0\\t{max(status, 0)}\\t{max(-status, 0)}\\tx\\n")
        file.flush()
"""

PLAN = """
title = "T"
default = ["toy"]
scale.full = {epochs = 2}
treebank.toy = {train = "bank", test = "bank"}
[[table]]
title = "Beams"
label = "beam {beam}"
step.model = "train -b {beam} --seed {seed} -o {model} {train}"
step.score = "eval {model} {test}"
column.F1 = "score.f1"
column."disc." = "score.disc.f1"
column.n = "score.n"
rows = [{each = {beam = [1, 2]}}]
"""


class Folder(unittest.TestCase):
    """Tests that work in an empty folder with the stub in the place of pleach."""

    def setUp(self):
        before = os.getcwd()
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        self.stub = os.path.join(self.folder, "stub")
        self.put("stub", STUB)
        os.chmod("stub", 0o755)
        self.put("bank", "(S 0=a)\n")
        self.put("x.toml", PLAN)

    def put(self, name, text):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)

    def run_script(self, *arguments, **variables):
        """The status, the output and the messages of experiments/run.py."""
        inherited = {name: value for name, value in os.environ.items() if name != "PLEACH_DATA"}
        command = [sys.executable, os.path.join(FOLDER, "run.py"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              env=inherited | {"PLEACH": self.stub} | variables)
        return done.returncode, done.stdout, done.stderr


class Reading(Folder):
    def test_shipped_plans(self):
        """Every name in a command of a shipped plan is known."""
        self.assertEqual(plan.names(), ["dependency", "dop", "skipshift", "sr-gap"])
        for name in plan.names():
            status, out, err = self.run_script(name, "-n", "--train", "bank", "--test", "bank")
            self.assertEqual((status, err), (0, ""))
            self.assertGreater(len(out.splitlines()), 20)

    def test_mistakes_in_plans(self):
        for change, message in (
                (("step.model", "stp.model"), "x.toml: there is no key 'stp' here; there are: chart, column, final"),
                (("{train}", "{tarin}"), "x.toml: Beams: {tarin} is neither a variable nor a step before it"),
                (('title = "T"', ""), "x.toml: 'title' is missing"),
                (('title = "T"', "title = "), "x.toml: Invalid value (at line 2"),
                (("rows = ", "more = "), "x.toml: there is no key 'more' here"),
                (("rows = ", "only = ['x'] #"), "x.toml: Beams: 'column' or 'rows' is missing"),
                (("label = ", "note = "), "x.toml: Beams: 'label' or 'step' is missing"),
                (('default = ["toy"]', 'treebanks = "x"'), "treebanks are constituency or dependency, not 'x'"),
                (("rows = [", "rows = [3, "), "x.toml: "),
                (("scale.full = ", "scale.full = 3 #"), "x.toml: "),
                (("step.score", "step.test"), "the column F1 is of the step 'score', which is not there"),
                (("score", "test"), "x.toml: Beams: the step 'test' has the name of a variable"),
                (("{train}", "{train} '"), "x.toml: No closing quotation"),
                (('"score.n"', "3"), "x.toml: "),
                (('"score.n"', '"scroe.n"'), "x.toml: Beams: the column n is of the step 'scroe', which is not there"),
                (("scale.full", "scale.half"), "there is no scale 'full'; there are: half")):
            self.put("x.toml", PLAN.replace(*change))
            status, _, err = self.run_script("./x.toml", "-n")
            self.assertEqual(status, 1, err)
            self.assertIn(message, err)
            self.assertNotIn("Traceback", err)

    def test_inheritance(self):
        """Rows take label, steps and columns from their table, and that from the plan."""
        data = {"title": "t", "scale": {"full": {}}, "label": "a", "step": {"x": "one", "y": "two"},
                "column": {"c": "x.c"},
                "table": [{"title": "T", "step": {"y": "three"}, "column": {"d": "x.d"},
                           "rows": [{}, {"label": "b", "step": {"x": "four 'five six'"}}]}]}
        table = plan.from_data(data, "p", "p").tables[0]
        self.assertEqual([rows.label for rows in table.rows], ["a", "b"])
        self.assertEqual(table.rows[0].steps, {"x": ["one"], "y": ["three"]})
        self.assertEqual(table.rows[1].steps, {"x": ["four", "five six"], "y": ["three"]})
        self.assertEqual(table.columns, {"c": "x.c", "d": "x.d"})

    def test_expand(self):
        made = jobs.Made("w/K", "job")
        self.assertEqual(plan.expand("-{a}{b}-", {"a": "1", "b": made}), ("-1w/K-", ["job"]))
        self.assertEqual(plan.expand("{a}", {"a": "{b}"}), ("{b}", []))  # values are not looked into
        with self.assertRaises(jobs.Problem):
            plan.expand("{c}", {})

    def test_endings(self):
        for path, ending in (("x/a.export.zst", ".export"), ("a.b/train", ""), ("a.conllu.gz", ".conllu"),
                             ("x.y/b.xml", ".xml")):
            self.assertEqual(plan.ending_of(path), ending)


class Options(Folder):
    def test_mistakes(self):
        own = ["--train", "bank", "--test", "bank"]
        for status, arguments, message in (
                (2, [], "the following arguments are required: NAME"),
                (2, ["sr-gap", "--train", "bank"], "--train needs --dev, --test or --folds"),
                (2, ["sr-gap", "--test", "bank"], "--dev and --test go with --train"),
                (2, ["dop", "-j", "0"], "a number from 1 to 1024 is needed, not '0'"),
                (2, ["dop", "--folds", "1"], "a number from 2 to 1000 is needed, not '1'"),
                (2, ["dop", "--seeds", "1,,2"], "numbers with commas between them are needed, not '1,,2'"),
                (2, ["sweep", "--beam", "1,,2"], "--beam has an empty value in '1,,2'"),
                (2, ["dop", "--set", "epochs"], "NAME=VALUE is needed, not 'epochs'"),
                (2, ["dop", "--through", "a 'b"], "No closing quotation in 'a 'b'"),
                (2, ["dop", "--through", " "], "a command is needed"),
                (2, ["dop", "--beam", "3"], "unrecognized arguments"),
                (2, ["sweep", "-t", "alpino"], "sweep needs an option of training or parsing to vary"),
                (2, ["sweep", "--seed", "1,2"], "--seeds is for seeds"),
                (2, ["sweep", "x", "--beam", "1,2"], "an option of 'pleach train' is expected, not 'x'"),
                (1, ["sweep", "--beam", "1,2"], "sweep: which treebank"),
                (1, ["nosuch"], "'nosuch' is neither a file nor an experiment; there are: dependency dop"),
                (1, ["sr-gap", "-n"], "alpino is looked for in the folder that PLEACH_DATA names, which is not set"),
                (1, ["dop", "--train", "no.export", "--test", "bank"], "no.export: No such file or directory"),
                (1, ["sr-gap", "--tiger", "no.xml"], "no.xml: No such file or directory"),
                (1, ["dependency", "--tiger", "bank"], "dependency.toml: nothing is done with that treebank"),
                (1, ["sr-gap", "-t", "tiger-m15"], "the treebank tiger-m15 needs the file of --tiger"),
                (1, ["sr-gap", "-t", "x"], "there is no treebank 'x'; there are: alpino "),
                (1, ["dop", "--scale", "tiny", *own], "dop.toml: there is no scale 'tiny'"),
                (1, ["dop", "--table", "Table 9", *own],
                 "no table has 'Table 9' in its title; there are:\n    Table 2: implicit"),
                (1, ["./no.toml"], "./no.toml: No such file or directory"),
                (1, ["dop", "--pleach", "./nowhere", *own], "./nowhere: No such file or directory"),
                (1, ["x.toml", "-q", "-o", "no/where.md"], "experiments: ")):
            found, _, err = self.run_script(*arguments)
            self.assertEqual(found, status, (arguments, err))
            self.assertIn(message, err)
            self.assertNotIn("Traceback", err)

    def test_folder_of_data(self):
        for data, message in (
                ("", "which is not set"),
                ("/nowhere", "the treebank alpino-cdb is not in the folder that PLEACH_DATA names: "
                             "/nowhere/constituency/alpino-cdb/train.discbracket.zst: No such file")):
            status, _, err = self.run_script("dop", PLEACH_DATA=data)
            self.assertEqual(status, 1)
            self.assertIn(message, err)

    def test_sweep(self):
        words = ["--beam", "1,2", "--parse.prune", "a\\,b,c", "--tagger", "-e=3"]
        self.assertEqual(run.swept(None, words), [
            ("train", "--beam", ["1", "2"]), ("parse", "--prune", ["a,b", "c"]), ("train", "--tagger", []),
            ("train", "-e", ["3"])])
        status, out, err = self.run_script("sweep", "--train", "bank", "--test", "bank", "--beam", "1,2",
                                           "--system", "{x} y", "-q")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("`experiments/run.py sweep --beam 1,2 --system '{x} y' --scale full`: system {x} y,", out)
        self.assertIn("### Sweep over beam\n", out)
        self.assertIn("| beam 2 | 50.25 |\n", out)  # columns without any figure are left out
        self.assertIn("    pleach train --quiet --beam BEAM --system '{x} y' --seed 1 -o MODEL TRAIN\n", out)


class Running(Folder):
    def test_table(self):
        status, out, err = self.run_script("x.toml", "-q")
        self.assertEqual((status, err), (0, ""))
        rows = "".join(f"| beam {beam} | 50.25 |  | 3 |\n" for beam in "12")
        self.assertIn("|  | F1 | disc. | n |\n| --- | --- | --- | --- |\n" + rows + "\n", out)
        self.assertIn("The rows “beam BEAM” are made by:\n\n    pleach train -b BEAM --seed 1 -o MODEL TRAIN\n", out)

    def test_no_json(self):
        self.put("stub", STUB.replace("echo '{", "echo '"))
        status, _, err = self.run_script("x.toml", "-q")
        self.assertEqual(status, 1)
        self.assertRegex(err, r"json: Extra data: .*; it was printed by .*/stub eval ")

    def made(self, folder):
        """What a run made, with the folder's name taken out."""
        found = {}
        for name in os.listdir(folder):
            if not name.endswith((".log", ".done")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found[name] = file.read().replace(folder, "")
        return found

    def test_odd_names(self):
        """Programs are started from lists; a dry run can be pasted into a shell."""
        for name in ("$(touch hacked)", "a;touch hacked", "it's", 'say "x"', "a  b\tc", "*", "-o", "\u00fc\n\\"):
            self.put(name, "x")
            given = ["x.toml", "--train=" + name, "--test=" + name]
            status, script, err = self.run_script(*given, "-n", f"-wW{name}")
            self.assertEqual((status, err), (0, ""), name)
            subprocess.run(["sh", "-eu"], input=script, text=True, check=True)
            self.assertEqual(self.run_script(*given, "-q", f"-wR{name}")[0], 0, name)
            self.assertFalse(os.path.exists("hacked"), name)
            self.assertEqual(len(self.made("W" + name)), 4)
            self.assertEqual(self.made("W" + name), self.made("R" + name))

    def test_messages_without_control_characters(self):
        self.put("\033[31mx", "x")
        _, _, err = self.run_script("x.toml", "--train", "\033[31mx", "--test", "\033[31mx")
        self.assertIn("[31mx", err)
        self.assertNotIn("\033", err)

    def test_output(self):
        """An old report stays until the new one is whole; links, modes and devices are respected."""
        self.put("r.md", "old")
        os.chmod("r.md", 0o600)
        os.symlink("r.md", "link.md")
        self.assertEqual(self.run_script("x.toml", "-q", "-o", "link.md")[0], 0)
        self.assertTrue(os.path.islink("link.md"))
        self.assertEqual(os.stat("r.md").st_mode & 0o777, 0o600)
        self.assertEqual(sorted(name for name in os.listdir() if name.startswith(("r", "link"))), ["link.md", "r.md"])
        self.assertEqual(self.run_script("x.toml", "-q", "-o", "/dev/null")[0], 0)

    def test_keys(self):
        """A key depends on words, contents of files and what was made before, not on the folder."""
        def key(folder="w", words=("train", "bank")):
            return jobs.Jobs(self.stub, folder).add(list(words)).name
        first = key()
        self.assertEqual(first, key(folder="elsewhere/w"))
        self.assertNotEqual(first, key(words=("train", "bank", "x")))
        self.assertNotEqual(first, key(words=("trainbank",)))
        self.put("bank", "(S 0=b)\n")
        self.assertNotEqual(first, key())
        added = jobs.Jobs(self.stub, "w")
        a = added.add(["train", "-o", jobs.OUTPUT, "bank"])
        b = added.add(["parse", a.path], [a])
        self.assertIs(b, added.add(["parse", a.path], [a]))
        self.assertEqual((a.argv[3], b.needs, len(added)), (a.path, [a], 2))

    def test_seeds_and_values(self):
        status, out, _ = self.run_script("x.toml", "-n", "--seeds", "1,7")
        self.assertEqual(status, 0)
        self.assertEqual([line.split("--seed ")[1][0] for line in out.splitlines() if " train " in line], list("1717"))
        _, out, _ = self.run_script("x.toml", "-q", "--seeds", "1,7", "--show-runs", "--set", "epochs=9")
        self.assertIn("--seeds 1,7`: epochs 9. Mean ± standard deviation over the seeds 1 7.\n", out)
        self.assertIn("| beam 1 | 50.25 ± 0.00 |  | 3.00 ± 0.00 |\n| beam 1, seed 1 | 50.25 |  | 3 |\n| beam 1, seed 7", out)
        self.assertIn("--seed SEED", out)


class Launching(Folder):
    """Steps that are run through another command."""

    def put_program(self, name, text):
        self.put(name, text)
        os.chmod(name, 0o755)

    def logged(self, name):
        with open(name, encoding="utf-8") as file:
            return file.read().splitlines()

    def test_prefix(self):
        self.put_program("srun", SRUN)
        plain, through = (self.run_script("x.toml", "-q", "-w", *words) for words in (
            ["a"], ["b", "-j", "2", "--through", "./srun -n 1"]))
        self.assertEqual(through, plain)
        self.assertEqual([line.split()[4] for line in sorted(self.logged("srun.log"))], ["eval", "eval", "train", "train"])

    def test_parallel(self):
        """What is ready goes to one process, what needs it to the next."""
        self.put_program("parallel", PARALLEL.replace("LAST", "None"))
        for name in ("bank", "it's $(touch hacked)\n {}"):
            self.put(name, "x")
            plain, through = (self.run_script("x.toml", "-q", f"--train={name}", f"--test={name}", "-w", *words) for words in (
                ["a"], ["b", "--through", "./parallel -S 'a b'"]))
            self.assertEqual(through, plain)
        self.assertFalse(os.path.exists("hacked"))
        self.assertEqual(self.logged("parallel.log"), ["-S a b -0"] * 4)

    def test_failures(self):
        """Steps fail if the command fails, ends early or is not there; the same command tries them again."""
        self.put_program("no", "#!/bin/sh\nexit 3\n")
        self.put_program("parallel", PARALLEL.replace("LAST", "2"))
        for words, count in (("./no", 2), ("./parallel", 1)):
            status, out, err = self.run_script("x.toml", "-w", "w", "--through", words)
            self.assertEqual(status, 1)
            self.assertIn(f"{count} of 4 steps failed, {count} that need them were left out", err)
            self.assertIn("failed", out)
        status, _, err = self.run_script("x.toml", "-w", "w", "--through", "./nowhere -n 1")
        self.assertEqual((status, err.splitlines()[-1]), (1, "experiments: ./nowhere: No such file or directory"))
        self.assertEqual(self.run_script("x.toml", "-w", "w")[0], 0)

    def test_nothing_is_left(self):
        self.put_program("parallel", PARALLEL.replace("LAST", "None"))
        os.mkdir("temporary")
        self.assertEqual(self.run_script("x.toml", "--through", "./parallel", TMPDIR="temporary")[0], 0)
        self.assertEqual(os.listdir("temporary"), [])


class Folds(Folder):
    def words_of(self, path):
        command = [PROGRAM, "convert", "-q", "--to", "tokens", path]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    def test_parts(self):
        """Each sentence is in one fold; a fold is scored by what all the others taught."""
        for bank in ("dutch.discbracket", "english.conllu", "danish.conllx", "german.export", "german.tiger.xml"):
            source = os.path.join(DATA, bank)
            steps = jobs.Jobs(PROGRAM, "w")
            options = run.read_options(["sweep", "--train", source, "--folds", "3", "--beam", "1"])
            folds = plan.Preparer(plan.sweep(*options.sweep), options, steps).folds_of({"train": source})
            jobs.Runner(steps, 1, quiet=True).run()
            self.assertEqual(steps.count(jobs.DONE), len(steps), bank)
            whole = sorted(self.words_of(source))
            tests = [line for _, fold in folds for line in self.words_of(fold["test"])]
            self.assertEqual(sorted(tests), whole, bank)
            for _, fold in folds:
                self.assertEqual(sorted(self.words_of(fold["train"]) + self.words_of(fold["test"])), whole)


class Figures(unittest.TestCase):
    def test_spelling(self):
        for numbers, text in (([82.345], "82.34"), ([3], "3"), ([], ""), (None, "failed"), ([1, 2, 3], "2.00 ± 1.00"),
                              ([70.0, 70.5], "70.25 ± 0.35")):
            self.assertEqual(report.spell(numbers), text)

    def test_line(self):
        self.assertEqual(report.line_of(["", "a|b"]), "|  | a\\|b |")


class Charts(unittest.TestCase):
    def draw(self, *lines, name="F1 <all>"):
        curves = {name + "'" * number: [(*point, 0)[:3] for point in line] for number, line in enumerate(lines)}
        return report.draw(curves, "Beams & scores", "beam")

    def places(self, svg):
        return [float(x) for x in re.findall(r'<circle [^>]*cx="([^"]*)"', svg)]

    def test_places(self):
        x = self.places(self.draw([(1, 70), (2, 75), (3, 80), (5, 82)]))  # equal steps
        self.assertAlmostEqual((x[3] - x[2]) / (x[1] - x[0]), 2, delta=0.02)
        svg = self.draw([(1, 70), (2, 75), (4, 80), (8, 82)])  # equal factors
        x = self.places(svg)
        self.assertAlmostEqual(x[3] - x[2], x[1] - x[0], delta=0.2)
        for text in ("F1 &lt;all&gt;", "Beams &amp; scores", ">70</text>", ">82</text>"):
            self.assertIn(text, svg)

    def test_gaps_and_nothing(self):
        for ys, n in (((70, None, 80, 82), 3), ((None,) * 4, 0), ((5,) * 4, 4)):
            svg = self.draw(list(zip((1, 2, 4, 8), ys)))
            self.assertEqual(len(self.places(svg)), n)
            self.assertNotRegex(svg, "nan|inf|None")

    def test_ticks(self):
        """Ticks stand under the figures of all lines, each once."""
        svg = self.draw([(1, 70), (2, 75), (4, 80), (8, 82)], [(8, 60), (16, None), (32, 66)])
        for text, times in ((">1<", 1), (">2<", 1), (">4<", 1), (">8<", 1), (">16<", 0), (">32<", 1)):
            self.assertEqual(svg.count(text), times, text)

    def test_deviations(self):
        svg = self.draw([(1, 70, 2), (2, 75, 0)])
        self.assertEqual(len(re.findall(r'd="M[0-9.]+ [0-9.]+V[0-9.]+"', svg)), 1)
        self.assertIn(">68</text>", svg)

    def test_control_characters(self):
        self.assertNotRegex(self.draw([(1, 2)], name="a\033\x00b"), "[\033\0]")


class Planting(unittest.TestCase):
    """Errors planted into a treebank."""

    def setUp(self):
        with open(os.path.join(DATA, "dutch.discbracket"), encoding="utf-8") as file:
            self.lines = [line.split("\t")[0].rstrip("\n") for line in file]

    def test_planted_errors(self):
        planted, key = plant.plant(self.lines, 1, 20)
        self.assertEqual((planted, key), plant.plant(self.lines, 1, 20))
        self.assertNotEqual(planted, plant.plant(self.lines, 2, 20)[0])
        self.assertEqual(sorted(kind for _, kind, _, _ in key), sorted(plant.KINDS * 4))
        changed = [i + 1 for i, line in enumerate(self.lines) if line != planted[i]]
        self.assertEqual(changed, [sentence for sentence, _, _, _ in key])
        for sentence, _, nodes, before in key:
            tree = plant.read(planted[sentence - 1])
            self.assertEqual(before, self.lines[sentence - 1])
            self.assertEqual(tree.words(), plant.read(before).words())
            self.assertLessEqual(set(nodes), {node.spell() for node in tree.nodes()})

    def test_judged_findings(self):
        key = [(3, "tag", ["N:1"], ""), (7, "high", ["NP:0-1", "PP:2"], "")]
        findings = [{"sentence": s, "nodes": nodes} for s, nodes in [
            (3, "N:2"), (7, "X:4 PP:2"), (7, "NP:0-1"), (3, "N:1"), (5, "N:1")]]
        self.assertEqual(plant.judge(findings, key), [None, 1, None, 0, None])


if __name__ == "__main__":
    unittest.TestCase.shortDescription = lambda self: None  # one line a test
    unittest.main()
