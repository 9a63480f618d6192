#!/bin/sh
# The files around the source: what the Makefile lists of itself, how editors learn to compile, the citation, the
# workflows of hosts and their templates.
. tests/check.sh
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this

# Every target that is not a file and that a person may want is explained.
helps() {
    make -s help >"$T/help"
    for target in $(sed -n 's/^\.PHONY: //p' Makefile); do
        case $target in check | fuzz-targets | FORCE) continue ;; esac
        grep -q "^make $target  *[a-zA-Z]" "$T/help" || { echo "make help does not list $target"; return 1; }
    done
}
check "make help lists the targets" helps

# In a folder of links, so that nothing is written here.
mkdir "$T/tree"
ln -s "$PWD"/* "$T/tree/"
rm -f "$T/tree/compile_commands.json"
commands() {
    (cd "$T/tree" && make -s compile_commands.json CC="${CC:-cc}" BUILD="$BUILD") && python3 -c '
import glob, json, shlex, subprocess, sys
rows = json.load(open(sys.argv[1]))
files = [row["file"] for row in rows]
assert len(files) == len(set(files)), "a file twice"
missing = set(glob.glob("src/*/*.c") + glob.glob("cli/*.c") + glob.glob("server/*.c")) - set(files)
assert not missing, missing
row = next(row for row in rows if row["file"] == "src/base/share.c")
command = shlex.split(row["command"])
assert any("PL_PREFIX" in word for word in command), command
subprocess.run(command[:command.index("-MMD")] + ["-fsyntax-only", row["file"]], cwd=row["directory"], check=True)
' "$T/tree/compile_commands.json"
}
check "compile_commands.json has all files and commands that work" commands

# Two makes at the same time: the second runs while the first is about to rename its output.
mkdir "$T/stand-ins"
printf '#!/bin/sh\n[ -e "$T/second" ] || { : >"$T/second" && make -s BUILD="$T/twice" "$T/twice/flags"; }\nexec %s "$@"\n' "$(command -v mv)" >"$T/stand-ins/mv"
chmod +x "$T/stand-ins/mv"
twice() { T=$T PATH=$T/stand-ins:$PATH make -s CC="${CC:-cc}" BUILD="$T/twice" "$T/twice/flags" && [ -e "$T/second" ] && [ "$(ls "$T/twice")" = flags ]; }
check "two makes at once" twice

# tests/run.sh on three test suites: one passes, one has a failed check, one ends without a result.
mkdir -p "$T/run/tests/unit" "$T/run/build/san/tests/unit"
cp tests/run.sh "$T/run/tests/"
: >"$T/run/tests/unit/test_x.c"
stand_in() { # stand_in FILE LINE…: a script
    file=$T/run/$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$file" && chmod +x "$file"
}
stand_in tests/check_layers.sh 'echo ok layers'
stand_in build/san/tests/unit/test_x 'echo ok unit'
stand_in tests/suite_good.sh 'echo ok is good'
stand_in tests/suite_bad.sh 'echo not ok is bad' 'echo it says why' 'echo ok is fine' 'exit 1'
stand_in tests/suite_dies.sh 'echo before the end' 'exit 9'
summary() {
    cd "$T/run" && BUILD=$T/run/build tests/run.sh >"$T/said" 2>&1
    [ $? = 1 ] && [ "$(tail -n 1 "$T/said")" = '5 passed, 2 failed' ] && sed -n '/^suite_bad, /,$p' "$T/said" >"$T/end" &&
        printf '%s\n' 'not ok is bad' 'it says why' 'before the end' '5 passed, 2 failed' >"$T/want" && grep -v '^suite_' "$T/end" | diff "$T/want" - &&
        grep -q '^suite_dies, exit status 9;' "$T/end" && tail -n "$(wc -l <"$T/end")" build/test.log | diff "$T/end" - &&
        grep -q '^ok is fine$' build/test.log && grep -q '^ok is good$' build/test-logs/suite_good.log || { cat "$T/said"; return 1; }
}
(check "the tests end with what failed" summary; exit $status) || status=1

version=$(sed -n 's/^.define PL_VERSION  *"\(.*\)"/\1/p' include/pleach.h)
numbers() { # MAJOR.MINOR.PATCH, in all places
    set -- "$(sed -n 's/^.define PL_VERSION_[A-Z]* *//p' include/pleach.h | paste -sd.)"
    [ "$1" = "$version" ] && grep -qx "version: $version" CITATION.cff
}
check "the version is the same everywhere" numbers
known() { # the newest version with a heading is that of pleach.h
    [ "$(sed -n 's|^## \([0-9]*\.[0-9]*\.[0-9]*\).*|\1|p' CHANGELOG.md | head -n 1)" = "$version" ]
}
check "the changelog knows it" known

# What hosts run are commands that work everywhere: make and .ci/run.
workflows=$(ls .github/workflows/*.yml .gitlab-ci.yml 2>/dev/null)
targets() {
    # shellcheck disable=SC2086
    for target in $(grep -h -o -E '(^|&& |- |run: )make [a-z-]+' $workflows | sed 's/.*make //'); do
        grep -q "^$target:" Makefile || { echo "no target $target"; return 1; }
    done
    for file in $workflows; do
        grep -q '\.ci/run' "$file" || { echo "$file does not call .ci/run"; return 1; }
        ! grep -q '	' "$file" || { echo "$file has tabs"; return 1; }
    done
}
check "workflows call targets that there are" targets
structured() { # read by a reader of YAML; jobs have steps, and templates their head
    /usr/bin/python3 -c '
import sys, yaml
for name in sys.argv[1:]:
    with open(name) as file:
        what = yaml.safe_load(file)
    if ".github/workflows" in name:
        assert what.get("on") or what[True], name
        for job in what["jobs"].values():
            assert job["runs-on"] and job["steps"], name
            assert all("run" in step or "uses" in step for step in job["steps"]), name
            assert set(job.get("needs", []) if isinstance(job.get("needs"), list) else [job["needs"]] if "needs" in job else []) <= set(what["jobs"]), name
    if name == ".gitlab-ci.yml":
        jobs = [job for job in what.values() if isinstance(job, dict) and "script" in job]
        assert {job["stage"] for job in jobs} == set(what["stages"]), name
    if name == "CITATION.cff":
        assert what["cff-version"] and what["authors"] and what["title"] and what["message"]
' $workflows CITATION.cff
}
if /usr/bin/python3 -c 'import yaml' 2>/dev/null; then
    check "workflows and citation are whole" structured
else
    echo "ok workflows and citation are whole # SKIP there is no Debian package python3-yaml"
fi
templates() { # those of GitHub, without their heads, are those of GitLab
    for name in bug wish; do
        awk 'heads > 1 && (text || /./) { text = 1; print } /^---$/ { heads++ }' ".github/ISSUE_TEMPLATE/$name.md" |
            diff - ".gitlab/issue_templates/$name.md" || return 1
    done
    diff .github/pull_request_template.md .gitlab/merge_request_templates/default.md
}
check "both hosts have the same templates" templates
asks() { grep -q -i version "$1" && grep -q -i 'command' "$1" && grep -q -i 'file\|input' "$1"; }
for template in .github/ISSUE_TEMPLATE/*.md .github/pull_request_template.md; do
    check "$template asks for version, command and file" asks "$template"
done
exit $status
