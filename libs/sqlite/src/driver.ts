import { messageOf } from '@assay/kernel';
import type Database from 'better-sqlite3';

/** The constructor that better-sqlite3 exports. */
export type Driver = typeof Database;

/** The native driver of this Node.js is not installed, or it was built for another Node.js. */
export class SqliteDriverMissing extends Error {
  constructor(name: string, node: string, cause: unknown) {
    super(
      `${name}, the SQLite driver for Node.js ${node}, cannot be loaded: ` +
        `run "npm ci" with this Node.js (${messageOf(cause)})`,
      { cause },
    );
    this.name = 'SqliteDriverMissing';
  }
}

/**
 * Names the package that is safe on a version of Node.js. No single release of better-sqlite3 is safe on all of them:
 * - Up to 12 it is written against V8. On Node.js 24.19 and later, finalizing one of its statements during an idle
 *   garbage collection aborts the process (`RemoveEnvironmentCleanupHook … (env) != nullptr`).
 * - From 13 on it is written against Node-API and ships compiled. On Node.js 20 an insert loop ends in a segmentation
 *   fault; its stated range begins at 22.
 *
 * Both have the same interface and read each other's files.
 */
export const driverFor = (node: string): 'better-sqlite3' | 'better-sqlite3-node20' =>
  Number.parseInt(node, 10) < 22 ? 'better-sqlite3-node20' : 'better-sqlite3';

/** @throws SqliteDriverMissing */
export function loadDriver(node = process.versions.node, load: (name: string) => unknown = require): Driver {
  const name = driverFor(node);
  try {
    return load(name) as Driver;
  } catch (error) {
    throw new SqliteDriverMissing(name, node, error);
  }
}

/** The driver looks for its native part when it opens the first database, not when it is loaded. */
export function isNativePartMissing(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    code === 'ERR_DLOPEN_FAILED' ||
    code === 'MODULE_NOT_FOUND' ||
    message.startsWith('Could not locate the bindings file')
  );
}
