import { markupTools } from '../../../catalogue/markup';
import { runOn } from '../../../../test/run-on';
import { profileOf } from '../../engine-table';

const own = markupTools.filter(({ id }) => id === 'act-markup');
const page = (body: string) => `<!doctype html>\n<html lang="en">\n<title>Tea</title>\n${body}\n`;
const jsx = (markup: string) => `export const A = (p) => <section>${markup}</section>;\n`;
const vue = (markup: string) => `<template><div><section>${markup}</section></div></template>\n`;
const rulesIn = async (file: string, text: string) => {
  const { found } = await runOn(profileOf('markup-accessibility'), own, { [file]: text });
  return found.map((each) => each.split(' ')[1]!);
};

it.each([
  ['a.jsx', jsx('<b onDoubleClick={p.a}>Tea</b>'), 'click-without-keyboard'],
  ['a.jsx', jsx('<b role="button" tabIndex={0} onClick={p.a}>Tea</b>'), 'role-without-keys'],
  ['a.vue', vue('<b tabindex="0" @click="a" @keydown="a">Tea</b>'), 'control-without-role'],
  ['a.jsx', jsx('<button onMouseDown={p.a}>Tea</button>'), 'press-without-keyboard'],
  ['a.svelte', '<p><a href="/" on:mouseover={() => show()}>Tea</a></p>', 'hover-alone'],
  ['a.jsx', jsx('<a href="/" onFocus={(e) => e.target.blur()}>Tea</a>'), 'focus-given-away'],
  ['a.component.html', '<p><a href="/" (focus)="$event.target.blur()">Tea</a></p>', 'focus-given-away'],
  ['a.jsx', jsx('<label>A<input type="password" onPaste={(e) => { e.preventDefault(); }} /></label>'), 'paste-refused'],
  ['a.vue', vue('<label>A<input type="password" @paste.prevent></label>'), 'paste-refused'],
  ['a.svelte', '<label>A<input type="password" on:paste|preventDefault></label>', 'paste-refused'],
  ['a.jsx', jsx('<label>A<select onChange={(e) => e.target.form.submit()} /></label>'), 'change-goes-on'],
  ['a.html', page('<label><input type="radio" onchange="this.form.submit()"> A</label>'), 'change-goes-on'],
  ['a.html', page('<div role="row"><b role="cell" aria-colindex="0">A</b></div>'), 'aria-value-invalid'],
  ['a.html', page('<label>A <input aria-describedby="no"></label>'), 'aria-reference-missing'],
  ['a.vue', vue('<progress max="9" value="3" aria-label="A" aria-valuenow="4" />'), 'aria-state-contradicts'],
  ['a.jsx', jsx('<img src={p.a} alt="IMG_2041.jpg" />'), 'image-words-empty'],
  ['a.html', page('<dialog open><p>Sent</p></dialog>'), 'nameless-dialog'],
  ['a.html', page('<p role="region">Tea</p>'), 'nameless-group'],
  [
    'a.jsx',
    jsx('<table><thead><tr><td>A</td><td>B</td></tr></thead><tbody>{p.a}<tr /></tbody></table>'),
    'data-without-headers',
  ],
  ['a.html', page('<p>Teas:<br>1. Assam<br>2. Ceylon<br>3. Keemun</p>'), 'list-of-signs'],
  [
    'a.html',
    page('<fieldset><input type="radio" aria-label="A"><input type="radio" aria-label="B"></fieldset>'),
    'nameless-fieldset',
  ],
  ['a.html', page('<style>a { outline: 0 }</style><a href="/">A</a>'), 'focus-invisible'],
  ['a.html', page('<a href="/" style="outline: none">A</a>'), 'focus-invisible'],
  ['a.html', page('<script>setTimeout(function () { location.reload(); }, 30 * 1000);</script>'), 'refresh-delayed'],
  [
    'a.html',
    page('<script>function go() { location.href = "/" }\nonload = () => { setInterval(go, 9000) }</script>'),
    'refresh-delayed',
  ],
  ['a.html', page('<body onload="setTimeout(\'location.reload()\', 60000)">Tea'), 'refresh-delayed'],
  ['a.svelte', '<svelte:head><title></title></svelte:head>', 'page-title-missing'],
  [
    'a.svelte',
    '<p class="a">Tea</p><style>.a { color: #aaa; background: #fff; visibility: hidden }</style>',
    'contrast-low',
  ],
  ['a.vue', `${vue('<p class="a">Tea</p>')}<style scoped>.a { color: #aaa; background: #fff }</style>`, 'contrast-low'],
  [
    'a.svelte',
    '<b>Last teas</b><style>@keyframes a { 50% { opacity: 0 } } b { animation: a 1s infinite }</style>',
    'text-blinks',
  ],
  [
    'a.html',
    page('<style>input::placeholder { color: #bbb }</style><label>A <input placeholder="Tea"></label>'),
    'contrast-low',
  ],
  ['a.jsx', 'export const A = () => <Head><title></title></Head>;', 'page-title-missing'],
  ['a.vue', `<script setup>\nuseHead({ title: '' })\n</script>\n${vue('Tea')}`, 'page-title-missing'],
  ['a.vue', vue('<h2 role="presentation">{{ a }}</h2>'), 'meaning-removed'],
  ['a.jsx', jsx('<h2 role="none">{p.a}</h2>'), 'meaning-removed'],
  ['a.jsx', jsx('<label>A<input type="email" autoComplete="tel" /></label>'), 'autocomplete-invalid'],
  ['a.vue', vue('<label>A<input type="password" autocomplete="username"></label>'), 'autocomplete-invalid'],
  ['a.component.html', '<label>A<input type="tel" autocomplete="work email"></label>', 'autocomplete-invalid'],
  ['a.jsx', jsx('<a href="/" onMouseEnter={() => setShowTip(true)}>Tea</a>'), 'hover-alone'],
  ['a.vue', vue('<a href="/" @mouseenter="openMenu()">Tea</a>'), 'hover-alone'],
  ['a.jsx', 'export const A = (p) => <html lang="ar"><body>{p.a}</body></html>;', 'direction-missing'],
  ['a.html', page(`<p>${'Чай подают в пять часов вечера. '.repeat(4)}</p>`), 'page-language-other'],
  ['a.html', page('<p>Tea is served here</p><p>お茶は午後五時にここで出されます</p>'), 'part-language-missing'],
])('finds in %s: %s', async (file, text, rule) => expect(await rulesIn(file, text)).toContain(rule), 60_000);

