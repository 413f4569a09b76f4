import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { isBuilt, stampBuild } = require('./built-sources.cjs') as {
  isBuilt(root: string): boolean;
  stampBuild(root: string): void;
};

describe('a build', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'assay-built-'));
    for (const folder of ['dist', 'libs/kernel/src', 'libs/kernel/test'])
      mkdirSync(join(root, folder), { recursive: true });
    for (const path of ['package.json', 'libs/kernel/src/a.ts', 'libs/kernel/src/b.ts']) write(path);
    stampBuild(root);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** As if it had been written so many hours after the build. */
  const write = (path: string, hours = -1) => {
    writeFileSync(join(root, path), '');
    const time = Date.now() / 1000 + hours * 3600;
    utimesSync(join(root, path), time, time);
  };
  const change = (path: string) => write(path, 1);

  it('holds as long as no source changes', () => expect(isBuilt(root)).toBe(true));

  it('is old after a source was changed, added or removed, or where there is none', () => {
    change('libs/kernel/src/a.ts');
    expect(isBuilt(root)).toBe(false);
    write('libs/kernel/src/a.ts');
    expect(isBuilt(root)).toBe(true);
    write('libs/kernel/src/c.ts');
    expect(isBuilt(root)).toBe(false);
    rmSync(join(root, 'libs/kernel/src/c.ts'));
    expect(isBuilt(root)).toBe(true);
    rmSync(join(root, 'libs/kernel/src/b.ts'));
    expect(isBuilt(root)).toBe(false);
    rmSync(join(root, 'dist'), { recursive: true });
    expect(isBuilt(root)).toBe(false);
  });

  it('does not depend on tests, nor on folders that came and went', () => {
    change('libs/kernel/src/a.spec.ts');
    change('libs/kernel/test/world.ts');
    mkdirSync(join(root, 'libs/scratch'));
    rmSync(join(root, 'libs/scratch'), { recursive: true });
    expect(isBuilt(root)).toBe(true);
  });
});
