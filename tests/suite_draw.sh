#!/bin/sh
# Drawings that other programs make or show: PNG and PDF by rsvg-convert, the HTML page in a
# browser. Each part is skipped where its program is not installed.
. tests/check.sh
german=tests/data/german.export

if command -v rsvg-convert >/dev/null; then
    pleach draw -n 2 --functions $german -o "$T/a.png"
    [ "$(head -c 8 "$T/a.png" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
    say $? "a picture as PNG"
    pleach draw -n 2 --functions $german -o "$T/a.pdf"
    [ "$(head -c 5 "$T/a.pdf")" = %PDF- ] && tail -n 1 "$T/a.pdf" | grep -q EOF
    say $? "a picture as PDF"
    pleach draw -n 1 --format png $german | cmp -s - "$T/a.png"
    [ $? = 1 ] && pleach draw -n 2 --functions --format png $german | cmp - "$T/a.png"
    say $? "standard output has the same bytes"
    pleach search --quiet --trees pdf '[cat="VP"]' $german -o "$T/s.pdf" && [ "$(head -c 5 "$T/s.pdf")" = %PDF- ]
    say $? "what a query found as PDF"
    echo old >"$T/b.png"
    ! pleach draw --id nobody $german -o "$T/b.png" 2>/dev/null && [ "$(cat "$T/b.png")" = old ]
    say $? "a drawing that fails leaves the older file"
else
    echo "ok PNG and PDF # SKIP rsvg-convert is not installed"
fi

# Without the program: what to install, and no file.
mkdir "$T/bin"
ln -s "$(command -v pleach)" "$T/bin/pleach"
PATH="$T/bin" pleach draw -n 1 $german -o "$T/c.png" 2>"$T/why"
[ $? = 1 ] && grep -q 'librsvg2-bin' "$T/why" && [ ! -e "$T/c.png" ]
say $? "what to install for PNG"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    echo "ok the HTML page in a browser # SKIP there is no Chromium"
    exit $status
fi
# 130 trees: those after the first 50 come out of pieces. The script does what a user does.
i=0
while [ $i -lt 130 ]; do
    i=$((i + 1))
    echo "(S (VP (A 0=a$i) (C 2=c)) (B 1=b))"
done >"$T/many.discbracket"
pleach draw "$T/many.discbracket" -o "$T/page.html"
cat >>"$T/page.html" <<'END'
<script>
addEventListener('load', async () => {
  const get = id => document.getElementById(id), said = [];
  const look = async () => {
    let shown;
    for (let i = 0; i < 400; i++) { // until the tree of the address is there
      await new Promise(done => setTimeout(done, 50));
      shown = document.querySelectorAll('section.shown');
      if (shown[0] && '#' + shown[0].querySelector('h2').textContent === location.hash) break;
    }
    said.push(shown.length + ':' + (shown[0] ? shown[0].querySelector('h2').textContent : '') + ':' + get('count').textContent);
  };
  await look();
  get('next').click();
  await look();
  get('words').value = 'a12';
  get('words').dispatchEvent(new Event('input'));
  await look();
  get('words').value = '';
  get('labels').value = 'VP';
  get('words').dispatchEvent(new Event('input'));
  location.hash = '#3';
  await look();
  document.body.replaceChildren('SAID ' + said.join(' | ') + ' END');
});
</script>
END
timeout 600 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$T/profile" --virtual-time-budget=90000 \
    --dump-dom "file://$T/page.html#100" 2>/dev/null | sed -n 's/.*SAID \(.*\) END.*/\1/p' | tail -n 1 >"$T/said"
echo '1:100:130 of 130 | 1:101:130 of 130 | 1:12:11 of 130 | 1:3:130 of 130' | diff - "$T/said"
say $? "trees of an HTML page come when they are wanted"
exit $status
