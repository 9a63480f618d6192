#!/bin/sh
# Input that comes while the program waits for it: --stream answers each sentence before the
# next one comes, whatever the format, also where nobody names it.
. tests/check.sh

pleach train -q -e 1 -o "$T/model" tests/data/dutch.discbracket

# Says a sentence, waits for its answer, says the next. The sentences of a file are told apart
# by a regular expression that ends one.
cat >"$T/talk.py" <<'END'
import re, subprocess, sys

path, end, *command = sys.argv[1:]
sentences = re.split(b"(?<=" + end.encode() + b")", open(path, "rb").read())
program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
for sentence in sentences[:3]:
    program.stdin.write(sentence)
    if not program.stdout.readline():
        sys.exit("no answer to " + repr(sentence))
program.stdin.close()
program.wait()
END

talk() { # NAME END: reads $T/in
    what=$1
    check "--stream answers $what at once" timeout 600 python3 "$T/talk.py" "$T/in" "$2" \
        pleach parse -q --stream -m "$T/model" -t discbracket
}

cp tests/data/dutch.discbracket "$T/in"
talk discbracket '\n'
pleach convert -t bracket tests/data/english.penn -o "$T/in"
talk bracket '\n'
pleach convert -t export tests/data/dutch.discbracket -o "$T/in"
talk export '#EOS [0-9]\n'
cp tests/data/english.conllu "$T/in"
talk CoNLL-U '\n\n'
cp tests/data/danish.conllx "$T/in"
talk CoNLL-X '\n\n'
printf 'Dat is goed .\n\nJa !\n\nNee .\n\n' >"$T/in"
talk text '\n\n'
printf '(Reuters) Dat is goed .\n\nJa !\n\nNee .\n\n' >"$T/in"
talk 'text that begins with a bracket' '\n\n'

# The guess is the same for any pieces in which the bytes come.
for file in dutch.discbracket german.export english.conllu danish.conllx english.penn; do
    pleach parse -q --stream -m "$T/model" -t tokens tests/data/$file >"$T/whole"
    python3 -c 'import os, sys
for byte in open(sys.argv[1], "rb").read()[:2000]:
    os.write(1, bytes([byte]))' tests/data/$file | pleach parse -q --stream -m "$T/model" -t tokens >"$T/pieces" 2>/dev/null
    check "$file byte by byte is read as the same format" \
        sh -c "head -n 2 '$T/whole' >'$T/a'; head -n 2 '$T/pieces' | cmp '$T/a' -"
done

# A tagger reads some sentences ahead, but not those of a stream.
pleach train -q -e 1 --tagger -o "$T/tags.model" tests/data/dutch.discbracket
pleach convert -q -t tokens tests/data/dutch.discbracket -o "$T/in.tokens"
ahead() {
    pleach parse -q -j 1 -f tokens -m "$T/tags.model" -t export -o "$T/ahead" "$T/in.tokens" &&
        pleach parse -q --stream -f tokens -m "$T/tags.model" -t export -o "$T/one" "$T/in.tokens" &&
        cmp "$T/ahead" "$T/one"
}
check "trees are the same where sentences are tagged ahead" ahead
exit $status
