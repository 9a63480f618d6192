#!/bin/sh
# The server: its limits, who may ask, the page's files, streams, a graceful stop; the examples
# of docs/server.md; `pleach serve` with and without the program behind it.
. tests/check.sh
pleach train -q -e 1 --tags predicted -o "$T/nl.model" tests/data/dutch.discbracket
serve=$BUILD/san/pleach-serve
export no_proxy=localhost,127.0.0.1 # for curl, where a proxy is set

python3 tests/server.py "$serve" "$T/nl.model" limits lengths damaged connections crowd queue access token files streams occupied treebanks udpipe constraints derivations evaluation mixed graceful ending \
    hostile smuggling loris huge || status=1
python3 tests/server.py "$BUILD/pleach-serve" "$T/nl.model" answers ending || status=1

# The examples of the manual, on a server of their own: they say localhost:8080.
mkdir "$T/top"
ln -s "$PWD"/* "$T/top/"
export T
mkdir "$T/edited"
cp tests/data/dutch.discbracket "$T/edited"
"$BUILD/pleach-serve" -q --port 0 --edit -m nl -m da "$T/edited/dutch.discbracket" >"$T/url" &
server=$!
while [ ! -s "$T/url" ] && kill -0 $server; do sleep 0.1; done
port=$(sed 's/.*:\([0-9]*\).*/\1/' "$T/url")
examples() { # examples FLAG…: runs them; a copy that differs in the port and the mark of blocks
    sed "s/localhost:8080/localhost:$port/; s/^\`\`\`shell-session/\`\`\`console/" docs/server.md >"$T/server.md"
    "$BUILD/golden" "$@" -C "$T/top" "$T/server.md"
}
if [ "$GOLDEN" = accept ]; then
    examples --accept
    sed "s/localhost:$port/localhost:8080/; s/^\`\`\`console/\`\`\`shell-session/" "$T/server.md" >docs/server.md
else
    examples || status=1
fi
kill $server
wait $server

mkdir "$T/bin"
cp "$BUILD/san/pleach" "$T/bin/pleach"
missing() {
    PATH=/nowhere "$T/bin/pleach" serve --port 0 2>"$T/why"
    test $? = 1 && grep -q 'pleach-serve is not installed.*libmicrohttpd-dev' "$T/why"
}
check "where there is no pleach-serve, pleach serve says what to install" missing
printf '#!/bin/sh\nprintf "%%s|" "$@"\n' >"$T/bin/pleach-serve"
chmod +x "$T/bin/pleach-serve"
handed_on() { "$T/bin/pleach" serve -m nl "$T/x y" --port=0 -q -m de -- -z >"$T/line" && test "$(cat "$T/line")" = "--model|nl|--port|0|--quiet|--model|de|--|$T/x y|-z|"; }
check "pleach serve hands its options on" handed_on
wrong_usage() { pleach serve --port x 2>"$T/why"; test $? = 2; }
check "wrong options are refused" wrong_usage
exit $status
