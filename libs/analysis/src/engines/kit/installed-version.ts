import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The version of an installed package. It is read from the package's folder, because many packages do not export their
 * package.json.
 * @throws Error when the package is not installed
 */
export function installedVersion(name: string): string {
  for (const folder of createRequire(__filename).resolve.paths(name) ?? []) {
    try {
      return (require(join(folder, name, 'package.json')) as { version: string }).version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error(`${name} is not installed`);
}
