import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { biomeTools } from '../../catalogue/javascript-biome';
import { batchesOf } from './biome.batches';
import { withoutDirectives } from './biome.copies';
import { readOutput } from './biome.output';
import { profileOf } from '../engine-table';

const profile = profileOf('biome');

const tool = (id: string) => biomeTools.find((each) => each.id === id)!;
const suspicious = tool('biome-suspicious');
const css = tool('biome-css');

describeToolSamples(profile, biomeTools);

describeHostileFiles(profile, {
  tools: [suspicious],
  extension: '.ts',
  flawed: 'let total = 0;\n\ndebugger;\ntotal += 1;\n',
  malformed: 'const = ;',
  longLine: 'total += 1;'.repeat(190_000),
  deep: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
});

it.each([
  ['the same', 'a();\n      break;\n', 'low'],
  ['something else', 'b();\n      break;\n', undefined],
  ['what the next one does', "case 'd':\n      a();\n      break;\n", undefined],
])('says how grave a case is that is twice in a switch and does %s', async (_, second, severity) => {
  const cases = `    case 'b':\n      a();\n      break;\n    case 'c':\n      c();\n    case 'b':\n      ${second}`;
  const text = `export function d(e) {\n  switch (e) {\n${cases}    default:\n  }\n}\n`;
  const run = await runOn(profile, [suspicious], { 'a.js': text });
  const found = run.tool('biome-suspicious').findings.filter(({ rule }) => rule.endsWith('noDuplicateCase'));
  expect(found.map((each) => each.severity)).toEqual([severity]);
});

it.each([
  ['one module twice', "define(['a', 'b', 'c', 'b'], function (a, b, c, b) {", 'low'],
  ['one module twice, with remarks', "define('m', ['b', // first\n  'b'], function (b,\n  b) {", 'low'],
  ['two modules', "require(['a', 'b', 'c'], function (a, b, b) {", undefined],
  ['a module and nothing', "require(['a'], function (a, a) {", undefined],
  ['no module', "define(['b', 'b'], function () {});\ncall(function (b, b) {", undefined],
])('says how grave two parameters of one name are that get %s', async (_, head, severity) => {
  const run = await runOn(profile, [suspicious], { 'a.js': `${head}\n  return b;\n});\n` });
  const found = run.tool('biome-suspicious').findings.filter(({ rule }) => rule.endsWith('noDuplicateParameters'));
  expect(found.map((each) => each.severity)).toEqual([severity]);
});

describe('a style sheet that fills the memory of Biome', () => {
  const hack = '  *zoom: expression(this.runtimeStyle["zoom"] = "1", this.innerHTML = "x");\n';

  it('is named, and the others are judged', async () => {
    const { found, tool: runOf } = await runOn(profile, [css], {
      'ie7.css': Array.from({ length: 60 }, (_, index) => `.icon-${index} {\n${hack}}\n`).join(''),
      'page.css': 'a {\n  colr: red;\n}\n',
    });
    expect(found).toEqual([expect.stringContaining('page.css')]);
    expect(runOf('biome-css')).toMatchObject({
      outcome: { status: 'completed' },
      unreadable: [{ file: 'ie7.css', reason: 'biome needed more than 1024 MB of memory' }],
    });
  });
});

describe('an assignment to a global', () => {
  const rules = async (text: string) =>
    (await runOn(profile, [suspicious], { 'lib/a.js': text })).found.filter((each) => each.includes('noGlobalAssign'));

  it('is not reported if a CommonJS module sets its exports', async () =>
    expect(await rules("'use strict';\nexports = module.exports = create;\nfunction create() {}\n")).toEqual([]));

  it('is reported if it replaces a built-in', async () =>
    expect(await rules('Promise = undefined;\n')).toHaveLength(1));
});

