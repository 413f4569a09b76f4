import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shipsBuildOutput } from './what-is-shipped';

describe('what a package ships', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-shipped-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const put = (path: string, lines = 1) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'one();\n'.repeat(lines));
  };

  it('is build output, with a file that loads it and its types', async () => {
    put('index.js');
    put('index.d.ts', 500);
    put('test/index.js', 500);
    put('dist/app.js', 100);
    expect(await shipsBuildOutput(folder)).toBe(true);
  });

  it('is its sources, with what was built of them', async () => {
    put('src/app.ts', 90);
    put('dist/app.js', 100);
    expect(await shipsBuildOutput(folder)).toBe(false);
  });

  it.each([['index.js'], ['package.json']])('is no build output where there is none: %s', async (path) => {
    put(path);
    expect(await shipsBuildOutput(folder)).toBe(false);
  });
});
