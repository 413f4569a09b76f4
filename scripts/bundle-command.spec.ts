import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..');

/** A small installation: `semver` and `uid` go into the bundle, `left` does not and is there twice. */
const FILES = {
  'node_modules/semver/index.js': "exports.left = require('left').copy;\n",
  'node_modules/semver/node_modules/left/index.js': "exports.copy = 'of semver';\n",
  'node_modules/left/index.js': "exports.copy = 'of the root';\nglobal.loaded.push('left');\n",
  'node_modules/uid/index.js': [
    "const written = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC' });",
    'exports.written = (date) => written.format(date);',
    // The inner name hides the outer one, so that esbuild calls it otherwise.
    'let Shown = class Shown { static own() { return Shown; } };',
    'exports.named = [Shown, () => 1, function given() {}];',
  ].join('\n'),
  'dist/app/run.js': [
    "exports.uid = require('uid');",
    "const deep = require('../lib/deep');",
    "exports.place = () => deep.place.concat(' ', deep.file);",
    "exports.lazy = () => require('../lib/lazy').value;",
    "exports.optional = () => { try { return require('absent'); } catch (error) { return error.code; } };",
    "exports.copies = () => [require('semver').left, require('left').copy].join();",
    'exports.fail = () => deep.fail();',
  ].join('\n'),
  'dist/lib/deep.js': [
    "global.loaded.push('deep');",
    'exports.place = __dirname;',
    'exports.file = __filename;',
    "exports.fail = () => { throw new TypeError('of deep'); };",
  ].join('\n'),
  'dist/lib/lazy.js': "global.loaded.push('lazy');\nexports.value = 'loaded when called';\n",
};

let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-bundle-')));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const [entry, bundle] = [join(root, 'dist/app/run.js'), join(root, 'dist/app/run.bundle.js')];
  inNode(`require('./scripts/bundle-command.cjs')(...${JSON.stringify([root, entry, bundle])})`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function inNode(code: string): string {
  const loader = join(ROOT, 'test/support/compile-typescript.cjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-r', loader, '-e', code], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/**
 * The value of the expression in a process that has loaded the bundle as `run`, and no other file of the installation.
 */
const ofBundle = (expression: string): unknown =>
  JSON.parse(
    inNode(
      `global.loaded = [];
      const bundle = ${JSON.stringify(join(root, 'dist/app/run.bundle.js'))};
      require('./apps/cli/src/source-positions').nameSourcesOf(bundle);
      require('node:fs').rmSync(${JSON.stringify(join(root, 'dist/lib'))}, { recursive: true, force: true });
      const run = require(bundle);
      console.log(JSON.stringify(${expression}));`,
    ),
  );

describe('the bundle of the command', () => {
  it('has each file lie where it lay', () =>
    expect(ofBundle('run.place()')).toBe(`${join(root, 'dist/lib')} ${join(root, 'dist/lib/deep.js')}`));

  it('loads what is required lazily when it is called, and the files of the bundle from no other file', () =>
    expect(ofBundle('[[...loaded], run.lazy(), loaded]')).toEqual([['deep'], 'loaded when called', ['deep', 'lazy']]));

  it('gives each importer the copy of a package that it had', () =>
    expect(ofBundle('run.copies()')).toBe('of semver,of the root'));

  it('leaves an optional package that is not installed to whoever asks for it', () =>
    expect(ofBundle('run.optional()')).toBe('MODULE_NOT_FOUND'));

  it('makes the format of dates of a package when a date is written', () => {
    const made = `(() => {
      const format = Intl.DateTimeFormat;
      let count = 0;
      Intl.DateTimeFormat = function (...options) { count += 1; return new format(...options); };
      delete require.cache[bundle];
      const { written } = require(bundle).uid;
      const counts = [count];
      const dates = [new Date(0), new Date(1)].map(written);
      return [[...counts, count], dates[0] === new format(undefined, { timeZone: 'UTC' }).format(0)];
    })()`;
    expect(ofBundle(made)).toEqual([[0, 1], true]);
  });

  it('keeps the names of functions and classes', () =>
    expect(ofBundle('run.uid.named.map((one) => one.name)')).toEqual(['Shown', '', 'given']));

  it('is refused with a character for which Node.js would keep two bytes of each', () => {
    const [entry, bundle] = [join(root, 'dist/app/wide.js'), join(root, 'dist/app/wide.bundle.js')];
    const build = () => inNode(`require('./scripts/bundle-command.cjs')(...${JSON.stringify([root, entry, bundle])})`);
    writeFileSync(entry, "// A comment: \u2026\nexports.text = '\u2026 \u{1f980}';\n");
    expect(build).not.toThrow();
    writeFileSync(entry, 'exports.word = /\u043f/;\n');
    expect(build).toThrow(/would take twice its memory: put the character in a text, or write it as \\u/);
  });

  it('names in stacks the files and lines that it was made of', () => {
    const stack = ofBundle('(() => { try { run.fail(); } catch (error) { return error.stack; } })()') as string;
    expect(stack.split('\n').slice(0, 3)).toEqual([
      'TypeError: of deep',
      expect.stringContaining(`${join(root, 'dist/lib/deep.js')}:4:`),
      expect.stringContaining(`${join(root, 'dist/app/run.js')}:7:`),
    ]);
  });
});
