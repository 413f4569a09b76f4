import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const ON_HOVER =
  '<li class="group">Tea <button type="button" class="p-1 opacity-0 group-hover:opacity-100">A</button></li>';
const OVERLAY = '<style>.a { opacity: 0 } .b:hover .a { opacity: 1 }</style>';
const CARD = '<div class="b"><p class="a"><a href="/tea">Tea</a></p></div>';
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
])('blames nothing in %s: %s', async (file, text) => expect(await rulesIn(file, text)).toEqual([]), 60_000);
