import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const scripted = (body: string, code: string): string => page(`${body}<script>${code}</script>`);
const styled = (css: string, body: string): string => page(`<style>${css}</style>${body}`);
const CODE = '<p><label>Code <input id="c" name="c"></label></p>';
const LOGIN = '<p><label>Password <input id="p" type="password" autocomplete="current-password"></label></p>';
const FORM = '<form id="f"><label>Club <input name="n"></label><button>Go</button></form>';
const MENU = '<span>Courses</span><ul><li><a href="/p">Polo</a></li></ul>';
const TIP = '<span class="tip" role="tooltip">It costs ten crowns a month</span>';
const SELECT = '<label>Place <select id="s"><option>Harbour</option><option>Lake</option></select></label>';
const MAIL = '<label for="m">E-mail</label><input id="m" type="email" autocomplete="email"';
const NOTE = '<span class="error">Write an address with an @.</span>';
const LINKS = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `<li><a href="/${id}">Course ${id}</a></li>`).join('');

/** Faults as several people would write them, each with other means, with the rule. */
const FAULTY: readonly (readonly [string, string, string])[] = [
  // keys that lead no further
  [
    'focus-kept',
    'a.html',
    page('<p><input aria-label="A" onblur="if (!this.value) { alert(\'No code\'); this.focus() }"></p>'),
  ],
  [
    'focus-kept',
    'a.html',
    scripted('<p><input aria-label="A" onblur="check(this)"></p>', 'function check(f) { if (!f.value) f.focus(); }'),
  ],
  ['focus-kept', 'a.html', page('<p><label>Day <input onkeydown="return false"></label></p>')],
  ['focus-kept', 'a.vue', vue('<textarea aria-label="Code" @keydown.tab.prevent="insert"></textarea>')],
  [
    'focus-kept',
    'a.html',
    scripted(CODE, "document.addEventListener('focusin', (e) => { if (!box.contains(e.target)) c.focus(); });"),
  ],
  // clicks
  ['click-without-keyboard', 'a.html', page('<div hx-get="/courses" hx-trigger="click">Load the courses</div>')],
  ['click-without-keyboard', 'a.html', page('<div data-action="click->menu#toggle">Show the courses</div>')],
  [
    'click-without-keyboard',
    'a.html',
    scripted(
      '<p class="c">Polo</p>',
      "for (const c of document.querySelectorAll('.c')) c.addEventListener('click', () => go(c));",
    ),
  ],
  [
    'press-without-keyboard',
    'a.html',
    scripted('<button type="button" id="m">Go</button>', "$('#m').mousedown(function () { go(); });"),
  ],
  // what only a pointer shows
  [
    'hover-alone',
    'a.jsx',
    jsx(`<div onMouseEnter={() => setOpen(true)}>${MENU.replace('<ul>', '{open && <ul>')}}</div>`),
  ],
  ['hover-alone', 'a.vue', vue(`<div @mouseover="open = true">${MENU.replace('<ul>', '<ul v-if="open">')}</div>`)],
  [
    'hover-alone',
    'a.html',
    scripted(`<div id="h">${MENU}</div>`, "$('#h').hover(function () { $(this).find('ul').show(); });"),
  ],
  [
    'help-goes-away',
    'a.html',
    styled('[data-t]:hover::after { content: attr(data-t) }', '<button data-t="It costs ten crowns">Join</button>'),
  ],
  [
    'help-goes-away',
    'a.html',
    styled(
      '.tip { opacity: 0; position: absolute; pointer-events: none }' +
        '.w:hover .tip, .w:focus-within .tip { opacity: 1 }',
      `<span class="w"><button>Join</button>${TIP}</span>`,
    ),
  ],
  // pages that become others
  ['change-goes-on', 'a.html', scripted(SELECT, "$('#s').change(function () { window.location = $(this).val(); });")],
  ['focus-goes-on', 'a.html', page('<label>Town <input onfocus="towns.showModal()"></label>')],
  ['time-limit', 'a.html', scripted(FORM, 'const LIMIT = 10 * 60 * 1000; setTimeout(() => f.submit(), LIMIT);')],
  [
    'time-limit',
    'a.html',
    scripted(FORM, 'let s = 60; setInterval(() => { s--; if (s === 0) { f.n.disabled = true; } }, 1000);'),
  ],
  // pasting, moving, drawing
  [
    'paste-refused',
    'a.html',
    scripted(LOGIN, "document.getElementById('p').addEventListener('paste', (e) => e.preventDefault());"),
  ],
  ['paste-refused', 'a.html', scripted(LOGIN, "$('#p').bind('cut copy paste', function (e) { e.preventDefault(); });")],
  [
    'paste-refused',
    'a.html',
    scripted(LOGIN, "p.onkeydown = (e) => { if (e.ctrlKey && e.key === 'v') e.preventDefault(); };"),
  ],
  [
    'motion-alone',
    'a.html',
    scripted('<p>Shake to undo.</p>', "new Accelerometer().addEventListener('reading', () => undo());"),
  ],
  [
    'gesture-alone',
    'a.html',
    scripted(
      '<p id="g">Photos</p>',
      "g.addEventListener('pointerdown', (e) => x = e.clientX);" +
        "g.addEventListener('pointerup', (e) => { if (e.clientX - x > 50) next(); });",
    ),
  ],
  [
    'moves-without-pause',
    'a.html',
    scripted(
      '<div class="slide">Pool</div><div class="slide">Lake</div>',
      "setInterval(() => { slides[i].classList.remove('on'); i = (i + 1) % slides.length; }, 4000);",
    ),
  ],
  // messages
  [
    'message-unannounced',
    'a.html',
    scripted(`${FORM}<p class="note"></p>`, "$('#f').submit(function () { $('.note').text('Your entry was sent'); });"),
  ],
  [
    'message-unannounced',
    'a.html',
    scripted(
      FORM,
      "f.onsubmit = () => f.insertAdjacentHTML('afterend', '<div class=\"alert\">Your entry was sent.</div>');",
    ),
  ],
  [
    'message-unannounced',
    'a.html',
    scripted(
      FORM,
      "f.addEventListener('submit', () => toast('Sent')); function toast(t) {" +
        "const d = document.createElement('div');" +
        "d.className = 'toast'; d.textContent = t; document.body.append(d); }",
    ),
  ],
  [
    'message-unannounced',
    'a.html',
    scripted(
      '<input id="q" aria-label="Find"><p id="n">12 courses</p>',
      "q.addEventListener('input', () => { document.getElementById('n').textContent = k + ' courses'; });",
    ),
  ],
  [
    'message-unannounced',
    'a.html',
    scripted(
      '<button id="b">Load</button><div id="w" hidden>Loading the courses…</div>',
      'b.onclick = () => { w.hidden = false; };',
    ),
  ],
  [
    'message-unannounced',
    'a.html',
    page(
      '<div x-data><form @submit.prevent="sent = true"><button>Go</button></form>' +
        '<p x-show="sent">Your entry was sent.</p></div>',
    ),
  ],
  [
    'message-unannounced',
    'a.svelte',
    '<form on:submit={send}><button>Go</button></form>{#if sent}<p>Your entry was sent.</p>{/if}\n',
  ],
  ['error-unannounced', 'a.html', page(`<form>${MAIL} aria-invalid="true">${NOTE}<button>Go</button></form>`)],
  [
    'error-unannounced',
    'a.vue',
    vue(
      '<form @submit="save"><p><label>Name <input v-model="name"></label>' +
        '<span v-if="errors.name" class="text-red">{{ errors.name }}</span></p></form>',
    ),
  ],
  // whole pages
  [
    'navigation-unskippable',
    'a.html',
    page(`<ul>${LINKS}</ul><p>We swim each morning. Come at six, and bring a lock.</p>`),
  ],
  ['page-title-placeholder', 'a.jsx', jsx('<Helmet><title>Untitled</title></Helmet>')],
  [
    'page-title-placeholder',
    'a.html',
    '<!doctype html>\n<html lang="en">\n<title>Page title here</title>\n<h1>Tea</h1>\n',
  ],
  // things that are moved, keys and sounds
  ['drag-alone', 'a.jsx', jsx('<ul>{all.map((a) => <li key={a} draggable onDragStart={go}>Lane</li>)}</ul>')],
  [
    'drag-alone',
    'a.vue',
    vue('<draggable v-model="lanes"><template #item="{ a }"><p>{{ a }}</p></template></draggable>'),
  ],
  ['drag-alone', 'a.component.html', '<div cdkDropList><p cdkDrag *ngFor="let a of all">{{ a }}</p></div>\n'],
  [
    'drag-alone',
    'a.html',
    scripted(
      '<div id="k"></div>',
      "k.addEventListener('mousedown', () => start());" +
        "document.onmousemove = (e) => { k.style.left = e.clientX + 'px'; };",
    ),
  ],
  ['single-key-shortcut', 'a.html', page('<main x-data @keydown.window.n="create()"><p>Mail</p></main>')],
  [
    'single-key-shortcut',
    'a.component.ts',
    "@Component({ template: `<p>Mail</p>` })\nexport class A { @HostListener('document:keydown', ['$event']) k(e) {" +
      " if (e.key === 'n') this.create(); } }\n",
  ],
  ['told-by-looks', 'a.html', page('<p>Press the bigger button to send your entry.</p>')],
  [
    'sound-autoplay',
    'a.html',
    page('<iframe title="A race" src="https://www.youtube.com/embed/a?autoplay=1&controls=0"></iframe>'),
  ],
];

