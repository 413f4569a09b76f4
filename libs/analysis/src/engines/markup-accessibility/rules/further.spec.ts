import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const script = (code: string) => `<script>${code}</script>`;
const LINES = 'Mon calm\nTue fog\nWed gale\nThu rain\nFri sun\nSat sun';
const scrolling = (style: string, attributes = ' tabindex="-1"') =>
  page(`<div style="height: 3em; overflow: auto; ${style}"${attributes} role="region" aria-label="Log">${LINES}</div>`);
const FRAMES = ['/summit', '/valley'].map((src) => `<iframe title="Webcam" src="${src}"></iframe>`).join('');
const FILM = '<h2>Knots</h2><video controls muted src="a.webm" aria-label="Knots">';
const TURNS = 'function turn() { n += 1; }';
const TILT = `${TURNS} window.ondeviceorientation = (e) => { if (tilt && e.gamma > 40) turn(); };`;
const wrong = (text: string, more = '') =>
  page(
    `<form action="/a"><p role="alert">${text}</p><label>Cups <input name="a" aria-invalid="true"${more}></label>` +
      '<button>Order</button></form>',
  );
const rotating = (code: string) =>
  page(`<p id="a">Tea</p>${script(`const all = ['Tea', 'Cake']; let k = 0; ${code}`)}`);
const NEXT = "k = (k + 1) % all.length; document.getElementById('a').textContent = all[k];";
const dialog = (attributes: string, title: string) =>
  page(
    `<dialog id="d"${attributes}><h2 id="t">${title}</h2><button>Close</button></dialog>` +
      `<button onclick="document.getElementById('d').showModal()">Open</button>`,
  );
const row = (cells: string) => `<div role="row">${cells}</div>`;
const head = (...names: string[]) => row(names.map((each) => `<span role="columnheader">${each}</span>`).join(''));
const grid = (rows: string, role = 'table') => page(`<div role="${role}" aria-label="Chess">${rows}</div>`);
const CELL = '<span role="cell">Ida</span>';
const LONG = 'The lake is frozen, but the ice does not bear yet.';
const scripted = (markup: string, code: string) =>
  page(`${markup.replace('LONG', LONG)}${script(`const a = document.getElementById('a'); ${code}`)}`);
const labelled = (id: string) => `<label htmlFor=${id}>Cups</label><input id=${id} />`;