it.each([
  ['a.jsx', jsx('<p onKeyDown={p.b}><b role="button" tabIndex={0} onClick={p.a}>Tea</b></p>')],
  ['a.jsx', jsx('<Menu><b role="button" tabIndex={0} onClick={p.a}>Tea</b></Menu>')],
  ['a.jsx', jsx('<b onClick={(e) => e.stopPropagation()}>Tea</b>')],
  ['a.jsx', jsx('<button onMouseDown={p.a} onClick={p.b}>Tea</button>')],
  ['a.jsx', jsx('<button {...p} onMouseDown={p.a}>Tea</button>')],
  ['a.vue', vue('<button type="button" @mousedown.prevent="b" @click.stop="a">Tea</button>')],
  ['a.svelte', '<p><button type="button" on:mousedown={b} on:click|stopPropagation={a}>Tea</button></p>'],
  ['a.vue', vue('<button type="button" v-tip="a" @mousedown="a">Tea</button>')],
  ['a.vue', vue('<button type="button" @click="a" @mouseover="b">Tea</button>')],
  ['a.html', page('<a href="/" onmouseover="this.style.color=\'red\'">Tea</a>')],
  [
    'a.html',
    page('<form action="/"><label><input type="radio" onchange="form.submit()">A</label><button>B</button></form>'),
  ],
  ['a.html', page('<label>A <input aria-describedby="a no"></label><p id="a">B</p>')],
  ['a.html', page('<input type="range" aria-label="A" min="0" max="9" value="3" aria-valuenow="3">')],
  [
    'a.html',
    page('<div role="row"><b role="cell" aria-rowindex="3" aria-colindex="2">A</b></div>').replace(
      /<div role="row">/,
      '<div role="table" aria-rowcount="-1" aria-label="A"><div role="row">',
    ),
  ],
  ['a.html', page('<img src="a.png" alt="Photographs of Ada"><img src="b.png" alt="Logo">')],
  ['a.html', page('<table role="presentation"><tr><td>A</td></tr></table><ul role="none"><li>A</li></ul>')],
  ['a.jsx', jsx('<form><input placeholder="Search" /><input name="q" placeholder="Word" /></form>')],
  ['a.jsx', jsx('<Field label="A"><form><input placeholder="A" /><input placeholder="B" /></form></Field>')],
  ['a.html', page('<form><input aria-label="Tea" placeholder="Tea"></form>')],
  ['a.jsx', jsx('<input type="radio" name="a" aria-label="A" /><input type="radio" name="a" aria-label="B" />')],
  ['a.jsx', jsx('<canvas ref={p.a} aria-hidden="true" /><canvas aria-label={p.a} /><canvas>{p.a}</canvas>')],
  ['a.html', page('<p>A B C D E F</p><p>P R I C E S of May</p>')],
  ['a.jsx', jsx('<table><thead><tr><td>A</td><Head /></tr></thead><tbody><tr /></tbody></table>')],
  ['a.html', page('<table><thead><tr><td></td><td></td></tr></thead><tr><td>A</td></tr></table>')],
  ['a.html', page('<p>- Tea<br>and cake<br>- Milk</p><p>Tea - milk<br>2 - 3<br>A</p>')],
  ['a.html', page('<form action="/"><input aria-label="A"><button>B</button></form>')],
  [
    'a.html',
    page('<form action="/"><input aria-label="A"></form><form><input aria-label="A"><input aria-label="B"></form>'),
  ],
  [
    'a.html',
    page('<form action="/" id="f"><input aria-label="A"><input aria-label="B"></form><button form="f">C</button>'),
  ],
  ['a.jsx', jsx('<label htmlFor="elsewhere">A</label><a href="#main">Skip to content</a>')],
  ['a.html', page('<label for="a">A</label><input id="a"><a href="#b">Skip to content</a><main id="b"></main>')],
  [
    'a.html',
    page(
      '<style>a { color: #333; text-decoration: none; border-bottom: 1px solid }</style>' +
        '<p>We serve all <a href="/">teas</a></p>',
    ),
  ],
  [
    'a.html',
    page('<style>a { color: #06f; text-decoration: none }</style><p>We serve all our <a href="/">teas</a></p>'),
  ],
  ['a.html', page('<style>a { color: #333; text-decoration: none }</style><ul><li><a href="/">Teas</a></li></ul>')],
  ['a.html', page('<style>p { font-size: clamp(1rem, 3vw, 2rem) } b { font-size: 3vw }</style><p>Tea</p><b></b>')],
  [
    'a.html',
    page('<style>button { width: 16px; height: 16px; margin: 8px }</style><button>+</button><button>-</button>'),
  ],
  ['a.html', page('<style>@keyframes a { 50% { opacity: 0.5 } } b { animation: a 1s infinite }</style><b>Tea</b>')],
  ['a.html', page('<p>Tea</p>').replace('"en"', '"ar"')],
  [
    'a.html',
    page(
      '<style>button { outline: none; &:focus-visible { border: 2px } } input { outline: 0 }</style>' +
        '<button>A</button><input aria-label="B">',
    ),
  ],
  ['a.html', page('<style>a { outline: none } a:focus { color: #00f }</style><a href="/">A</a>')],
  ['a.html', page('<script>function a() { setTimeout(() => location.reload(), 3000) }</script>')],
  ['a.html', page('<script>b.onclick = () => { setTimeout(() => location.reload(), 3000) }</script>')],
  ['a.html', page('<script>setTimeout(() => { a(); }, 3000); if (location.href == "/") b();</script>')],
  ['a.svelte', '<svelte:head><title>{a}</title></svelte:head>'],
  ['a.svelte', '<p class="a" class:b={c}>Tea</p><style>.a { color: #aaa; background: #fff }</style>'],
  ['a.vue', `${vue('<p class="a" :class="b">Tea</p>')}<style>.a { color: #aaa; background: #fff }</style>`],
  ['a.vue', `${vue('<p class="a">Tea</p>')}<style module>.a { color: #aaa; background: #fff }</style>`],
  ['a.html', page('<style>::placeholder { color: #666 }</style><label>A <input placeholder="Tea"></label>')],
  ['a.jsx', 'export const A = (p) => <Head><title>{p.a}</title></Head>;'],
  ['a.jsx', jsx('<label>A<input type="email" autoComplete="username" /></label>')],
  ['a.jsx', jsx('<label>A<input type="tel" autoComplete="one-time-code" /></label>')],
  ['a.jsx', jsx('<a href="/" onMouseEnter={() => prefetch("/")}>Tea</a>')],
  ['a.jsx', jsx('<a href="/" onMouseEnter={() => setShowTip(true)} onFocus={p.b}>Tea</a>')],
  ['a.jsx', 'export const A = (p) => <html lang="ar" dir={p.b}><body>{p.a}</body></html>;'],
  [
    'a.html',
    page('<p>Tea is served here</p><ul><li>日本語</li><li lang="ru">Чай подают в пять часов вечера</li></ul>'),
  ],
  ['a.html', page('<form role="form"><button>A</button></form><dialog><p>Sent</p></dialog>')],
])('blames nothing in %s: %s', async (file, text) => expect(await rulesIn(file, text)).toEqual([]), 60_000);
