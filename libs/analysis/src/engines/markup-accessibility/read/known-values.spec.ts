import { rulesIn } from '../../../../test/markup-rules';

const jsx = (markup: string, before = ''): string =>
  `${before}\nexport const A = (p) => <section>${markup}</section>;\n`;
const vue = (markup: string, script: string): string =>
  `<script setup>\n${script}\n</script>\n<template><div><section>${markup}</section></div></template>\n`;
const ofData = (markup: string, data: string): string =>
  `<template><div><section>${markup}</section></div></template>\n` +
  `<script>\nexport default { data() { return { ${data} }; } };\n</script>\n`;
const svelte = (markup: string, script: string): string =>
  `<script>\n${script}\n</script>\n<section>${markup}</section>\n`;
const angular = (template: string, members: string): string =>
  "import { Component } from '@angular/core';\n@Component({ template: `" +
  `${template}\` })\nexport class A { ${members} }\n`;

const LINKS = "const LINKS = [{ url: '/a', text: 'Tea' }, { url: '/b', text: '' }];";
const EACH = '{LINKS.map(({ url, text }) => <a key={url} href={url}>{text}</a>)}';
const BUTTON = 'const Go = ({ label, children, ...rest }) => <button aria-label={label} {...rest}>{children}</button>;';

it.each([
  ['a.jsx', jsx(EACH, LINKS), 'nameless-link'],
  ['a.jsx', jsx('{LINKS.map((l) => <a href={l.url}>{l.text}</a>)}', LINKS), 'nameless-link'],
  ['a.jsx', jsx("{Object.entries({ a: '' }).map(([k, v]) => <a href={k}>{v}</a>)}"), 'nameless-link'],
  ['a.jsx', jsx('<img src="a" alt={TEXTS.tea} />', "const TEXTS = { tea: undefined, pot: 'Pot' };"), 'nameless-image'],
  ['a.jsx', jsx("<img src='a' alt={TEXTS['tea']} />", "const TEXTS = { pot: 'Pot' };"), 'nameless-image'],
  ['a.jsx', jsx('<i role={`bu${KIND}`}>A</i>', "const KIND = 'ton' + 'n';"), 'role-invalid'],
  ['a.jsx', jsx("<i lang={['eng', 'lish'].join('')}>Tea</i>"), 'part-language-invalid'],
  ['a.jsx', jsx('<p style={{ ...LOW }}>Tea</p>', "const LOW = { color: '#bbb', background: '#fff' };"), 'contrast-low'],
  [
    'a.jsx',
    "const A = () => { const [kind, setKind] = useState('buton'); return <p><i role={kind}>A</i><b onClick={() => " +
      "setKind('lnk')} /></p>; };\n",
    'role-invalid',
  ],
  ['a.jsx', jsx('<Go label=""><svg /></Go>', BUTTON), 'nameless-button'],
  [
    'a.jsx',
    jsx('<Pic src="/a.png" />', 'function Pic({ src, alt }) { return <img src={src} alt={alt} />; }'),
    'nameless-image',
  ],
  [
    'a.jsx',
    jsx(
      '{ITEMS.map((each) => <a href={each.url}><each.icon /></a>)}',
      "import { X } from 'lucide-react';\nconst ITEMS = [{ url: '/', icon: X }];",
    ),
    'nameless-link',
  ],
  [
    'a.vue',
    vue('<a v-for="l in links" :href="l.url">{{ l.text }}</a>', LINKS.replace('LINKS', 'links')),
    'nameless-link',
  ],
  ['a.vue', vue('<img src="a" :alt="texts.tea">', 'const texts = reactive({ tea: undefined });'), 'nameless-image'],
  ['a.vue', vue('<p :style="low">Tea</p>', "const low = { color: '#bbb', background: '#fff' };"), 'contrast-low'],
  ['a.vue', vue('<i v-bind="more">A</i>', "const more = { role: 'buton' };"), 'role-invalid'],
  ['a.vue', ofData('<a v-for="(l, i) in links" :href="l">{{ none }}</a>', "links: ['/a'], none: ''"), 'nameless-link'],
  ['a.svelte', svelte('{#each LINKS as l}<a href={l.url}>{l.text}</a>{/each}', LINKS), 'nameless-link'],
  ['a.svelte', svelte('<i role="bu{kind}">A</i>', "let kind = $state('tonn');"), 'role-invalid'],
  ['a.svelte', svelte('<button {...more}><i></i></button>', "const more = { type: 'button' };"), 'nameless-button'],
  [
    'a.component.ts',
    angular('<a *ngFor="let l of links" [href]="l.url">{{ l.text }}</a>', LINKS.replace('const LINKS', 'links')),
    'nameless-link',
  ],
  [
    'a.component.ts',
    angular('@for (l of links; track l) { <a href="{{ l }}">{{ none }}</a> }', "links = ['/a', '/b']; none = '';"),
    'nameless-link',
  ],
])('sees in %s: %s', async (file, text, rule) => expect(await rulesIn(file, text)).toContain(rule), 60_000);

