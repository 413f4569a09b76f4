import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const script = (code: string) => `<script>${code}</script>`;
const animated = (frame: string, more = '') =>
  page(`<style>p { animation: a 1s infinite } @keyframes a { 50% { ${frame} } } ${more}</style><p>Sale today</p>`);
const DRAWN = 'input { position: absolute; opacity: 0 } input:checked + b { color: blue }';
const DRAWING = '<label><input type="checkbox"><b></b> Milk</label>';
const SWALLOWS = "a.addEventListener('keydown', (e) => { if (e.key === 'Tab') e.preventDefault(); });";
const PRICES =
  '<tr><td>Tea</td><td>Price</td></tr><tr><td>Assam</td><td>3.00</td></tr><tr><td>Ceylon</td><td>2.50 €</td></tr>';
const SLIDES = '<div class="slide">Assam</div><div class="slide">Ceylon</div>';
const PANEL = '<button class="acc">Hours</button><div class="panel" style="display:none">Nine to five</div>';
const BOX = '<h2>Order?</h2><button type="button">Cancel</button>';
const overlay = (box: string) => `<div className="modal-overlay"><div className="modal"${box}>BODY</div></div>`;
const LINKS = Array.from({ length: 8 }, (_, index) => `<a href="/${index}">Tea ${index}</a>`).join(' ');
const TEXT = '<p>The water boils once. Then it rests for a minute, and the leaves get three minutes.</p>';

