import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const TEXT = 'The water boils once. Then it rests for a minute, and the leaves get three minutes in the pot.';
const MENU = '<div class="a">Teas <p class="b"><a href="/assam">Assam</a></p></div>';
const HIDDEN = '.b { display: none }';
const listener = (body: string) => page(`<p>Tea</p><script>addEventListener('load', f);\n${body}</script>`);
const writing = (body: string) =>
  page(`${body}<script>const a = document.getElementById('saved'); f = () => { a.textContent = 'Saved'; };</script>`);
const SHOWN = 'style>ol { flex-direction: column-reverse }</style>';
const LAYOUT = '<table border="0" cellpadding="0" cellspacing="0">';
const script = (code: string) => `<script>${code}</script>`;
const rows = (cells: string) => jsx(`<table><tbody>${cells}</tbody></table>`);
const SAVED = '<p class="saved-message">{{ isSaved ? "Saved" : "" }}</p>';
const BOTH = "$('#a').on('click', f); $('#a').on('keydown', f);";
const KEPT = "const a = document.getElementById('a'); a.addEventListener('click', f);";
const KEYS = "document.addEventListener('keydown', (e) => {";

it.each([
  ['a.jsx', jsx('<button type="button" onClick={() => setOpen(!open)}>Teas</button>'), 'toggle-without-state'],
  [
    'a.tsx',
    jsx('<button type="button" onClick={() => setMenuOpen((is) => !is)}>Teas</button>'),
    'toggle-without-state',
  ],
  ['a.vue', vue('<button type="button" @click="isOpen = !isOpen">Teas</button>'), 'toggle-without-state'],
  [
    'a.svelte',
    '<p><button type="button" onclick={() => (expanded = !expanded)}>Teas</button></p>',
    'toggle-without-state',
  ],
  [
    'a.component.html',
    '<p><button type="button" (click)="showMenu = !showMenu">Teas</button></p>',
    'toggle-without-state',
  ],
  ['a.html', page(`<style>${HIDDEN} .a:hover > .b { display: block }</style>${MENU}`), 'menu-by-hover'],
  ['a.jsx', jsx(`<div><p><b>How we make tea</b></p><p>${TEXT}</p></div>`), 'heading-by-looks'],
  [
    'a.html',
    page(`<style>.t { font-size: 1.6em; font-weight: 700 }</style><div class="t">Our tea</div><p>${TEXT}</p>`),
    'heading-by-looks',
  ],
  ['a.vue', vue('<p>Use the menu on the left to go on.</p>'), 'told-by-looks'],
  ['a.html', page('<style>#a { width: 960px }</style><div id="a"><p>A</p><p>B</p><p>C</p></div>'), 'page-too-wide'],
  [
    'a.html',
    page('<p>A</p><script>window.onkeydown = function (e) { switch (e.key) { case "j": next(); } };</script>'),
    'single-key-shortcut',
  ],
  ['a.html', writing('<p class="message" id="saved"></p>'), 'message-unannounced'],
  [
    'a.html',
    page('<p id="a"></p><script>b.onclick = () => { document.getElementById("a").textContent = "Saved"; };</script>'),
    'message-unannounced',
  ],
  ['a.html', page('<label>A <input onchange="window.open(this.value)"></label>'), 'change-goes-on'],
  ['a.html', page('<p>Prices rose: those in <b>red</b> are new.</p>'), 'told-by-looks'],
  [
    'a.html',
    page('<pre>Tour    Price   Time\nBay     12      9:00\nSea     20      10:00\n</pre>'),
    'columns-of-spaces',
  ],
  ['a.html', page('<table summary="Layout of the page"><tr><td>A</td><td>B</td></tr></table>'), 'header-of-layout'],
  ['a.html', page('<p>Our t\u0435a</p>'), 'letters-look-alike'],
  [
    'a.jsx',
    jsx('<div><img src={p.url} alt="Leaves of Assam" /><button onClick={p.next}>Next tea</button></div>'),
    'picture-changes-alone',
  ],
  [
    'a.vue',
    `${vue('<form><label for="a">Tea</label><input id="a"></form>')}<style>label { display: none }</style>`,
    'label-hidden',
  ],
  ['a.jsx', jsx('<ul><li draggable="true" onDragStart={p.a}>Assam</li></ul>'), 'drag-alone'],
  ['a.svelte', '<main><p>A</p></main><main><p>B</p></main>', 'main-twice'],
  [
    'a.vue',
    `<script setup>onMounted(() => { setInterval(() => { location.reload() }, 30000) })</script>${vue('<p>A</p>')}`,
    'refresh-delayed',
  ],
  ['a.vue', vue('<a href="#there">Skip to content</a><main id="here">A</main>'), 'skip-to-nowhere'],
  ['a.svelte', '<p><button>A</button></p><style>button:focus { outline: none }</style>', 'focus-invisible'],
  ['a.html', page('<p>Tea</p><blockquote lang="he">תה מוגש כאן</blockquote>'), 'direction-missing'],
  [
    'a.html',
    page('<style>::placeholder { color: #ccc; opacity: 1 }</style><label>A <input placeholder="Tea"></label>'),
    'contrast-low',
  ],
  ['a.jsx', jsx('<div><p><strong>How we make tea</strong></p><p>{p.text}</p></div>'), 'heading-by-looks'],
  ['a.svelte', '<p>Fields marked in red are required.</p>', 'told-by-looks'],
  ['a.html', page('<p>Our podcast:</p><audio controls src="/may.mp3"></audio>'), 'talk-without-text'],
  [
    'a.jsx',
    jsx('<div><label htmlFor="a">A</label><input id="a" /><label htmlFor="a">B</label><input id="a" /></div>'),
    'referenced-id-twice',
  ],
  ['a.vue', `${vue('<ol><li>Then</li><li>First</li></ol>')}<${SHOWN}`, 'order-reversed'],
  [
    'a.jsx',
    jsx('<h4>Prices include VAT. You pay for a month in advance and can leave at the end of every month.</h4>'),
    'heading-of-text',
  ],
  [
    'a.vue',
    vue('<div><figure><img src="a.png" alt="A pot"></figure><figcaption>Our pot</figcaption></div>'),
    'part-outside',
  ],
  ['a.component.html', `${LAYOUT}<tr><th><label>A <input></label></th><td>B</td></tr></table>`, 'header-of-layout'],
  [
    'a.jsx',
    rows('<tr><td><b>Tea</b></td><td><b>Cups</b></td></tr>{p.rows}<tr><td>A</td><td>B</td></tr>'),
    'data-without-headers',
  ],
  ['a.svelte', '<p><label role="button">Tea</label></p>', 'role-not-allowed'],
  ['a.vue', vue('<input type="hidden" name="a" aria-label="Token">'), 'state-said-twice'],
  ['a.jsx', jsx('<label><input type="checkbox" checked={p.a} aria-checked={p.a} />A</label>'), 'state-said-twice'],
  ['a.component.html', `<div><button (click)="save()">Save</button>${SAVED}</div>`, 'message-unannounced'],
  ['a.html', page(`<div id="a" tabindex="0">A</div>${script(KEPT)}`), 'control-without-role'],
  [
    'a.html',
    page(
      `<p class="a">A</p>${script("document.querySelectorAll('.a').forEach((t) => t.addEventListener('click', f));")}`,
    ),
    'click-without-keyboard',
  ],
])('finds in %s: %s', async (file, text, rule) => expect(await rulesIn(file, text)).toContain(rule), 60_000);

