import { markupTools } from '../../catalogue/markup';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('markup-accessibility');

describeToolSamples(profile, markupTools);

describeHostileFiles(profile, {
  tools: markupTools,
  extension: '.html',
  flawed: '<!doctype html>\n<html lang="en">\n<title>Tea</title>\n<main><h1>Tea</h1>\n<img src="a.png">\n</main>\n',
  longLine: `<!doctype html><html lang="en"><title>Tea</title><p>${'word '.repeat(400_000)}</p>`,
  deep: '<div>'.repeat(100_000),
});

const own = markupTools.filter(({ id }) => id === 'act-markup');
/** A page with these lines after its first three. */
const pageOf = (...lines: readonly string[]) =>
  ['<!doctype html>', '<html lang="en">', '<title>Tea</title>', ...lines].join('\n');
const foundIn = async (tree: Readonly<Record<string, string>>, tools = markupTools) =>
  (await runOn(profile, tools, tree)).found;

describe('templates', () => {
  it('have what is wrong in them at its line, in the language of each framework', async () => {
    const found = await foundIn(
      {
        'a.vue': '<template>\n  <div>\n    <img :src="one">\n  </div>\n</template>\n',
        'b.tsx': 'export const B = () => (\n  <p>\n    <img src={one} />\n  </p>\n);\n',
        'c.svelte': '<script>let one;</script>\n<p>\n  <img src={one}>\n</p>\n',
        'd.component.html': '<p *ngIf="one">\n\n  <img [src]="one">\n</p>\n',
        'e.component.ts': '@Component({\n  template: `<p></p>\n    <img [src]="one">`,\n})\nexport class E {}\n',
        'f.html': '---\nlayout: page\n---\n{% for one in all %}<img src="{{ one }}">{% endfor %}\n',
        'g.html': '<%\n  let all;\n%>\n<p>\n<%\n%>\n<%\n\n\n%>\n<img src="a.png"></p>\n',
      },
      own,
    );
    expect(found).toEqual([
      'a.vue:3 nameless-image',
      'b.tsx:3 nameless-image',
      'c.svelte:3 nameless-image',
      'd.component.html:3 nameless-image',
      'e.component.ts:3 nameless-image',
      'f.html:4 nameless-image',
      'g.html:11 nameless-image',
    ]);
  }, 60_000);

  it('have the elements of an expression where it stands', async () => {
    const of = (body: string) => `export const A = ({ days, isOpen }) => (\n  ${body}\n);\n`;
    const found = await foundIn({
      'list.jsx': of('<section><ul>{days.map((day) => <div key={day}>{day}</div>)}</ul></section>'),
      'items.jsx': of('<section><ul>{days.map((day) => <li key={day}>{day}</li>)}</ul></section>'),
      'chosen.jsx': of('<section><ol>{isOpen ? <p>{days}</p> : <li>{days}</li>}</ol></section>'),
      'other.jsx': of('<section><ul>{days.map((day) => { const a = <div />; return show(a); })}</ul></section>'),
      'label.jsx': of('<p><label>Day {isOpen && <input />}{!isOpen && <select>{days}</select>}</label></p>'),
    });
    expect(found).toEqual(['chosen.jsx:2 list', 'list.jsx:2 list']);
  }, 60_000);

  it('take an icon of a package, or one that is hidden, for a drawing without a name', async () => {
    const text = (icon: string) =>
      [
        "import { X } from 'lucide-react';",
        "import { Y } from './y';",
        `export const A = () => <p><button>${icon}</button></p>;\n`,
      ].join('\n');
    const icons = {
      package: '<X size={16} />',
      hidden: '<Y aria-hidden />',
      titled: '<X title="Close" />',
      given: '<X {...icon} />',
      own: '<Y />',
      filled: '<X>Close</X>',
    };
    const files = Object.fromEntries(Object.entries(icons).map(([name, icon]) => [`${name}.jsx`, text(icon)]));
    expect(await foundIn(files, own)).toEqual(['hidden.jsx:3 nameless-button', 'package.jsx:3 nameless-button']);
  }, 60_000);

  it('show nothing by a block of Svelte that is empty', async () => {
    const block = (inside: string) => `<script>let a;</script>\n<p><button>${inside}</button></p>\n`;
    const found = await foundIn(
      {
        'empty.svelte': block('{#if a}{/if}'),
        'spaced.svelte': block('{#if a} <!-- later -->{:else}{#if !a}{/if}{/if}'),
        'filled.svelte': block('{#if a}{:else}Wait{/if}'),
      },
      own,
    );
    expect(found).toEqual(['empty.svelte:2 nameless-button', 'spaced.svelte:2 nameless-button']);
  }, 60_000);

  it('have links without an address that only a mouse presses', async () => {
    const links = [
      '<a @click="go">{{ text }}</a>',
      '<a href="#" @click="go">{{ text }}</a>',
      '<a :href="url" @click="go">{{ text }}</a>',
      '<a router-link="/a" @click="go">{{ text }}</a>',
      '<a @click="go"><input></a>',
      '<a @click="go" @keydown="go">{{ text }}</a>',
    ];
    const text = `<template>\n<div>\n${links.join('\n')}\n</div>\n</template>\n`;
    const { findings } = (await runOn(profile, own, { 'a.vue': text })).tool('act-markup');
    expect(findings.filter(({ rule }) => rule === 'click-without-keyboard').map(({ line }) => line)).toEqual([3]);
  }, 60_000);

  it('are not blamed for a picture that a script fills', async () => {
    const text = '<template>\n<p><img ref="page"></p>\n<p><img ref="page" src="/a.png"></p>\n</template>\n';
    expect(await foundIn({ 'a.vue': text }, own)).toEqual(['a.vue:3 nameless-image']);
  }, 60_000);

  it('are not blamed for a picture that they are drawn into', async () => {
    const text = (from: string) =>
      `import { ImageResponse } from '${from}';\nexport const GET = () => new ImageResponse(<p><img src={a} /></p>);\n`;
    expect(await foundIn({ 'a.tsx': text('next/og'), 'b.tsx': text('./og') }, own)).toEqual(['b.tsx:2 nameless-image']);
  }, 60_000);

  it('are blamed less for a picture that shows nothing', async () => {
    const plain = `data:image/png;base64,${'A'.repeat(200)}`;
    const text = `<template>\n<p><img src="${plain}"></p>\n<p><img src="a.png"></p>\n</template>\n`;
    const { findings } = (await runOn(profile, own, { 'a.vue': text })).tool('act-markup');
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['nameless-image', 'low'],
      ['nameless-image', undefined],
    ]);
  }, 60_000);

  it('are blamed less for a field of files, which a browser names itself', async () => {
    const text = '<template>\n<p><input type="file"></p>\n<p><input type="search"></p>\n</template>\n';
    const { findings } = (await runOn(profile, own, { 'a.vue': text })).tool('act-markup');
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['nameless-field', 'low'],
      ['nameless-field', undefined],
    ]);
  }, 60_000);

  it('are blamed less for a field with a label that a style hides', async () => {
    const style = '<style>label { display: none } @media (max-width: 640px) { label { display: block } }</style>';
    const labels = [
      '<label for="a" aria-label="Menu"></label>',
      '<label for="a">Menu</label>',
      '<label for="a"></label>',
    ];
    const rows = labels.map((label) => [`<input type="checkbox" id="a">${label}`, label]);
    for (const [index, [field]] of rows.entries()) {
      const head = `<!doctype html>\n<html lang="en"><head><title>A</title>${style}</head>`;
      const text = `${head}\n<body>${field}</body></html>\n`;
      const { findings } = (await runOn(profile, own, { 'a.html': text })).tool('act-markup');
      expect(findings.filter(({ rule }) => rule === 'nameless-field').map(({ severity }) => severity)).toEqual([
        index === 2 ? undefined : 'low',
      ]);
    }
  }, 60_000);

  it('count the lines that a line feed ends, not a lone carriage return', async () => {
    const text = '<!doctype html>\r\n<title>A</title>\r\n<p>a\rb\rc</p>\r\n<button></button>\r\n';
    expect(await foundIn({ 'a.html': text }, own)).toContain('a.html:4 nameless-button');
  }, 60_000);

  it('are blamed less for a button that a script names', async () => {
    const ids = ['titled', 'labelled', 'written', 'moved', 'asked', 'other'];
    const script = [
      "$('#titled').attr('title', text('play'));",
      'document.getElementById("labelled").setAttribute("aria-label", "Play");',
      "document.querySelector('#written').textContent = 'Play';",
      "$('#moved').css('left', 4);",
      "if (document.querySelector('#asked').title === '') stop();",
    ].join('\n');
    const buttons = ids.map((id) => `<button id="${id}"></button>`).join('\n');
    const files = { 'pages/a.html': `<!doctype html>\n<title>A</title>\n${buttons}\n`, 'src/player.ts': script };
    const { findings } = (await runOn(profile, own, files)).tool('act-markup');
    expect(findings.filter(({ rule }) => rule === 'nameless-button').map(({ severity }) => severity)).toEqual([
      ...['low', 'low', 'low'],
      ...[undefined, undefined, undefined],
    ]);
  }, 60_000);

  it('are blamed less for a field by which a browser asks for what people choose elsewhere', async () => {
    const fields = [':value="chosen" required', ':value="chosen"', 'v-model="name" required'].map(
      (attributes) => `<p><input tabindex="-1" ${attributes}></p>\n`,
    );
    const text = `<template>\n${fields.join('')}<p><input :value="chosen" required></p>\n</template>\n`;
    const { findings } = (await runOn(profile, own, { 'a.vue': text })).tool('act-markup');
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['nameless-field', 'low'],
      ['nameless-field', undefined],
      ['nameless-field', undefined],
      ['nameless-field', undefined],
    ]);
  }, 60_000);

  it('are not blamed for a field that a style sheet of the target hides, or that is a trap for programs', async () => {
    const fields = ['nonce', 'box', 'open', 'paper', 'phone', 'kept'].map((name) => `<input class="${name}">\n`);
    const carried = '<input class="away" tabindex="-1">\n<input class="away">\n';
    const trap = '<input name="url" tabindex="-1" autocomplete="off">\n<input name="url" tabindex="-1">\n';
    const css =
      '.form .nonce, .open, .list .kept b { display: none }\n.is-on .open { display: block }\n' +
      '@media print { .paper { display: none } }\n.phone { display: none }\n' +
      '@media (max-width: 600px) { .phone { display: flex } }\n.away { position: absolute; opacity: 0 }\n';
    const files = { 'a.html': fields.join('') + carried + trap, 'b.html': '<input class="nonce">' };
    const found = await foundIn({ ...files, 'static/css/shop.css': css });
    expect(found.filter((each) => each.endsWith(' nameless-field'))).toEqual(
      [2, 3, 4, 5, 6, 8, 10].map((line) => `a.html:${line} nameless-field`),
    );
    expect(found.filter((each) => /html:(?:1|7|9) /.test(each))).toEqual([]);
    expect(await foundIn({ 'b.html': '<input class="nonce">' }, own)).toEqual(['b.html:1 nameless-field']);
  }, 60_000);

  it('are blamed less where a program tries the library of the folder above it', async () => {
    const text = 'export const A = () => <p><img src="a.png" /></p>;\n';
    const manifest = (range: string) => JSON.stringify({ name: 'a', dependencies: { forms: range } });
    const files = {
      'app/package.json': manifest('file:..'),
      'app/src/a.tsx': text,
      'shop/package.json': manifest('file:../forms'),
      'shop/src/a.tsx': text,
    };
    const { findings } = (await runOn(profile, own, files)).tool('act-markup');
    expect(findings.map(({ file, severity }) => [file, severity])).toEqual([
      ['app/src/a.tsx', 'low'],
      ['shop/src/a.tsx', undefined],
    ]);
  }, 60_000);

  it('are blamed less where a page loads what the repository builds', async () => {
    const page = (src: string) => `<script src="${src}"></script>\n<p><input></p>\n`;
    const files = { 'a.html': page('./packages/core/dist/cdn.js'), 'b.html': page('./dist/shop.js') };
    const { findings } = (await runOn(profile, own, files)).tool('act-markup');
    expect(findings.map(({ file, severity }) => [file, severity])).toEqual([
      ['a.html', 'low'],
      ['b.html', undefined],
    ]);
  }, 60_000);

  it('are blamed less for a text area that an editor replaces', async () => {
    const page = (script: string) =>
      `<template>\n<p><textarea ref="a"></textarea></p>\n<p><input></p>\n</template>\n<script>\n${script}\n</script>\n`;
    const files = {
      'a.vue': page('new EasyMDE({ element: this.$refs.a });'),
      'b.vue': page('new Editor({ element: this.$refs.a });'),
    };
    const { findings } = (await runOn(profile, own, files)).tool('act-markup');
    expect(findings.map(({ file, line, severity }) => [`${file}:${line}`, severity])).toEqual([
      ['a.vue:2', 'low'],
      ['a.vue:3', undefined],
      ['b.vue:2', undefined],
      ['b.vue:3', undefined],
    ]);
  }, 60_000);

  it('are blamed for what a variable keeps, and not for what a property gives somebody', async () => {
    const text = 'const a = <a href="/" />;\nconst parts = {\n  b: <a href="/" />,\n};\n';
    expect(await foundIn({ 'a.tsx': text }, own)).toEqual(['a.tsx:1 nameless-link']);
    const link = '<a href="#{{ id }}"></a>\n';
    const templates = { 'site/templates/anchor-link.html': link, 'site/templates/a-link.html': link };
    expect(await foundIn(templates, own)).toEqual(['site/templates/a-link.html:1 nameless-link']);
  }, 60_000);

  it('are not blamed for the elements that a call for a translation fills', async () => {
    const calls = (value: string) => `const A = () => <p>{t('k', { a: ${value} })}</p>;\n`;
    const files = { 'a.tsx': calls('<a href="/" />'), 'b.tsx': calls('u ? <a href={u} /> : undefined') };
    expect(await foundIn({ ...files, 'c.tsx': 'const C = () => <p>{u && <a href={u} />}</p>;\n' }, own)).toEqual([
      'c.tsx:1 nameless-link',
    ]);
  }, 60_000);

  it('are not blamed for what a block shows as text or not at all, or for fields with labels of tags', async () => {
    const files = {
      'a.html': '{% comment "why" %}<select>\n</select>{% endcomment %}<p>One</p>\n<select></select>\n',
      'b.html': '<p>Use {% filter force_escape|lower %}<button></button>{% endfilter %}</p>\n<button></button>\n',
      'c.html': '{% filter upper %}<button></button>{% endfilter %}\n',
      'd.html': '{% f label_text=_("A") id_for_label="s" %}\n<select id="s"></select>\n<select id="t"></select>\n',
    };
    expect(await foundIn(files, own)).toEqual([
      'a.html:3 nameless-field',
      'b.html:2 nameless-button',
      'c.html:1 nameless-button',
      'd.html:3 nameless-field',
    ]);
  }, 60_000);

  it('are not blamed for what a dialog hides until a script shows it', async () => {
    const hidden = (attributes: string) => `<div ${attributes} aria-hidden="true"><button>Save</button></div>\n`;
    const all = hidden('class="modal fade" tabindex="-1"') + hidden('role="dialog"') + hidden('class="models"');
    expect(await foundIn({ 'a.html': all }, own)).toEqual(['a.html:3 hidden-focus']);
  }, 60_000);

  it.each([
    ['bound attributes', 'a.vue', '<template><img :alt="a" src="b"><p :role="c" aria-checked="true"></p></template>'],
    ['text that a program may show', 'a.component.html', '<a href="/"><span [hidden]="isOpen">Show</span></a>'],
    ['spread attributes', 'a.tsx', 'const A = (p) => <div><img {...p} /><button {...p} /><input {...p} /></div>;'],
    ['children from elsewhere', 'a.tsx', 'const A = ({ children }) => <h2><a href="/">{children}</a></h2>;'],
    ['children from elsewhere', 'b.tsx', 'const B = (p) => <button dangerouslySetInnerHTML={p} />;'],
    ['components that may be labels', 'a.tsx', 'const A = () => <Field label="Town"><input name="town" /></Field>;'],
    [
      'lists of components',
      'a.svelte',
      '<ul>{#each all as one}<Row {one} />{/each}</ul><div role="list"><Row /></div>',
    ],
    ['elements that a component fills', 'a.tsx', 'const A = () => <Tip render={<button type="button" />}>Save</Tip>;'],
    ['elements that are kept for somebody', 'a.tsx', 'const parts = { b: <a href="/" />, c: <button /> };'],
    ['elements that a translation fills', 'a.tsx', 'const A = () => <Trans parts={{ b: <a href="/" /> }} />;'],
    ['the root of a component', 'a.vue', '<template>\n  <input v-model="value">\n</template>'],
    [
      'fields that a label shows by a variable',
      'a.tsx',
      'const A = () => {\n  let field;\n  if (one) field = <input />;\n  else field = <textarea />;\n' +
        '  return <label>Name {field}</label>;\n};',
    ],
    [
      'links that a script shows',
      'a.html',
      '{% if a %}<a href="/" class="is-hidden box is-block"><span data-a></span></a>{% endif %}',
    ],
    ['fields that are not displayed', 'a.tsx', 'const A = () => <p><input type="file" className="hidden" /></p>;'],
    ['what a style in the code hides', 'a.tsx', "const A = () => <p><input style={{ display: 'none' }} /></p>;"],
    ['what a style hides', 'b.tsx', "const A = () => <p style={{ visibility: 'hidden', top: t }}><input /></p>;"],
    ['what is hidden from readers', 'a.tsx', 'const A = () => <p aria-hidden><img src="a.png" /></p>;'],
    ['what is never shown', 'a.vue', '<template><p><input type="file" v-show="false"></p></template>'],
    ['files that a button asks for', 'a.component.html', '<p><input type="file" #file></p>'],
    [
      'pixels that count',
      'a.html',
      '<p><img src="a.gif" width="1" height="1"><iframe width="0" height="0"></iframe></p>',
    ],
    ['files that a script asks for', 'a.tsx', 'const A = () => <p><input type="file" ref={field} /></p>;'],
    ['placeholders of other engines', 'a.html', '<html lang="{lang}"><title>{title}</title><main><h1>{t}</h1></main>'],
    [
      'layouts of Thymeleaf',
      'a.html',
      '<!doctype html><html lang="en"><head><th:block th:replace="${head}" /></head><th:block th:replace="${b}" />',
    ],
    [
      'fragments of Thymeleaf',
      'a.html',
      '<html><body><th:block th:fragment="input (name)"><input th:field="*{a}"></th:block></body></html>',
    ],
    [
      'ids of branches',
      'a.vue',
      `<template>${['v-if="a"', 'v-else'].map((is) => `<p ${is}><label for="b">B</label><input id="b"></p>`)}`,
    ],
    ['slots', 'a.vue', '<template><button><slot name="icon" /></button></template>'],
    ['includes', 'a.html', '<h1>{% include "title.html" %}</h1><ul>{{> rows}}</ul><a href="/"><%= yield %></a>'],
    ['what surrounds a part', 'a.html', '<li>Tea</li><dt>Tea</dt><div role="option" aria-selected="true">Ulm</div>'],
    ['ids in other files', 'a.html', '<div role="textbox" tabindex="0" aria-labelledby="town"></div>'],
    [
      'both branches of a condition',
      'a.html',
      '{% if a %}<main id="m">One</main>{% else %}<main id="m">Two</main>{% endif %}',
    ],
    [
      'a title that is filled in',
      'a.html',
      '<!doctype html><html lang="{{ lang }}"><title>{{ title }}</title><main><h1>{{ title }}</h1></main></html>',
    ],
    [
      'a layout that is filled in',
      'a.html',
      '<!doctype html><html lang="en"><head>{% block h %}{% endblock %}</head><body>{% block a %}{% endblock %}</body>',
    ],
    [
      'a head that is filled in',
      'a.html',
      '<!doctype html><html lang="en">{% include head.html %}<body><main><h1>Tea</h1></main>',
    ],
    [
      'controls that a program shows',
      'a.vue',
      '<template><button>Play<video :controls="a" muted /></button></template>',
    ],
    [
      'blocks of Angular',
      'a.component.html',
      '@if (all) {\n<h2>@for (one of all; track one) {\n<b>{{ one }}</b>\n}</h2>\n}',
    ],
  ])(
    'are not blamed for %s',
    async (_, file, text) => {
      expect(await foundIn({ [file]: text })).toEqual([]);
    },
    60_000,
  );
});

