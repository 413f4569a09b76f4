import { InfrastructureError, messageOf } from '@assay/kernel';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** After so many the session is given up: its target ends every process that works on it. */
export const MOST_INTERRUPTIONS = 5;
/** Sessions with so many run one after another, so that one that ends the process takes no others with it. */
export const SUSPICIOUS_INTERRUPTIONS = 2;

interface Interrupted {
  readonly times: number;
  /** The folders by which the last one was noticed: a crash before their removal must not count them twice. */
  readonly folders: readonly string[];
}

/** A point in its name, so that no session is called so. */
export const INTERRUPTIONS_FILE = 'interruptions.json';

/**
 * Counts, for each session, how often the process ended while it staged or analysed the session's target, and could not
 * clean up: it was killed, it crashed, or the machine lost its power. An orderly stop leaves nothing behind and does
 * not count. The counts are in a file of the staging root, because they are about this machine and its copies.
 */
export class Interruptions {
  private readonly file: string;
  private counts: Promise<Map<string, Interrupted>> | undefined;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(root: string) {
    this.file = join(root, INTERRUPTIONS_FILE);
  }

  async of(sessionId: string): Promise<number> {
    return (await this.read()).get(sessionId)?.times ?? 0;
  }

  /** The sessions that have a count. */
  async sessions(): Promise<string[]> {
    return [...(await this.read()).keys()];
  }

  /** @param folders the folders that an earlier process has left, by the session for which it worked in them */
  async note(folders: ReadonlyMap<string, readonly string[]>): Promise<void> {
    if (folders.size === 0) return;
    const counts = await this.read();
    for (const [sessionId, left] of folders) {
      const known = counts.get(sessionId);
      if (left.every((folder) => known?.folders.includes(folder))) continue;
      counts.set(sessionId, { times: (known?.times ?? 0) + 1, folders: left });
    }
    await this.write();
  }

  async forget(sessionId: string): Promise<void> {
    if ((await this.read()).delete(sessionId)) await this.write();
  }

  private read(): Promise<Map<string, Interrupted>> {
    return (this.counts ??= this.load());
  }

  private async load(): Promise<Map<string, Interrupted>> {
    try {
      return new Map(Object.entries(JSON.parse(await readFile(this.file, 'utf8')) as Record<string, Interrupted>));
    } catch (error) {
      // A power failure can leave a file without its text: then the counts begin again.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return new Map();
      this.counts = undefined;
      throw new InfrastructureError(`cannot read ${this.file}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** One write at a time, each of what is counted by then. */
  private write(): Promise<void> {
    const written = this.writing.then(async () => {
      const counts = await this.read();
      const text = JSON.stringify(Object.fromEntries(counts));
      try {
        if (counts.size === 0) return await rm(this.file, { force: true });
        await writeFile(`${this.file}.part`, text, { mode: 0o600 });
        await rename(`${this.file}.part`, this.file);
      } catch (error) {
        throw new InfrastructureError(`cannot write ${this.file}: ${messageOf(error)}`, { cause: error });
      }
    });
    this.writing = written.catch(() => undefined);
    return written;
  }
}
