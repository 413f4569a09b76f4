import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const script = (code: string): string => `<script>${code}</script>`;
const styled = (css: string, body: string): string => page(`<style>body { background: #fff } ${css}</style>${body}`);
const LONG = 'Opening hours change in winter, and are shown at the door, where you can read them at any time.';
const KEYS = "(e: KeyboardEvent) => { if (e.key === 'k') next(); }";
const hearing = (handler: string): string =>
  `export const A = () => { useEffect(() => { window.addEventListener('keydown', ${handler}); }); ` +
  'return <p>A</p>; };\n';
const TAB = "c.onkeydown = (e) => { if (e.key === 'Tab') { e.preventDefault(); put(); } };";
const TOAST = "b.onclick = () => { document.querySelector('.toast').hidden = false; };";
const OPENED = '<span tabindex="0" role="button" onkeydown="open()">Picture</span>';
const FIELD = '<label for="f">Picture</label><input type="file" id="f"';
const CHOICES =
  '<form><div class="legend">Days</div><input type="checkbox" id="a" name="d"><label for="a">Monday</label>' +
  '<input type="checkbox" id="b" name="d"><label for="b">Tuesday</label></form>';
const SAVED = '<button @click="save">Save</button><p v-if="isSaved">Your order was saved.</p>';

it.each([
  ['nameless-button', page('<button aria-labelledby="b" id="b"><i></i></button>')],
  ['nameless-button', page('<button aria-label="&#8203;"><i></i></button>')],
  ['control-without-focus', page(`${FIELD} style="display: none">`)],
  [
    'control-without-focus',
    styled('.s input { display: none }', '<label class="s">Dark <input type="checkbox"></label>'),
  ],
  ['click-without-keyboard', page('<map name="m"><area alt="Kitchen" onclick="go()"></map>')],
  [
    'press-without-keyboard',
    page(`<button id="b" type="button">Pay</button>${script("b.addEventListener('mouseup', pay);")}`),
  ],
  [
    'focus-given-away',
    page(`<a href="/">A</a>${script("all.forEach((e) => e.addEventListener('focus', () => e.blur()));")}`),
  ],
  ['focus-kept', page(`<input id="c" aria-label="Code">${script(TAB)}`)],
  [
    'change-goes-on',
    page(`<form id="f"><label>Code <input id="c"></label></form>${script('c.oninput = () => { f.submit(); };')}`),
  ],
  [
    'change-goes-on',
    page('<label>Day <input maxlength="2" onkeyup="if (this.value.length === 2) month.focus()"></label>'),
  ],
  [
    'single-key-shortcut',
    page(script("$(document).keypress(function (e) { if (String.fromCharCode(e.which) === 'm') f(); });")),
  ],
  ['time-limit', page(`<form id="f"></form>${script('setTimeout(() => { f.submit(); }, 300000);')}`)],
  [
    'gesture-alone',
    page(`<p>A</p>${script("m.addEventListener('touchmove', (e) => { if (e.touches.length === 2) zoom(); });")}`),
  ],
  [
    'moves-without-pause',
    page('<svg><text>News<animate attributeName="x" to="9" repeatCount="indefinite"/></text></svg>'),
  ],
  [
    'contrast-low',
    styled('div { background: #222 } p { color: #222; background: inherit }', '<div><p>Tea is served</p></div>'),
  ],
  ['contrast-low', styled('p { color: #000; filter: opacity(30%) }', '<p>Tea is served</p>')],
  ['page-too-wide', styled('div { width: 960px }', `<main><h1>A</h1><div><p>${LONG}</p></div></main>`)],
  ['page-too-wide', styled('p { white-space: nowrap }', `<p>${LONG}</p>`)],
  ['choices-without-question', page(CHOICES)],
  ['aria-state-contradicts', page('<input type="checkbox" role="switch" aria-checked="true" aria-label="Milk">')],
  [
    'message-unannounced',
    page(`<button id="b">A</button><p class="toast" hidden>Added to your basket</p>${script(TOAST)}`),
  ],
])('finds %s in %s', async (rule, text) => expect(await rulesIn('a.html', text)).toContain(rule), 60_000);

it.each([
  ['a.tsx', hearing(KEYS), 'single-key-shortcut'],
  [
    'a.svelte',
    "<svelte:window onkeydown={(e) => { if (e.key === 'x') close(); }} />\n<p>Mail</p>\n",
    'single-key-shortcut',
  ],
  [
    'a.jsx',
    'export const A = () => { useEffect(() => { const f = (e) => { if (e.acceleration.x > 9) undo(); }; ' +
      "window.addEventListener('devicemotion', f); " +
      "return () => window.removeEventListener('devicemotion', f); }, []); " +
      'return <p>Shake</p>; };\n',
    'motion-alone',
  ],
  ['a.jsx', jsx('<label>Add a picture<input type="file" hidden onChange={p.add} /></label>'), 'control-without-focus'],
  ['a.vue', vue(SAVED), 'message-unannounced'],
])('finds in %s: %s', async (file, text, rule) => expect(await rulesIn(file, text)).toContain(rule), 60_000);

it.each([
  ['a.html', page(`${FIELD} style="position: absolute; opacity: 0">`)],
  ['a.html', page(`${FIELD.replace('Picture', OPENED)} style="display: none">`)],
  ['a.html', page(`${FIELD} hidden><button onclick="f.click()">Add</button>${script('const add = () => f.click();')}`)],
  ['a.html', styled('main { width: 960px; max-width: 100% }', `<main><p>${LONG}</p></main>`)],
  ['a.html', styled('div { overflow-x: auto } p { white-space: nowrap }', `<div tabindex="0"><p>${LONG}</p></div>`)],
  [
    'a.html',
    page(
      '<label>Code <input autocomplete="one-time-code" maxlength="6" ' +
        'onkeyup="if (this.value.length === 6) go.focus()"></label>',
    ),
  ],
  ['a.tsx', hearing(KEYS.replace("'k'", "'Escape'"))],
  ['a.vue', vue(SAVED.replace('<p', '<p role="status"'))],
  ['a.vue', vue('<p v-if="isEmpty">No tea was added yet</p>')],
])('blames nothing in %s: %s', async (file, text) => expect(await rulesIn(file, text)).toEqual([]), 60_000);
