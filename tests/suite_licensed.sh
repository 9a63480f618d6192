#!/bin/sh
# Licensed treebanks, which cannot be here: stand-ins of the same format, number of sentences and
# encoding are split as in the papers, sentence by sentence, and the experiments run on them. With
# the plain program, since the files are long.
. tests/check.sh
data=$PWD/tests/data
unset MAKEFLAGS MFLAGS MAKELEVEL PLEACH_DATA
check "the plain program" make -s CC="${CC:-cc}" BUILD="$BUILD" "${BUILD#"$PWD"/}/pleach"
PATH=$BUILD:$PATH
export PLEACH="$BUILD/pleach"

# Sentence i begins with the word wi; every fourth has a verb phrase around its finite verb.
tiger() { # TigerXML, as TIGER: 50,474 sentences s1, s2, …
    echo '<?xml version="1.0" encoding="UTF-8"?><corpus id="stand-in"><body>'
    seq 50474 | awk '
        function t(k, word, tag) { return "<t id=\"s" $1 "_" k "\" word=\"" word "\" pos=\"" tag "\"/>" }
        function edge(label, k) { return "<edge label=\"" label "\" idref=\"s" $1 "_" k "\"/>" }
        { s = "<s id=\"s" $1 "\"><graph root=\"s" $1 "_501\"><terminals>" t(1, "w" $1, "PROAV")
          if ($1 % 4 == 0)
              s = s t(2, "muss", "VMFIN") t(3, "er", "PPER") t(4, "nachdenken", "VVINF") t(5, ".", "$.") \
                  "</terminals><nonterminals><nt id=\"s" $1 "_500\" cat=\"VP\">" edge("MO", 1) edge("HD", 4) \
                  "</nt><nt id=\"s" $1 "_501\" cat=\"S\">" edge("OC", 500) edge("HD", 2) edge("SB", 3)
          else
              s = s "</terminals><nonterminals><nt id=\"s" $1 "_501\" cat=\"S\">" edge("HD", 1)
          print s "</nt></nonterminals></graph></s>" }'
    echo '</body></corpus>'
}
negra() { # export, as NeGra: 20,602 sentences, format 3, tables, ISO-8859-1
    printf '%%%% a stand-in\n#FORMAT 3\n#BOT ORIGIN\n0\tunknown\n1\tstand-in\tof our own\n#EOT ORIGIN\n'
    seq 20602 | LC_ALL=C awk -v OFS='\t' '
        { print "#BOS " $1 " 1 898511978 1"; print "w" $1, "PROAV", "--", "MO", "500"
          print "m\374sste", "VMFIN", "--", "HD", "501"; print "er", "PPER", "--", "SB", "501"
          for (k = $1 % 11 == 0 ? 27 : 26; $1 % 2 == 0 && k > 0; k--) print "oft", "ADV", "--", "MO", "501"
          print "nachdenken", "VVINF", "--", "HD", "500"; print "#500", "VP", "--", "OC", "501"
          print "#501", "S", "--", "--", "0"; print "#EOS " $1 }'
}
tiger >"$T/tiger.xml"
negra >"$T/negra.export"

# splits NAME FILE RULE: the numbers of the sentences in train, dev and test are those that the
# rule, a function part(i, n) in awk of a sentence and its place among those that are short
# enough, says; n is 0 if it is too long.
splits() {
    pleach convert --quiet --split "$1" --to tokens ${4:+"$4"} -o "$T/part" "$2" || return 1
    for part in train dev test; do
        sed 's/^w\([0-9]*\).*/\1/' "$T/part.$part.tokens" >"$T/got"
        seq "$(grep -c -E '<s id|^#BOS' "$2")" | awk "function part(i, n) { return $3 }
            { short = \"$1\" != \"negra-30\" || !(\$1 % 22 == 0)
              n += short; if (part(\$1, short ? n : 0) == \"$part\") print }" >"$T/want"
        [ -s "$T/got" ] && cmp "$T/got" "$T/want" || return 1
    done
}
check "TIGER-HN08" splits tiger-hn08 "$T/tiger.xml" 'i % 10 == 0 ? "test" : i % 10 == 1 ? "dev" : "train"'
check "TIGER-M15" splits tiger-m15 "$T/tiger.xml" \
    'i == 46234 || i == 50224 ? "" : i > 45474 ? "test" : i > 40474 ? "dev" : i <= 40468 ? "train" : ""'
check "NeGra-All" splits negra-all "$T/negra.export" \
    'i <= 18602 ? "train" : i <= 19602 ? "test" : "dev"' --encoding=latin1
check "NeGra-30" splits negra-30 "$T/negra.export" \
    'n == 0 || n > 18335 ? "" : n <= 14669 ? "train" : n <= 16502 ? "dev" : "test"' --encoding=latin1

python3 -c 'import tomllib' 2>/dev/null || {
    echo "ok the experiments # SKIP they need Python 3.11"
    exit $status
}
# The experiments: each row has its figure; the parts are prepared as the papers do it.
whole() { # whole REPORT TREEBANK…
    grep -E '^\| [^-]' "$1" | grep -v '^|  |' >"$T/rows"
    [ -s "$T/rows" ] && ! grep -v -E '^\| [^|]* \| [0-9.]+ \|' "$T/rows" && ! grep failed "$T/rows" || return 1
    report=$1 && shift
    for bank; do grep -q "^On $bank" "$report" || return 1; done
}
experiment() { # experiment CORPUS FILE OPTION…
    corpus=$1 file=$2 && shift 2
    experiments/run.py sr-gap --quiet --scale small "--$corpus" "$file" -w "$T/$corpus" -o "$T/$corpus.md" "$@"
}
on_tiger() {
    experiment tiger "$T/tiger.xml" --table "Table 3" --table "Table 6" && whole "$T/tiger.md" tiger-hn08 tiger-m15 &&
        grep -q '^### Table 3, with the parameters of the SPMRL' "$T/tiger.md" && grep -q '^On tiger-hn08, trained on its development set, too' "$T/tiger.md"
}
check "the experiment on TIGER" on_tiger
sizes=$(sed -n 's/.*--sample 100 .* \([^ ]*\)$/\1/p' "$T"/tiger/*.done | while read -r file; do wc -l <"$file"; done | sort -n | paste -sd ' ')
[ "$sizes" = "40379 40468 45427" ]
say $? "final results on TIGER-HN08 are trained on nine tenths of it"
on_negra() {
    experiment negra "$T/negra.export" --table "Table 6" && whole "$T/negra.md" negra-30 negra-all &&
        grep -q '=müsste)' "$T"/negra/*.train.discbracket
}
check "the experiment on NeGra" on_negra
small() { # small PLAN OPTION…: the treebank of the tests in the place of TIGER or NeGra, and all tables
    plan=$1 && shift
    experiments/run.py "$plan" --quiet --scale small "$@" -w "$T/small" -o "$T/small.md" && whole "$T/small.md"
}
check "all tables, split by tens" small sr-gap --tiger "$data/german.tiger.xml" -t tiger-hn08
for plan in skipshift dop; do
    experiments/run.py $plan -n --tiger "$T/tiger.xml" --negra "$T/negra.export" -w "$T/dry" >"$T/dry.out" &&
        [ "$(grep -c -e '--split' "$T/dry.out")" = 4 ] && [ "$(grep -c ' eval --json ' "$T/dry.out")" -gt 10 ]
    say $? "$plan has all four splits"
done
exit $status
