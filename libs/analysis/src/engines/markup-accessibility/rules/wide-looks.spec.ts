import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const styled = (css: string, body: string): string => page(`<style>${css}</style>${body}`);
const LINK = 'Before you come, read <a href="/rules">the rules of the pool</a> and bring a lock.';
const FIELD = '<p><label>Town <input name="town"></label></p>';
const ICON = '<svg viewBox="0 0 9 9" aria-hidden="true"><path d="M2 2l6 6"/></svg>';
const CLOSE = `<button type="button" aria-label="Close">${ICON}</button>`;
const STEPS = '<div class="g"><p class="x">Swim.</p><p class="y">Pay.</p><p class="z">Change.</p></div>';
const DOTS = '<button type="button">1</button><button type="button">2</button>';
const OPEN = 'The pool opens at six each morning, and the sauna an hour later; both close at nine in the evening.';
const WIDE = '<h1>Club</h1><p>Welcome to <b>all</b> who swim.</p>';
const GO = '<button type="button">Go</button>';

/** Faults as several people would write them, each in other words of CSS, with the rule. */
const FAULTY: readonly (readonly [string, string, string])[] = [
  // links
  ['link-by-colour', 'a.html', styled('a { color: #24578a; text-decoration: none }', `<div>${LINK}</div>`)],
  [
    'link-by-colour',
    'a.html',
    styled(':root { --l: none } a { color: #234; text-decoration: var(--l) }', `<p>${LINK}</p>`),
  ],
  ['link-by-colour', 'a.html', styled('a { color: #630; text-decoration: none; border-bottom: 0 }', `<p>${LINK}</p>`)],
  // the size of text
  ['text-sized-by-window', 'a.html', styled('p { font-size: calc(1vw + 1vh) }', '<p>Tea</p>')],
  ['text-sized-by-window', 'a.html', styled('p { font: bold 2.2vw/1.4 Georgia, serif }', '<p>Tea</p>')],
  ['text-sized-by-window', 'a.jsx', jsx('<h1 className="text-[4vw]">Tea</h1>')],
  // targets
  ['target-small', 'a.html', styled('button { inline-size: 14px; block-size: 14px; padding: 0 }', `<p>${DOTS}</p>`)],
  [
    'target-small',
    'a.html',
    styled('p { display: flex; gap: 4px } button { width: 10px; height: 10px }', `<p>${DOTS}</p>`),
  ],
  [
    'target-small',
    'a.html',
    styled('button { width: 18px; height: 18px }', '<ul><li><button>1</button></li><li><button>2</button></li></ul>'),
  ],
  // cut text and wide pages
  ['text-cut', 'a.html', styled('p { height: 3em; overflow: hidden }', `<p>${OPEN}</p>`)],
  [
    'text-cut',
    'a.html',
    styled(':root { --h: 24px } p { block-size: var(--h); overflow-y: hidden }', `<p>${OPEN}</p>`),
  ],
  ['page-too-wide', 'a.html', page(`<meta name="viewport" content="width=1024">${WIDE}`)],
  ['page-too-wide', 'a.html', styled(':root { --w: 60rem } div { width: var(--w) }', `<div>${WIDE}</div>`)],
  [
    'page-too-wide',
    'a.html',
    styled('div { display: grid; grid-template-columns: 300px 700px }', `<div>${WIDE}</div>`),
  ],
  // the order
  [
    'order-reversed',
    'a.html',
    styled('.g { display: grid } .x { grid-row: 3 } .y { grid-row: 1 } .z { grid-row: 2 }', STEPS),
  ],
  [
    'order-reversed',
    'a.html',
    styled(
      '.g { display: grid; grid-template-areas: "a" "b" "c" }' +
        '.x { grid-area: c } .y { grid-area: a } .z { grid-area: b }',
      STEPS,
    ),
  ],
  [
    'order-reversed',
    'a.html',
    styled('p { position: absolute } .x { top: 90px } .y { top: 0 } .z { top: 40px }', STEPS),
  ],
  [
    'order-reversed',
    'a.html',
    styled('a { float: right }', '<div><a href="/2">Step 2: Swim</a><a href="/1">Step 1: Pay</a></div>'),
  ],
  ['order-reversed', 'a.jsx', jsx('<ol className="flex flex-col-reverse"><li>Swim</li><li>Pay</li></ol>')],
  // the focus
  ['focus-invisible', 'a.html', styled(':root { --f: none } button:focus { outline: var(--f) }', GO)],
  ['focus-invisible', 'a.html', page(`${GO}<script>$('button').css('outline', 'none');</script>`)],
  ['focus-invisible', 'a.jsx', jsx('<button type="button" style={{ outline: \'none\' }}>Go</button>')],
  ['focus-invisible', 'a.vue', `<template>${GO}</template>\n<style>button:focus { outline: none }</style>\n`],
  // colours of states, of borders and of icons
  ['contrast-of-state', 'a.html', styled('a { color: #004 } a:focus { color: #eee }', '<p><a href="/a">Tea</a></p>')],
  [
    'contrast-of-state',
    'a.html',
    styled('a { color: #036 } a:visited { color: #d8c8e8 }', '<p><a href="/a">Tea</a></p>'),
  ],
  ['contrast-of-parts', 'a.html', styled('input { border: 1px solid #e5e5e5 }', FIELD)],
  [
    'contrast-of-parts',
    'a.html',
    styled('input { border: 0; border-bottom: 1px solid #ddd; background: none }', FIELD),
  ],
  ['contrast-of-parts', 'a.html', styled(':root { --l: #dcdfe6 } input { border: 1px solid var(--l) }', FIELD)],
  [
    'contrast-of-parts',
    'a.html',
    styled('body { background: #fff } button { background: none } svg { fill: #ccc }', CLOSE),
  ],
];

