#!/bin/sh
# Checks the figures of `pleach stats`: on our own trees against tests/plain_figures.py, on the treebanks under
# PLEACH_DATA against the documentation of the treebanks.
build=${BUILD:-build}
pleach=$build/san/pleach
data=$PLEACH_DATA/constituency
failed=0

# key NAME: its number or list in the JSON on standard input, lists as a/b/c
key() {
    sed -n 's/.*"'"$1"'": \(\[[^]]*\]\|[0-9]*\).*/\1/p' | sed 's/, /\//g; s/[][]//g'
}

# check WHAT EXPECTED FOUND
check() {
    if [ "$2" = "$3" ]; then
        echo "ok $1"
    else
        echo "not ok $1: expected $2, found $3"
        failed=1
    fi
}

# figures FILE…: in the order of the table below, without functions
figures() {
    json=$("$pleach" stats --json "$@")
    found=
    for wanted in sentences tokens max_length types labels tags constituents \
        discontinuous_sentences discontinuous_constituents gap_degrees; do
        found="$found $(echo "$json" | key $wanted)"
    done
    echo "${found# }"
}
# arcs FILE: sentences, arcs, relations, sentences that are not projective
arcs() {
    json=$("$pleach" stats --json "$1")
    echo "$(echo "$json" | sed 's/.*"dependencies"//' | key sentences) $(echo "$json" | key arcs) $(echo "$json" | key relations) \
$(echo "$json" | key non_projective_sentences)"
}
# agrees NAME FILE: gaps without punctuation equal the gaps after punctuation is removed, and tables add up to them
agrees() {
    json=$("$pleach" stats --json "$2")
    sentences=$(echo "$json" | key word_gap_sentences)
    constituents=$(echo "$json" | key word_gap_constituents)
    json=$("$pleach" stats --punct remove --json "$2")
    check "without punctuation in $1" "$sentences $constituents" \
        "$(echo "$json" | key discontinuous_sentences) $(echo "$json" | key discontinuous_constituents)"
    for by in label rule; do
        check "the sum of the table by $by of $1" "$constituents" \
            "$("$pleach" stats --by $by --tsv "$2" | awk -F'\t' '{ n += $6 } END { print n }')"
    done
    check "the sum of the table by length of $1" "$sentences" \
        "$("$pleach" stats --by length --tsv "$2" | awk -F'\t' '{ n += $6 } END { print n }')"
    check "a line for each sentence of $1" "$sentences $constituents" \
        "$("$pleach" stats --each sentence "$2" | awk -F'\t' 'NR > 1 { n += $8 > 0; m += $8 } END { print n, m }')"
    check "a line for each constituent of $1" "$constituents" \
        "$("$pleach" stats --each constituent "$2" | awk -F'\t' 'NR > 1 { n += $15 > 0 } END { print n }')"
}

for file in tests/data/*.discbracket; do
    check "stats $file" "$(python3 tests/plain_figures.py stats "$file")" "$(figures "$file")"
    agrees "$file" "$file"
done
agrees german.export tests/data/german.export
for file in tests/data/*.conllx tests/data/*.conllu; do
    check "stats $file" "$(python3 tests/plain_figures.py arcs "$file")" "$(arcs "$file")"
done
[ -n "$PLEACH_DATA" ] || exit $failed

while read -r name split sentences tokens longest types labels tags functions constituents \
    disc_sentences disc_constituents gaps; do
    case $name in
    */punctroot) kind=export ;;
    *) kind=discbracket ;;
    esac
    case $split in
    all) files="$data/$name/train.$kind.zst $data/$name/dev.$kind.zst $data/$name/test.$kind.zst" ;;
    *) files="$data/$name/$split.$kind.zst" ;;
    esac
    # The names have no spaces: word splitting makes the list.
    # shellcheck disable=SC2086
    check "stats $name $split" "$sentences $tokens $longest $types $labels $tags $constituents \
$disc_sentences $disc_constituents $gaps" "$(figures $files)"
    # shellcheck disable=SC2086
    [ $kind = discbracket ] ||
        check "functions $name $split" $((functions - 1)) "$("$pleach" stats --json $files | key functions)"
