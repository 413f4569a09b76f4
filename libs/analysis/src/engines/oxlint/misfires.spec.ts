import { runOn } from '../../../test/run-on';
import { oxlintTools } from '../../catalogue/javascript-oxlint';
import { profileOf } from '../engine-table';

const profile = profileOf('oxlint');

describe('a hook', () => {
  const page = "import { useState } from 'react';\nexport default function page() {\n  useState(1);\n}\n";
  it.each([
    ['in a page', 'pages/index.jsx', page, 0],
    ['in a file of another folder', 'lib/index.jsx', page, 1],
    ['in another function of a page', 'pages/index.jsx', page.replace('export default ', ''), 1],
  ])('%s', async (_, file, text, count) => {
    const { found } = await runOn(profile, oxlintTools, { [file]: text });
    expect(found.filter((each) => each.endsWith('rules-of-hooks'))).toHaveLength(count);
  });
});

it('asks for keys in a list, unless a property other than the children gets it as it stands', async () => {
  const text =
    'export const A = ({ all }) => (\n  <B\n    columns={[\n      <C size={[1]} />,\n      <C />,\n    ]}\n' +
    '    rows={all.map((one) => (\n      <C one={one} />\n    ))}\n    children={[\n      <D />,\n    ]}\n  />\n);\n' +
    'export const parts = [\n  <E />,\n];\n';
  const { found } = await runOn(profile, oxlintTools, { 'a.jsx': text });
  expect(found.filter((each) => each.endsWith('react/jsx-key')).map((each) => each.split(' ')[0])).toEqual([
    'a.jsx:7',
    'a.jsx:11',
    'a.jsx:16',
  ]);
});

it.each([
  ['<B all={all} />', ['low']],
  ['<B all={all} />{all}', [undefined]],
  ['<B children={all} />', [undefined]],
  ['<B>{all}</B>', [undefined]],
])(
  'asks once for the keys of a list that an iteration makes, less so where a component gets it: %s',
  async (jsx, is) => {
    const text =
      'export function A({ list }) {\n  const all = list.map((one) => {\n    if (one.a) return <C />;\n' +
      `    return <D />;\n  });\n  return <p>${jsx}</p>;\n}\n`;
    const { tool } = await runOn(profile, oxlintTools, { 'a.jsx': text });
    const found = tool('react-correctness').findings.filter(({ rule }) => rule === 'react/jsx-key');
    expect(found.map((each) => each.severity)).toEqual(is);
  },
);

it.each([
  ['the same', 'a();\n      break;\n', 'low'],
  ['something else', 'b();\n      break;\n', undefined],
])('says how grave a case is that is twice in a switch and does %s', async (_, second, severity) => {
  const cases = `    case 'b':\n      a();\n      break;\n    case 'c':\n      c();\n    case 'b':\n      ${second}`;
  const text = `export function d(e) {\n  switch (e) {\n${cases}    default:\n  }\n}\n`;
  const { tool } = await runOn(profile, oxlintTools, { 'a.js': text });
  const found = tool('js-correctness').findings.filter(({ rule }) => rule === 'no-duplicate-case');
  expect(found.map((each) => each.severity)).toEqual([severity]);
});

it('takes a computed title of a frame for a title', async () => {
  const frame = (more: string) => `export const A = ({ b }) => (\n  <iframe\n    src="/c"\n    ${more}\n  />\n);\n`;
  const count = async (more: string) =>
    (await runOn(profile, oxlintTools, { 'a.jsx': frame(more) })).found.filter((each) =>
      each.endsWith('iframe-has-title'),
    ).length;
  expect(await count('title={b?.name}')).toBe(0);
  expect(await count('{...b}')).toBe(0);
  expect(await count('title={undefined}')).toBe(1);
  expect(await count('name={b?.name}')).toBe(1);
});

it('tells of an assertion without a matcher, unless a helper in it asserts', async () => {
  const text = "it('b', () => {\n  expect(assertSame(1));\n  expect(same(1));\n});\n";
  const { found } = await runOn(profile, oxlintTools, { 'a.test.js': text });
  expect(found.filter((each) => each.endsWith('/valid-expect'))).toEqual(['a.test.js:3 jest/valid-expect']);
  const imported = `import { expect, it } from 'vitest';\n${text}`;
  const run = await runOn(profile, oxlintTools, { 'a.test.js': imported });
  expect(run.found.filter((each) => each.endsWith('/valid-expect'))).toEqual(['a.test.js:4 vitest/valid-expect']);
});

it('knows a matcher that a variable names, and one behind a mark', async () => {
  const text = [
    "it.each(['toBe', 'toEqual'])('%s', (name) => {",
    '  expect(`a${b(1)} c`)[name](...args);',
    '  expect(find(a(1), 2)).not[name](1);',
    '  expect(find(a(1), 2))!.toBe(1);',
    '  expect(find(a)[name](1));',
    '});\n',
  ].join('\n');
  const { found } = await runOn(profile, oxlintTools, { 'a.test.ts': text });
  expect(found.filter((each) => each.endsWith('/valid-expect'))).toEqual(['a.test.ts:5 jest/valid-expect']);
});

