import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { InfrastructureError, messageOf } from '@assay/kernel';
import { gitEnvironment } from './git-environment';

const run = promisify(execFile);
let version: Promise<string> | undefined;

/**
 * Requires git 2.37, the first version with `http.curloptResolve`. An older one would silently connect to any address
 * that the name resolves to.
 * @returns the installed version, such as `2.39.5`
 * @throws InfrastructureError
 */
export function requireGit(): Promise<string> {
  version ??= check().catch((error: unknown) => {
    version = undefined; // git may be installed later
    throw error;
  });
  return version;
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