it.each([
  // scripts that find what they listen to by a selector
  [
    'a.html',
    page(`<ul id="t"><li>Assam</li></ul>${script("$('#t li').click(function () { f(); });")}`),
    'click-without-keyboard',
  ],
  ['a.html', page(`<h2 class="a">Assam</h2>${script("$(document).on('click', '.a', f);")}`), 'click-without-keyboard'],
  [
    'a.html',
    page(
      PANEL +
        script(
          "const all = document.getElementsByClassName('acc'); for (i = 0; i < all.length; i++) " +
            "all[i].addEventListener('click', function () { const p = this.nextElementSibling; " +
            "if (p.style.display === 'block') { p.style.display = 'none'; } else { p.style.display = 'block'; } });",
        ),
    ),
    'toggle-without-state',
  ],
  [
    'a.html',
    page(`<button onclick="f()">Menu</button>${script("function f() { $('.nav').slideToggle(); }")}`),
    'toggle-without-state',
  ],
  // pictures and frames that scripts make
  [
    'a.html',
    page(`<p id="a"></p>${script("const i = new Image(); i.src = '/a.jpg'; a.appendChild(i);")}`),
    'nameless-image',
  ],
  ['a.html', page(`<p id="a"></p>${script('a.innerHTML = `<img src="${url}" class="b">`;')}`), 'nameless-image'],
  // what moves by style sheets, libraries and timers
  ['a.html', animated('transform: translateX(-100%)'), 'moves-without-pause'],
  [
    'a.html',
    page(`${SLIDES}${script("new Swiper('.s', { loop: true, autoplay: { delay: 3000 } });")}`),
    'moves-without-pause',
  ],
  [
    'a.html',
    page(`${SLIDES}${script("function showSlides() { a.style.display = 'none'; setTimeout(showSlides, 2000); }")}`),
    'moves-without-pause',
  ],
  [
    'a.html',
    page(`<p id="a">Sale</p>${script("setInterval(function () { $('#a').fadeOut(500).fadeIn(500); }, 1000);")}`),
    'script-blinks',
  ],
  // dialogs of one's own
  ['a.jsx', jsx(overlay('').replace('BODY', BOX)), 'dialog-without-role'],
  ['a.vue', vue(`<div v-if="a" class="fixed inset-0 bg-black/50"><div>${BOX}</div></div>`), 'dialog-without-role'],
  [
    'a.html',
    page(
      `<style>.m { position: fixed; inset: 0; background: rgba(0, 0, 0, .5) }</style><div class="m modal">${BOX}</div>`,
    ),
    'dialog-without-role',
  ],
  ['a.html', page(`<div class="modal-overlay" hidden><div class="modal">${BOX}</div></div>`), 'dialog-without-role'],
  [
    'a.vue',
    vue(`<Teleport to="body"><div v-if="a" class="fixed inset-0 bg-black/50"><div>${BOX}</div></div></Teleport>`),
    'dialog-without-role',
  ],
  // lists, headings, links and words
  ['a.html', page('<p>• Assam</p><p>• Ceylon</p><p>• Sencha</p>'), 'list-of-signs'],
  ['a.jsx', jsx('<div>1. Boil water</div><div>2. Wait</div><div>3. Pour</div>'), 'list-of-signs'],
  ['a.html', page('<h2>More</h2><p>A</p><h2>More</h2><p>B</p><h2>More</h2><p>C</p>'), 'heading-thrice'],
  ['a.html', page('<h2>Hours</h2><h2>Prices</h2><p>Three euros</p>'), 'section-empty'],
  ['a.html', page(`<div>${LINKS}</div>${TEXT}`), 'navigation-unskippable'],
  [
    'a.html',
    page('<main><div><div>Neues Brot</div><div><a href="/a">hier klicken</a></div></div></main>'),
    'link-name-vague',
  ],
  ['a.html', page('<p>Klicken Sie auf den grünen Knopf.</p>'), 'told-by-looks'],
  ['a.html', page('<p>Cliquez sur le bouton vert.</p>'), 'told-by-looks'],
  ['a.html', '<!doctype html><html lang="en"><title>index.html</title><p>Tea</p></html>', 'page-title-placeholder'],
  [
    'a.html',
    page(`<p id="a"></p>${script("$('#b').on('input', () => $('#a').text(n + ' results found'));")}`),
    'message-unannounced',
  ],
  ['a.html', page('<div aria-hidden="true"><svg class="chart"><path d=""/></svg></div>'), 'chart-hidden'],
  // the focus
  [
    'a.html',
    page('<style>a { outline: 0 } a:focus { box-shadow: none }</style><a href="/a">Tea</a>'),
    'focus-invisible',
  ],
  ['a.html', page(`<style>${DRAWN}</style>${DRAWING}`), 'focus-invisible'],
  ['a.html', page(`<textarea id="a" aria-label="A"></textarea>${script(SWALLOWS)}`), 'focus-kept'],
  [
    'a.jsx',
    jsx('<textarea aria-label="A" onKeyDown={(e) => { if (e.keyCode === 9) e.preventDefault(); }} />'),
    'focus-kept',
  ],
  // keys, dragging and gestures of libraries
  ['a.html', page(`<p>A</p>${script("Mousetrap.bind('g', goHome);")}`), 'single-key-shortcut'],
  [
    'a.html',
    page(`<p>A</p>${script('$(document).keypress(function (e) { if (e.which === 110) write(); });')}`),
    'single-key-shortcut',
  ],
  [
    'a.html',
    page(`<ul id="a"><li>Assam</li><li>Ceylon</li></ul>${script("new Sortable(document.getElementById('a'));")}`),
    'drag-alone',
  ],
  ['a.html', page(`<p id="a">Drop files</p>${script('a.ondrop = (e) => send(e.dataTransfer.files);')}`), 'drag-alone'],
  ['a.html', page(`<p>A</p>${script("new Hammer(a).on('swipeleft', next);")}`), 'gesture-alone'],
  // colours and states by classes
  ['a.jsx', jsx('<div className="bg-white"><p className="text-gray-300">Tea at five</p></div>'), 'contrast-low'],
  ['a.vue', vue('<button class="bg-green-500 text-white">Order</button>'), 'contrast-low'],
  ['a.vue', vue('<a role="tab" href="#a" :class="{ on: tab === id }" @click="f(id)">Tea</a>'), 'state-by-looks'],
  ['a.vue', vue('<button :class="{ on: index === chosen }" @click="chosen = index">Tea</button>'), 'state-by-looks'],
  ['a.html', page('<video controls muted src="/a.mp4"></video>'), 'film-without-text'],
  ['a.html', page(`<table>${PRICES}</table>`), 'data-without-headers'],
])('sees a fault in %s: %s', async (file, text, rule) => {
  expect(await rulesIn(file, text)).toContain(rule);
});