describe('what is like it and is wrong', () => {
  it.each([
    ['a.tsx', 'const A = () => <Tip text="Save"><button type="button" /></Tip>;', 'nameless-button'],
    ['a.vue', '<template>\n  <p><input v-model="value"></p>\n</template>', 'nameless-field'],
    ['a.tsx', 'const A = () => <p><input className="hidden md:block" /></p>;', 'nameless-field'],
    ['a.tsx', 'const A = () => {\n  const field = <input />;\n  return <p>Name {field}</p>;\n};', 'nameless-field'],
    ['a.tsx', 'const A = () => <p><input type="file" /></p>;', 'nameless-field'],
    ['a.tsx', "const A = () => <p><input style={{ display: d ? 'none' : 'block' }} /></p>;", 'nameless-field'],
    ['a.vue', '<template><p><input v-show="isOpen"></p></template>', 'nameless-field'],
    ['a.html', '<p><img src="a.gif" width="100" height="1"></p>', 'nameless-image'],
    [
      'a.html',
      '<!doctype html><html lang="nolang"><title>Tea</title><main><h1>Tea</h1></main>',
      'page-language-invalid',
    ],
    ['a.html', '<!doctype html><html lang="en"><body><main><h1>Tea</h1></main>', 'page-title-missing'],
  ])(
    'in %s: %s',
    async (file, text, rule) =>
      expect((await foundIn({ [file]: text }, own)).map((each) => each.split(' ')[1])).toContain(rule),
    60_000,
  );

  it('is no template of Scala, whose marks look like text', async () =>
    expect(await foundIn({ 'views/a.scala.html': '@(title: String)\n<html><img src="a.png"></html>\n' })).toEqual([]));
});

