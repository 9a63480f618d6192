"""Plans, and the jobs that they ask for.

A plan is a TOML file that says which commands are run with which settings, and which of their
figures make which tables; docs/experiments.md tells how to write one. `read` checks a plan;
`prepare` makes it concrete for the treebanks and the scale that the user chose.
"""
import itertools
import os
import re
import shlex
import subprocess
import tomllib
from dataclasses import dataclass, field

from jobs import OUTPUT, Made, Problem

HERE = os.path.dirname(os.path.realpath(__file__))
PARTS = ("train", "dev", "test")
OWN = "the given treebank"

# Of files with these endings, the format that folds are written in and its own ending; others are
# written in discbracket.
FORMATS = {
    ".conllu": ("conllu", ".conllu"),
    ".conll": ("conllx", ".conll"),
    ".conllx": ("conllx", ".conll"),
    ".export": ("export", ".export"),
    ".xml": ("export", ".export"),  # TigerXML and Alpino
}


@dataclass
class Rows:
    """Rows that are made alike: one for each combination of values."""
    label: str
    each: dict  # variable -> its values
    steps: dict  # name -> the words of its command


@dataclass
class Table:
    title: str
    note: str
    only: list  # the treebanks it is for; none: all
    final: bool  # trained on what final results are trained on
    columns: dict  # title -> STEP.PATH into the object that the step prints
    charts: dict  # name -> {over, columns}
    rows: list
    sparse: bool = False  # columns without any figure are left out


@dataclass
class Plan:
    name: str
    path: str
    command: str  # the words that ask for it
    title: str
    paper: str
    prepare: list  # splits a licensed treebank; words
    scales: dict
    treebanks: dict
    default: list  # the treebanks that are taken if none is named
    seeds: list
    folds: int  # 0: none
    tables: list


# -- reading ------------------------------------------------------------------------

KEYS = {
    "plan": {"title", "paper", "treebanks", "default", "prepare", "seeds", "folds", "scale", "treebank",
             "label", "step", "column", "table"},
    "table": {"title", "note", "only", "final", "label", "step", "column", "chart", "rows"},
    "rows": {"label", "each", "step"},
    "chart": {"over", "columns"},
}


def names():
    """The plans that come with pleach."""
    files = (name for name in os.listdir(HERE) if name.endswith(".toml") and name != "treebanks.toml")
    return sorted(name.removesuffix(".toml") for name in files)


def load(path):
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Problem(f"{path}: {error}") from None


def read(name):
    """Reads the shipped plan of that name, or the file."""
    if name in names():
        path, short = os.path.join(HERE, name + ".toml"), name
    elif "/" in name or os.path.exists(name):
        path, short = name, os.path.basename(name).split(".")[0]
    else:
        raise Problem(f"'{name}' is neither a file nor an experiment; there are: {' '.join(names())}, and sweep")
    shown = os.path.basename(path) if short == name else path
    try:
        return from_data(load(path), shown, short)
    except (AttributeError, TypeError, ValueError) as error:  # a table where a text is expected, and the like
        raise Problem(f"{shown}: {error}") from None


def from_data(data, path, name):
    """Checks the data of a plan, from a TOML file or from `sweep`, and makes a Plan of it."""
    check_keys(path, "plan", data)
    for key in ("title", "scale", "table"):
        if not data.get(key):
            raise Problem(f"{path}: '{key}' is missing")
    shipped = load(os.path.join(HERE, "treebanks.toml")) if "treebanks" in data else {}
    kinds = data.get("treebanks", [])
    treebanks = {}
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if not isinstance(shipped.get(kind), dict):
            raise Problem(f"{path}: treebanks are constituency or dependency, not '{kind}'")
        treebanks |= shipped[kind]
    return Plan(
        name=name, path=path, command=shlex.quote(name), title=data["title"], paper=data.get("paper", ""),
        prepare=shlex.split(data.get("prepare", shipped.get("prepare", ""))),
        scales={scale: texts(of) for scale, of in data["scale"].items()},
        treebanks={bank: texts(of) for bank, of in (treebanks | data.get("treebank", {})).items()},
        default=data.get("default", []), seeds=[str(seed) for seed in data.get("seeds", [1])],
        folds=data.get("folds", 0),
        tables=[table_from(path, table, data) for table in data["table"]])


