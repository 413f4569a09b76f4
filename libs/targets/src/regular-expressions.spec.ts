import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const LIBRARIES = resolve(__dirname, '../..');
const SCAN = resolve(__dirname, '../test/super-linear-patterns.mjs');

/** Patterns that the scan suspects, and why they are safe. */
const REVIEWED: readonly (readonly [pattern: string, why: string])[] = [
  ['NOPASSWD', 'engines match it, in their own process; the blanks after one word are not those after another'],
  ['authToken|auth|password', 'engines match it, in their own process; an equals sign is between the blanks'],
  ['pgpass', 'engines match it, in their own process; no part can match the colon that ends it'],
  ['^pkg:', 'a request names a package by at most 500 characters'],
];

describe('the regular expressions that read what others wrote', () => {
  const files = ['targets', 'target-records', 'source-text'].flatMap((library) =>
    readdirSync(join(LIBRARIES, library, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .map((name) => join(LIBRARIES, library, 'src', name)),
  );

  it('take no more steps than a multiple of the characters that they read', () => {
    expect(files.length).toBeGreaterThan(150);
    const lines = execFileSync(process.execPath, [SCAN], { input: files.join('\n'), encoding: 'utf8' }).split('\n');
    const suspects = lines.filter((line) => line !== '').map((line) => relative(LIBRARIES, line));
    expect(suspects.filter((line) => !REVIEWED.some(([pattern]) => line.includes(pattern)))).toEqual([]);
    // A pattern that is no longer suspected needs no entry.
    expect(REVIEWED.filter(([pattern]) => !suspects.some((line) => line.includes(pattern)))).toEqual([]);
  }, 60_000);
});