describe('pages', () => {
  it.each([
    ['<div id="root"></div><script type="module" src="/a.js"></script>', []],
    ['<p>Tea</p><script src="/a.js"></script>', ['page-title-missing']],
    ['<div id="root"></div>', ['page-title-missing']],
  ])('get their title from the script that makes all: %s', async (body, expected) => {
    const text = `<!doctype html>\n<html lang="en"><head><title></title></head><body>${body}</body></html>\n`;
    const rules = (await foundIn({ 'index.html': text }, own)).map((each) => each.split(' ')[1]!);
    expect(rules.filter((rule) => rule.includes('title'))).toEqual(expected);
  });

  it.each([
    ['<div id="root"></div><script type="module" src="/a.js"></script>', []],
    ['<div id="root"><p>Tea</p></div><script src="/a.js"></script>', ['page-has-heading-one', 'landmark-one-main']],
    ['<div id="root"></div>', ['page-has-heading-one', 'landmark-one-main']],
  ])('lack no heading where their script makes all: %s', async (body, expected) => {
    const text = `<!doctype html>\n<html lang="en"><head><title>Tea</title></head><body>${body}</body></html>\n`;
    const { found } = await runOn(profile, markupTools, { 'index.html': text });
    const rules = found.map((each) => each.split(' ')[1]!);
    expect(rules.filter((rule) => /heading-one|one-main/.test(rule)).sort()).toEqual([...expected].sort());
  });

  it.each([
    ['<body><div th:fragment="field (a)"><input th:id="${a}" aria-label="Tea"></div></body>', []],
    [
      '<head th:fragment="head"><meta charset="utf-8"></head><body></body>',
      ['page-language-missing', 'page-title-missing'],
    ],
    ['<body><p>th:fragment</p></body>', ['page-language-missing', 'page-title-missing']],
  ])('are none where a file holds parts of others: %s', async (inside, expected) => {
    const rules = (
      await foundIn({ 'a.html': `<!doctype html>\n<html xmlns:th="http://t">${inside}</html>\n` }, own)
    ).map((each) => each.split(' ')[1]!);
    expect(rules.filter((rule) => rule.startsWith('page-')).sort()).toEqual([...expected].sort());
  });

  it.each([
    ['<script src="_framework/blazor.webview.js"></script>', 0],
    ['<script src="app.js">cordova.js</script>', 1],
  ])('may be locked as shells of programs are: %s', async (script, count) => {
    const text =
      '<!doctype html>\n<html lang="en"><head><title>Tea</title>' +
      '<meta name="viewport" content="user-scalable=no"></head>' +
      `<body><div id="app"></div>${script}</body></html>\n`;
    const rules = (await foundIn({ 'index.html': text }, own)).map((each) => each.split(' ')[1]!);
    expect(rules.filter((rule) => rule === 'zoom-locked')).toHaveLength(count);
  });

  it.each([
    ['<span class="visually-hidden">Show all</span>', 0],
    ['<span class="hidden-text">Show all</span>', 1],
  ])('name what is to be seen in a button: %s', async (text, count) =>
    expect(
      (await foundIn({ 'a.html': `<button type="button" aria-label="Suggestions">${text}</button>\n` }, own)).filter(
        (each) => each.includes(' label-in-name'),
      ),
    ).toHaveLength(count),
  );

  it('say once that a link has a picture without a text', async () =>
    expect(
      await foundIn({ 'a.html': pageOf('<main><h1>Tea</h1>', '<a href="/"><img src="a.png"></a></main>') }, own),
    ).toEqual(['a.html:5 nameless-image']));

  it('have the contrast of colours that linked style sheets of the target declare', async () => {
    const page = pageOf(
      '<link rel="stylesheet" href="../css/shop.css">',
      '<main><h1>Tea</h1>',
      '<p class="note">Prices include tax.</p></main>',
    );
    const css = 'body { background: #fff } .note { color: #bbb }';
    expect(await foundIn({ 'shop/a.html': page, 'css/shop.css': css }, own)).toEqual(['shop/a.html:6 contrast-low']);
    expect(await foundIn({ 'shop/a.html': page }, own)).toEqual([]);
  }, 60_000);

  it('reach no file outside of the target by their style sheets and frames', async () => {
    const page = pageOf(
      '<link rel="stylesheet" href="../../../../../../etc/passwd">',
      '<iframe title="a" src="file:///etc/hosts" tabindex="-1"></iframe>',
    );
    expect(await foundIn({ 'a.html': page }, own)).toEqual([]);
  }, 60_000);

  it('run nothing, and do not hide what is wrong by what they would run', async () => {
    const page = pageOf(
      '<main><h1>Tea</h1>',
      '<img src="x" onerror="document.body.remove()">',
      '<script>document.querySelector("img").alt = "x";</script></main>',
    );
    expect(await foundIn({ 'a.html': page }, own)).toEqual(['a.html:5 nameless-image']);
  }, 60_000);

  it('say that they were not judged where they have more elements than can be', async () => {
    const { unreadable } = await runOn(profile, markupTools, { 'a.html': '<b></b>'.repeat(200_000) });
    expect(unreadable).toEqual(['a.html']);
  }, 60_000);
});

