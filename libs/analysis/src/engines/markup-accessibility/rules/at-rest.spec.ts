import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const script = (code: string) => `<script>${code}</script>`;
const TURNS_ON = "a.addEventListener('click', function () { this.classList.toggle('on'); });";
const choice = (name: string) => `<label><input type="checkbox" name="a"> ${name}</label>`;
const COUNTS = "b.onclick = () => { document.getElementById('count').textContent = 'Bags: ' + n; };";
const CHOOSES = "var a = document.querySelectorAll('li')[0]; a.setAttribute('aria-selected', 'true');";
const SENDS = "a.addEventListener('focusin', (e) => { if (e.target.id) a.submit(); });";
const KEEPS_TAB = 'function onKey(e) { if (e.key === "Tab") { e.preventDefault(); add(); } }\n';
const NEXT = 'useEffect(() => { const t = setInterval(() => setAt((n) => (n + 1) % all.length), 4000); }, []);\n';
const style = (css: string) => `<style>${css}</style>`;
const form = (field: string) => page(`<form>${field}<button>Go</button></form>`);
const table = (cell: string, before = '') =>
  page(`${before}<table><tr><th>Tea</th><th>Organic</th></tr><tr><td>Assam</td><td>${cell}</td></tr></table>`);
const TABS = '<div class="tabs"><button class="tab active">Green</button><button class="tab">Black</button></div>';
const LISTENS = "document.querySelectorAll('.tab').forEach((t) => t.addEventListener('click', () => show(t)));";
const LONG = 'A pot of tea is three euros, and a cup is one euro and fifty cents, with milk or lemon as you like.';
const component = (markup: string, css: string) =>
  `@Component({ template: \`${markup}\`, styles: ['${css}'] })\nexport class A {}\n`;
const router = (code: string) =>
  `import { useEffect } from 'react';\nexport const A = ({ router, ok }) => {\n${code}\nreturn <p>Thank you</p>; };\n`;
const turned = (css: string) =>
  page(`${style(css)}<div class="a"><p>Please rotate your device.</p></div><main>Tea</main>`);

