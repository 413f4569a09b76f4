import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Protection, ProtectionName } from '../src/confinement';

/** Detected in a separate process, because a test file must know its tests synchronously. */
const protections = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '-r',
      resolve(__dirname, '../../../test/support/compile-typescript.cjs'),
      '-e',
      'require(process.argv[1]).detectConfinement()' +
        '.then(({ protections }) => console.log(JSON.stringify(protections)))',
      resolve(__dirname, '../src/confinement.ts'),
    ],
    { encoding: 'utf8' },
  ),
) as Protection[];

/** Defines a test of a protection. If this machine lacks the protection, the test is skipped and its name says why. */
export function itProtectedBy(name: ProtectionName, title: string, test: () => Promise<void>): void {
  const protection = protections.find((each) => each.name === name);
  if (protection?.active) it(title, test);
  else it.skip(`${title} (not here: ${protection?.reason ?? 'unknown protection'})`, test);
}