describe('what no key does', () => {
  const rulesOf = async (tree: Readonly<Record<string, string>>) =>
    (await foundIn(tree, own)).filter((each) => /click-without|control-without-focus|change-goes/.test(each));

  it('is a click on what looks like a button, in the language of each framework', async () => {
    const vue = '<span @click="a">A</span><p @click.self="b">B</p><p @click="b" @keyup="c">B</p>';
    const found = await rulesOf({
      'a.vue': `<template>\n<div>${vue}</div>\n</template>`,
      'b.tsx': 'export const B = () => <p><i onClick={a}>A</i><i onClick={a} onKeyDown={b}>B</i></p>;',
      'c.svelte': '<div on:click={a}>A</div>\n<div onclick={a}>A</div>\n<div on:click|self={a}>A</div>',
      'd.component.html': '<li (click)="a()">A</li>',
    });
    expect(found.map((each) => each.replace(/ .*/, ''))).toEqual([
      'a.vue:2',
      'b.tsx:1',
      'c.svelte:1',
      'c.svelte:2',
      'd.component.html:1',
    ]);
  }, 60_000);

  it('is nothing that has a control in it or around it, and no click that does little', async () => {
    const sound = [
      '<div onclick="a()"><a href="/b">B</a></div>',
      '<label><span onclick="a()">B</span><input></label>',
      '<div onclick="event.stopPropagation()">B</div>',
      '<div onclick="a()"></div>',
      '<div tabindex="0" onclick="a()"><b>C</b></div>',
      '<div onclick="a()" aria-hidden="true">B</div>',
      '<my-link><span role="button">B</span></my-link>',
      '<span role="button" aria-disabled="true">B</span>',
      '<a role="button" ng-click="a()">B</a>',
      '<span role="menuitem" onclick="a()">B</span>',
      '<form><select onchange="this.form.submit()"><option>A</option></select><button>B</button></form>',
    ];
    expect(await rulesOf({ 'a.html': pageOf(...sound) })).toEqual([]);
  }, 60_000);
});

