import { page, rulesIn } from '../../../../test/markup-rules';

const script = (code: string) => `<script>${code}</script>`;
const TEXT = '<p id="n">Free cake today</p>';
const FIELD = '<input id="f" aria-label="Town">';
const FORM = '<form id="f"><label>Age <input id="a"></label><button>Go</button></form>';
const TWO = '<button id="a">One</button><button id="b">Two</button>';
const MOTION = "window.addEventListener('devicemotion', f); off.onchange = () => ";
const SWITCH = '<label><input type="checkbox" id="off"> Shaking</label>';
const styled = (css: string, body: string) => page(`<style>body { background: #fff } ${css}</style>${body}`);
const LINK = '<p><a href="/teas">Our teas</a></p>';
const TURN = '@media (orientation: portrait) { main { display: none } }';
const PLEA = '<div>Please turn your device.</div><main><h1>Tea</h1><p>It is served.</p></main>';
const ROTATES =
  "const all = ['One', 'Two']; let i = 0; setInterval(() => { i = (i + 1) % all.length; n.textContent = all[i]; " +
  '}, 3000);';

it.each([
  ['moves-without-pause', page(`${TEXT}${script(ROTATES)}`)],
  [
    'moves-without-pause',
    page(`${TEXT}${script('n.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 900, iterations: Infinity });')}`),
  ],
  [
    'text-blinks',
    styled(
      '@keyframes p { 50% { opacity: 0.2 } } i { width: 9px; height: 9px; background: red; animation: p 1s infinite }',
      '<p><i></i> Live</p>',
    ),
  ],
  ['script-blinks', page(`${TEXT}${script("setInterval(() => { n.style.color = on ? 'red' : 'white'; }, 400);")}`)],
  ['window-by-itself', page(script("window.onload = () => window.open('/offer');"))],
  [
    'time-limit',
    page(`${TEXT}${script("let s = 9; setInterval(() => { s -= 1; if (s === 0) location.href = '/a'; }, 1000);")}`),
  ],
  [
    'picture-changes-alone',
    page(`<img id="l" src="/off.png" alt="Lamp off">${script("b.onclick = () => { l.src = '/on.png'; };")}`),
  ],
  ['motion-alone', page(`${SWITCH}${script(`${MOTION}document.removeEventListener('devicemotion', f);`)}`)],
  [
    'motion-alone',
    page(
      `<label><input type="checkbox"> Letters</label>${script(
        'window.ondevicemotion = (e) => { if (e.acceleration.x > 9) undo(); };',
      )}`,
    ),
  ],
  [
    'single-key-shortcut',
    page(script("window.addEventListener('keydown', onKey); function onKey(e) { if (e.key === 'n') next(); }")),
  ],
  [
    'single-key-shortcut',
    page(script("document.addEventListener('keyup', ({ key }) => { if (key === '+') more(); });")),
  ],
  [
    'single-key-shortcut',
    page(script("const keys = { n: next }; document.addEventListener('keydown', (e) => { keys[e.key]?.(); });")),
  ],
  ['focus-kept', page(`${FIELD}${script("f.addEventListener('blur', (e) => { e.target.focus(); });")}`)],
  [
    'focus-kept',
    page(
      `${TWO}${script("a.addEventListener('blur', () => b.focus()); b.addEventListener('blur', () => a.focus());")}`,
    ),
  ],
  [
    'focus-kept',
    page(`${FIELD}${script("document.addEventListener('keydown', (e) => { e.preventDefault(); move(e); });")}`),
  ],
  ['focus-goes-on', page(`${FIELD}${script("f.addEventListener('focus', () => { location.href = '/a'; });")}`)],
  [
    'click-without-keyboard',
    page(
      `<ul id="l"><li>A</li></ul>${script(
        "l.addEventListener('click', (e) => { if (e.target.tagName === 'LI') pick(e.target); });",
      )}`,
    ),
  ],
  ['click-without-keyboard', page('<table><tr onclick="show(1)"><td>Assam</td></tr></table>')],
  [
    'role-without-keys',
    page(`<div role="button" tabindex="0" id="o">Order</div>${script("o.addEventListener('click', order);")}`),
  ],
  ['drag-alone', page(`<ul class="s"><li>A</li><li>B</li></ul>${script("$('.s').sortable();")}`)],
  ['label-in-name', page('<label for="i">First name</label><input id="i" aria-label="Given">')],
  ['label-in-name', page('<input type="submit" value="Order now" aria-label="Send form">')],
  ['frame-title-empty', page('<iframe src="/map" title="frame 1"></iframe>')],
  ['focus-invisible', styled('a:focus { outline: 1px solid #eee }', LINK)],
  ['focus-invisible', styled('a { position: absolute; left: -999px }', LINK)],
  ['focus-invisible', styled('a { outline: none } a:focus { cursor: pointer; color: inherit }', LINK)],
  ['orientation-locked', styled(TURN, PLEA)],
  ['orientation-locked', page(script("screen.orientation.lock('landscape');"))],
  ['aria-attribute-unknown', page(script("b.setAttribute('aria-expand', 'false');"))],
  ['aria-value-invalid', page(script("b.setAttribute('aria-pressed', 'on');"))],
  ['role-invalid', page(script("b.setAttribute('role', 'popup');"))],
  ['aria-children-missing', page('<div role="radiogroup" aria-label="Size"><div>Small</div><div>Large</div></div>')],
  ['nameless-button', page(script("const b = document.createElement('button'); b.onclick = close; list.append(b);"))],
  ['nameless-button', page(script('list.innerHTML = \'<button class="del"><i class="fa"></i></button>\';'))],
  [
    'message-unannounced',
    page(`<div id="m" hidden>Your order was saved.</div>${script('b.onclick = () => { m.hidden = false; };')}`),
  ],
  [
    'message-unannounced',
    page(
      `${FORM}${script(
        "f.onsubmit = () => { const p = document.createElement('p'); p.textContent = 'Thank you " +
          "for your letter.'; f.append(p); };",
      )}`,
    ),
  ],
  [
    'error-says-nothing',
    page(
      `${FORM}${script(
        "f.addEventListener('submit', (e) => { if (!a.value) { e.preventDefault(); " +
          "a.style.borderColor = 'red'; } });",
      )}`,
    ),
  ],
  [
    'error-says-nothing',
    page('<input aria-label="Age" aria-invalid="true" aria-errormessage="e"><p id="e" hidden>Write a number</p>'),
  ],
  [
    'scroll-without-focus',
    styled(
      'div { width: 200px; overflow-x: scroll; white-space: nowrap }',
      `<div>${'Assam, Ceylon, Sencha. '.repeat(5)}</div>`,
    ),
  ],
  [
    'text-cut',
    styled('div { height: 2rem; overflow: hidden }', `<div><p>${'Tea is served at five. '.repeat(5)}</p></div>`),
  ],
])('%s finds %s', async (rule, text) => {
  expect(await rulesIn('a.html', text)).toContain(rule);
});

