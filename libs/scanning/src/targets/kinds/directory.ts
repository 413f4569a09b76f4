import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetUnreadable, checkDirectoryAllowed, identifyFolder, isGitInstalled } from '@assay/targets';
import { RefusedError } from '@assay/kernel';
import type { TargetOf } from '../../domain/session-target';
import type { TargetDefinition } from '../target-definition';
import { GIT_MEMORY_MB, HISTORY } from './history-limits';

declare module '../../domain/session-target' {
  interface TargetFields {
    /** An absolute path. Once the target is admitted, all symbolic links in it are resolved. */
    directory: { readonly directory: string };
  }
}

/** The directory is no longer allowed as a target. */
class DirectoryRefused extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`the directory cannot be analysed any more: ${why}`, options);
    this.name = 'DirectoryRefused';
  }
}

export const directory: TargetDefinition<TargetOf<'directory'>> = {
  cataloguedAs: 'directory',
  filesHaveRoles: true,
  recordsAreWhole: true,
  fromSession: { areAddresses: false, target: ([value = '']) => ({ kind: 'directory', directory: value }) },
  written: 'a directory',

  async admit(target, { sources, directoryRoots }) {
    const allowed = await checkDirectoryAllowed(target.directory, await directoryRoots(), sources.ownPaths);
    if (!allowed.ok) throw new RefusedError(allowed.refusal);
    return { kind: 'directory', directory: allowed.value };
  },

  /**
   * A directory is on this machine already and is staged from its place. It is checked again, because roots and links
   * may have changed while its session waited. Only the folder that was checked is staged.
   */
  async acquire({ directory: path }, { parts }, { sources, directoryRoots }) {
    const identity = await identifyFolder(path).catch((error: unknown) => {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (code === 'ENOENT') throw new TargetUnreadable(path, 'does not exist', { cause: error });
      if (code === 'EACCES') throw new TargetUnreadable(path, 'permission denied', { cause: error });
      throw new DirectoryRefused('a link took the place of a folder on the way to it', { cause: error });
    });
    const allowed = await checkDirectoryAllowed(path, await directoryRoots(), sources.ownPaths);
    if (!allowed.ok) throw new DirectoryRefused(allowed.refusal.message);
    if (allowed.value !== path) throw new DirectoryRefused('a link took the place of a folder on the way to it');
    const source = { folder: path, identity, workingTree: true };
    if (!parts.has('history') && !parts.has('records')) return { source };
    return {
      job: {
        kind: 'working-tree',
        source,
        memoryMb: GIT_MEMORY_MB,
        commits: HISTORY.commits,
        history: {
          versions: parts.has('history'),
          records: parts.has('records'),
          bytes: HISTORY.bytes,
          ...(!isGitInstalled() && { unavailable: 'git is not installed here, and its history is read with git' }),
        },
      },
      originOf: ({ leftOut }) => (leftOut.length > 0 ? { facts: {}, leftOut } : undefined),
    };
  },
  hasHistory: ({ directory: path }) =>
    lstat(join(path, '.git')).then(
      () => true,
      () => false, // staging says what cannot be read
    ),
  failureCode: (error) => (error instanceof DirectoryRefused ? 'DIRECTORY_NOT_ALLOWED' : undefined),

  describe: (target) => target.directory,
  identity: (target) => `directory:${target.directory}`,
  view: (target) => ({ directory: target.directory }),
  viewFields: { directory: 'text' },
};
