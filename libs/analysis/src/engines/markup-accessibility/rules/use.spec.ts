import { jsx, page, rulesIn, rulesInFiles, vue } from '../../../../test/markup-rules';

const ON_HOVER =
  '<li class="group">Tea <button type="button" class="p-1 opacity-0 group-hover:opacity-100">A</button></li>';
const OVERLAY = '<style>.a { opacity: 0 } .b:hover .a { opacity: 1 }</style>';
const CARD = '<div class="b"><p class="a"><a href="/tea">Tea</a></p></div>';
const SLIDES =
  '<div class="a" data-bs-ride="carousel"><p class="carousel-item">A</p><p class="carousel-item">B</p></div>';
const TABS = '<div role="tablist"><button role="tab" aria-selected="true" @click="a = 1">A</button></div>';
const TWO_TABS = TABS.replace('</div>', '<button role="tab" aria-selected="false" @click="a = 2">B</button></div>');
const LOGIN = [
  '<form action="/login"><label>Name <input name="username"></label>',
  '<label>Password <input type="password" name="password"></label><button>Log in</button></form>',
].join(' ');
const CHOICE = `<button type="button" class="a" :class="{ b: tea === 'a' }" @click="tea = 'a'">A</button>`;
const FADES = '<style>a { color: #333; background: #fff } a:hover { color: #ccc }</style>';
const FIELD = '<div><label>Name <input onBlur={p.a} /></label>{p.b && <p className="field-error">{p.b}</p>}</div>';
const BUTTON = '<p><button type="button" className="rounded px-2 focus:outline-none">A</button></p>';

it.each([
  ['a.jsx', jsx(`<ul>${ON_HOVER.replaceAll('class=', 'className=')}</ul>`), 'control-by-hover'],
  ['a.vue', vue(`<ul>${ON_HOVER}</ul>`), 'control-by-hover'],
  ['a.svelte', `<ul>${ON_HOVER}</ul>`, 'control-by-hover'],
  ['a.component.html', `<ul>${ON_HOVER}</ul>`, 'control-by-hover'],
  [
    'a.vue',
    vue('<div class="group"><p class="hidden group-hover:flex"><a href="/tea">Tea</a></p></div>'),
    'control-by-hover',
  ],
  ['a.html', page(OVERLAY + CARD), 'control-by-hover'],
  ['a.jsx', jsx(BUTTON), 'focus-invisible'],
  ['a.svelte', BUTTON.replace('className', 'class'), 'focus-invisible'],
  [
    'a.jsx',
    jsx('<div className="note">Tea <button type="button" onClick={p.a}>&times;</button></div>'),
    'name-of-sign',
  ],
  ['a.vue', vue('<p>Tea <button type="button" @click="removeTea(a)">x</button></p>'), 'name-of-sign'],
  ['a.html', page('<p><a href="/2"><span>»</span></a></p>'), 'name-of-sign'],
  ['a.html', page(SLIDES), 'moves-without-pause'],
  ['a.jsx', jsx('<p>Tea <video autoPlay loop muted src="a.mp4" /></p>'), 'moves-without-pause'],
  ['a.jsx', jsx('<button type="button" aria-pressed="false" onClick={() => setOn(!on)}>Tea</button>'), 'state-fixed'],
  ['a.jsx', jsx('<button type="button" aria-expanded={false} onClick={toggleMenu}>Teas</button>'), 'state-fixed'],
  [
    'a.jsx',
    jsx('<b role="switch" tabIndex={0} aria-checked={false} onClick={p.a} onKeyDown={p.a}>Tea</b>'),
    'state-fixed',
  ],
  ['a.svelte', '<p><button aria-expanded="false" onclick={toggle}>Teas</button></p>', 'state-fixed'],
  ['a.component.html', '<p><button aria-expanded="false" (click)="open = !open">Teas</button></p>', 'state-fixed'],
  ['a.vue', vue(TWO_TABS), 'state-fixed'],
  ['a.vue', vue(CHOICE), 'state-by-looks'],
  [
    'a.jsx',
    jsx("<button className={`a ${tab === t.id ? 'b' : ''}`} onClick={() => setTab(t.id)}>{t.name}</button>"),
    'state-by-looks',
  ],
  ['a.svelte', "<p><button class:b={tea === 'a'} onclick={() => (tea = 'a')}>A</button></p>", 'state-by-looks'],
  ['a.component.html', `<p><button [class.b]="tea() === 'a'" (click)="tea.set('a')">A</button></p>`, 'state-by-looks'],
  ['a.html', page(LOGIN), 'purpose-missing'],
  ['a.jsx', jsx(LOGIN.replaceAll('">', '" />').replace('"/login" />', '"/login">')), 'purpose-missing'],
  ['a.html', page(`${FADES}<p><a href="/tea">Tea</a></p>`), 'contrast-of-state'],
  ['a.vue', `${vue('<p><a href="/tea">Tea</a></p>')}${FADES}`, 'contrast-of-state'],
  ['a.jsx', jsx(FIELD), 'error-unannounced'],
  [
    'a.vue',
    vue('<p><label>A <input @blur="b"></label><b/><span v-if="c" class="error">A</span></p>'),
    'error-unannounced',
  ],
  [
    'a.component.html',
    '<div><div><label>A <input formControlName="a"></label><div *ngIf="b" class="invalid-feedback">A</div></div></div>',
    'error-unannounced',
  ],
])('finds in %s: %s', async (file, text, rule) => expect(await rulesIn(file, text)).toContain(rule), 60_000);

