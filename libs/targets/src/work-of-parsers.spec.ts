import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inheritedLoaders } from '@assay/kernel';
import { FILE_READERS, PARSERS } from '../test/hostile-inputs';

/**
 * Twice the input may take at most so many times the steps. A parser whose work grows with the square of its input
 * takes four times as many.
 */
const MOST = 2.25;

/**
 * V8 counts each step of code that its interpreter runs, and only some of the steps of code that it compiled meanwhile
 * on another thread. So nothing is compiled.
 */
const INTERPRETED = [
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--no-lazy-feedback-allocation',
  '--single-threaded',
] as const;

interface Counted {
  readonly what: string;
  readonly bytes: readonly [number, number];
  readonly steps: readonly [number, number];
}

describe('a parser of what others wrote', () => {
  const counted = new Map<string, Counted>();

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-work-'));
    try {
      const script = resolve(__dirname, '../test/count-steps.ts');
      const options = [...INTERPRETED, ...inheritedLoaders()];
      const output = execFileSync(process.execPath, [...options, script, folder], { encoding: 'utf8' });
      for (const line of output.trim().split('\n')) {
        const each = JSON.parse(line) as Counted;
        counted.set(each.what, each);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);

  it.each([...PARSERS, ...FILE_READERS].map(([what]) => [what]))('takes twice the steps for twice of %s', (what) => {
    const {
      bytes: [once, twice],
      steps: [few, many],
    } = counted.get(what)!;
    expect(few).toBeGreaterThan(50);
    expect(many / few / (twice / once / 2)).toBeLessThan(MOST);
  });
});
