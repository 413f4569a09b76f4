import { type StagedTarget, type StagedTree, removeStaged } from '@assay/targets';
import { InfrastructureError, messageOf } from '@assay/kernel';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TargetOrigin } from '../targets/acquired-target';
import { INTERRUPTIONS_FILE, Interruptions } from './interruptions';
import { takeStagingRoot } from './staging-root';

/**
 * A session's copy, with the description of its source, because the process that records it may not be the process that
 * made it.
 */
export interface StagedCopy extends StagedTarget {
  /** Undefined for a directory. */
  readonly origin?: TargetOrigin;
}

/**
 * The kinds of folders that are no copy of a session. Such a folder is named `<session id>.<unique>.<kind>`, and is
 * removed when its process is gone.
 */
type Passing = 'partial' | 'scratch' | 'removed';

/**
 * The folder of the sessions' staged copies: `<data directory>/staging/<session id>/`. A copy is made in a separate
 * folder and renamed into place. So every copy is complete, a resumed session analyses the earlier copy, and two
 * processes that stage at once get the same copy. A copy is renamed before it is removed, so that nobody reads half of
 * it.
 *
 * One process has the area for itself, from the moment when it is opened or first used.
 */
export class StagingArea {
  private readonly loaded = new Map<string, StagedCopy>();
  private opened: Promise<() => void> | undefined;
  private readonly interrupted: Interruptions;

  constructor(private readonly root: string) {
    this.interrupted = new Interruptions(root);
  }

  /**
   * Locks the area for this process, and removes unfinished copies of an earlier process. If there are any, that
   * process was interrupted, and this is noted of their sessions.
   * @throws StagingRootLocked if another process has it
   */
  async open(): Promise<void> {
    const opening = (this.opened ??= takeStagingRoot(this.root, () => this.clearPassing()));
    try {
      await opening;
    } catch (error) {
      if (this.opened === opening) this.opened = undefined;
      throw error;
    }
  }

  /** Frees the area for another process. Nothing may use it any more. */
  async close(): Promise<void> {
    const free = await this.opened;
    this.opened = undefined;
    free?.();
  }

  /**
   * Makes the session's copy.
   * @param make creates and fills a folder; the copy consists of the files in its result, under their final paths
   * @returns the copy that is in place, which another process may have made first
   */
  stage(sessionId: string, make: (destination: string) => Promise<StagedCopy>): Promise<StagedCopy> {
    return this.inFolder(sessionId, 'partial', async (folder) => {
      const tree = await make(join(folder, COPY));
      await writing(folder, () => writeFile(join(folder, MANIFEST), JSON.stringify(tree)));
      return this.publish(sessionId, folder, tree);
    });
  }