it.each([
  // choices and switches that only a class shows
  ['a.html', page(TABS + script(LISTENS)), 'state-by-looks'],
  ['a.html', page(`<button id="a">Dark</button>${script(TURNS_ON)}`), 'state-by-looks'],
  [
    'a.jsx',
    jsx("<button className={on ? 'a b' : 'a'} onClick={() => setOn(!on)}>Favourite</button>"),
    'state-by-looks',
  ],
  // help for the mouse
  ['a.html', page('<p>Net <span title="The weight of the tea without its tin">?</span></p>'), 'hover-alone'],
  [
    'a.html',
    page(`${style('i { display: none; position: absolute } b:hover + i { display: block }')}<b>Tea</b><i>Green</i>`),
    'help-goes-away',
  ],
  // fields
  ['a.html', form('<label>Voucher <input pattern="[A-Z]{3}[0-9]{2}"></label>'), 'pattern-unexplained'],
  ['a.html', form('<label>First name <input autocomplete="family-name"></label>'), 'autocomplete-invalid'],
  ['a.html', form(`<p>With:</p>${choice('Milk')}${choice('Lemon')}`), 'choices-without-question'],
  [
    'a.html',
    page('<div><b role="radio" aria-checked="true" tabindex="0">A</b><b role="radio" aria-checked="false">B</b></div>'),
    'choices-without-question',
  ],
  ['a.vue', vue('<form><label for="a">Enter here</label><input id="a" v-model="a"></form>'), 'label-says-nothing'],
  [
    'a.vue',
    vue('<input aria-label="A" :aria-invalid="bad" aria-describedby="e"><b id="e">Invalid input</b>'),
    'error-says-nothing',
  ],
  // icons
  ['a.html', table('<i class="fa fa-check"></i>'), 'icon-alone'],
  ['a.html', table('<span class="yes"></span>', style('.yes { background: url(yes.png) }')), 'icon-alone'],
  ['a.html', page('<button class="close"><i>&#xe012;</i></button>'), 'name-of-sign'],
  ['a.html', page('<a href="/"><i class="material-icons">arrow_back</i></a>'), 'name-of-sign'],
  // classes of Tailwind
  ['a.jsx', jsx(`<div><div className="text-3xl font-bold">Prices</div><p>${LONG}</p></div>`), 'heading-by-looks'],
  ['a.jsx', jsx('<button className="h-4 w-4">+</button><button className="h-4 w-4">-</button>'), 'target-small'],
  ['a.jsx', jsx('<b className="animate-bounce">Only today</b>'), 'moves-without-pause'],
  // headings, lists, tables and orders that only a style makes
  ['a.html', page(`<font size="6"><b>Prices</b></font><p>${LONG}</p>`), 'heading-by-looks'],
  ['a.jsx', jsx('<div className="page-title">Our teas</div><p>{a}</p>'), 'heading-by-looks'],
  ['a.html', page('<div>* Assam</div><div>* Ceylon</div><div>* Sencha</div>'), 'list-of-signs'],
  [
    'a.html',
    page(`${style('div { display: grid } .a { order: 2 }')}<div><p class="a">Pour it.</p><p>Boil it.</p></div>`),
    'order-reversed',
  ],
  [
    'a.html',
    page('<p>Assam &nbsp; &nbsp;3<br>Ceylon &nbsp; &nbsp;4<br>Sencha &nbsp; &nbsp;5</p>'),
    'columns-of-spaces',
  ],
  [
    'a.html',
    page(
      style('.t { display: table } .t div { display: table-row } .t i { display: table-cell }') +
        `<div class="t">${'<div><i>Tea</i><i>3</i></div>'.repeat(3)}</div>`,
    ),
    'data-without-headers',
  ],
  // motion and time
  [
    'a.html',
    page(`${style('@keyframes f { 50% { opacity: 0 } } div { animation: f 200ms infinite }')}<div>Sale</div>`),
    'flashes-often',
  ],
  ['a.jsx', router("useEffect(() => { setTimeout(() => { router.push('/'); }, 5000); }, []);"), 'refresh-delayed'],
  ['a.html', page(script("const WAIT = 9000; setTimeout(() => { location.assign('/'); }, WAIT);")), 'refresh-delayed'],
  ['a.html', page(script("const go = () => { location.href = '/'; }; setTimeout(go, 9000);")), 'refresh-delayed'],
  ['a.html', page(script("m.httpEquiv = 'refresh'; m.content = '30';")), 'refresh-delayed'],
  [
    'a.jsx',
    jsx('<label>Kind <select onChange={(e) => router.push(e.target.value)}><option>A</option></select></label>'),
    'change-goes-on',
  ],
  ['a.html', form('<label><input type="radio" name="a" onchange="this.form.submit()"> A</label>'), 'change-goes-on'],
  // the page as a whole
  ['a.html', turned('@layer a { @media (orientation: landscape) { main { display: none } } }'), 'orientation-locked'],
  ['a.html', page(`${style('body { touch-action: pan-y }')}<p>Tea</p>`), 'zoom-locked'],
  ['a.html', page('<meta name="viewport" content="width=device-width user-scalable=no"><p>Tea</p>'), 'zoom-locked'],
  ['a.html', page(`<p>Tea</p>${script("document.title = '';")}`), 'page-title-missing'],
  [
    'a.jsx',
    "import { Html } from 'next/document';\nexport default () => <Html><body /></Html>;\n",
    'page-language-missing',
  ],
  ['a.tsx', "export const metadata = { title: '' };\nexport default () => <p>Tea</p>;\n", 'page-title-missing'],
  [
    'a.html',
    page('<p>The tea is served.</p><img src="a.jpg" alt="Une tasse est sur la table avec des fleurs">'),
    'part-language-missing',
  ],
  ['a.html', page('<p dir="right">Tea</p>'), 'direction-missing'],
  [
    'a.html',
    page('<p style="font: 16px/1.1 serif !important">Tea is served at five each day of the week.</p>'),
    'spacing-fixed',
  ],
  // what is hidden, and by which selectors
  [
    'a.html',
    page(`${style(':root { --d: none } i { display: var(--d) }')}<a href="/"><i>Tea</i></a>`),
    'nameless-link',
  ],
  ['a.html', page(`${style('nav:has(a) i { display: none }')}<nav><a href="/"><i>Tea</i></a></nav>`), 'nameless-link'],
  [
    'a.html',
    page(`<button id="a">Tea</button>${script("document.getElementById('a').textContent = '';")}`),
    'nameless-button',
  ],
  // words that a program puts into a template
  ['a.vue', vue('<div class="card" @click="open(tea)">{{ tea.name }}</div>'), 'click-without-keyboard'],
  ['a.svelte', '<div><p onclick={() => open(tea)}>{tea.name}</p></div>\n', 'click-without-keyboard'],
  [
    'a.component.html',
    '<ul><li *ngFor="let t of teas" (click)="choose(t)">{{ t.name }}</li></ul>\n',
    'click-without-keyboard',
  ],
  [
    'a.component.ts',
    component('<section><p class="b">Prices</p></section>', '.b { color: #bbb; background: #fff }'),
    'contrast-low',
  ],
  [
    'a.html',
    page(`<p><span id="o">Order</span></p>${script("document.getElementById('o').addEventListener('touchend', f);")}`),
    'click-without-keyboard',
  ],
  // the words of a film, a frame, a link or an area
  [
    'a.html',
    page(
      '<p>She shows how to pour, and tells why.</p>' +
        '<video controls src="a.mp4"><track kind="captions" src="a.vtt"></video>',
    ),
    'description-missing',
  ],
  [
    'a.html',
    page('<video controls src="a.mp4"></video><a href="/b">Film with audio description</a>'),
    'captions-missing',
  ],
  ['a.vue', vue('<p v-for="t in all"><iframe :src="t.url" title="Video player"></iframe></p>'), 'frame-name-twice'],
  [
    'a.html',
    page(`<map name="a">${['a', 'b'].map((id) => `<area href="/${id}" alt="Hall">`).join('')}</map>`),
    'link-name-twice',
  ],
  [
    'a.html',
    page(`<ul>${['a', 'b'].map((id) => `<li>The ${id} house: <a href="/${id}">opening hours</a></li>`).join('')}</ul>`),
    'link-name-alone',
  ],
  ['a.html', page('<h2>Add your heading here</h2><p>A lesson costs 12, ten cost 95.</p>'), 'heading-thrice'],
  [
    'a.jsx',
    'export const A = () => <div><h2>The biologist talks</h2><audio controls src={a} /></div>;\n',
    'talk-without-text',
  ],
  // alternatives that a template takes from the file of the picture
  ['a.svelte', '<div><img src="/photos/{photo.file}" alt={photo.file}></div>\n', 'image-filename'],
  ['a.jsx', jsx('<img src={photo.src} alt={photo.src} />'), 'image-filename'],
  ['a.vue', vue('<img :src="photo.url" :alt="photo.path">'), 'image-filename'],
  ['a.component.html', '<p><img [src]="photo.url" [alt]="photo.url"></p>\n', 'image-filename'],
  // ids in another spelling, and what the outermost element of a component says
  [
    'a.html',
    page('<button aria-expanded="true" aria-controls="#a">Menu</button><p id="a">Tea</p>'),
    'aria-reference-missing',
  ],
  [
    'a.vue',
    vue('<div role="group" aria-labelledby="the-title"><h2 id="theTitle">Tea</h2></div>'),
    'aria-reference-missing',
  ],
  ['a.vue', '<template><footer role="footer"><p>Tea</p></footer></template>\n', 'role-invalid'],
  ['a.html', page('<p role="status" aria-live="off" id="count"></p>' + script(COUNTS)), 'message-unannounced'],
  [
    'a.vue',
    '<template><input v-model="word" aria-label="Find"><p>{{ hits.length }} trees found</p></template>\n',
    'message-unannounced',
  ],
  [
    'a.vue',
    vue('<p>When?</p><label v-for="t in times"><input type="radio" name="a" :value="t">{{ t }}</label>'),
    'choices-without-question',
  ],
  // scripts that turn on, write and listen
  [
    'a.html',
    page(`<audio id="a" src="a.mp3"></audio>${script("const a = document.getElementById('a'); a.autoplay = true;")}`),
    'sound-autoplay',
  ],
  ['a.html', page(`<ol><li>Tea</li></ol>${script(CHOOSES)}`), 'aria-attribute-forbidden'],
  ['a.html', page(`<form id="a"><button>Go</button></form>${script(SENDS)}`), 'focus-goes-on'],
  [
    'a.jsx',
    `${KEEPS_TAB}export const A = () => <div><textarea aria-label="A" onKeyDown={onKey} /></div>;\n`,
    'focus-kept',
  ],
  ['a.jsx', `${NEXT}export const A = () => <p>{all[at]}</p>;\n`, 'moves-without-pause'],
])('finds in %s: %s', async (file, text, rule) => expect(await rulesIn(file, text)).toContain(rule), 60_000);

