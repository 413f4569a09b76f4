import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { InfrastructureError, messageOf } from '@assay/kernel';
import { gitEnvironment } from './git-environment';

const run = promisify(execFile);
let found: Promise<string> | undefined;

/**
 * Older ones do not know `http.curloptResolve` (2.37) and would connect to wherever the name leads, without a word.
 * @returns the version that there is: `2.39.5`
 * @throws InfrastructureError
 */
export function requireGit(): Promise<string> {
  found ??= check().catch((error: unknown) => {
    found = undefined; // it may be installed meanwhile
    throw error;
  });
  return found;
}

async function check(): Promise<string> {
  const { stdout } = await run('git', ['version'], { env: gitEnvironment() }).catch((error: unknown) => {
    throw new InfrastructureError(`repositories cannot be cloned here: git cannot be started (${messageOf(error)})`, {
      cause: error,
    });
  });
  const version = /^git version ([\d.]+\d)/.exec(stdout)?.[1] ?? '0.0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 37))
    throw new InfrastructureError(
      `repositories cannot be cloned here: git 2.37 or newer is needed, not ${stdout.trim()}`,
    );
  return version;
}
