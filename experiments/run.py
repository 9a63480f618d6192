#!/usr/bin/env python3
"""Runs the comparisons of the papers, and your own, and writes their tables and charts.

    experiments/run.py sr-gap --scale tenth -o results.md
    experiments/run.py sweep -t alpino --beam 1,2,4,8 --seeds 1,2,3

docs/experiments.md tells the rest. Needs Python 3.11 or newer, and nothing else.
"""
import argparse
import os
import re
import shlex
import signal
import sys

sys.dont_write_bytecode = True  # nothing is left beside the installed files
if sys.version_info < (3, 11):
    sys.exit("experiments: Python 3.11 or newer is needed")

import jobs as work  # noqa: E402
import plan as plans  # noqa: E402
import report as reports  # noqa: E402
from jobs import Problem  # noqa: E402

LICENSED = ("tiger", "negra")


def parser(is_sweep):
    p = argparse.ArgumentParser(
        prog="experiments/run.py", allow_abbrev=False, description=__doc__.split("\n")[0],
        usage="%(prog)s [OPTION…] NAME…\n"
              "       %(prog)s sweep [OPTION…] --TRAINING-OPTION VALUES… --parse.OPTION VALUES…",
        epilog="docs/experiments.md explains plans and sweeps.")
    if not is_sweep:
        p.add_argument("names", metavar="NAME", nargs="+",
                       help=f"an experiment ({', '.join(plans.names())}) or a file of your own")
    p.add_argument("-o", "--output", metavar="FILE",
                   help="where the report goes, in Markdown (default: standard output); charts go into "
                        "the folder beside it that is called like FILE without its ending")
    p.add_argument("--scale", default="full", metavar="NAME",
                   help="how large: full (default), third, tenth or small; the report says which")
    p.add_argument("-w", "--work", default="pleach-experiments", metavar="FOLDER",
                   help="where models, parses and figures are kept, so that the same command goes on where it was "
                        "interrupted (default: %(default)s)")
    p.add_argument("-t", "--treebank", action="append", default=[], metavar="NAME", dest="treebanks",
                   help="a treebank of the plan; may be repeated (default: those the plan names)")
    p.add_argument("--table", action="append", default=[], metavar="TEXT", dest="tables",
                   help='only the tables with this in their title, "Table 4"; may be repeated')
    p.add_argument("--tiger", metavar="FILE",
                   help="the TIGER corpus, in TigerXML or export: the experiment is run on its standard splits")
    p.add_argument("--negra", metavar="FILE", help="the NeGra corpus, in export: the same")
    p.add_argument("--train", metavar="FILE", help="run on a treebank of your own: this part to train on")
    p.add_argument("--dev", metavar="FILE", help="with --train: this part for development (default: that of --test)")
    p.add_argument("--test", metavar="FILE", help="with --train: this part to test on (default: that of --dev)")
    p.add_argument("--folds", type=number(2, 1000), metavar="K",
                   help="cross-validation: train on K-1 folds of the training part, score on the one that is left, "
                        "K times; figures are mean ± standard deviation")
    p.add_argument("--seeds", type=seeds, metavar="N,N…",
                   help="train with each of these seeds (default: 1); figures are mean ± standard deviation")
    p.add_argument("--show-runs", action="store_true", help="also a row for each fold and seed")
    p.add_argument("--set", action="append", default=[], type=setting, metavar="NAME=VALUE",
                   help="another value of a variable of the plan: epochs=3; may be repeated")
    p.add_argument("-j", "--jobs", type=number(1, 1024), metavar="N",
                   help="run up to N steps at the same time (default: 1); the figures do not depend on it. GNU parallel, "
                        "which has a -j of its own, gets up to N at a time (default: 1024)")
    p.add_argument("--through", type=words, default=[], metavar="COMMAND",
                   help="run each step through COMMAND, which runs the words after it and ends as they do "
                        "('srun -n 1 -c 2'); GNU parallel ('parallel -S a,b') gets all steps that are ready, then the next ones")
    p.add_argument("--fresh", action="store_true", help="run all steps again, whatever the work folder has of them")
    p.add_argument("-n", "--dry-run", action="store_true",
                   help="run nothing: print the commands that are left to run, as lines for a shell")
    p.add_argument("--pleach", metavar="PROGRAM",
                   help="the program (default: the variable PLEACH, the one built or installed here, the one in the PATH)")
    p.add_argument("-q", "--quiet", action="store_true", help="no progress: only errors")
    return p


def number(low, high):
    def read(text):
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"a number from {low} to {high} is needed, not '{text}'")
        return int(text)
    return read


