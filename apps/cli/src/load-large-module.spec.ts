import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadLargeModule } from './load-large-module';

interface Loaded {
  readonly text: string;
  readonly place: readonly string[];
  readonly neighbour: unknown;
  readonly fail: () => never;
}

let folder: string;
let file: string;

/** Three bytes a character, so that a character lies on the border of each piece that is read. */
const WIDE = '\u20ac'.repeat(100_000);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-large-module-'));
  file = join(folder, 'large.js');
  writeFileSync(join(folder, 'neighbour.js'), "module.exports = 'beside';\n");
  writeFileSync(join(folder, 'late.mjs'), "export default 'late';\n");
  writeFileSync(
    file,
    [
      `exports.text = '${WIDE}';`,
      'exports.place = [__filename, __dirname, String(module.exports === exports && this === exports)];',
      "exports.neighbour = require('./neighbour');",
      "exports.later = () => import('./late.mjs');",
      "exports.fail = () => { throw new Error('here'); };",
    ].join('\n'),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a large module', () => {
  const loaded = () => loadLargeModule(file) as Loaded;

  it('keeps each character of its text', () => expect(loaded().text).toBe(WIDE));

  it('knows where it lies, and what it exports', () => expect(loaded().place).toEqual([file, folder, 'true']));

  it('requires the modules beside it', () => expect(loaded().neighbour).toBe('beside'));

  it('imports ECMAScript modules beside it', () => {
    const load = require.resolve('./load-large-module');
    const script = `
      const { later } = require(${JSON.stringify(load)}).loadLargeModule(${JSON.stringify(file)});
      later().then((late) => console.log(late.default));`;
    const args = ['-r', require.resolve('../../../test/support/compile-typescript.cjs'), '-e', script];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('late\n');
  });

  it('is named with its lines in stacks', () =>
    expect(loaded().fail).toThrow(expect.objectContaining({ stack: expect.stringContaining(`${file}:5:`) })));

  it('is refused with the name of the file when the file is missing', () =>
    expect(() => loadLargeModule(join(folder, 'absent.js'))).toThrow(/ENOENT.*absent\.js/));

  it('is refused with the place of a mistake in its text', () => {
    const broken = join(folder, 'broken.js');
    writeFileSync(broken, 'exports.a = 1;\nexports.b = ;\n');
    expect(() => loadLargeModule(broken)).toThrow(
      expect.objectContaining({ stack: expect.stringContaining(`${broken}:2`) }),
    );
  });
});
