(function () {
  'use strict';
  const $ = id => document.getElementById(id), root = document.documentElement;
  const sections = Array.from(document.querySelectorAll('section'));
  const items = sections.map((section, i) => {
    const a = document.createElement('a'), b = document.createElement('b');
    const text = section.querySelector('p').textContent;
    a.href = '#' + (i + 1);
    b.textContent = i + 1;
    a.append(b, text);
    a.title = text;
    if (section.dataset.crossing) {
      const mark = document.createElement('i');
      mark.textContent = '╳';
      mark.title = 'crossing branches';
      a.prepend(mark);
    }
    $('list').append(a);
    return {section, a, text: (text + ' ' + section.querySelector('h2').textContent).toLowerCase(),
            labels: section.dataset.labels.split(' ')};
  });
  let current = -1, found = items.map((_, i) => i);
  const wanted = () => $('labels').value.split(/[\s,]+/).filter(Boolean);
  function highlight(item) {
    const words = $('words').value.trim().toLowerCase(), labels = wanted();
    item.section.querySelectorAll('text').forEach(t => {
      const isWord = t.classList.contains('w'), text = t.textContent;
      t.classList.toggle('hit', isWord ? words !== '' && text.toLowerCase().includes(words)
                                       : labels.includes(text));
    });
  }
  function show(i, scroll) {
    if (current >= 0) {
      items[current].section.classList.remove('shown');
      items[current].a.removeAttribute('aria-current');
    }
    current = i;
    if (i < 0 || i >= items.length) { current = -1; return; }
    items[i].section.classList.add('shown');
    items[i].a.setAttribute('aria-current', 'true');
    if (scroll) items[i].a.scrollIntoView({block: 'nearest'});
    history.replaceState(null, '', '#' + (i + 1));
    highlight(items[i]);
  }
  function filter() {
    const words = $('words').value.trim().toLowerCase(), labels = wanted();
    const crossing = $('disc').checked;
    found = [];
    items.forEach((item, i) => {
      const keep = item.text.includes(words) && (!crossing || item.section.dataset.crossing) &&
        labels.every(l => item.labels.includes(l));
      item.a.hidden = !keep;
      if (keep) found.push(i);
    });
    $('count').textContent = found.length + ' of ' + items.length;
    if (!found.includes(current)) show(found.length ? found[0] : -1, true);
    else highlight(items[current]);
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
  $('list').addEventListener('click', e => {
    const a = e.target.closest('a');
    if (!a) return;
    e.preventDefault();
    show(Number(a.hash.slice(1)) - 1, false);
  });
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
  addEventListener('hashchange', () => show(Number(location.hash.slice(1)) - 1, true));
  const first = Number(location.hash.slice(1)) - 1;
  show(first >= 0 && first < items.length ? first : 0, true);
  filter();
})();