it('knows assertions in the words of Chai', async () => {
  const chained = "  expect(c('d', 1), `e ${f}`)\n    .to.equal(1)\n";
  const text =
    "it('a', () => {\n  expect(b).to.have.length(1);\n  expect(b).not.to.equal(1);\n" +
    `${chained}  expect(b)\n${chained}});\n`;
  const { found } = await runOn(profile, oxlintTools, { 'a.spec.js': text });
  expect(found.filter((each) => each.endsWith('/valid-expect'))).toEqual(['a.spec.js:6 jest/valid-expect']);
});

it('tells of a group of Jest that is made in its own time', async () => {
  const text = "describe('a', async () => {\n  await c();\n  it('b', () => expect(c).toBe(1));\n});\n";
  const { found } = await runOn(profile, oxlintTools, { 'a.test.js': text });
  expect(found.filter((each) => each.endsWith('valid-describe-callback'))).toHaveLength(1);
});

it.each([
  ['another text', "'b', // old\n", "'c',\n", undefined],
  ['the same text', "'b', // old\n", "'b'\n", 'low'],
  ['the same object', '{\n    c: 1,\n  },\n', '{\n    c: 1,\n  },\n', 'low'],
  ['another object', '{\n    c: 1,\n  },\n', '{\n    c: 2,\n  },\n', undefined],
  ['the same object further in', '{\n    c: 1,\n  },\n', '{\n      c: 1,\n    },\n', 'low'],
  ['what a call returns', 'next(),\n', 'next(),\n', undefined],
  ['the same level and options', '"error",\n', "[\n    'error',\n    { c: 1 },\n  ],\n", 'low'],
  ['the same number and options', '2,\n', '[2, 3],\n', 'low'],
  ['another level', "'warn',\n", "['error', { c: 1 }],\n", undefined],
  ['a list that begins with its text', "'b',\n", "['b', 'c'],\n", undefined],
])('says of a key that is twice in an object with %s how grave it is', async (_, first, second, severity) => {
  const text = `export const rules = {\n  'a/b': ${first}  e: 1,\n  "a/b": ${second}};\n`;
  const { tool } = await runOn(profile, oxlintTools, { 'a.js': text });
  const found = tool('js-correctness').findings.filter(({ rule }) => rule === 'no-dupe-keys');
  expect(found.map((each) => each.severity)).toEqual([severity]);
});

it.each([
  ['// Overrides of the shared rules', 'low'],
  ['// #region Non-template override', 'low'],
  ['// Rules of our own', undefined],
])('says of a key that is twice in an object with a comment %s how grave it is', async (comment, severity) => {
  const text = `export const rules = {\n  a: 1,\n  c: 1,\n\n  ${comment}\n\n  d: 2,\n  a: 0,\n};\n`;
  const { tool } = await runOn(profile, oxlintTools, { 'a.js': text });
  const found = tool('js-correctness').findings.filter(({ rule }) => rule === 'no-dupe-keys');
  expect(found.map((each) => each.severity)).toEqual([severity]);
});

it.each([
  ['new RegExp(/<b>(.*?)<\\/b>/gm)', 0],
  ['new RegExp(/<b>(.*?)<\\/b>/m)', 1],
  ["new RegExp(/<b>/g, 'm')", 1],
  ["new RegExp('<b>', 'm')", 1],
])('reads the flags of a literal of which a pattern is made: %s', async (pattern, count) => {
  const run = await runOn(profile, oxlintTools, {
    'a.js': `export const all = (text) => text.matchAll(${pattern});\n`,
  });
  expect(run.found.filter((each) => each.endsWith('oxc/bad-match-all-arg'))).toHaveLength(count);
});

it.each([
  ["(typeof a == 'object' || typeof a == 'array')", 0],
  ["typeof b[c] === 'object' || typeof b[c] === 'function' || typeof b[c] === 'array'", 0],
  ["typeof a === 'array' || typeof a === 'object'", 1],
  ["c && typeof a === 'object' || typeof a === 'array'", 1],
  ["typeof a === 'object' || typeof b === 'array'", 1],
  ["typeof a === 'object' || typeof a === 'sting'", 1],
  ["typeof a === 'array'", 1],
])('counts a comparison that another one before it makes needless for nothing: %s', async (condition, count) => {
  const run = await runOn(profile, oxlintTools, {
    'a.js': `export const is = (a, b, c) => {\n  return ${condition};\n};\n`,
  });
  expect(run.found.filter((each) => each.endsWith('valid-typeof'))).toHaveLength(count);
});
