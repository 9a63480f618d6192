# Whether the cost of each command is proportional to its input: all pairs of tests/cost.py, at
# larger sizes than in `make test`. A line that begins with "not ok" is a cost that grows too fast.
PLEACH=$pleach PLEACH_SHARE=$PWD/share tests/cost.py --all --table --least 0.1