it.each([
  [
    'a.html',
    page('<nav class="tabs"><a class="tab active" href="/a">Green</a><a class="tab" href="/b">Black</a></nav>'),
  ],
  ['a.html', page(TABS + script(`${LISTENS} t.setAttribute('aria-pressed', 'true');`))],
  [
    'a.jsx',
    jsx("<button aria-pressed={on} className={on ? 'a b' : 'a'} onClick={() => setOn(!on)}>Favourite</button>"),
  ],
  ['a.html', page('<p>We ship by <abbr title="the fast post of Germany">DP</abbr>.</p>')],
  ['a.html', form('<label>Voucher (three letters) <input pattern="[A-Z]{3}"></label>')],
  ['a.html', form('<label>Type “delete” <input pattern="delete"></label>')],
  ['a.html', form('<label>Voucher <input pattern="[A-Z]{3}" title="Three letters"></label>')],
  ['a.html', form('<label>First name <input autocomplete="given-name"></label>')],
  ['a.html', table('<i class="fa fa-check"></i> <span class="sr-only">yes</span>')],
  ['a.jsx', jsx('<button className="h-4 w-4 p-2">+</button><button className="h-4 w-4 p-2">-</button>')],
  ['a.jsx', jsx('<b className="animate-bounce motion-reduce:animate-none">Only today</b>')],
  ['a.html', page(`${style('@keyframes f { 50% { opacity: 0 } } div { animation: f 200ms }')}<div>Sale</div>`)],
  ['a.jsx', router("useEffect(() => { if (!ok) return; setTimeout(() => { router.push('/'); }, 5000); }, [ok]);")],
  ['a.jsx', router("const go = () => setTimeout(() => { router.push('/'); }, 5000);")],
  ['a.html', page(`${style('body { touch-action: manipulation }')}<p>Tea</p>`)],
  ['a.vue', vue('<div @click="open(tea)"><slot /></div>')],
  [
    'a.html',
    page(`${style('div { display: flex } .b { order: 2 }')}<div><p>Boil it.</p><p class="b">Pour it.</p></div>`),
  ],
  ['a.svelte', '<div><p>Bells</p><audio src="/a.mp3" autoplay loop bind:paused></audio></div>\n'],
  ['a.jsx', jsx('<img src={photo.src} alt={photo.name} />')],
  ['a.html', page('<p>We teach <a href="/go">Go</a> and Rust.</p>')],
  ['a.vue', vue('<p v-for="t in all"><iframe :src="t.url" :title="t.name"></iframe></p>')],
  ['a.vue', '<template><input v-model="word" aria-label="Find"><p role="status">{{ n }} found</p></template>\n'],
  ['a.html', page('<video controls src="a.mp4"><track kind="captions" src="a.vtt"></video>')],
])('blames nothing in %s: %s', async (file, text) => expect(await rulesIn(file, text)).toEqual([]), 60_000);