it.each([
  ['a.vue', vue(ON_HOVER.replace('group-hover:', 'group-focus-within:opacity-100 group-hover:'))],
  ['a.vue', vue(ON_HOVER.replace('opacity-0', 'md:opacity-0 max-md:opacity-50 pointer-coarse:opacity-100'))],
  [
    'a.vue',
    vue('<p class="group"><a href="/tea">Tea <span class="opacity-0 group-hover:opacity-100">Go</span></a></p>'),
  ],
  [
    'a.vue',
    vue('<ul class="group"><li :class="a" class="opacity-0 group-hover:opacity-100"><a href="/">A</a></li></ul>'),
  ],
  ['a.html', page(OVERLAY.replace('.b:hover .a', '.b:hover .a, .b:focus-within .a') + CARD)],
  ['a.jsx', jsx(BUTTON.replace('focus:', 'focus-visible:ring-2 focus:'))],
  ['a.jsx', jsx(BUTTON.replace('rounded ', 'button '))],
  ['a.jsx', jsx(BUTTON.replace('<p>', '<p className="focus-within:ring">'))],
  ['a.jsx', jsx('<p>Tea <button type="button" title="Close" onClick={p.a}>&times;</button></p>')],
  ['a.jsx', jsx('<p>Tea <button type="button" onClick={p.a}><b className="sr-only">Close</b>&times;</button></p>')],
  ['a.vue', vue('<p><button @click="draw(a)">x</button> <button @click="draw(b)">y</button></p>')],
  ['a.vue', vue('<p><button>7</button><button>8</button><button>+</button><button>=</button><button>←</button></p>')],
  ['a.html', page('<p>Tea <a href="#fnref1">↑</a></p>')],
  ['a.html', page(SLIDES.replace('class="a"', 'class="a" data-bs-interval="false"'))],
  ['a.html', page(`${SLIDES}<button type="button">Pause</button>`)],
  ['a.html', page('<p>Tea <video autoplay muted src="a.mp4"></video></p>')],
  ['a.vue', vue('<p>Tea <video ref="film" autoplay loop muted src="a.mp4" /></p>')],
  ['a.jsx', jsx('<button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>Teas</button>')],
  ['a.jsx', jsx('<button type="button" aria-expanded="false" data-bs-toggle="a" onClick={toggleMenu}>Teas</button>')],
  ['a.jsx', jsx('<button type="button" aria-expanded="false" onClick={() => setOpen(true)}>Teas</button>')],
  [
    'a.vue',
    vue('<b v-if="a" tabindex="0" role="button" aria-expanded="true" @click="a = !a" @keydown="b">A</b>').replace(
      '</b>',
      '</b><b v-else tabindex="0" role="button" aria-expanded="false" @click="a = !a" @keydown="b">B</b>',
    ),
  ],
  ['a.html', page('<button type="button" aria-expanded="false" onclick="toggleMenu(this)">Teas</button>')],
  ['a.vue', vue(CHOICE.replace('class="a"', `:aria-pressed="tea === 'a'"`))],
  ['a.vue', vue(CHOICE.replace("tea = 'a'", "tea = 'b'"))],
  ['a.vue', vue(CHOICE.replace("tea === 'a'", 'isOpen'))],
  ['a.html', page(LOGIN.replace('name="password"', 'name="password" autocomplete="current-password"'))],
  ['a.html', page(LOGIN.replace('name="username"', 'name="smtp_username"'))],
  ['a.html', page(LOGIN.replace('/login', '/users').replace('Log in', 'Add user'))],
  ['a.html', page(`${FADES.replace('#ccc', '#000')}<p><a href="/tea">Tea</a></p>`)],
  ['a.html', page(`${FADES.replace('#ccc }', '#ccc; background: #000 }')}<p><a href="/tea">Tea</a></p>`)],
  ['a.html', page(`${FADES.replace('a:hover', 'b:hover')}<p><a href="/tea">Tea</a></p>`)],
  ['a.jsx', jsx(FIELD.replace('<p ', '<p role="alert" '))],
  ['a.jsx', jsx(FIELD.replace('<input', '<input aria-describedby="a"'))],
  ['a.jsx', jsx(FIELD.replace('<input onBlur={p.a}', '<input {...p}'))],
  ['a.jsx', jsx(FIELD.replace('<div>', '<div aria-live="polite">'))],
  ['a.html', '<div><label>A <input name="a"></label>{{ if .B }}<p class="error">{{ .B }}</p>{{ end }}</div>'],
])('blames nothing in %s: %s', async (file, text) => expect(await rulesIn(file, text)).toEqual([]), 60_000);

it.each(['button:focus-visible { box-shadow: 0 0 2px red }', '.rounded { &:focus { border-color: red } }'])(
  'blames no lost outline where a style sheet of the target shows the focus: %s',
  async (css) => expect(await rulesInFiles({ 'a.jsx': jsx(BUTTON), 'src/all.scss': css })).toEqual([]),
);

it('blames a lost outline where the style sheets of the target show the focus of others', async () =>
  expect(await rulesInFiles({ 'a.jsx': jsx(BUTTON), 'all.css': '.link:focus { color: red }' })).toEqual([
    'focus-invisible',
  ]));