def table_from(path, data, plan):
    check_keys(path, "table", data)
    if not data.get("title"):
        raise Problem(f"{path}: a table has no title")
    where = f"{path}: {data['title']}"
    steps = plan.get("step", {}) | data.get("step", {})
    label = data.get("label", plan.get("label"))
    columns = plan.get("column", {}) | data.get("column", {})
    if not columns or not data.get("rows"):
        raise Problem(f"{where}: 'column' or 'rows' is missing")
    for chart in data.get("chart", {}).values():
        check_keys(where, "chart", chart)
    kinds = [rows_from(where, rows, label, steps) for rows in data["rows"]]
    for title, figure in columns.items():
        step = figure.split(".")[0]
        if not any(step in rows.steps for rows in kinds):
            raise Problem(f"{where}: the column {title} is of the step '{step}', which is not there")
    return Table(
        title=data["title"], note=data.get("note", ""), only=data.get("only", []), final=data.get("final", False),
        columns=columns, charts=data.get("chart", {}), rows=kinds)


def rows_from(where, data, label, steps):
    check_keys(where, "rows", data)
    label = data.get("label", label)
    steps = steps | data.get("step", {})
    if not label or not steps:
        raise Problem(f"{where}: 'label' or 'step' is missing")
    each = {name: [str(value) for value in values] for name, values in data.get("each", {}).items()}
    return Rows(label, each, {name: shlex.split(command) for name, command in steps.items()})


def check_keys(where, kind, data):
    for key in data.keys() - KEYS[kind]:
        raise Problem(f"{where}: there is no key '{key}' here; there are: {', '.join(sorted(KEYS[kind]))}")


def texts(data):
    return {name: str(value) for name, value in data.items()}


# -- a sweep ------------------------------------------------------------------------

def sweep(options, arguments):
    """Makes a plan that varies options of `pleach train` and `pleach parse`, given as (command,
    option, values). The report shows `arguments`, the options as the user wrote them."""
    words = {"train": "", "parse": ""}
    each, fixed = {}, {}
    for command, option, values in options:
        name = option.lstrip("-") if command == "train" else f"parse.{option.lstrip('-')}"
        words[command] += f" {option} {{{name}}}" if values else f" {option}"
        if values:
            (each if len(values) > 1 else fixed)[name] = values if len(values) > 1 else values[0]
    sizes = {"full": ("all", "all"), "third": (6549, "all"), "tenth": (2000, "all"), "small": (100, 50)}
    table = {
        "title": "Sweep over " + (" and ".join(each) or "nothing"),
        "label": ", ".join(f"{name} {{{name}}}" for name in each) or "as given",
        "step": {"model": f"train --quiet{words['train']} --seed {{seed}} -o {{model}} {{train}}",
                 "parsed": f"parse --quiet -m {{model}}{words['parse']} -o {{parsed}} {{test}}",
                 "score": "eval --json {test} {parsed}"},
        "column": {"F1": "score.f1", "disc. F1": "score.disc.f1", "exact": "score.exact",
                   "UAS": "score.uas", "LAS": "score.las"},
        "chart": {name: {"over": name, "columns": ["F1", "disc. F1", "UAS", "LAS"]} for name in each},
        "rows": [{"each": each}],
    }
    plan = from_data({
        "title": "Sweep", "treebanks": ["constituency", "dependency"], "table": [table],
        "scale": {name: fixed | {"train": train, "test": test} for name, (train, test) in sizes.items()}},
        "sweep", "sweep")
    plan.command = shlex.join(["sweep", *arguments])
    plan.tables[0].sparse = True  # scores of constituents, or of dependencies
    return plan


# -- jobs ---------------------------------------------------------------------------

@dataclass
class Run:
    """The jobs of a row with one seed and one fold."""
    name: str  # "fold 2, seed 1"
    jobs: dict  # step -> its job


@dataclass
class Row:
    label: str
    variables: dict
    runs: list = field(default_factory=list)


@dataclass
class Result:
    """A table on a treebank."""
    table: Table
    treebank: str
    final: bool  # trained on the development set, too
    rows: list


@dataclass
class Experiment:
    plan: Plan
    scale: str
    values: dict  # that the scale gives
    seeds: list
    folds: int
    results: list