it.each([
  [
    'a.html',
    page(`<ul id="t"><li><button>Assam</button></li></ul>${script("$('#t li').click(f);")}`),
    'click-without-keyboard',
  ],
  [
    'a.html',
    page(`<h2 class="a">Assam</h2>${script("$('.a').click(f); $('.a').on('keydown', f);")}`),
    'click-without-keyboard',
  ],
  [
    'a.html',
    page(
      PANEL + script("$('.acc').click(function () { $('.panel').toggle(); $(this).attr('aria-expanded', true); });"),
    ),
    'toggle-without-state',
  ],
  [
    'a.html',
    page(`<button id="a">On</button>${script('a.onclick = () => { lamp.toggle(); };')}`),
    'toggle-without-state',
  ],
  [
    'a.html',
    page(`<p id="a"></p>${script("const i = new Image(); i.src = '/a.jpg'; i.alt = t; a.appendChild(i);")}`),
    'nameless-image',
  ],
  ['a.html', page(script("const i = new Image(); i.src = '/count.gif';")), 'nameless-image'],
  ['a.html', page(`<p id="a"></p>${script('a.innerHTML = `<img src="${url}" alt="${name}">`;')}`), 'nameless-image'],
  [
    'a.html',
    animated('transform: translateX(-100%)', '@media (prefers-reduced-motion: reduce) { p { animation: none } }'),
    'moves-without-pause',
  ],
  ['a.html', animated('color: red'), 'moves-without-pause'],
  ['a.html', page(`${SLIDES}${script("new Swiper('.s', { loop: true, autoplay: false });")}`), 'moves-without-pause'],
  [
    'a.html',
    page(`${SLIDES}<button>Pause</button>${script("$('.s').slick({ autoplay: true });")}`),
    'moves-without-pause',
  ],
  ['a.jsx', jsx(overlay(' role="dialog" aria-label="Order"').replace('BODY', BOX)), 'dialog-without-role'],
  ['a.jsx', jsx(overlay('').replace('BODY', '<p>Loading</p>')), 'dialog-without-role'],
  ['a.html', page('<p>1. January was cold.</p><p>The year ended warm.</p>'), 'list-of-signs'],
  ['a.html', page('<h2>Assam</h2><h3>Time</h3><p>A</p><h2>Ceylon</h2><h3>Time</h3><p>B</p>'), 'heading-thrice'],
  ['a.html', page('<h2>Teas</h2><h3>Assam</h3><p>Strong</p>'), 'section-empty'],
  ['a.html', page(`<div>${LINKS}</div><h1>Tea</h1>${TEXT}`), 'navigation-unskippable'],
  ['a.html', page('<main><div><h3>Brot</h3><div><a href="/a">hier klicken</a></div></div></main>'), 'link-name-vague'],
  ['a.html', page('<p>Der grüne Knopf gefällt uns.</p>'), 'told-by-looks'],
  ['a.html', page('<div aria-hidden="true"><svg class="chart"><path d=""/></svg></div><p>12 pots</p>'), 'chart-hidden'],
  [
    'a.html',
    page('<style>@media (orientation: landscape) { i { transform: rotate(90deg) } }</style><p><i>›</i> Tea</p>'),
    'orientation-locked',
  ],
  ['a.html', page(`<style>${DRAWN} input:focus + b { color: red }</style>${DRAWING}`), 'focus-invisible'],
  [
    'a.html',
    page('<style>a { outline: 0 } a:focus { box-shadow: 0 0 1px red }</style><a href="/a">A</a>'),
    'focus-invisible',
  ],
  [
    'a.html',
    page(`<textarea id="a"></textarea>${script(SWALLOWS.replace('{', '{ if (e.key === "Escape") leave();'))}`),
    'focus-kept',
  ],
  [
    'a.html',
    page(
      `<ul id="a"><li>A <button>Up</button></li><li>B <button>Up</button></li></ul>${script("$('#a').sortable();")}`,
    ),
    'drag-alone',
  ],
  [
    'a.html',
    page(`<input type="file" aria-label="A">${script('a.ondrop = (e) => send(e.dataTransfer.files);')}`),
    'drag-alone',
  ],
  ['a.jsx', jsx('<div className="bg-white"><p className="text-gray-600">Tea at five</p></div>'), 'contrast-low'],
  [
    'a.jsx',
    jsx('<div className="bg-white"><span className="text-gray-300" aria-disabled="true">Tea</span></div>'),
    'contrast-low',
  ],
  [
    'a.jsx',
    jsx('<div className="bg-white"><div className="card"><p className="text-gray-300">Tea</p></div></div>'),
    'contrast-low',
  ],
  ['a.vue', vue('<a role="tab" href="#a" :aria-selected="tab === id" @click="f(id)">Tea</a>'), 'state-by-looks'],
  [
    'a.html',
    page(
      '<form><p>It is loaded when you choose.</p><select aria-label="A" onchange="this.form.submit()"></select></form>',
    ),
    'change-goes-on',
  ],
  ['a.html', page('<div><p>No</p><p>audio</p></div>'), 'letters-apart'],
  ['a.html', page('<video controls muted src="/a.mp4" aria-label="We pour tea"></video>'), 'film-without-text'],
  ['a.html', page('<video autoplay muted loop controls src="/a.mp4"></video>'), 'film-without-text'],
  ['a.html', page(`<table>${PRICES.replace('3.00', 'three')}</table>`), 'data-without-headers'],
])('is silent about %s: %s', async (file, text, rule) => {
  expect(await rulesIn(file, text)).not.toContain(rule);
});