it.each(FAULTY)(
  'finds %s in %s: %s',
  async (rule, file, text) => expect(await rulesIn(file, text)).toContain(rule),
  60_000,
);

const SOUND: readonly (readonly [string, string, string])[] = [
  [
    'link-by-colour',
    'a.html',
    styled('a { color: #234; text-decoration: none }', '<p>Club | <a href="/a">About our club</a></p>'),
  ],
  [
    'link-by-colour',
    'a.html',
    styled('a { color: #234; text-decoration: none; font-style: italic }', `<div>${LINK}</div>`),
  ],
  ['text-sized-by-window', 'a.html', styled('p { font-size: max(16px, 2vw) }', '<p>Tea</p>')],
  [
    'target-small',
    'a.html',
    styled('p { display: flex; gap: 24px } button { width: 12px; height: 12px }', `<p>${DOTS}</p>`),
  ],
  ['target-small', 'a.jsx', jsx(`<div className="flex gap-4"><button className="h-3 w-3">1</button><b>2</b></div>`)],
  ['text-cut', 'a.html', styled('p { height: 30em; overflow: hidden }', `<p>${OPEN}</p>`)],
  ['page-too-wide', 'a.html', styled('div { display: grid; grid-template-columns: 300px 1fr }', `<div>${WIDE}</div>`)],
  [
    'order-reversed',
    'a.html',
    styled('.g { display: grid } .x { grid-row: 1 } .y { grid-row: 2 } .z { grid-row: 3 }', STEPS),
  ],
  [
    'order-reversed',
    'a.html',
    styled('a { float: right }', '<div><a href="/2">Courses</a><a href="/1">Prices</a></div>'),
  ],
  ['order-reversed', 'a.jsx', jsx('<div className="flex flex-row-reverse"><p>Swim</p><p>Pay</p></div>')],
  ['focus-invisible', 'a.html', styled(':root { --f: 2px solid } button:focus { outline: var(--f) }', GO)],
  [
    'contrast-of-state',
    'a.html',
    styled('a { color: #036 } a:visited { color: #551a8b }', '<p><a href="/a">Tea</a></p>'),
  ],
  ['contrast-of-parts', 'a.html', styled('input { border: 1px solid #ddd; background: #777 }', FIELD)],
  ['contrast-of-parts', 'a.html', styled('input { border: 1px solid #ddd; box-shadow: 0 0 2px #000 }', FIELD)],
  ['contrast-of-parts', 'a.vue', vue('<label>Town <input name="town" style="border: 1px solid #ddd"></label>')],
];

it.each(SOUND)(
  'does not blame for %s in %s: %s',
  async (rule, file, text) => expect(await rulesIn(file, text)).not.toContain(rule),
  60_000,
);