it('reads what a browser shows of a shadow tree, and nothing of other templates', async () => {
  const page = pageOf(
    '<my-box><template shadowrootmode="open"><button></button></template></my-box>',
    '<my-box><template shadowrootmode="closed"><button><slot></slot></button></template>A</my-box>',
    '<template><button></button></template>',
  );
  expect(await foundIn({ 'a.html': page }, own)).toEqual(['a.html:4 nameless-button']);
}, 60_000);

it('takes words that a style sheet puts into an element for its name, but no sign of a font', async () => {
  const style =
    '<style>.a::before { content: "Close" } .b::after { content: "\\f00d" } .c::before { content: "×" }</style>';
  const page = pageOf(style, ...['a', 'b', 'c'].map((name) => `<button class="${name}"></button>`));
  expect((await foundIn({ 'a.html': page })).filter((each) => /button/.test(each))).toEqual([
    'a.html:6 button-name',
    'a.html:7 button-name',
    'a.html:6 nameless-button',
    'a.html:7 nameless-button',
  ]);
}, 60_000);

it('knows where a message of an error is, wherever it stands', async () => {
  const field = (id: string) => `<label>A <input aria-invalid="true" aria-errormessage="${id}"></label>`;
  const page = pageOf('<p id="e">B</p>', field('e'));
  expect((await foundIn({ 'a.html': page })).filter((each) => /aria/.test(each))).toEqual([]);
}, 60_000);

