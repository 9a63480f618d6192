(function () {
  'use strict';
  const $ = id => document.getElementById(id), root = document.documentElement;
  const main = document.querySelector('main'), list = $('list'), KEPT = 8;
  const items = Array.from(main.querySelectorAll('section'), section => ({
    section, title: section.querySelector('h2').textContent,
    text: section.querySelector('p').textContent,
    labels: section.dataset.labels, crossing: section.dataset.crossing}));
  // Trees in pieces: their sections are made when one of them is shown.
  const pieces = Array.from(document.querySelectorAll('script.piece'), script => {
    const piece = {first: items.length, body: script.nextElementSibling};
    JSON.parse(script.textContent).forEach(([title, text, labels, crossing]) =>
      items.push({piece, title, text, labels, crossing}));
    piece.end = items.length;
    return piece;
  });
  const open = [];
  items.forEach(item => {
    item.find = (item.text + ' ' + item.title).toLowerCase();
    item.labels = ' ' + item.labels + ' ';
  });
  async function inflate(text) {
    const bytes = Uint8Array.from(atob(text.trim()), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Response(stream).text();
  }
  function close(piece) {
    for (let i = piece.first; i < piece.end; i++) {
      items[i].section.remove();
      items[i].section = null;
    }
    piece.ready = null;
  }
  async function load(piece) {
    const box = document.createElement('div');
    box.innerHTML = await inflate(piece.body.textContent);
    Array.from(box.children).forEach((section, i) => {
      items[piece.first + i].section = section;
      main.append(section);
    });
    open.push(piece);
    while (open.length > KEPT) close(open.shift());
  }
  let current = -1, shown = null, found = items.map((_, i) => i), height = 35;
  const wanted = () => $('labels').value.split(/[\s,]+/).filter(Boolean);
  function highlight(section) {
    const words = $('words').value.trim().toLowerCase(), labels = wanted();
    section.querySelectorAll('text').forEach(t => {
      const isWord = t.classList.contains('w'), text = t.textContent;
      t.classList.toggle('hit', isWord ? words !== '' && text.toLowerCase().includes(words)
                                       : labels.includes(text));
    });
  }
  // The list has only the rows that are in sight.
  const rows = document.createElement('div');
  list.append(rows);
  function row(i) {
    const item = items[i], a = document.createElement('a'), b = document.createElement('b');
    const text = document.createElement('bdi');
    a.href = '#' + (i + 1);
    a.title = item.text;
    if (i === current) a.setAttribute('aria-current', 'true');
    b.textContent = i + 1;
    text.textContent = item.text;
    a.append(b, text);
    if (item.crossing) {
      const mark = document.createElement('i');
      mark.textContent = '╳';
      mark.title = 'crossing branches';
      a.prepend(mark);
    }
    return a;
  }
  function draw() {
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 10);
    const last = Math.min(found.length, first + Math.ceil(list.clientHeight / height) + 20);
    rows.replaceChildren(...found.slice(first, last).map(row));
    if (rows.firstChild && rows.firstChild.offsetHeight) height = rows.firstChild.offsetHeight;
    rows.style.paddingTop = first * height + 'px';
    rows.style.height = found.length * height + 'px';
  }
  function reveal(at) {
    if (at * height < list.scrollTop) list.scrollTop = at * height;
    else if ((at + 1) * height > list.scrollTop + list.clientHeight)
      list.scrollTop = (at + 1) * height - list.clientHeight;
  }
  async function show(i, scroll) {
    current = i >= 0 && i < items.length ? i : -1;
    if (scroll && current >= 0) reveal(found.indexOf(current));
    draw();
    const item = items[current];
    if (item) {
      history.replaceState(null, '', '#' + (i + 1));
      try {
        if (item.piece && !item.section)
          await (item.piece.ready = item.piece.ready || load(item.piece));
      } catch (error) {
        $('count').textContent = 'cannot show this tree: ' + error.message;
      }
    }
    if (i !== current && item) return; // another one was chosen meanwhile
    if (shown) shown.classList.remove('shown');
    shown = item && item.section || null;
    if (!shown) return;
    shown.classList.add('shown');
    highlight(shown);
  }
  function filter() {
    const words = $('words').value.trim().toLowerCase(), labels = wanted();
    const crossing = $('disc').checked;
    found = [];
    items.forEach((item, i) => {
      if (item.find.includes(words) && (!crossing || item.crossing) &&
          labels.every(l => item.labels.includes(' ' + l + ' '))) found.push(i);
    });
    $('count').textContent = found.length + ' of ' + items.length;
    if (!found.includes(current)) show(found.length ? found[0] : -1, true);
    else {
      reveal(found.indexOf(current));
      draw();
      if (shown) highlight(shown);
    }
  }
  function step(by) {
    const at = found.indexOf(current) + by;
    if (at >= 0 && at < found.length) show(found[at], true);
  }
  function fit() {
    $('fit').setAttribute('aria-pressed', root.classList.toggle('fit'));
  }
  function theme() {
    root.classList.toggle('dark');
  }
  if (matchMedia('(prefers-color-scheme: dark)').matches) theme();
  list.addEventListener('click', e => {
    const a = e.target.closest('a');
    if (!a) return;
    e.preventDefault();
    show(Number(a.hash.slice(1)) - 1, false);
  });
  list.addEventListener('scroll', () => requestAnimationFrame(draw), {passive: true});
  addEventListener('resize', draw);
  ['words', 'labels', 'disc'].forEach(id => $(id).addEventListener('input', filter));
  $('prev').addEventListener('click', () => step(-1));
  $('next').addEventListener('click', () => step(1));
  $('fit').addEventListener('click', fit);
  $('theme').addEventListener('click', theme);
  const keys = {j: () => step(1), ArrowRight: () => step(1), ArrowDown: () => step(1),
                k: () => step(-1), ArrowLeft: () => step(-1), ArrowUp: () => step(-1),
                f: fit, d: theme, '/': () => $('words').focus()};
  addEventListener('keydown', e => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.target instanceof Element && e.target.matches('input[type=search]')) {
      if (e.key === 'Enter' || e.key === 'Escape') e.target.blur();
      return;
    }
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
  });
  const named = () => Number(location.hash.slice(1)) - 1;
  addEventListener('hashchange', () => show(named(), true));
  current = named() >= 0 && named() < items.length ? named() : 0;
  filter();
  show(items.length ? current : -1, true);
})();
