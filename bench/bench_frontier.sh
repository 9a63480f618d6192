# F1 against speed: every parser at several beams on alpino/dev, beside the published programs (bench/peers.tsv), as a table and
# as a picture, build/bench/frontier.svg; docs/performance.md shows it. Models are made once and kept in
# build/bench, since training takes minutes. Tags are given to all but networks, which read words alone.
if [ -n "$PLEACH_DATA" ]; then
    kept=$(dirname "$pleach")/bench
    alpino=$data/constituency/alpino
    mkdir -p "$kept"

    # keep NAME COMMAND…: the model of that name, made by the command unless it is there, and not by presets of before
    keep() {
        what=$kept/$1
        shift
        [ "$what" -nt src/train/presets.c ] && return
        echo "making $what" >&2
        "$pleach" "$@" --quiet -o "$what"
    }
    keep paper.model train --preset paper --epochs 30 "$alpino/train.discbracket.zst"
    keep best.model train "$alpino/train.discbracket.zst"
    keep fast.model train --preset fast "$alpino/train.discbracket.zst"
    keep greedy.model train --preset fast --beam 1 --prune 0.6 "$alpino/train.discbracket.zst"
    keep skipshift.model train --preset maier-lichte --system skipshift --reorder dist2 --features extended "$alpino/train.discbracket.zst"
    keep swap.model train --preset maier-lichte --system swap "$alpino/train.discbracket.zst"
    for kind in 2dop split-2dop; do
        keep $kind.model grammar $kind --heads alpino --binarize swap --bin-label markov "$alpino/train.discbracket.zst"
    done
    python3 experiments/frontier.py --pleach "$pleach" --tags --peers bench/peers.tsv --chart "$kept/frontier.svg" "$alpino/dev.discbracket.zst" \
        "paper=$kept/paper.model:1,4,16,32" "paper, margin=$kept/paper.model:4/50,8/96,12/160" \
        "best=$kept/best.model:8/70,8/100,16/140,32/200" \
        "fast=$kept/fast.model:8/45,8/60,8/75,32/140" "fast, greedy=$kept/greedy.model:1" \
        "skipshift=$kept/skipshift.model:1,4,16" "swap=$kept/swap.model:1,4,16" \
        "2dop=$kept/2dop.model:-" "split-2dop=$kept/split-2dop.model:-" \
        "nl-small=nl-small:1,4/3,16/3" "nl=nl:1,4/3,16/3"
else
    echo "F1 against speed # PLEACH_DATA is missing"
fi