it.each(FAULTY)(
  'finds %s in %s: %s',
  async (rule, file, text) => expect(await rulesIn(file, text)).toContain(rule),
  60_000,
);

const SOUND: readonly (readonly [string, string, string])[] = [
  ['focus-kept', 'a.vue', vue('<input aria-label="Find" @keydown.enter.prevent>')],
  ['focus-kept', 'a.html', page('<div x-data><input aria-label="Find" @keydown.enter.prevent=""></div>')],
  [
    'focus-kept',
    'a.html',
    scripted('<p><input aria-label="A" onblur="check(this)"></p>', 'function check(f) { f.value = f.value.trim(); }'),
  ],
  [
    'focus-kept',
    'a.vue',
    vue('<textarea aria-label="Code" @keydown.tab.prevent="insert" @keydown.esc="leave"></textarea>'),
  ],
  ['click-without-keyboard', 'a.html', page('<div hx-get="/courses" hx-trigger="load">Courses</div>')],
  [
    'hover-alone',
    'a.vue',
    vue(`<div @mouseover="open = true" @focusin="open = true">${MENU.replace('<ul>', '<ul v-if="open">')}</div>`),
  ],
  ['hover-alone', 'a.vue', vue('<div @mouseover="warm = true"><p>Courses</p></div>')],
  ['help-goes-away', 'a.html', styled('b:hover::after { content: attr(data-t) }', '<b data-t="New">Join</b>')],
  [
    'change-goes-on',
    'a.html',
    page(`<p>A place is opened at once.</p><p>${SELECT.replace('id="s"', 'onchange="location = this.value"')}</p>`),
  ],
  ['time-limit', 'a.html', scripted(FORM, 'setTimeout(() => note.show(), 60000);')],
  [
    'paste-refused',
    'a.html',
    scripted(LOGIN, "p.addEventListener('paste', (e) => { e.preventDefault(); add(e.clipboardData); });"),
  ],
  [
    'message-unannounced',
    'a.html',
    page(
      '<div x-data><form @submit="sent = true"><button>Go</button></form>' +
        '<p role="status"><span x-show="sent">Your entry was sent.</span></p></div>',
    ),
  ],
  [
    'error-unannounced',
    'a.html',
    page(`<form>${MAIL} aria-invalid="true" aria-describedby="e"><span id="e" class="error">Write an @.</span></form>`),
  ],
  ['page-title-placeholder', 'a.jsx', jsx('<Helmet><title>Our teas</title></Helmet>')],
  ['drag-alone', 'a.vue', vue('<draggable v-model="a"><p>A <button @click="up">Move up</button></p></draggable>')],
  ['single-key-shortcut', 'a.html', page('<main x-data @keydown.window.escape="shut()"><p>Mail</p></main>')],
  [
    'sound-autoplay',
    'a.html',
    page('<iframe title="A race" src="https://www.youtube.com/embed/a?autoplay=1&controls=0&mute=1"></iframe>'),
  ],
];

it.each(SOUND)(
  'does not blame for %s in %s: %s',
  async (rule, file, text) => expect(await rulesIn(file, text)).not.toContain(rule),
  60_000,
);
