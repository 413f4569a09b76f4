import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { InfrastructureError, messageOf } from '@assay/kernel';
import { gitEnvironment } from './git-environment';

const run = promisify(execFile);
let found: Promise<void> | undefined;

/**
 * Older ones do not know `http.curloptResolve` (2.37) and would connect to wherever the name leads, without a word.
 * @throws InfrastructureError
 */
export function requireGit(): Promise<void> {
  found ??= check().catch((error: unknown) => {
    found = undefined; // it may be installed meanwhile
    throw error;
  });
  return found;
}

/** What keeps repositories from being cloned here, or undefined. */
export const gitProblem = (): Promise<string | undefined> => requireGit().then(() => undefined, messageOf);

async function check(): Promise<void> {
  const { stdout } = await run('git', ['version'], { env: gitEnvironment() }).catch((error: unknown) => {
    throw new InfrastructureError(`repositories cannot be cloned here: git cannot be started (${messageOf(error)})`, { cause: error });
  });
  const [major = 0, minor = 0] = (/^git version (\d+)\.(\d+)/.exec(stdout)?.slice(1) ?? []).map(Number);
  if (major < 2 || (major === 2 && minor < 37)) throw new InfrastructureError(`repositories cannot be cloned here: git 2.37 or newer is needed, not ${stdout.trim()}`);
}