it('asks the page of a component for its language, and no component of that name', async () => {
  const text = (tag: string) => `export const A = () => <${tag}><body>{a}</body></${tag.split(' ')[0]}>;\n`;
  const files = {
    'a.tsx': text('html'),
    'b.tsx': text('html lang="en"'),
    'c.tsx': text('Html'),
    'd.tsx': text('html {...a}'),
  };
  expect(await foundIn(files, own)).toEqual(['a.tsx:1 page-language-missing']);
}, 60_000);

it('asks for a list around items whatever stands in them, but not around terms that a list may group', async () => {
  const files = {
    'a.vue': '<template><div><p><li v-for="a in b">{{ a }}</li></p></div></template>',
    'b.vue': '<template><div><dt>{{ a }}</dt><dd>{{ b }}</dd></div></template>',
  };
  expect((await foundIn(files)).filter((each) => /item/.test(each))).toEqual(['a.vue:1 listitem']);
}, 60_000);

describe('pages', () => {
  it('have controls in links, unless something between them may move them', async () => {
    const lines = [
      '<a href="/a">Lamp <button type="button" onclick="keep(this)">Keep</button></a>',
      '<a href="/a"><button type="button">Lamp</button></a>',
      '<a href="/a">Lamp</a> <button type="button">Keep</button>',
      '<a href="/a">Lamp <button type="button" disabled>Keep</button></a>',
      '<a href="/a">Lamp <x-popup><button type="button">Keep</button></x-popup></a>',
    ];
    const { findings } = (await runOn(profile, own, { 'a.html': pageOf(...lines) })).tool('act-markup');
    expect(findings.map(({ rule, line, severity }) => [rule, line, severity])).toEqual([
      ['presentational-focus', 4, undefined],
      ['presentational-focus', 5, 'low'],
    ]);
  }, 60_000);

  it('have areas that no key scrolls, where the lines need more than the height', async () => {
    const area = (style: string, inside: string) => `<div style="${style}">${inside}</div>`;
    const lines = '<p>One</p><p>Two</p><p>Three</p>';
    const found = await foundIn(
      {
        'a.html': pageOf(
          area('height: 30px; overflow: auto', lines),
          area('max-height: 2em; overflow: hidden scroll', lines),
          area('height: 90px; overflow: auto', lines),
          area('height: 30px; overflow: hidden', lines),
          area('height: 30px; overflow: auto; display: flex', lines),
          area('height: 30px; overflow: auto', `${lines}<a href="/a">Four</a>`),
          area('overflow: auto', lines),
          '<pre style="height: 20px; overflow-y: auto">one\ntwo\nthree</pre>',
        ),
      },
      own,
    );
    expect(found).toEqual([
      'a.html:4 scroll-without-focus',
      'a.html:5 scroll-without-focus',
      'a.html:11 scroll-without-focus',
    ]);
  }, 60_000);

  it('have messages of errors that are on no page, as long as there is an error', async () => {
    const field = (attributes: string) => `<input aria-label="Age" ${attributes}>`;
    const page = pageOf(
      field('aria-invalid="true" aria-errormessage="none"'),
      field('aria-invalid="false" aria-errormessage="none"'),
      field('aria-errormessage="none"'),
      field('aria-invalid="true" aria-errormessage="some"'),
      '<p id="some">Too young</p>',
    );
    expect(await foundIn({ 'a.html': page }, own)).toEqual(['a.html:4 aria-reference-missing']);
  }, 60_000);

  it('are blamed less for a bar of progress without a name', async () => {
    const page = pageOf('<progress max="9" value="3"></progress>', '<label>Copying <progress></progress></label>');
    const { findings } = (await runOn(profile, own, { 'a.html': page })).tool('act-markup');
    expect(findings.map(({ rule, line, severity }) => [rule, line, severity])).toEqual([['nameless-field', 4, 'low']]);
  }, 60_000);
});