it.each([
  // areas that scroll
  ['a.html', scrolling('white-space: pre'), 'scroll-without-focus'],
  ['a.html', scrolling('white-space: pre-wrap', ''), 'scroll-without-focus'],
  [
    'a.html',
    page(`<pre tabindex="-1" style="height: 40px; overflow-y: scroll">${LINES}</pre>`),
    'scroll-without-focus',
  ],
  // spacing that a style attribute keeps
  ['a.svelte', '<p style="word-spacing: -1px !important">{text}</p>', 'spacing-fixed'],
  ['a.vue', vue('<p style="letter-spacing: -0.05em !important">{{ text }}</p>'), 'spacing-fixed'],
  ['a.html', page('<p style="word-spacing: -2px !important">Tea is served</p>'), 'spacing-fixed'],
  // words that keep the place of an alternative
  ['a.vue', vue('<img src="/a.jpg" alt="Alt text goes here">'), 'image-words-empty'],
  ['a.jsx', jsx('<img src="/a.jpg" alt="Insert image description" />'), 'image-words-empty'],
  ['a.html', page('<img src="/a.jpg" alt="Description of the image">'), 'image-words-empty'],
  // pictures that the text tells of
  ['a.html', page('<p>The chart below shows the sales of May.</p><img src="a.png" alt="">'), 'picture-told-of'],
  ['a.html', page('<p>We grow. This diagram explains how.</p><p><img src="a.png" alt=""></p>'), 'picture-told-of'],
  ['a.jsx', jsx('<p>Our prices are listed in the picture:</p><img src="/a.png" alt="" />'), 'picture-told-of'],
  // recordings and films
  ['a.html', page('<p>The baker remembers.</p><audio controls src="a.mp3"></audio>'), 'talk-without-text'],
  ['a.html', page('<h2>Radio play</h2><audio controls src="a.mp3"></audio>'), 'talk-without-text'],
  ['a.html', page('<audio controls src="a.mp3" aria-label="Our audio guide"></audio>'), 'talk-without-text'],
  ['a.html', page(`${FILM}</video>`), 'film-without-text'],
  ['a.html', page(`${FILM}<track kind="chapters" src="a.vtt"></video>`), 'film-without-text'],
  ['a.jsx', jsx('<p>A silent film.</p><video controls src="/a.mp4" />'), 'film-without-text'],
  // frames
  [
    'a.html',
    page('<iframe title="A" srcdoc="<p>B"></iframe><iframe title="a" srcdoc="<p>C"></iframe>'),
    'frame-name-twice',
  ],
  ['a.jsx', jsx(FRAMES), 'frame-name-twice'],
  ['a.vue', vue(FRAMES), 'frame-name-twice'],
  // motion of the device, and motion on the page
  ['a.html', page(`<p id="p">1</p>${script(`let tilt = true; ${TILT}`)}`), 'motion-alone'],
  ['a.html', rotating(`setInterval(function () { ${NEXT} }, 3000);`), 'moves-without-pause'],
  ['a.html', rotating(`function next() { ${NEXT} } setInterval(next, 5000);`), 'moves-without-pause'],
  [
    'a.html',
    rotating("setInterval(() => { k++; if (k >= all.length) { k = 0; } $('#a').text(all[k]); }, 2000);"),
    'moves-without-pause',
  ],
  // errors
  ['a.html', wrong('Something went wrong.'), 'error-says-nothing'],
  ['a.html', wrong('Please fix the errors'), 'error-says-nothing'],
  ['a.html', wrong('Error 17'), 'error-says-nothing'],
  // ARIA
  ['a.jsx', jsx('<div aria-dropeffect="copy">Drop it</div>'), 'aria-attribute-obsolete'],
  ['a.vue', vue('<div :aria-grabbed="isGrabbed">Tea</div>'), 'aria-attribute-obsolete'],
  ['a.svelte', '<ul><li aria-grabbed={grabbed}>Tea</li></ul>', 'aria-attribute-obsolete'],
  ['a.html', dialog(' aria-labelledby="t"', ''), 'nameless-dialog'],
  ['a.html', dialog(' role="alertdialog" aria-label=" "', 'Order?'), 'nameless-dialog'],
  ['a.jsx', jsx('<dialog ref={box}><h2>Sizes</h2></dialog>'), 'nameless-dialog'],
  ['a.html', grid(head('A', 'B', 'C') + row(CELL + CELL)), 'header-without-cells'],
  [
    'a.html',
    grid(`<div role="rowgroup">${head('A', 'B')}</div>${row('<b role="gridcell">1</b>')}`, 'grid'),
    'header-without-cells',
  ],
  ['a.jsx', jsx(`<div role="table">${head('A', 'B')}${row(CELL)}</div>`), 'header-without-cells'],
  // ids that a loop gives several times
  [
    'a.vue',
    vue('<p v-for="s in all" :key="s"><label for="a">{{ s }}</label><input id="a"></p>'),
    'referenced-id-twice',
  ],
  [
    'a.vue',
    vue('<template v-for="s in all"><label for="a">{{ s }}</label><input id="a"></template>'),
    'referenced-id-twice',
  ],
  ['a.jsx', jsx(`{p.all.map((s) => <li key={s}>${labelled('"a"')}</li>)}`), 'referenced-id-twice'],
  ['a.svelte', '{#each all as s}<label for="a">{s}</label><input id="a">{/each}', 'referenced-id-twice'],
  [
    'a.component.html',
    '<li *ngFor="let s of all"><label for="a">{{ s }}</label><input id="a"></li>',
    'referenced-id-twice',
  ],
  // attributes that a script gives at once
  ['a.html', scripted('<p id="a">LONG</p>', "a.style.setProperty('line-height', '1', 'important');"), 'spacing-fixed'],
  [
    'a.html',
    scripted('<div id="a"><a href="/">Tea</a></div>', "a.setAttribute('aria-hidden', 'true');"),
    'hidden-focus',
  ],
  ['a.html', scripted('<div id="a">Tea</div>', "a.role = 'serachbox';"), 'role-invalid'],
  ['a.html', page(`<p>A</p>${script("document.documentElement.lang = 'xy';")}`), 'page-language-invalid'],
  // fields whose handler stands elsewhere
  [
    'a.svelte',
    `${script("function go() { location.assign('/a'); }")}<input type="radio" on:change={go}>`,
    'change-goes-on',
  ],
  [
    'a.vue',
    `${vue('<select aria-label="A" @change="go"><option>A</option></select>')}` +
      script("const go = () => { window.location.href = '/a'; }"),
    'change-goes-on',
  ],
  [
    'a.tsx',
    'const go = (e: ChangeEvent<HTMLSelectElement>): void => { location.href = e.target.value; };\n' +
      jsx('<select aria-label="A" onChange={go}><option>A</option></select>'),
    'change-goes-on',
  ],
  // tabs
  [
    'a.jsx',
    jsx('<div>{p.tabs.map((t) => <button key={t} role="tab" aria-selected={t.on}>{t}</button>)}</div>'),
    'aria-parent-missing',
  ],
  ['a.jsx', jsx('<div><b role="tab" tabIndex={0}>A</b><b role="tab" tabIndex={0}>B</b></div>'), 'aria-parent-missing'],
  ['a.svelte', '<div>{#each tabs as t}<button role="tab">{t}</button>{/each}</div>', 'aria-parent-missing'],
])('tells of another form of a published fault in %s: %s', async (file, text, rule) => {
  expect(await rulesIn(file, text)).toContain(rule);
});