it.each([
  ['moves-without-pause', page(`${TEXT}<button>Pause</button>${script(ROTATES)}`)],
  [
    'moves-without-pause',
    page(`${TEXT}${script('setInterval(() => { n.textContent = new Date().toString(); }, 1000);')}`),
  ],
  [
    'time-limit',
    page(
      `${TEXT}${script(
        "const t = setInterval(() => { s -= 1; if (s === 0) location.href = '/a'; }, 1000); " +
          'b.onclick = () => clearInterval(t);',
      )}`,
    ),
  ],
  ['motion-alone', page(`${SWITCH}${script(`${MOTION}window.removeEventListener('devicemotion', f);`)}`)],
  [
    'single-key-shortcut',
    page(script("window.addEventListener('keydown', onKey); function onKey(e) { if (e.key === 'Escape') close(); }")),
  ],
  ['focus-kept', page(`${TWO}${script("a.addEventListener('blur', () => check());")}`)],
  [
    'focus-kept',
    page(
      `${FIELD}${script(
        "document.addEventListener('keydown', (e) => { if (e.key === 'ArrowUp') e.preventDefault(); });",
      )}`,
    ),
  ],
  ['click-without-keyboard', page('<table><tr onclick="show(1)"><td><a href="/1">Assam</a></td></tr></table>')],
  ['label-in-name', page('<label for="i">Name</label><input id="i" aria-label="Your name">')],
  ['focus-invisible', styled('a:focus { outline: 1px solid #333 }', LINK)],
  ['focus-invisible', styled('a { position: absolute; left: -999px } a:focus { left: 0 }', LINK)],
  ['focus-invisible', styled('a { text-indent: -9999px; background: url(a.png) }', LINK)],
  ['orientation-locked', page(script("b.onclick = () => { screen.orientation.lock('landscape'); };"))],
  ['aria-value-invalid', page(script("b.setAttribute('aria-pressed', 'true');"))],
  [
    'nameless-button',
    page(
      script("const b = document.createElement('button'); b.textContent = 'Close'; b.onclick = close; list.append(b);"),
    ),
  ],
  [
    'message-unannounced',
    page(`<div id="m" role="status" hidden>Your order was saved.</div>${script('m.hidden = false;')}`),
  ],
  [
    'error-says-nothing',
    page(
      `${FORM}${script(
        "f.addEventListener('submit', (e) => { e.preventDefault(); a.style.borderColor = 'red'; " +
          "a.setCustomValidity('Write a number'); });",
      )}`,
    ),
  ],
])('%s is silent about %s', async (rule, text) => {
  expect(await rulesIn('a.html', text)).not.toContain(rule);
});

const layout = (settings: string) =>
  `export const viewport: Viewport = { width: 'device-width', ${settings} };\n` +
  'export default function Layout({ children }) { return <main>{children}</main>; }';

it('reads the settings of the viewport that a layout of Next.js exports', async () => {
  expect(await rulesIn('layout.tsx', layout('maximumScale: 1, userScalable: false'))).toContain('zoom-locked');
  expect(await rulesIn('layout.tsx', layout('maximumScale: 5'))).not.toContain('zoom-locked');
});
