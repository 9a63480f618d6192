"""Runs the cells of a notebook in order, without Jupyter, and compares what they give with what is stored.

    python3 notebook.py FILE.ipynb            says what differs, and fails
    python3 notebook.py --accept FILE.ipynb   stores what the cells give

The cells run in the folder of the notebook, as Jupyter does it.
"""

import ast
import contextlib
import io
import json
import os
import sys
import traceback

SHOWN = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def run_cell(source, names):
    """What a cell prints, and the forms of its last value, by their kind; None if it has none."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    if value is None:
        return printed.getvalue(), None
    shown = {kind: getattr(value, method)() for kind, method in SHOWN.items() if hasattr(value, method)}
    return printed.getvalue(), {"text/plain": repr(value), **shown}


def outputs_of(printed, shown, number):
    """The same as a notebook stores it."""
    outputs = []
    if printed:
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.splitlines(True)})
    if shown:
        data = {kind: text.splitlines(True) for kind, text in shown.items()}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def main():
    accept = "--accept" in sys.argv
    path = os.path.abspath(sys.argv[-1])
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    os.chdir(os.path.dirname(path))
    names, number, failed = {"__name__": "__main__"}, 0, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        number += 1
        try:
            found = outputs_of(*run_cell("".join(cell["source"]), names), number)
        except Exception:
            traceback.print_exc()
            return 1
        if accept:
            cell["outputs"], cell["execution_count"] = found, number
        elif found != cell["outputs"]:
            failed += 1
            print("cell %d gives\n%s\ninstead of\n%s" % (number, json.dumps(found), json.dumps(cell["outputs"])))
    if accept:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook, file, ensure_ascii=False, indent=1)
            file.write("\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
