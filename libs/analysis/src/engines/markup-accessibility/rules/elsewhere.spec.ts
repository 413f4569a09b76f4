import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const script = (code: string): string => `<script>${code}</script>`;
const styled = (css: string, body: string): string => page(`<style>body { background: #fff } ${css}</style>${body}`);
const LAND = '<label>Land <select id="l" name="land"><option>DE</option></select></label>';
const FORM = `<form id="f">${LAND}</form>`;
const RING = '@layer base { a:focus-visible { outline: 2px solid #05f } }';
const LINK = '<p><a href="/tea">Our teas</a></p>';
const PLAIN =
  "import styled from 'styled-components';\nconst B = styled.button`border: 0; &:focus { outline: none }`;\n" +
  'export const A = () => <div><B type="button" onClick={save}>Save</B></div>;\n';
const PASSWORD = '<label>Password <input type="password" autocomplete="current-password" class="p"></label>';
const TICKS =
  'useEffect(() => { const t = setTimeout(() => setLeft(left - 1), 1000); return () => clearTimeout(t); });';
const QUIZ = `export const A = () => { if (left === 0) { submit(); } ${TICKS} return <form><p>Left</p></form>; };\n`;
const BOX = '<div id="box"><button type="button" id="a">One</button></div>';
const OUT = "box.addEventListener('focusout', (e) => { if (!box.contains(e.relatedTarget)) a.focus(); });";
const ROWS = '<a href="/3">Pay</a><a href="/2">Address</a><a href="/1">Basket</a>';
const scoped = (css: string, markup: string): string =>
  `<template>${markup}</template>\n<style scoped>${css}</style>\n`;
const scss = scoped('$grey: #b5b5b5;\n.card { background: #fff; .sub { color: $grey } }', '');
const FILM = "const v = document.createElement('video'); v.src = '/mayor.mp4'; v.controls = true; p.append(v);";
const LOGS = '<p>Started the kettle</p>'.repeat(9);

const EACH_LINK = "document.querySelectorAll('a').forEach((a) => { a.onfocus = () => { location.assign(a.href); }; });";
const GAME = '<div tabindex="0" role="application" aria-label="Game" id="g">A</div>';
const ALL_KEYS = "g.addEventListener('keydown', (e) => { e.preventDefault(); move(e.key); });";
const ENTRY = "l.addEventListener('click', (e) => { const item = e.target.closest('li'); if (item) open(item); });";
const HOVERS = 'onMouseEnter={() => setOn(true)} onMouseLeave={() => setOn(false)} onFocus={() => setOn(true)}';
const TIP = `<span><button type="button" ${HOVERS}>VAT</button>{on && <i role="tooltip">Seven per cent</i>}</span>`;
const MORE =
  "let t = setTimeout(end, 600000); function end() { location = '/out'; } m.onclick = () => { clearTimeout(t); };";

