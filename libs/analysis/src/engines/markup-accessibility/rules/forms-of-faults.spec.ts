import { page, rulesIn } from '../../../../test/markup-rules';

const script = (code: string): string => `<script>${code}</script>`;
const drawing = (text: string): string =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Ctext%3E${text}%3C/text%3E%3C/svg%3E`;
const TABLE = '<table><tr><th scope="col">Room</th><th scope="col">Lift</th></tr>';
const row = (name: string, cell: string): string => `<tr><td>${name}</td><td>${cell}</td></tr>`;
const FORM = '<form id="f" action="/s"><label><input type="checkbox" name="k"> Children</label></form>';
const DIALOG = '<div role="alertdialog" aria-labelledby="t" hidden>';
const SENDS = "document.querySelector('form').addEventListener('change', function () { this.submit(); });";
const TABS = "if (e.key === 'Tab') { e.preventDefault();";
const FIELDS =
  '<label>Feet <input class="a"></label><label>Metres <input class="b"></label>' +
  script(
    "const a = document.querySelector('.a'), b = document.querySelector('.b');" +
      `a.onkeydown = (e) => { ${TABS} b.focus(); } }; b.onkeydown = (e) => { ${TABS} a.focus(); } };`,
  );
const MAP = (keys: string): string =>
  script(`var keys = { ${keys} }; window.onkeyup = (e) => { step(keys[e.keyCode]); };`);
const SET = (values: string): string => script(`b.setAttribute('aria-expanded', isOpen ? ${values});`);

it.each([
  ['aria-value-invalid', page(SET("'open' : 'closed'"))],
  ['aria-state-contradicts', page('<p role="status" aria-live="off"></p>')],
  ['image-words-empty', page(`<img alt="A sunset" src="${drawing('Bakery Holm')}">`)],
  ['picture-told-of', page('<p>Turn at the fountain in this direction: <img src="a.svg" alt=""></p>')],
  ['picture-told-of', page(`${TABLE}${row('Hall', '<img src="yes.gif" alt="">')}</table>`)],
  [
    'picture-told-of',
    page(`${TABLE}${row('Hall', '<img src="1.gif" alt="">')}${row('Tower', '<img src="2.gif" alt="no">')}</table>`),
  ],
  [
    'error-says-nothing',
    page(`<input id="r" aria-label="Rides">${script("r.setCustomValidity(ok ? '' : 'Wrong.');")}`),
  ],
  ['label-says-nothing', page('<form><label for="q">Enter text here</label><textarea id="q"></textarea></form>')],
  [
    'text-cut',
    page(
      '<style>h2 { white-space: nowrap; overflow: hidden }</style>' +
        '<h2>Council decides on the new bridge over the river at the old shipyard in March</h2>',
    ),
  ],
  ['single-key-shortcut', page(MAP('78: 1, 80: -1'))],
  ['focus-kept', page(FIELDS)],
  ['change-goes-on', page(`${FORM}${script(SENDS)}`)],
  ['nameless-dialog', page(`${DIALOG}<p id="t"><img src="w.png" alt=""></p></div>`)],
  [
    'heading-thrice',
    page('<h1>Inn</h1><h2>Prices</h2><p>We are open from Tuesday to Saturday, and closed on Sunday.</p>'),
  ],
  ['link-name-vague', page('<ul><li><a href="/night">Details</a></li></ul>')],
  [
    'link-name-alone',
    page('<p><a href="/hire"><img src="c.jpg" alt="Hire a canoe"></a></p><p><a href="/sale">Hire a canoe</a></p>'),
  ],
  [
    'link-name-alone',
    page(
      TABLE + row('A', '<a href="1.pdf">The whole form</a>') + row('B', '<a href="2.pdf">The whole form</a></table>'),
    ),
  ],
  [
    'talk-without-text',
    page(
      '<h2>Call of the mayor</h2><audio controls src="m.mp3"></audio>' +
        '<div hidden><h3>Text of the call</h3><p>Dear citizens.</p></div>',
    ),
  ],
  [
    'message-unannounced',
    page(
      `<button>A</button><p class="saved" hidden>It was saved</p>${script(
        "document.querySelector('button').onclick = () => { document.querySelector('.saved').hidden = false; };",
      )}`,
    ),
  ],
])('finds %s in %s', async (rule, text) => expect(await rulesIn('a.html', text)).toContain(rule), 60_000);

it.each([
  [
    'a.jsx',
    'const A = ({ n }) => <div><div aria-label={n + " of 5 stars"}>{n}</div></div>;\n',
    'aria-attribute-forbidden',
  ],
  ['a.jsx', 'const A = () => { const Tag = \'img\'; return <p><Tag src="a" /></p>; };\n', 'nameless-image'],
  [
    'a.vue',
    '<template><div><input aria-label="A" aria-describedby="iban-help">' +
      '<p id="pay-iban-help">Two letters</p></div></template>\n',
    'aria-reference-missing',
  ],
  [
    'a.vue',
    '<template><p class="b">Six seats</p></template>\n<style scoped>.b { color: #fff; background: #ffb703 }</style>\n',
    'contrast-low',
  ],
  [
    'a.svelte',
    '<script>export let id;</script>\n<video controls src="/{id}.mp4"><track kind="captions"></video>\n',
    'captions-missing',
  ],
])('finds in %s: %s', async (file, text, rule) => expect(await rulesIn(file, text)).toContain(rule), 60_000);

const drawer = (css: string): string =>
  '<script>let open = false;</script>\n<div class="menu" class:open aria-hidden={!open}><a href="/">Tea</a></div>\n' +
  `<button onclick={() => (open = !open)}>Menu</button>\n<style>${css}</style>\n`;

it('tells of what a state hides from readers alone', async () => {
  const moved = '.menu { transform: translateX(100%) } .menu.open { transform: none }';
  expect(await rulesIn('a.svelte', drawer(moved))).toContain('hidden-focus');
  expect(await rulesIn('a.svelte', drawer(`${moved} .menu { visibility: hidden }`))).not.toContain('hidden-focus');
});

it.each([
  page(SET("'true' : 'false'")),
  page(`<img alt="Bakery Holm" src="${drawing('Bakery Holm')}">`),
  page(`${TABLE}${row('Hall', '<img src="hall.jpg" alt="">')}</table>`),
  page(MAP('34: 1, 33: -1')),
  page(`${FORM.replace('</form>', '<p>The list is sent at once.</p></form>')}${script(SENDS)}`),
  page(`${DIALOG}<p id="t"><img src="w.png" alt=""> Delete it?</p></div>`),
  page('<h1>Inn</h1><h2>Prices</h2><p>A room costs 40 euros from Tuesday to Saturday; we are closed on Sunday.</p>'),
  page('<nav aria-label="Tea"><ul><li><a href="/night">Details</a></li></ul></nav>'),
])('blames nothing in %s', async (text) => expect(await rulesIn('a.html', text)).toEqual([]), 60_000);
