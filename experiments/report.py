"""Experiments as Markdown tables and SVG charts.

There is nothing in them of the machine or the day: scores and counts, and the commands that give
them. The same figures give the same bytes.
"""
import json
import math
import os
import re
import shlex
import statistics
import tempfile

from jobs import DONE, Problem
from plan import PARTS, expand

HEAD = """# Results

The comparisons below were made by `experiments/run.py`: scores in percent and counts, each with the
commands that give it. docs/experiments.md tells how to run them.

"""


# -- figures ------------------------------------------------------------------------

class Figures:
    """The figures of one table on one treebank."""

    def __init__(self, result):
        self.result = result
        self.objects = {}  # that jobs printed, by path

    def of(self, row, runs, column):
        """Returns the numbers of the runs in that column, or None if a job of theirs failed. Runs
        that share the job (counts of a treebank do not depend on the seed) give one number."""
        path = expand(column, row.variables)[0]
        step, _, path = path.partition(".")
        jobs = dict.fromkeys(run.jobs[step] for run in runs if step in run.jobs)
        if any(job.state != DONE for job in jobs):
            return None
        numbers = (self._number(job, path) for job in jobs)
        return [number for number in numbers if number is not None]

    def _number(self, job, path):
        """Returns the number at a.b.c in the object that the job printed; None if there is none."""
        if job.path not in self.objects:
            with open(job.path, encoding="utf-8") as file:
                try:
                    self.objects[job.path] = json.load(file)
                except ValueError as error:
                    raise Problem(f"{job.path}: {error}; it was printed by {job.command()}") from None
        found = self.objects[job.path]
        for name in path.split("."):
            found = found.get(name) if isinstance(found, dict) else None
        return found if isinstance(found, (int, float)) and not isinstance(found, bool) else None


def spell(numbers):
    """Spells one number, or the mean and the standard deviation of several."""
    if numbers is None:
        return "failed"
    if len(numbers) > 1:
        return f"{statistics.fmean(numbers):.2f} ± {statistics.stdev(numbers):.2f}"
    return "".join(str(number) if isinstance(number, int) else f"{number:.2f}" for number in numbers)


def table_of(result, show_runs):
    """The lines of a table."""
    figures = Figures(result)
    lines = []
    for row in result.rows:
        lines.append((row.label, row, row.runs))
        if show_runs and len(row.runs) > 1:
            lines += [(f"{row.label}, {run.name}", row, [run]) for run in row.runs]
    cells = {title: [spell(figures.of(row, runs, column)) for _, row, runs in lines]
             for title, column in result.table.columns.items()}
    if result.table.sparse:
        cells = {title: column for title, column in cells.items() if any(column)}
    head = [line_of(["", *cells]), line_of(["---"] * (len(cells) + 1))]
    return head + [line_of([label, *(column[i] for column in cells.values())])
                   for i, (label, _, _) in enumerate(lines)]