def expand(text, values):
    """Replaces {names} by values; returns the text and the jobs that make the files in it."""
    needs = []

    def value_of(match):
        value = values.get(match[1])
        if value is None:
            raise Problem(f"{{{match[1]}}} is neither a variable nor a step before it")
        if isinstance(value, Made):
            needs.append(value.job)
        return value
    return re.sub(r"\{([^{}]*)\}", value_of, text), needs


def add_step(jobs, name, words, values):
    """Adds the job of a step. A step with its own name in its command writes that file; any other
    step prints a JSON object."""
    expanded, needs = [], []
    for word in words:
        text, of_word = expand(word, values | {name: OUTPUT})
        needs += of_word
        if text:  # an empty value takes its word away
            expanded.append(text)
    prints = not any(OUTPUT in word for word in expanded)
    ending = ".json" if prints else name[name.find("."):] if "." in name else ""
    return jobs.add(expanded, list(dict.fromkeys(needs)), ending, prints)


class Preparer:
    """Makes jobs of one plan."""

    def __init__(self, plan, choice, jobs):
        if choice.scale not in plan.scales:
            raise Problem(f"{plan.path}: there is no scale '{choice.scale}'; there are: {' '.join(plan.scales)}")
        self.plan, self.choice, self.jobs = plan, choice, jobs
        self.scale = plan.scales[choice.scale] | choice.set  # sizes of parts, and values
        self.values = {name: value for name, value in self.scale.items() if name not in PARTS}
        self.seeds = choice.seeds or plan.seeds
        self.folds = choice.folds or plan.folds

    def prepare(self):
        results = [result for name in self._treebanks() for result in self._on(name)]
        return Experiment(self.plan, self.choice.scale, self.scale, self.seeds, self.folds, results)

    # -- treebanks ------------------------------------------------------------------

    def _treebanks(self):
        plan, choice = self.plan, self.choice
        if choice.train:
            parts = {"train": choice.train, "dev": choice.dev or choice.test, "test": choice.test or choice.dev}
            plan.treebanks[OWN] = plan.treebanks.get("own", {}) | {part: path for part, path in parts.items() if path}
            return [OWN]
        if not choice.treebanks and choice.licensed:
            found = [name for name, of in plan.treebanks.items() if of.get("from") in choice.licensed]
            if not found:
                raise Problem(f"{plan.path}: nothing is done with that treebank")
            return found
        if not (choice.treebanks or plan.default):
            raise Problem(f"{plan.path}: which treebank? --treebank names one, or --train and --test")
        return choice.treebanks or plan.default

    def _parts(self, name):
        """Returns the values of a treebank: the paths of its parts, and what else its row says."""
        if name not in self.plan.treebanks:
            raise Problem(f"{self.plan.path}: there is no treebank '{name}'; "
                          f"there are: {' '.join(bank for bank in self.plan.treebanks if bank != 'own')}")
        row = self.plan.treebanks[name]
        if "from" in row:
            parts = self._split(name, row)
        else:
            parts = {part: self._sized(path, part) for part, path in self._files(name, row).items()}
        of_row = {key: value for key, value in row.items() if key not in ("files", "final")}
        return self.values | of_row | self.choice.set | parts

    def _files(self, name, row):
        data = os.environ.get("PLEACH_DATA")
        files = {part: row.get(part, row.get("files", "").replace("{part}", part)) for part in PARTS}
        files = {part: path for part, path in files.items() if path}
        for part, path in files.items():
            if "{data}" in path and not data:
                raise Problem(f"the treebank {name} is looked for in the folder that PLEACH_DATA names, "
                              "which is not set (or give --train, --dev and --test)")
            in_data = f"the treebank {name} is not in the folder that PLEACH_DATA names: " if "{data}" in path else ""
            # A path given as an option is taken as it is, braces included.
            files[part] = path if name == OWN else path.replace("{data}", data or "")
            check_readable(files[part], in_data)
        return files

    def _split(self, name, row):
        """Splits a licensed treebank and returns the paths of its parts."""
        source = self.choice.licensed.get(row["from"])
        if source is None:
            raise Problem(f"the treebank {name} needs the file of --{row['from']}")
        if not self.plan.prepare:
            raise Problem(f"{self.plan.path}: 'prepare' is missing")
        check_readable(source)
        encoding = "" if is_utf8(self.jobs.program, source) else "--encoding=latin1"
        job = add_step(self.jobs, "parts", self.plan.prepare, row | {"source": source, "encoding": encoding})
        paths = {part: Made(f"{job.path}.{part}.discbracket", job) for part in PARTS}
        parts = {part: self._sized(path, part) for part, path in paths.items()}
        if row.get("final") == "dev":
            both = self._convert([], [paths["train"], paths["dev"]], ".discbracket")
            parts["final"] = self._sized(both, "train")
        return parts

    def _convert(self, words, paths, ending):
        """Adds a job that converts the files into one, and returns its path."""
        needs = [path.job for path in paths if isinstance(path, Made)]
        return self.jobs.add(["convert", "--quiet", *words, "-o", OUTPUT, *paths], needs, ending).path

    def _sized(self, path, part):
        """Returns the path of the part in the size of the scale: the file itself, or a sample of it."""
        size = self.scale.get("train" if part == "train" else "test", "all")
        if size == "all":
            return path
        return self._convert(["--sample", size, "--seed", "1"], [path], ending_of(path))

    def folds_of(self, values):
        """Cuts the training part into folds: pairs of a name and the values for one fold, which is
        the part to score; the others together are the part to train on. Sentence i goes to fold
        i modulo the number of folds."""
        if self.folds == 0:
            return [("", values)]
        train = values["train"]
        form, ending = FORMATS.get(ending_of(train), ("discbracket", ".discbracket"))
        numbers = [str(number) for number in range(1, self.folds + 1)]
        needs = [train.job] if isinstance(train, Made) else []
        rule = f"{','.join(numbers)}=mod{self.folds}"
        job = self.jobs.add(["convert", "--quiet", "--split", rule, "--to", form, "-o", OUTPUT, train], needs)
        paths = {number: Made(f"{job.path}.{number}{ending}", job) for number in numbers}
        folds = []
        for number in numbers:
            rest = self._convert([], [paths[other] for other in numbers if other != number], ending)
            parts = {"train": rest, "dev": paths[number], "test": paths[number]}
            folds.append((f"fold {number}", values | parts))
        return folds

    # -- tables ---------------------------------------------------------------------

    def _on(self, name):
        """Makes the tables on one treebank."""
        values = self._parts(name)
        results = []
        for table in self.plan.tables:
            wanted = not self.choice.tables or any(text in table.title for text in self.choice.tables)
            if not wanted or (table.only and name not in table.only and name != OWN):
                continue
            final = table.final and "final" in values and self.folds == 0
            given = values | ({"train": values["final"]} if final else {})
            try:
                rows = [row for rows in table.rows for row in self._rows(rows, given)]
            except Problem as problem:
                raise Problem(f"{self.plan.path}: {table.title}: {problem}") from None
            results.append(Result(table, name, final, rows))
        return results

    def _rows(self, rows, values):
        """Makes a row for each combination of values; the last variable changes fastest."""
        for chosen in itertools.product(*rows.each.values()):
            variables = dict(zip(rows.each, chosen))
            row = Row(expand(rows.label, values | variables)[0], variables)
            for (fold, of_fold), seed in itertools.product(self.folds_of(values), self.seeds):
                name = ", ".join(filter(None, [fold, f"seed {seed}" if len(self.seeds) > 1 else ""]))
                row.runs.append(Run(name, self._steps(rows.steps, of_fold | variables | {"seed": seed})))
            yield row

    def _steps(self, steps, values):
        made = {}
        for name, words in steps.items():
            if name in values:
                raise Problem(f"the step '{name}' has the name of a variable or a part of the treebank")
            job = made[name] = add_step(self.jobs, name, words, values)
            values = values | {name: job.path}
        return made


def prepare(plan, choice, jobs):
    """Makes the experiment of a plan and adds its jobs to `jobs`."""
    return Preparer(plan, choice, jobs).prepare()


def ending_of(path):
    """Returns the ending that tells the format: "x/train.export.zst" has ".export"."""
    name = os.path.basename(path)
    for compressed in (".zst", ".gz"):
        name = name.removesuffix(compressed)
    return os.path.splitext(name)[1]


def is_utf8(program, path):
    """Tells whether pleach reads the file without --encoding. NeGra comes in ISO-8859-1 and does not
    say so."""
    command = [program, "convert", "--quiet", "--to", "tokens", path]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def check_readable(path, before=""):
    """Reports a file that cannot be read now, not after hours of work."""
    try:
        open(path, "rb").close()
    except OSError as error:
        raise Problem(f"{before}{path}: {error.strerror}") from None