it.each([
  ['a.html', scrolling('white-space: pre', ' tabindex="0"'), 'scroll-without-focus'],
  ['a.html', scrolling(''), 'scroll-without-focus'],
  ['a.svelte', '<p style="word-spacing: -1px">{text}</p>', 'spacing-fixed'],
  ['a.svelte', '<p style="line-height: 1.2 !important">{text}</p>', 'spacing-fixed'],
  ['a.html', page('<img src="/a.jpg" alt="The description of a tea in a book">'), 'image-words-empty'],
  ['a.html', page('<img src="/a.jpg" alt="A text here">'), 'image-words-empty'],
  ['a.html', page('<p>The picture shows our cups, which are blue.</p><img src="a.png" alt="Cups">'), 'picture-told-of'],
  ['a.html', page('<p>The picture of the year is ours.</p><img src="a.png" alt="">'), 'picture-told-of'],
  ['a.html', page('<audio controls src="a.mp3" aria-label="Waves, no speech"></audio>'), 'talk-without-text'],
  [
    'a.html',
    page('<p>Radio play</p><audio controls src="a.mp3"></audio><a href="/a">Transcript</a>'),
    'talk-without-text',
  ],
  ['a.html', page(`${FILM}</video><a href="/a">The film told in words</a>`), 'film-without-text'],
  ['a.jsx', jsx('<video controls muted src="/a.mp4" />'), 'film-without-text'],
  ['a.jsx', jsx('{p.a ? <iframe title="A" src="/a" /> : <iframe title="A" src="/b" />}'), 'frame-name-twice'],
  ['a.vue', vue('<iframe v-if="a" title="A" src="/a" /><iframe v-else title="A" src="/b" />'), 'frame-name-twice'],
  [
    'a.html',
    page(`<button id="b">Off</button>${script(`let tilt = true; ${TILT} b.onclick = () => { tilt = false; };`)}`),
    'motion-alone',
  ],
  [
    'a.html',
    rotating(`const t = setInterval(() => { ${NEXT} }, 3000); p.onclick = () => clearInterval(t);`),
    'moves-without-pause',
  ],
  ['a.html', rotating(`b.onclick = () => { setInterval(() => { ${NEXT} }, 3000); };`), 'moves-without-pause'],
  ['a.html', wrong('Cups must be a number.'), 'error-says-nothing'],
  ['a.html', wrong('Something went wrong.', ' aria-describedby="b"'), 'error-says-nothing'],
  ['a.jsx', jsx('<div aria-describedby="drop">Drop it</div>'), 'aria-attribute-obsolete'],
  ['a.html', dialog(' aria-labelledby="t"', 'Order?'), 'nameless-dialog'],
  ['a.jsx', jsx('<dialog aria-labelledby={id}><h2 id={id}>Sizes</h2></dialog>'), 'nameless-dialog'],
  ['a.html', grid(head('A', 'B') + row(CELL + CELL)), 'header-without-cells'],
  ['a.html', grid(head('A', 'B') + row('<b role="cell" aria-colspan="2">1</b>')), 'header-without-cells'],
  ['a.html', grid(head('A', 'B')), 'header-without-cells'],
  [
    'a.vue',
    vue('<p v-for="s in all"><template v-if="s.a"><label for="a">A</label><input id="a"></template></p>'),
    'referenced-id-twice',
  ],
  ['a.jsx', jsx(`{p.all.map((s) => <li key={s}>${labelled('{s}')}</li>)}`), 'referenced-id-twice'],
  ['a.jsx', jsx(`{p.all.map((s) => s.open && <li key={s}>${labelled('"a"')}</li>)}`), 'referenced-id-twice'],
  ['a.svelte', '{#each all as s}{#if s.a}<label for="a">{s}</label><input id="a">{/if}{/each}', 'referenced-id-twice'],
  ['a.html', scripted('<p id="a">LONG</p>', "a.style.setProperty('line-height', '1');"), 'spacing-fixed'],
  [
    'a.html',
    scripted('<div id="a"><a href="/">Tea</a></div>', "if (b) a.setAttribute('aria-hidden', 'true');"),
    'hidden-focus',
  ],
  [
    'a.html',
    scripted('<div id="a"><a href="/">Tea</a></div>', "b.onclick = () => { a.setAttribute('aria-hidden', 'true'); };"),
    'hidden-focus',
  ],
  ['a.html', scripted('<button id="a"></button>', "a.ariaLabel = 'Close';"), 'nameless-button'],
  ['a.svelte', `${script("function go() { load('/a'); }")}<input type="radio" on:change={go}>`, 'change-goes-on'],
  [
    'a.jsx',
    `const go = () => { setLocation(1); };\n${jsx('<select aria-label="A" onChange={go} />')}`,
    'change-goes-on',
  ],
  ['a.jsx', jsx('<button role="tab">A</button>'), 'aria-parent-missing'],
  [
    'a.jsx',
    jsx('<TabList>{p.tabs.map((t) => <button key={t} role="tab">{t}</button>)}</TabList>'),
    'aria-parent-missing',
  ],
])('is silent about a sound form in %s: %s', async (file, text, rule) => {
  expect(await rulesIn(file, text)).not.toContain(rule);
});