def seeds(text):
    if not all(seed.isdecimal() for seed in text.split(",")):
        raise argparse.ArgumentTypeError(f"numbers with commas between them are needed, not '{text}'")
    return text.split(",")


def words(text):
    try:
        found = shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error} in '{text}'") from None
    if not found:
        raise argparse.ArgumentTypeError("a command is needed")
    return found


def setting(text):
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"NAME=VALUE is needed, not '{text}'")
    return name, value


def read_options(arguments):
    """The options, and for a sweep the options of training and parsing: (command, option, values)."""
    is_sweep = arguments[:1] == ["sweep"]
    p = parser(is_sweep)
    options, others = p.parse_known_args(arguments[1:]) if is_sweep else (p.parse_args(arguments), [])
    if not options.train and (options.dev or options.test):
        p.error("--dev and --test go with --train")
    if options.train and not (options.dev or options.test or options.folds):
        p.error("--train needs --dev, --test or --folds")
    options.sweep = (swept(p, list(others)), others) if is_sweep else None
    options.set = dict(options.set)
    options.licensed = {name: getattr(options, name) for name in LICENSED if getattr(options, name)}
    return options


def swept(p, words):
    """--beam 1,2,4 varies training, --parse.beam 1,2,4 parsing; \\, is a comma in a value."""
    options = []
    while words:
        option = words.pop(0)
        if not option.startswith("-"):
            p.error(f"an option of 'pleach train' is expected, not '{option}'")
        option, equals, value = option.partition("=")
        if not equals and words and not words[0].startswith("-"):
            value = words.pop(0)
        command, name = ("parse", "--" + option[8:]) if option.startswith("--parse.") else ("train", option)
        if name in ("--seed", "--output", "--quiet"):
            p.error(f"{option} is not to be varied (--seeds is for seeds)")
        values = [text.replace("\\,", ",") for text in re.split(r"(?<!\\),", value)] if value else []
        if "" in values:
            p.error(f"{option} has an empty value in '{value}'")
        options.append((command, name, values))
    if not options:
        p.error("sweep needs an option of training or parsing to vary: --beam 1,2,4")
    return options


def check_tables(experiments, options):
    titles = [table.title for experiment in experiments for table in experiment.plan.tables]
    for text in options.tables:
        if not any(text in title for title in titles):
            raise Problem(f"no table has '{text}' in its title; there are:\n    " + "\n    ".join(titles))
    if not any(experiment.results for experiment in experiments):
        raise Problem("there is nothing to run: the tables are for other treebanks")


def write_report(experiments, options):
    """"docs/results.md" has its charts in docs/results, which it calls results."""
    if options.output is None:
        sys.stdout.write(reports.report(experiments, None, None, options.show_runs)[0])
        return
    base = os.path.basename(options.output)
    link = base.split(".")[0]
    link = link + "-charts" if link in ("", base) else link  # no ending: the report has that name
    folder = os.path.join(os.path.dirname(options.output), link)
    text, charts = reports.report(experiments, folder, link, options.show_runs)
    if charts:
        os.makedirs(folder, exist_ok=True)
    for name, svg in charts.items():
        reports.write(os.path.join(folder, name), svg)
    reports.write(options.output, text)


def run(options):
    jobs = work.Jobs(work.find_program(options.pleach), options.work)
    chosen = [plans.sweep(*options.sweep)] if options.sweep else [plans.read(name) for name in options.names]
    experiments = [plans.prepare(plan, options, jobs) for plan in chosen]
    check_tables(experiments, options)
    if options.fresh:
        jobs.forget(options.dry_run)
    if options.dry_run:
        for line in jobs.script():
            print(line)
        return
    work.Runner(jobs, options.jobs, options.quiet, options.through).run()
    write_report(experiments, options)
    failed, left = jobs.count(work.FAILED), jobs.count(work.LEFT_OUT)
    if failed:
        raise Problem(f"{failed} of {len(jobs)} steps failed, {left} that need them were left out: the report has "
                      "'failed' in their places, and the same command tries them again")


def main():
    for stream in (sys.stdout, sys.stderr):  # names of files are bytes
        stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    options = read_options(sys.argv[1:])
    try:
        run(options)
        sys.stdout.flush()
    except Problem as problem:
        work.tell(f"experiments: {problem}")
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        work.tell(f"experiments: {error.filename}: {error.strerror}")
        return 1
    except work.Interrupted as interrupted:
        work.tell(f"experiments: interrupted; the same command goes on from here ({options.work})")
        return 128 + interrupted.args[0]
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return 0


if __name__ == "__main__":
    sys.exit(main())