it.each([
  ['a.jsx', jsx('<button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>Teas</button>')],
  ['a.jsx', jsx('<button type="button" onClick={() => setOpen(!open)}>{open ? "Hide" : "Show"}</button>')],
  ['a.jsx', jsx('<button type="button" onClick={() => setDialogOpen(!dialogOpen)}>Order</button>')],
  ['a.jsx', jsx('<button type="button" onClick={() => setDone(!done)}>Tea</button>')],
  ['a.html', page(`<style>${HIDDEN} .a:hover .b, .a:focus-within .b { display: block }</style>${MENU}`)],
  [
    'a.html',
    page(
      `<style>${HIDDEN} .a:hover .b { display: block }</style>${MENU.replace('Teas', '<b onclick="f()">A</b>')}`
        .replace('<b onclick="f()">', '<button onclick="f()">')
        .replace('</b>', '</button>'),
    ),
  ],
  [
    'a.html',
    page('<style>.b { display: none } .a:hover .b { display: block }</style><p class="a">A <b class="b">B</b></p>'),
  ],
  ['a.html', page(`<p><b>Note</b> that it is hot.</p><p>${TEXT}</p><p><b>It is hot.</b></p><p>${TEXT}</p>`)],
  ['a.html', page(`<ul><li><p><b>Assam</b></p><p>${TEXT}</p></li></ul>`)],
  ['a.html', page('<p>Press the right arrow key to go on. Choose the green tea, or the menu of the day.</p>')],
  [
    'a.html',
    page(
      '<style>body { width: 960px } @media (max-width: 960px) { body { width: auto } }</style><p>A</p><p>B</p><p>C</p>',
    ),
  ],
  ['a.html', listener(`${KEYS} if (e.key === 'k' && e.metaKey) find(); });`)],
  ['a.html', listener(`${KEYS} if (e.key === 'Escape') close(); });`)],
  ['a.html', listener(`${KEYS} if (document.activeElement === board && e.key === 'a') left(); });`)],
  ['a.html', writing('<p class="message" id="saved" role="status"></p>')],
  ['a.html', writing('<div aria-live="polite"><p id="saved"></p></div>')],
  ['a.html', writing('<output id="saved"></output>')],
  ['a.jsx', jsx('<ul><li draggable="true" onDragStart={p.a}>Assam <button type="button">Up</button></li></ul>')],
  ['a.vue', vue('<main v-if="a">A</main><main v-else>B</main>')],
  ['a.jsx', jsx('{p.a ? <main>A</main> : <main>B</main>}')],
  ['a.jsx', `const f = () => { useEffect(() => { const a = setInterval(load, 3000); }, []); };\n${jsx('<p>A</p>')}`],
  ['a.vue', vue('<a href="#there">Skip to content</a><main><slot /></main>')],
  ['a.svelte', '<p><button>A</button></p><style>button:focus { outline: none; box-shadow: 0 0 2px red }</style>'],
  [
    'a.html',
    page('<p>Tea</p><div dir="rtl"><p lang="he">תה מוגש כאן</p></div><p>In Hebrew: <span lang="he">תה</span></p>'),
  ],
  ['a.jsx', jsx('<div><p><b>Total</b></p><p>{p.sum}</p></div>')],
  ['a.jsx', jsx('<p><label htmlFor="a">A</label>{p.b ? <input id="a" /> : <select id="a" aria-label="A" />}</p>')],
  ['a.vue', vue('<label for="a">A</label><input v-if="b" id="a"><input v-else id="a" type="email">')],
  ['a.html', page('<p>Our song:</p><audio controls src="/song.mp3"></audio>')],
  ['a.jsx', jsx('<div style={{ flexDirection: "row-reverse" }}>{p.messages}</div>')],
  [
    'a.html',
    page(`<pre class="output">NAME      STATUS   AGE\npod a     Running  one day\npod b     Running  two days</pre>`),
  ],
  [
    'a.html',
    page('<h2>Our tea is grown on the hills of Assam, and it is brought to you by ship and by train each spring</h2>'),
  ],
  [
    'a.jsx',
    jsx('<div><b>{p.b}</b><figcaption>{p.a}</figcaption></div>')
      .replace('<section>', '<Figure>')
      .replace('</section>', '</Figure>')
      .replace(/<div>|<\/div>/g, ''),
  ],
  ['a.jsx', jsx('<a href="/" role="button">Tea</a>')],
  ['a.jsx', jsx('<label><input type="checkbox" role="switch" checked={p.a} onChange={p.b} />A</label>')],
  ['a.jsx', rows('<tr><td><b>Total</b></td><td>{p.a}</td></tr><tr><td><b>Tax</b></td><td>{p.b}</td></tr>')],
  ['a.vue', vue('<ul><li v-for="m in messages"><p class="status">{{ m.text }}</p></li></ul>')],
  ['a.html', page(`<b id="a" tabindex="0" role="switch" aria-checked="false">A</b>${script(BOTH)}`)],
  ['a.html', `<div>${SAVED}</div>`],
  ['a.html', page('<p class="status">%sveltekit.status%</p>')],
  ['a.vue', vue('<button type="button" @click="showA = !showA">A</button><ABuilder v-model="showA" />')],
  ['a.jsx', jsx('<button type="button" onClick={() => setOpen(!open)}>A</button><Modal open={open} />')],
  ['a.html', page('<pre>\n.\n.\n.\n.\n</pre>')],
  ['a.html', page('<pre class="terminal">  /\\\n /  \\\n/____\\\n</pre>')],
  ['a.html', page('<p>Our чай of May</p>')],
  [
    'a.html',
    page(
      '<img id="a" src="a.jpg" alt="A"><script>const a = document.getElementById("a"); a.src = a.dataset.src;</script>',
    ),
  ],
  ['a.html', page('<p id="a"></p><script>document.getElementById("a").textContent = "Tea of today";</script>')],
  ['a.html', page('<pre>NAME   READY   STATUS\na      1/1     Running\nb      1/1     Running\n</pre>')],
  ['a.html', page('<style>.a::before { content: "• " }</style><p class="a">Assam</p>')],
  ['a.html', page('<p>We sell shoes in red and in blue.</p>')],
  ['a.html', page('<label>A <input onkeyup="if (event.key === \'Enter\') location.href = this.value"></label>')],
  [
    'a.html',
    page(`<style>.a { position: absolute; width: 1px; height: 1px; overflow: hidden }</style><p class="a">${TEXT}</p>`),
  ],
  ['a.jsx', jsx('<div><img src={p.url} alt={p.text} /><button onClick={p.next}>Next tea</button></div>')],
  ['a.jsx', jsx('<div><img src={p.url} alt="Leaves of Assam" /><button onClick={p.buy}>Buy</button></div>')],
  [
    'a.vue',
    vue('<form><label for="a">Tea</label><input id="a" placeholder="Tea"></form>').concat(
      '<style>label { display: none }</style>',
    ),
  ],
])('blames nothing in %s: %s', async (file, text) => expect(await rulesIn(file, text)).toEqual([]), 60_000);