it.each([
  ['change-goes-on', 'a.html', page(FORM + script('function go(e) { location = e.target.value; } f.onchange = go;'))],
  [
    'change-goes-on',
    'a.html',
    page(FORM + script("$(document).on('change', 'select', function () { $(this).closest('form').submit(); });")),
  ],
  [
    'change-goes-on',
    'a.vue',
    `<script setup>\nwatch(land, (v) => router.push(v))\n</script>\n${vue(LAND.replace('id="l"', 'v-model="land"'))}`,
  ],
  [
    'change-goes-on',
    'a.html',
    page(`<div x-data x-effect="location = land">${LAND.replace('id', 'x-model="land" id')}</div>`),
  ],
  ['change-goes-on', 'a.html', page(LAND.replace('id="l"', 'hx-get="/p" hx-push-url="true"'))],
  ['focus-goes-on', 'a.html', page(LINK + script(EACH_LINK))],
  ['paste-refused', 'a.html', page(PASSWORD + script("$('.p').on('copy paste', function () { return false; });"))],
  ['paste-refused', 'a.html', page(`<form onpaste="return false">${PASSWORD}</form>`)],
  ['focus-invisible', 'a.html', styled(`${RING} a:focus { outline: none }`, LINK)],
  ['focus-invisible', 'a.html', styled('a:focus-visible { all: unset }', LINK)],
  ['focus-invisible', 'a.jsx', PLAIN],
  ['contrast-of-parts', 'a.html', styled('a:focus-visible { outline: 2px solid #bbb }', LINK)],
  ['contrast-of-state', 'a.html', styled('a { color: #036 } a:is(:hover, :focus) { color: #ddd }', LINK)],
  [
    'contrast-low',
    'a.vue',
    scss
      .replace('<style scoped', '<style lang="scss"')
      .replace('</template>', '<div class="card"><p class="sub">Delivered soon</p></div></template>'),
  ],
  ['time-limit', 'a.jsx', QUIZ],
  [
    'time-limit',
    'a.vue',
    `<script setup>\nonMounted(() => { setTimeout(() => { logout() }, 300000) })\n</script>\n${vue('<p>Hello</p>')}`,
  ],
  ['focus-kept', 'a.html', page(BOX + script(OUT))],
  ['focus-kept', 'a.html', page(GAME + script(ALL_KEYS))],
  ['order-reversed', 'a.jsx', jsx(`<div className="flex flex-row-reverse">${ROWS}</div>`)],
  [
    'order-reversed',
    'a.vue',
    scoped('ol { display: flex } li:first-child { order: 3 }', '<ol><li>Boil it</li><li>Pour it</li></ol>'),
  ],
  ['scroll-without-focus', 'a.jsx', jsx(`<div className="h-32 overflow-y-scroll">${LOGS}</div>`)],
  ['captions-missing', 'a.html', page(`<div id="p"></div>${script(FILM)}`)],
  [
    'captions-missing',
    'a.html',
    page('<object data="mayor.mp4" type="video/mp4" aria-label="The mayor speaks"></object>'),
  ],
  [
    'link-by-colour',
    'a.html',
    styled(
      'body { color: #444 } a { color: #036; text-decoration-color: transparent }',
      `<p>The council agreed to <a href="/m">publish its minutes</a> each week.</p>`,
    ),
  ],
  ['click-without-keyboard', 'a.component.html', '<p><i class="fa fa-trash" (click)="remove(tea)"></i></p>'],
  ['click-without-keyboard', 'a.html', page(`<ul id="l"><li>Assam</li></ul>${script(ENTRY)}`)],
  ['skip-to-nowhere', 'a.html', page('<a href="javascript:void(0)">Skip to content</a><main id="m"><p>A</p></main>')],
  [
    'single-key-shortcut',
    'a.html',
    page(script('$(document).keypress(function (e) { switch (e.which) { case 100: del(); } });')),
  ],
  ['help-goes-away', 'a.jsx', jsx(TIP)],
  ['text-sized-by-window', 'a.html', styled('html { font-size: 1.2vw } p { font-size: 1rem }', '<p>Tea is served</p>')],
  [
    'text-cut',
    'a.html',
    styled('p { white-space: nowrap; width: 120px; overflow: hidden }', '<p>Pay your council tax by card here</p>'),
  ],
])('finds what is done elsewhere: %s in %s: %s', async (rule, file, text) => {
  expect(await rulesIn(file, text)).toContain(rule);
});

it.each([
  ['change-goes-on', 'a.html', page(FORM + script('function go(e) { sort(e.target.value); } f.onchange = go;'))],
  [
    'focus-invisible',
    'a.html',
    styled(`a:focus { outline: none } ${RING.replace('@layer base { ', '').replace(/ \}$/, '')}`, LINK),
  ],
  ['focus-invisible', 'a.html', styled('a { outline: none } p:focus-within { box-shadow: 0 0 0 3px #05f }', LINK)],
  ['time-limit', 'a.jsx', QUIZ.replace('submit()', 'setCanResend(true)')],
  ['refresh-delayed', 'a.html', page(`<button type="button" id="m">More time</button>${script(MORE)}`)],
  ['focus-kept', 'a.html', page(`<dialog id="box"><button type="button" id="a">One</button></dialog>${script(OUT)}`)],
  [
    'order-reversed',
    'a.html',
    styled(
      'div { display: flex; flex-direction: row-reverse }',
      '<div><button type="button">Save</button><button type="button">Cancel</button></div>',
    ),
  ],
  [
    'target-small',
    'a.html',
    styled(
      'button { width: 12px; height: 12px; padding: 0; margin: 0 8px }',
      '<p><button type="button">+</button><button type="button">-</button></p>',
    ),
  ],
  [
    'single-key-shortcut',
    'a.html',
    page(script("document.onkeydown = (e) => { if (!keys.checked) return; if (e.key === 'd') del(); };")),
  ],
  ['captions-missing', 'a.html', page(script(FILM.replace('v.controls', "v.append(track('a.vtt')); v.controls")))],
])('leaves alone what is sound: %s in %s: %s', async (rule, file, text) => {
  expect(await rulesIn(file, text)).not.toContain(rule);
});
