import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileLargeModule, loadLargeModule } from './load-large-module';

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
  writeFileSync(
    file,
    [
      `exports.text = '${WIDE}';`,
      'exports.place = [__filename, __dirname, String(module.exports === exports && this === exports)];',
      "exports.neighbour = require('./neighbour');",
      "exports.fail = () => { throw new Error('here'); };",
    ].join('\n'),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a large module', () => {
  const loaded = () => loadLargeModule(file, { compiled: false }) as Loaded;

  it('keeps each character of its text', () => expect(loaded().text).toBe(WIDE));

  it('knows where it lies, and what it exports', () => expect(loaded().place).toEqual([file, folder, 'true']));

  it('requires the modules beside it', () => expect(loaded().neighbour).toBe('beside'));

  it('is named with its lines in stacks', () =>
    expect(loaded().fail).toThrow(expect.objectContaining({ stack: expect.stringContaining(`${file}:4:`) })));

  it('is refused with the name of the file when the file is missing', () =>
    expect(() => loadLargeModule(join(folder, 'absent.js'), { compiled: false })).toThrow(/ENOENT.*absent\.js/));

  it('is refused with the place of a mistake in its text', () => {
    const broken = join(folder, 'broken.js');
    writeFileSync(broken, 'exports.a = 1;\nexports.b = ;\n');
    expect(() => loadLargeModule(broken, { compiled: false })).toThrow(
      expect.objectContaining({ stack: expect.stringContaining(`${broken}:2`) }),
    );
  });
});

describe('the compiled code of a large module', () => {
  const module = (name: string, value: number, mark: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `exports.value = () => ${value};\n// ${mark}\n`);
    return path;
  };
  const valueOf = (path: string) => (loadLargeModule(path, { compiled: true }) as { value: () => number }).value();

  it('is loaded with what was called', async () => {
    const path = module('compiled.js', 1, 'a');
    const called: number[] = [];
    await compileLargeModule(path, async (exports) => void called.push((exports as { value: () => number }).value()));
    expect([valueOf(path), called]).toEqual([1, [1]]);
  });

  it('is not taken for another module of the same length', async () => {
    const path = module('changed.js', 1, 'a');
    await compileLargeModule(path, async () => undefined);
    module('changed.js', 2, 'b');
    expect(valueOf(path)).toBe(2);
  });

  it('is not taken when it is cut', async () => {
    const path = module('cut.js', 1, 'a');
    await compileLargeModule(path, async () => undefined);
    truncateSync(`${path}.code`, 100);
    expect(valueOf(path)).toBe(1);
  });

  it('need not be there', () => expect(valueOf(module('alone.js', 3, 'a'))).toBe(3));
});
