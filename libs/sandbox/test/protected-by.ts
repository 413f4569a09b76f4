import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Protection, ProtectionName } from '../src/confinement';

/** In a process of its own, because a test file must know synchronously which of its tests there are. */
const protections = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '-r',
      resolve(__dirname, '../../../test/support/compile-typescript.cjs'),
      '-e',
      'require(process.argv[1]).detectConfinement().then(({ protections }) => console.log(JSON.stringify(protections)))',
      resolve(__dirname, '../src/confinement.ts'),
    ],
    { encoding: 'utf8' },
  ),
) as Protection[];

/** A test of a protection; where this machine has none, it is skipped and its name says why. */
export function itProtectedBy(name: ProtectionName, title: string, test: () => Promise<void>): void {
  const protection = protections.find((each) => each.name === name);
  if (protection?.active) it(title, test);
  else it.skip(`${title} (not here: ${protection?.reason ?? 'unknown protection'})`, test);
}