describe('what Biome takes for a mistake and is none', () => {
  const tools = [suspicious, tool('biome-accessibility')];
  const of = (element: string) => `export const A = (props) => (\n  ${element}\n);\n`;

  it.each([
    ['a text that a build replaces', 'export const a = b || "__HOST__" || c();\n', 'noConstantBinary', 0],
    ['a text that is always there', 'export const a = b || "host" || c(); // "__HOST__" ||\n', 'noConstantBinary', 1],
    ['a link that is filled by a translation', of('<Trans components={{ a: <a href="/" /> }} />'), 'AnchorContent', 0],
    ['a jump target', of('<h3><a id="terms" />Terms</h3>'), 'AnchorContent', 0],
    ['an empty link', of('<p><a href="/" /></p>'), 'AnchorContent', 1],
    ['a handler of a worker', 'onmessage = ({ data }) => postMessage(data);\n', 'noGlobalAssign', 0],
    ['a global that is replaced', 'Object = 1; // onmessage = 1\n', 'noGlobalAssign', 1],
    ['a picture that is given its text', of('<img src="/a.png" {...props} />'), 'AltText', 0],
    ['a picture without a text', of('<p><img src="/a.png" /></p>'), 'AltText', 1],
    ['a row of a grid', of('<div role="row">{props.cells}</div>'), 'Focusable', 0],
    ['a button that takes no focus', of('<div role="button">a</div>'), 'Focusable', 1],
    ['a click that ends there', of('<p onClick={(event) => event.stopPropagation()}>a</p>'), 'KeyWithClick', 0],
    [
      'a click that goes nowhere',
      of('<p onClick={(a) => { a.preventDefault(); a.stopPropagation(); }}>a</p>'),
      'KeyWith',
      0,
    ],
    ['a link that is disabled', of('<span role="link" aria-disabled="true">a</span>'), 'Focusable', 0],
    ['a link that is not', of('<span role="link" aria-disabled="false">a</span>'), 'Focusable', 1],
    ['a list of unknown length', of('<li role="article" aria-posinset="2" aria-setsize="-1">a</li>'), 'AriaValues', 0],
    ['a list of no length', of('<li role="article" aria-posinset="2" aria-setsize="some">a</li>'), 'AriaValues', 1],
    [
      'a link that is filled under a condition',
      of('<p>{t("k", { a: url ? <a href={url} /> : null })}</p>'),
      'AnchorC',
      0,
    ],
    ['a link that is shown under a condition', of('<p>{url ? <a href={url} /> : null}</p>'), 'AnchorC', 1],
    ['a canvas', of('<canvas aria-hidden="true" />'), 'HiddenOnFocusable', 0],
    ['a canvas in the order of the Tab key', of('<canvas aria-hidden="true" tabIndex={0} />'), 'HiddenOnFocusable', 1],
    ['a click that does something', of('<p onClick={(event) => props.open(event)}>a</p>'), 'KeyWithClick', 1],
  ])('%s', async (_, text, rule, count) => {
    const { found } = await runOn(profile, tools, { 'src/a.jsx': text });
    expect(found.filter((each) => each.includes(rule))).toHaveLength(count);
  });
});

describe('what Biome takes for a mistake in styles that are built', () => {
  it.each([
    ['an import that Tailwind puts in', "@import 'tailwindcss';\n@source './a';\n@import 'b.css';\n", 'AtImport', 0],
    ['an import behind a rule', "a { color: red }\n@import 'b.css';\n", 'AtImport', 1],
    ['scoped styles of Razor', '::deep a { color: red }\n', 'PseudoElement', 0],
    ['an element that nobody knows', 'a::deepest { color: red } /* ::deep */\n', 'PseudoElement', 1],
    ['a property in two mixins', '.a { @mixin b { --c: 1px }\n @mixin d { --c: 2px } }\n', 'CustomProperties', 0],
    ['a property that is given twice', '.a { --c: 1px; --c: 2px }\n', 'CustomProperties', 1],
  ])('%s', async (_, text, rule, count) => {
    const { found } = await runOn(profile, [tool('biome-css')], { 'src/a.css': text });
    expect(found.filter((each) => each.includes(rule))).toHaveLength(count);
  });

  it('takes a function that is made from text for no timer', async () => {
    const timers = async (text: string) =>
      (await runOn(profile, [tool('biome-security')], { 'src/a.js': text })).found.filter((each) =>
        /Implied/.test(each),
      );
    expect(await timers("const a = new Function('return b');\n")).toEqual([]);
    expect(await timers("setTimeout('new Function()', 1); // Function constructor\n")).toHaveLength(1);
  });
});

