import { type StagedTree, removeStaged } from '@assay/analysis';
import { InfrastructureError, messageOf } from '@assay/kernel';
import type { SessionFailure } from '@assay/workflows';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** No retry brings it back, and a copy that is made now may differ from what was counted and charged. */
export const STAGED_COPY_LOST: SessionFailure = {
  code: 'STAGED_COPY_LOST', message: 'The copy of the target that was being analysed is gone. What was not delivered is refunded; start the session again.',
};

/**
 * Where sessions' staged copies lie: `<data directory>/staging/<session id>/`. The manifest is written last and renamed
 * into place, so that where there is one the copy is whole, and a resumed session analyses what was staged before.
 */
export class StagingArea {
  private readonly loaded = new Map<string, StagedTree>();

  constructor(private readonly root: string) {}

  folder(sessionId: string): string {
    return join(this.root, sessionId);
  }

  /** Where the session's copy goes: a folder that is not there yet, whatever was left before. */
  async freshCopyFolder(sessionId: string): Promise<string> {
    this.loaded.delete(sessionId);
    const folder = this.folder(sessionId);
    await this.access(async () => {
      await removeStaged(folder);
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }, folder);
    return join(folder, 'copy');
  }

  async keep(sessionId: string, tree: StagedTree): Promise<void> {
    const file = this.manifest(sessionId);
    await this.access(async () => {
      await writeFile(`${file}.part`, JSON.stringify(tree));
      await rename(`${file}.part`, file);
    }, file);
    this.loaded.set(sessionId, tree);
  }

  /** Undefined where the session was not staged here, or not to its end. */
  async find(sessionId: string): Promise<StagedTree | undefined> {
    const known = this.loaded.get(sessionId);
    if (known) return known;
    const file = this.manifest(sessionId);
    try {
      const tree = JSON.parse(await readFile(file, 'utf8')) as StagedTree;
      this.loaded.set(sessionId, tree);
      return tree;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new InfrastructureError(`cannot read ${file}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** An empty folder for one pass. */
  async scratch(sessionId: string, passId: string): Promise<string> {
    const folder = join(this.folder(sessionId), 'scratch', passId);
    await this.access(async () => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }, folder);
    return folder;
  }

  async remove(sessionId: string): Promise<void> {
    this.loaded.delete(sessionId);
    const folder = this.folder(sessionId);
    await this.access(() => removeStaged(folder), folder);
  }

  /** Removes what sessions that are over have left behind: a crash can fall between a session's end and its cleaning. */
  async removeAllBut(sessionIds: ReadonlySet<string>): Promise<void> {
    await this.access(() => mkdir(this.root, { recursive: true, mode: 0o700 }), this.root);
    for (const sessionId of await readdir(this.root)) if (!sessionIds.has(sessionId)) await this.remove(sessionId);
  }

  private manifest(sessionId: string): string {
    return join(this.folder(sessionId), 'manifest.json');
  }

  private async access(work: () => Promise<unknown>, path: string): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw new InfrastructureError(`cannot write ${path}: ${messageOf(error)}`, { cause: error });
    }
  }
}