done <<END
alpino               train  19646   249859  135  32130   24   48   32  132136   5818   9229 122907/8507/699/23
alpino               dev     2456    31097   66   7888   24   47   32   16325    749   1138 15187/1048/89/1
alpino               test    2456    31143   72   8096   23   46   32   16439    723   1143 15296/1067/75/1
alpino               all    24558   312099  135  36833   24   48   32  164900   7290  11510 153390/10622/863/25
alpino-cdb           train   5702   112469   74  19154   23   46   32   59251   2761   4940 54311/4484/438/18
alpino-cdb           dev      713    14181   66   4508   21   44   32    7411    348    614 6797/560/54
alpino-cdb           test     713    14109   72   4611   22   44   32    7429    326    598 6831/550/47/1
alpino-cdb           all     7128   140759   74  22082   23   46   32   74091   3435   6152 67939/5594/539/19
craft                train  24202   621800  376  24477   30   45   35  455602   1506   2458 453144/2450/8
craft                dev     3214    82766  223   7651   26   44   25   61417    199    331 61086/331
craft                test    3414    89085  189   8063   28   44   21   65463    240    418 65045/418
craft                all    30830   793651  376  28444   30   45   35  582482   1945   3207 579275/3199/8
icepahc              train  57947   810112  317  60197   96  354  106  596568   8787  12074 584494/11792/273/9
icepahc              dev     7244   101446  171  16547   64  227   59   74615   1073   1450 73165/1425/25
icepahc              test    7244   103093  262  16718   66  228   60   76064   1096   1516 74548/1479/37
icepahc              all    72435  1014651  317  68752  101  370  113  747247  10956  15040 732207/14696/335/9
squoia-de            train   3332    62625   83  11867   23   53   41   43134    635    983 42151/939/33/7/4
squoia-de            dev      417     7734   56   2913   17   49   37    5329     79    114 5215/111/3
squoia-de            test     417     7700   72   2915   21   49   40    5242     82    124 5118/121/3
squoia-de            all     4166    78059   83  13532   23   53   41   53705    796   1221 52484/1171/39/7/4
alpino/punctroot     all    24558   312099  135  36833   24   48   32  164900  11248  29808 135092/20485/6207/1885/717/264/118/72/22/21/6/5/0/3/2/0/0/1
squoia-de/punctroot  all     4166    78059   83  13532   23   53   41   53705   2465   8076 45629/4840/1821/722/349/153/103/37/16/19/4/7/1/0/0/0/0/1/3
END

# Gaps without punctuation: sentences, constituents.
while read -r name sentences constituents; do
    files="$data/$name/dev.export.zst"
    json=$("$pleach" stats --json "$files")
    found="$(echo "$json" | key word_gap_sentences) $(echo "$json" | key word_gap_constituents)"
    check "gaps without punctuation in $name dev" "$sentences $constituents" "$found"
    agrees "$name dev" "$files"
done <<END
squoia-de/punctroot  79  114
alpino/punctroot     749 1138
END

# Functions: only the export files have them. The documentation counts -- as one.
while read -r file functions; do
    check "functions of $file" $((functions - 1)) \
        "$("$pleach" stats --json "$data/$file.export.zst" | key functions)"
done <<END
alpino/punctroot/train    32
alpino/punctroot/dev      32
alpino/punctroot/test     32
squoia-de/punctroot/train 41
squoia-de/punctroot/dev   37
squoia-de/punctroot/test  40
craft/dev                 25
icepahc/dev               59
END

# Dependencies: sentences, arcs, relations, sentences that are not projective.
while read -r name file sentences tokens relations np_sentences; do
    check "stats $name train" "$sentences $tokens $relations $np_sentences" "$(arcs "$PLEACH_DATA/dependency/$name/$file")"
done <<END
danish-ddt    train.conll.zst   4830  87639 40  820
dutch-alpino  train.conll.zst   6423 127211 29 3085
english-ewt   train.conllu.zst 12544 204577 51  288
END
exit $failed