describe('Biome on a hostile target', () => {
  it('obeys no configuration or ignore file of the target and loads no plugin of it', async () => {
    const config = JSON.stringify({
      root: true,
      plugins: ['./plugin.grit'],
      linter: { enabled: false },
      files: { includes: [] },
      vcs: { enabled: true, clientKind: 'git', useIgnoreFile: true },
    });
    const run = await runOn(profile, [suspicious, css], {
      'biome.json': config,
      'src/biome.jsonc': config,
      '.biome.json': '{ broken',
      'plugin.grit': '`debugger` where { ',
      '.gitignore': '**\n',
      '.editorconfig': 'root = true\n[*]\nindent_size = many\n',
      'package.json': '{"biome": ',
      'tsconfig.json': '{"extends": "/etc/hostname"}',
      'src/a.js': 'debugger;',
      'node_modules/x/a.js': 'debugger;',
      'dist/a.min.js': 'debugger;',
      'styles/a.css': 'a { color: red; color: red; }',
    });
    expect([...run.found].sort()).toEqual([
      'dist/a.min.js:1 suspicious/noDebugger',
      'node_modules/x/a.js:1 suspicious/noDebugger',
      'src/a.js:1 suspicious/noDebugger',
      'styles/a.css:1 suspicious/noDuplicateProperties',
    ]);
  });

  it('finds what a directive would hide', async () => {
    const scripts = [
      '// biome-ignore lint: it is needed\ndebugger;',
      '// biome-ignore lint/suspicious/noDebugger: it is needed\ndebugger;',
      '/* biome-ignore-all lint: generated */\ndebugger;',
      '// biome-ignore-start lint: generated\ndebugger;\n// biome-ignore-end lint: generated\n',
      '/* eslint-disable */\ndebugger;',
      '// @generated\ndebugger;',
    ];
    const tree = Object.fromEntries(scripts.map((code, index) => [`${index}.js`, code]));
    const run = await runOn(profile, [suspicious, css], {
      ...tree,
      'a.css': '/* biome-ignore lint: x */\na { color: red; color: red; }',
    });
    expect(run.found).toEqual([
      ...scripts.map((_, index) => `${index}.js:2 suspicious/noDebugger`),
      'a.css:2 suspicious/noDuplicateProperties',
    ]);
  });

  it('changes no byte outside of the directive', () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('// biome-ignore lint: ä\r\n'), 0xff, 0x00]);
    const copy = withoutDirectives(bytes);
    expect(copy).toHaveLength(bytes.length);
    expect(copy.toString('latin1')).toBe(bytes.toString('latin1').replace('biome-ignore', '............'));
  });

  it('does not take file names for options or patterns', async () => {
    const names = ['--write.js', '-c/x.js', 'a b.js', 'a..b.js', '[id].tsx', 'ä.js', '(group)/page.js', 'glob*.js'];
    const run = await runOn(profile, [suspicious], Object.fromEntries(names.map((name) => [name, 'debugger;'])));
    expect(run.found.map((finding) => finding.split(':')[0]).sort()).toEqual([...names].sort());
  });

  it('analyses the other files if one kills the process', async () => {
    const deadly = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const tree = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`${index}.js`, index === 4 ? deadly : 'debugger;']),
    );
    const run = await runOn(profile, [suspicious], tree);
    expect(run.found).toHaveLength(8);
    expect(run.tool('biome-suspicious')).toMatchObject({
      outcome: { status: 'completed' },
      filesChecked: 9,
      unreadable: [{ file: '4.js', reason: expect.stringContaining('ended by') as string }],
    });
  });
});

describe('Biome tools', () => {
  it('say which rule a version of Biome does not have', async () => {
    const mistaken = { ...suspicious, rules: { 'suspicious/noSuchRule': { severity: 'low' as const } } };
    expect((await runOn(profile, [mistaken], { 'a.js': 'debugger;' })).tool('biome-suspicious').outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('noSuchRule') as string,
    });
  });

  it('get findings only for their own files', async () => {
    const other = { ...suspicious, id: 'other', files: ['lib/**'] };
    const run = await runOn(profile, [suspicious, other], { 'lib/a.js': 'debugger;', 'src/a.js': 'debugger;' });
    expect(run.tool('other').findings.map(({ file }) => file)).toEqual(['lib/a.js']);
    expect(run.tool('other').filesChecked).toBe(1);
  });
});

describe('output of Biome', () => {
  it('ends the run at a diagnostic that belongs to no file', () => {
    const json = JSON.stringify({
      diagnostics: [{ category: 'internalError/panic', severity: 'fatal', message: 'gone', location: null }],
    });
    expect(() => readOutput(json, new Map())).toThrow('gone');
  });
});

describe('batches of files', () => {
  const file = (staged: string, size: number, lines: number) => ({ staged, path: staged, size, lines, language: '' });

  it('puts each large or minified file last, in a batch of its own', () => {
    const files = [
      file('a.min.js', 50_000, 2),
      file('b.js', 1_000, 30),
      file('c.js', 200_000, 6_000),
      file('d.js', 2_000, 1),
    ];
    expect(batchesOf(files).map((batch) => batch.map(({ staged }) => staged))).toEqual([
      ['b.js', 'd.js'],
      ['a.min.js'],
      ['c.js'],
    ]);
  });

  it('contains each of many files once', () => {
    const files = Array.from({ length: 1_201 }, (_, index) => file(`${index}.js`, 10, 1));
    expect(batchesOf(files).map(({ length }) => length)).toEqual([500, 500, 201]);
    expect(batchesOf(files).flat()).toEqual(files);
  });
});