  /** Undefined if the session was not staged here, or its copy is gone. */
  async find(sessionId: string): Promise<StagedCopy | undefined> {
    await this.open();
    const folder = this.folder(sessionId);
    const file = join(folder, MANIFEST);
    try {
      await stat(file); // Also if it is known: it may have been removed meanwhile.
      const tree =
        this.loaded.get(sessionId) ?? placedIn(folder, JSON.parse(await readFile(file, 'utf8')) as StagedCopy);
      this.loaded.set(sessionId, tree);
      return tree;
    } catch (error) {
      this.loaded.delete(sessionId);
      // A power failure can leave a manifest without its text.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
      throw new InfrastructureError(`cannot read ${file}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** How often a process was interrupted while it worked for the session; see {@link Interruptions}. */
  async interruptions(sessionId: string): Promise<number> {
    await this.open();
    return this.interrupted.of(sessionId);
  }

  /** Gives the work an empty folder that is gone when the work is done. */
  inScratch<Value>(sessionId: string, work: (folder: string) => Promise<Value>): Promise<Value> {
    return this.inFolder(sessionId, 'scratch', work);
  }

  async remove(sessionId: string): Promise<void> {
    await this.open();
    this.loaded.delete(sessionId);
    const folder = this.folder(sessionId);
    const gone = this.passingFolder(sessionId, 'removed');
    await writing(folder, async () => {
      if (await renamed(folder, gone, ['ENOENT'])) await removeStaged(gone);
    });
    await this.interrupted.forget(sessionId);
  }

  /** The sessions of which something is kept here: a copy, or how often they were interrupted. */
  async sessions(): Promise<string[]> {
    await this.open();
    const copies = (await readdir(this.root)).filter((name) => !name.includes('.'));
    return [...new Set([...copies, ...(await this.interrupted.sessions())])];
  }

  /**
   * Removes the copies of sessions that have ended, because a crash can come between a session's end and its cleaning.
   */
  async removeAllBut(sessionIds: ReadonlySet<string>): Promise<void> {
    for (const sessionId of await this.sessions()) if (!sessionIds.has(sessionId)) await this.remove(sessionId);
  }

  private folder(sessionId: string): string {
    return join(this.root, sessionId);
  }

  private passingFolder(sessionId: string, kind: Passing): string {
    return join(this.root, `${sessionId}.${randomUUID()}.${kind}`);
  }

  private async inFolder<Value>(
    sessionId: string,
    kind: Passing,
    work: (folder: string) => Promise<Value>,
  ): Promise<Value> {
    await this.open();
    const folder = this.passingFolder(sessionId, kind);
    try {
      await writing(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
      return await work(folder);
    } finally {
      await writing(folder, () => removeStaged(folder));
    }
  }

  private async publish(sessionId: string, folder: string, tree: StagedCopy): Promise<StagedCopy> {
    const place = this.folder(sessionId);
    const move = async () => {
      const moved = await writing(place, () => renamed(folder, place, TAKEN));
      if (moved) this.loaded.set(sessionId, placedIn(place, tree));
      return moved;
    };
    // The folder in the way is another process's copy; an incomplete one is a leftover and is removed.
    if (!(await move()) && !(await this.find(sessionId))) {
      await this.remove(sessionId);
      await move();
    }
    const placed = await this.find(sessionId);
    if (!placed) throw new InfrastructureError(`the copy in ${place} was removed while it was made`);
    return placed;
  }

  private async clearPassing(): Promise<void> {
    await writing(this.root, async () => {
      const left = (await readdir(this.root)).filter((name) => name.includes('.') && name !== INTERRUPTIONS_FILE);
      await this.interrupted.note(workedIn(left));
      for (const name of left) await removeStaged(join(this.root, name));
    });
  }
}

/** The folders in which a process worked for a session, by the session, without copies that were being removed. */
function workedIn(names: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const name of names) {
    const [sessionId = '', , kind] = name.split('.');
    if (kind === 'partial' || kind === 'scratch') folders.set(sessionId, [...(folders.get(sessionId) ?? []), name]);
  }
  return folders;
}

const COPY = 'copy';
const MANIFEST = 'manifest.json';
/** The error codes of systems for a folder that is in the way. */
const TAKEN = ['ENOTEMPTY', 'EEXIST'];

/** Gives the copy its paths in the folder: the data directory may have moved, and copies are made elsewhere. */
function placedIn(folder: string, copy: StagedCopy): StagedCopy {
  const place = <Tree extends StagedTree>(tree: Tree, ...part: string[]): Tree => ({
    ...tree,
    root: join(folder, COPY, ...part, basename(tree.root)),
    pristine: join(folder, COPY, ...part, basename(tree.pristine)),
  });
  const placed = place(copy);
  return copy.parts
    ? {
        ...placed,
        parts: Object.fromEntries(Object.entries(copy.parts).map(([part, tree]) => [part, place(tree, part)])),
      }
    : placed;
}

/** Returns false if one of these errors occurred. */
async function renamed(from: string, to: string, unless: readonly string[]): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (!unless.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

async function writing<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InfrastructureError) throw error;
    throw new InfrastructureError(`cannot write ${path}: ${messageOf(error)}`, { cause: error });
  }
}