it.each([
  ['a.jsx', jsx(EACH, LINKS.replace("''", "'Pot'"))],
  ['a.jsx', jsx(EACH, `${LINKS}\nLINKS[1].text = window.name;`)],
  ['a.jsx', jsx('{LINKS.filter(p.f).map((l) => <a href={l.url}>{l.text}</a>)}', LINKS)],
  ['a.jsx', jsx('{[...LINKS].map((l) => <a href={l.url}>{l.text}</a>)}', LINKS)],
  ['a.jsx', jsx("<img src='a' alt={TEXTS.tea} />", "const TEXTS = { ...p, pot: 'Pot' };")],
  ['a.jsx', jsx('<i role={`${p.a}x`}>A</i>')],
  ['a.jsx', "const A = ({ set }) => { const [a, setA] = useState('buton'); set(setA); return <i role={a}>A</i>; };\n"],
  ['a.jsx', jsx('<Go label="Save"><svg /></Go>', BUTTON)],
  ['a.jsx', jsx('<Go label=""><span>Save</span></Go>', BUTTON)],
  ['a.jsx', jsx('<Go {...p}><svg /></Go>', BUTTON)],
  ['a.jsx', jsx('<Pic src="/a.png" />', "function Pic({ src, alt = 'Tea' }) { return <img src={src} alt={alt} />; }")],
  [
    'a.vue',
    vue('<a v-for="l in links" :href="l.url">{{ l.text }}</a>', `${LINKS.replace('LINKS', 'links')}\nlinks.push(a);`),
  ],
  ['a.vue', vue('<img src="a" :alt="alt"><input aria-label="Tea" v-model="alt">', 'const alt = ref(undefined);')],
  ['a.vue', vue('<img src="a" :alt="alt">', 'const alt = ref(undefined);\nuseName(alt);')],
  ['a.svelte', svelte('<img src="a" {alt}>', 'export let alt = undefined;')],
  ['a.svelte', svelte('<button onclick={() => (role = "tab")}>A</button><i {role}>A</i>', "let role = 'buton';")],
  ['a.component.ts', angular('<img src="a" [alt]="alt">', '@Input() alt = undefined;')],
  ['a.component.ts', angular('<img src="a" [alt]="alt">', 'alt = undefined; go() { this.alt = name; }')],
])(
  'says nothing of what it cannot see in %s: %s',
  async (file, text) => expect(await rulesIn(file, text)).toEqual([]),
  60_000,
);

it('tells of a component where it is used, and once where the component itself has the fault', async () => {
  const own = 'const Pot = () => <p><img src="/a.png" /></p>;\n';
  expect(await rulesIn('a.jsx', `${own}const A = () => <div><Pot /><Pot /></div>;\n`)).toEqual(['nameless-image']);
  expect(
    await rulesIn('a.jsx', `${BUTTON}\nconst A = () => <p><Go label=""><svg /></Go>\n<Go label=""><svg /></Go></p>;\n`),
  ).toEqual(['nameless-button', 'nameless-button']);
});
