import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const SUPPORT = join(__dirname, '../../../../../test/support');

/** The modules that a process has loaded after these files. */
const loadedWith = (...files: string[]): string[] =>
  loadedBy(files.map((file) => `require(${JSON.stringify(join(__dirname, file))})`).join(';'));

/** The modules that a process has loaded when this is done. */
function loadedBy(work: string): string[] {
  const script = `(async () => { ${work}; })().then(() => console.log(JSON.stringify(Object.keys(require.cache))));`;
  const args = ['-r', join(SUPPORT, 'compile-typescript.cjs'), '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
}

/** Packages that take a third of a second each to load. */
const COMPILERS = /\/node_modules\/(?:typescript|svelte|@vue\/compiler-[a-z]+)\//;

describe('the process of an engine', () => {
  it.each(['markup-accessibility', 'typescript-exports'])(
    'loads no compiler with %s, before a file needs one',
    (id) => {
      const engine = loadedWith(`../${id}/${id}.engine.ts`);
      expect(engine).toContain(join(__dirname, `../${id}/${id}.engine.ts`));
      expect(engine.filter((file) => COMPILERS.test(file))).toEqual([]);
    },
  );

  it('loads of all compilers that dependency-cruiser knows only the one that it uses', () => {
    const loaded = loadedBy(
      `const path = ${JSON.stringify(join(__dirname, '../dependency-cruiser/without-compilers.ts'))};` +
        `const { cruise } = await require(path).loadWithoutCompilers(); if (!cruise) throw new Error('not loaded')`,
    );
    expect(loaded).toContain(require.resolve('typescript'));
    expect(loaded.filter((file) => /\/node_modules\/(?:svelte|@vue|@babel|@swc)\/.*js$/.test(file))).toEqual([]);
  });

  it('loads nothing before its engine but what it needs to talk with its parent', () => {
    const loaded = loadedWith('serve-pass.ts', 'load-engine.ts');
    // 70 files took each of the two dozen processes of a scan as long as Node.js itself takes to start.
    expect(loaded.filter((file) => !file.startsWith(SUPPORT) && file.endsWith('.ts'))).toEqual([
      join(__dirname, 'serve-pass.ts'),
      join(__dirname, '../../../../sandbox-child/src/index.ts'),
      join(__dirname, 'load-engine.ts'),
    ]);
  });
});
