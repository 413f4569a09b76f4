import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version as versionOfTypescript } from 'typescript';

const SUPPORT = join(__dirname, '../../../../../test/support');

interface Linted {
  readonly rules: readonly string[];
  readonly unavailable: readonly unknown[];
  readonly modules: number;
  readonly hasTypescript: boolean;
  readonly differing: readonly string[];
  readonly globals: object;
  readonly globalsOfPlugin: object;
  readonly version: string;
}

describe('linting one file', () => {
  let folder: string;
  const linted = (text: string): Linted => {
    const path = join(folder, 'file.js');
    writeFileSync(path, text);
    const script = join(__dirname, '../../../test/lint-modules.cjs');
    const args = ['-r', join(SUPPORT, 'compile-typescript.cjs'), script, path];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Linted;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-lint-modules-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('loads no rule that the file cannot break, nor the compiler, and rules that are those of their plugin', () => {
    const small = linted('const name = process.argv[2];\nif (name == 1) eval(name);\n');
    expect(small.rules).toEqual(['security/detect-eval-with-expression', 'sonarjs/code-eval']);
    expect(small.unavailable).toEqual([]);
    // A tenth above the actual number. It was 1,814 with the data of all browsers and years.
    expect(small.modules).toBeLessThan(950);
    expect(small.hasTypescript).toBe(false);
    expect(small.differing).toEqual([]);
    expect(small.globals).toEqual(small.globalsOfPlugin);
    expect(small.version).toBe(versionOfTypescript);
  });

  it('loads them for a file that may break them', () => {
    const { rules } = linted('new EyeDropper();\nexport const empty = /[]/;\n');
    expect(rules).toEqual(expect.arrayContaining(['compat/compat', 'regexp/no-empty-character-class']));
  });
});