def line_of(cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


# -- commands -----------------------------------------------------------------------

def show_word(experiment, word):
    """Spells a word of a command for the report: {model} becomes MODEL; values of the scale, and
    the seed if there is only one, are put in."""
    given = {name: value for name, value in experiment.values.items() if name not in PARTS}
    if len(experiment.seeds) == 1:
        given["seed"] = experiment.seeds[0]
    return re.sub(r"\{([^{}]*)\}", lambda match: given.get(match[1], match[1].upper()), word)


def commands_of(experiment, table):
    """Lists the commands of each kind of row, unless they equal those of the kind before."""
    lines, last = [], None
    for rows in table.rows:
        steps = ["    pleach " + " ".join(shlex.quote(show_word(experiment, word)) for word in words)
                 for words in rows.steps.values()]
        if steps != last:
            label = show_word(experiment, rows.label)
            lines += [f"“{label}”:" if last else f"The rows “{label}” are made by:", "", *steps, ""]
        last = steps
    return lines


# -- charts -------------------------------------------------------------------------

# Of the document and of the frame inside it, in pixels; names stand to its right.
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 60, 40, 480, 300
Y_STEPS, NAME_HEIGHT, NUMBER_WIDTH, DIGIT_WIDTH = 6, 20, 24, 8

# Distinct in colour and, for print, in dashes.
STYLES = (
    'stroke="#1b6ca8"',
    'stroke="#c4511b" stroke-dasharray="7 3"',
    'stroke="#3a7d44" stroke-dasharray="2 3"',
    'stroke="#7a4fa3" stroke-dasharray="9 3 2 3"',
    'stroke="#8a6d1b" stroke-dasharray="4 2"',
    'stroke="#444444" stroke-dasharray="1 2"',
    'stroke="#b03060" stroke-dasharray="12 3"',
    'stroke="#2a8c8c" stroke-dasharray="6 2 1 2 1 2"',
    'stroke="#999999"',
    'stroke="#6b4226" stroke-dasharray="3 5"',
    'stroke="#000000"',
    'stroke="#d4a017"',
    'stroke="#5a8f00" stroke-dasharray="8 2"',
    'stroke="#e377c2" stroke-dasharray="2 2"',
)
CSS = ("text{font:12px sans-serif;fill:#222}.r{stroke:#ccc;fill:none}.l{fill:none;stroke-width:1.8}"
       "circle{fill:#fff;stroke-dasharray:none}.t{font-weight:bold}")


def curves_of(result, chart):
    """The curves of a chart: name -> points (x, mean, standard deviation); the mean is None where
    there is no figure. A curve is named by the row's other variables and the column."""
    figures = Figures(result)
    curves = {}
    for row in result.rows:
        try:
            x = float(row.variables[chart["over"]])
        except (KeyError, ValueError):
            continue  # a row without that variable, or with a word for it
        if not math.isfinite(x):
            continue
        others = [value for name, value in row.variables.items() if name != chart["over"]]
        for title in (title for title in result.table.columns if title in chart["columns"]):
            numbers = figures.of(row, row.runs, result.table.columns[title])
            spread = statistics.stdev(numbers) if numbers and len(numbers) > 1 else 0
            point = (x, statistics.fmean(numbers) if numbers else None, spread)
            curves.setdefault(" ".join([*others, title]), []).append(point)
    if result.table.sparse:
        curves = {name: points for name, points in curves.items() if any(y is not None for _, y, _ in points)}
    return curves


class Frame:
    """Where figures stand in the chart."""

    def __init__(self, curves, log_x, round_x):
        points = [(x, y, spread) for points in curves.values() for x, y, spread in points if y is not None]
        self.along = math.log2 if log_x else float
        self.x = sorted({x for x, _, _ in points})  # where numbers stand
        if round_x:
            self.x = round_numbers(self.x[0], self.x[-1])
        self.low_x, self.high_x = (self.along(self.x[0]), self.along(self.x[-1])) if points else (0, 1)
        low = min((y - spread for _, y, spread in points), default=0)
        high = max((y + spread for _, y, spread in points), default=1)
        self.step = round_step(high - low)
        self.low_y = math.floor(low / self.step) * self.step
        self.high_y = max(math.ceil(high / self.step) * self.step, self.low_y + self.step)

    def place_x(self, x):
        wide = self.high_x - self.low_x
        return LEFT + ((self.along(x) - self.low_x) / wide if wide > 0 else 0.5) * (RIGHT - LEFT)

    def place_y(self, y):
        return BOTTOM - (y - self.low_y) / (self.high_y - self.low_y) * (BOTTOM - TOP)


def round_step(span):
    """1, 2 or 5 times a power of ten, so that some Y_STEPS of them cover the span."""
    rough = span / Y_STEPS if span > 0 else 1
    power = 10 ** math.floor(math.log10(rough))
    return power * next(times for times in (1, 2, 5, 10) if rough / power <= times or times == 10)


def round_numbers(low, high):
    """1, 2 and 5 times the powers of ten around all from low to high, which are positive."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    numbers = [times * 10 ** power for power in powers for times in (1, 2, 5)]
    first = max(i for i, x in enumerate(numbers) if x <= low)
    last = min(i for i, x in enumerate(numbers) if x >= high)
    return numbers[first:last + 1]


def escape(text):
    for character, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, name)
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", text)


def text_at(x, y, text, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(text)}</text>'


def rule(x1, y1, x2, y2):
    return f'<path class="r" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


def axes(frame, over, unit):
    """Steps of the y axis; ticks of the x axis at frame.x, unless they are closer than a number is
    wide."""
    for i in range(round((frame.high_y - frame.low_y) / frame.step) + 1):
        y = frame.low_y + i * frame.step
        yield rule(LEFT, frame.place_y(y), RIGHT, frame.place_y(y))
        yield text_at(LEFT - 6, frame.place_y(y) + 4, f"{y:g}", ' text-anchor="end"')
    last = -math.inf
    for x in frame.x:
        at = frame.place_x(x)
        number = f"{x:,.0f}" if x >= 10000 else f"{x:g}"
        if at - last >= max(NUMBER_WIDTH, DIGIT_WIDTH * (len(number) + 1)):
            yield rule(at, BOTTOM, at, BOTTOM + 5)
            yield text_at(at, BOTTOM + 18, number, ' text-anchor="middle"')
            last = at
    yield text_at((LEFT + RIGHT) / 2, BOTTOM + 40, over, ' text-anchor="middle"')
    yield text_at(LEFT, TOP - 8, unit)


def curve(frame, name, points, number):
    """A line through the means, which is broken where a figure is missing, with bars of one standard
    deviation up and down, and its name."""
    style = STYLES[number % len(STYLES)]
    path, drawing = "", False
    for x, y, _ in points:
        if y is not None:
            path += f"{'L' if drawing else 'M'}{frame.place_x(x):.1f} {frame.place_y(y):.1f}"
        drawing = y is not None
    yield f'<path class="l" {style} d="{path}"/>'
    for x, y, spread in points:
        if spread > 0:
            ends = f"{frame.place_y(y - spread):.1f}V{frame.place_y(y + spread):.1f}"
            yield f'<path {style} d="M{frame.place_x(x):.1f} {ends}"/>'
        if y is not None:
            yield f'<circle {style} cx="{frame.place_x(x):.1f}" cy="{frame.place_y(y):.1f}" r="2.5"/>'
    y = TOP + 10 + number * NAME_HEIGHT
    yield f'<path class="l" {style} d="M{RIGHT + 12} {y - 4:.1f}L{RIGHT + 36} {y - 4:.1f}"/>'
    yield text_at(RIGHT + 42, y, name)


def draw(curves, title, over, log_x=False, unit="percent"):
    """The chart, a whole SVG document; with log_x the numbers below it are round ones."""
    first = [x for x, _, _ in next(iter(curves.values()))]
    # Beams and sizes double from one figure to the next: steps of a factor are equally wide.
    doubles = len(first) > 2 and min(x for points in curves.values() for x, _, _ in points) > 0 and \
        first[-1] >= 8 * first[0]
    frame = Frame(curves, log_x or doubles, log_x)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
             f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
             f"<title>{escape(title)}</title>", f"<style>{CSS}</style>",
             '<rect width="100%" height="100%" fill="#fff"/>',
             text_at(LEFT, 18, title, ' class="t"'), *axes(frame, over, unit)]
    for number, (name, points) in enumerate(curves.items()):
        lines += curve(frame, name, points, number)
    return "\n".join(lines + ["</svg>", ""])


# -- the whole ----------------------------------------------------------------------

def head_of(experiment):
    plan = experiment.plan
    lines = [f"## {plan.title}", ""] + ([plan.paper, ""] if plan.paper else [])
    spelled = {"train": "{} sentences to train on", "test": "{} to test on"}
    facts = [spelled.get(name, name + " {}").format(value) for name, value in experiment.values.items()]
    options = [f"--scale {experiment.scale}"]
    options += [f"--folds {experiment.folds}"] if experiment.folds else []
    options += [f"--seeds {','.join(experiment.seeds)}"] if len(experiment.seeds) > 1 else []
    line = f"`experiments/run.py {plan.command} {' '.join(options)}`: " + ", ".join(facts)
    line = line.removesuffix(": ")
    runs = [f"{experiment.folds} folds of the training part"] if experiment.folds else []
    runs += [f"the seeds {' '.join(experiment.seeds)}"] if len(experiment.seeds) > 1 else []
    if runs:
        line += f". Mean ± standard deviation over {' and '.join(runs)}"
    return lines + [line + ".", ""]


def report(experiments, folder, link, show_runs=False):
    """Returns the report in Markdown, and the charts: file name -> SVG. The report calls the folder
    of the charts `link`; without a folder there are no charts."""
    lines, charts = [], {}
    for experiment in experiments:
        lines += head_of(experiment)
        for table in experiment.plan.tables:
            results = [result for result in experiment.results if result.table is table]
            if not results:
                continue
            lines += [f"### {table.title}", ""] + ([table.note, ""] if table.note else [])
            for result in results:
                final = ", trained on its development set, too" if result.final else ""
                lines += [f"On {result.treebank}{final}:", "", *table_of(result, show_runs), ""]
                for name, chart in table.charts.items() if folder else ():
                    curves = curves_of(result, chart)
                    if curves:
                        file = f"{experiment.plan.name}-{result.treebank}-{name}.svg".replace(" ", "-")
                        charts[file] = draw(curves, f"{table.title}, {result.treebank}", chart["over"])
                        lines += [f"![{table.title}]({link}/{file})", ""]
            lines += commands_of(experiment, table)
    return HEAD + "\n".join(lines), charts


def write(path, text):
    """Writes the file so that it is there whole or not at all. What exists and is no regular file (a
    device, a fifo) is written directly."""
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        return
    path = os.path.realpath(path)
    handle, new = tempfile.mkstemp(prefix=os.path.basename(path) + ".", dir=os.path.dirname(path))
    try:
        with open(handle, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(new, os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666 & ~mask)
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise
