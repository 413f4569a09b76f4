import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stagingFailed } from '../../staging/errors';
import { type OpenFolder, close, openFolder } from '../../staging/open-entry';
import { type CopyLimits, copyObjects } from './copy-objects';
import { has, shallowCommits, withFolder } from './git-folder';

/** A working tree that is not a repository by itself, or has objects elsewhere. */
export class HistoryElsewhere extends Error {}

/** Works with the `.git` of a working tree, which is closed in the end. */
export async function withGitFolder<Value>(root: OpenFolder, use: (git: OpenFolder) => Promise<Value>): Promise<Value> {
  const git = await openFolder(root, Buffer.from('.git')).catch(() => {
    throw new HistoryElsewhere(
      'its .git is no folder, as in a worktree or a submodule, whose history is in another repository: scan that one',
    );
  });
  try {
    return await use(git);
  } finally {
    await close(git.fd);
  }
}

/** @throws HistoryElsewhere if the folder is a part of another repository */
export async function refuseCommonFolder(git: OpenFolder): Promise<void> {
  if (await has(git, 'commondir'))
    throw new HistoryElsewhere('its .git names the folder of another repository (commondir): scan that repository');
}

/**
 * Copies the objects of a hostile repository to one of our own, which `initialise` made, and says there which commits
 * have no parents.
 * @throws HistoryElsewhere, TargetTooLarge, InfrastructureError (a full disk)
 */
export async function copyRepository(git: OpenFolder, gitDirectory: string, limits: CopyLimits): Promise<void> {
  const copied = await withFolder(git, 'objects', async (objects) => {
    if ((await withFolder(objects, 'info', (info) => has(info, 'alternates'))) === true)
      throw new HistoryElsewhere(
        'its objects are partly in another repository (objects/info/alternates): git repack -a -d brings them here',
      );
    await copyObjects(objects, join(gitDirectory, 'objects'), limits);
    return true;
  });
  if (copied !== true) throw new HistoryElsewhere('its .git has no folder of objects');
  const shallow = await shallowCommits(git);
  if (shallow.length > 0) await writeOwn(join(gitDirectory, 'shallow'), `${shallow.join('\n')}\n`);
}

export const writeOwn = (path: string, text: string): Promise<void> =>
  writeFile(path, text).catch((error: unknown) => {
    throw stagingFailed(error);
  });
