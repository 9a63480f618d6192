# The Python package: how fast it parses lists of words, next to the program; two threads next to one; a walk
# over the constituents of 20,000 trees. The bounds: 85% of the program's tokens per second; 1.8 times one
# thread; 1 second.
python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3)
treebank=tests/data/dutch.discbracket
[ -z "$data" ] || treebank=$data/constituency/alpino/punctroot/test.export.zst
echo
if [ -z "$python" ]; then
    echo "python3 is not installed"
else
    PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1 "$python" bench/python_speed.py "$pleach" "$treebank" "$RUNS"
fi
