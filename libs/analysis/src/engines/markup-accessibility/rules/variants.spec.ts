import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const script = (code: string) => `<script>${code}</script>`;
const animated = (frame: string, more = '') =>
  page(`<style>p { animation: a 1s infinite } @keyframes a { 50% { ${frame} } } ${more}</style><p>Sale today</p>`);
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
    'nameless-by-script',
  ],
  ['a.html', page(`<p id="a"></p>${script('a.innerHTML = `<img src="${url}" class="b">`;')}`), 'nameless-by-script'],
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
    'nameless-by-script',
  ],
  ['a.html', page(script("const i = new Image(); i.src = '/count.gif';")), 'nameless-by-script'],
  [
    'a.html',
    page(`<p id="a"></p>${script('a.innerHTML = `<img src="${url}" alt="${name}">`;')}`),
    'nameless-by-script',
  ],
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
])('is silent about %s: %s', async (file, text, rule) => {
  expect(await rulesIn(file, text)).not.toContain(rule);
});
