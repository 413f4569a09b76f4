import { mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, timestamp } from '@assay/kernel';
import type { ArchiveLimits } from '@assay/archives';
import { stagingFailed } from '../staging/errors';
import { receiveFile, syncFolder, writeSynced } from './receive-file';
import { recogniseUpload } from './upload-kind';
import { type IncomingBytes, type UploadLimits, UploadQuota } from './upload-quota';
import type { NewUpload, Upload, UploadStore } from './upload-store';

export interface FolderUploadStoreOptions {
  /** A folder that only this store uses. */
  readonly folder: string;
  readonly clock: Clock;
  /** The most bytes of one upload. */
  readonly maxBytes: number;
  /** The most bytes of all uploads. Default: no limit. */
  readonly quota?: UploadLimits;
  /** How long an upload is kept, in milliseconds. */
  readonly keptFor: number;
  /** An unfinished upload that receives no byte for so many milliseconds belongs to a process that died. */
  readonly abandonedAfter?: number;
  /** How much may be unpacked to recognise the kind of an upload. */
  readonly limits?: Partial<ArchiveLimits>;
}

const HOUR = 60 * 60 * 1000;
const ID = /^upl_[0-9a-z-]{1,60}$/;

const STAGES = ['incoming', 'uploads', 'outgoing'] as const;

/** Keeps uploads in a folder of this machine. */
export const createFolderUploadStore = (options: FolderUploadStoreOptions): UploadStore =>
  new FolderUploadStore(options);

/**
 * Keeps each upload as a folder with its bytes and its metadata. An upload is written below `incoming/`, synced, and
 * moved to `uploads/` as a whole. From that move on it exists. Before an upload is removed, it is moved to `outgoing/`,
 * so that a crash during the removal leaves nothing that can be found.
 */
class FolderUploadStore implements UploadStore {
  private readonly underway = new Set<string>();
  private readonly quota: UploadQuota;

  constructor(private readonly options: FolderUploadStoreOptions) {
    const { quota = { organizationBytes: Infinity, totalBytes: Infinity }, maxBytes } = options;
    const stored = {
      ids: () => namesIn(this.place('uploads')),
      read: (id: string) => readUpload(this.place('uploads', id)),
      removeExpired: () => this.sweepExpired(),
    };
    this.quota = new UploadQuota(stored, quota, maxBytes);
  }

  async put(upload: NewUpload): Promise<Upload> {
    if (!ID.test(upload.id)) throw new TypeError(`${JSON.stringify(upload.id)} is not an upload id`);
    const bytes = await this.quota.begin(upload.organizationId);
    try {
      const stored = await this.receive({ ...upload, content: counted(upload.content, bytes) });
      bytes.keep(upload.id, stored);
      return stored;
    } catch (error) {
      bytes.giveBack();
      throw error;
    }
  }

  async find(id: string, organizationId: string): Promise<Upload | undefined> {
    const upload = ID.test(id) ? await readUpload(this.place('uploads', id)) : undefined;
    const isOwn = upload?.organizationId === organizationId;
    return isOwn && upload.expiresAt > timestamp(this.options.clock) ? upload : undefined;
  }

  async fileOf(id: string, organizationId: string): Promise<string | undefined> {
    return (await this.find(id, organizationId)) ? join(this.place('uploads', id), 'content') : undefined;
  }

  async remove(id: string, organizationId: string): Promise<void> {
    if (await this.find(id, organizationId)) await this.discard(id);
  }

  async sweep(): Promise<{ expired: number; leftovers: number }> {
    return { expired: await this.sweepExpired(), leftovers: await this.sweepLeftovers() };
  }

  private place(stage: (typeof STAGES)[number], id = ''): string {
    return join(this.options.folder, stage, id);
  }

  private async receive(given: NewUpload): Promise<Upload> {
    const incoming = this.place('incoming', given.id);
    await Promise.all(STAGES.map((stage) => mkdir(this.place(stage), { recursive: true, mode: 0o700 }))).catch(
      throwStagingFailed,
    );
    await mkdir(incoming, { mode: 0o700 }).catch(throwStagingFailed);
    this.underway.add(given.id);
    try {
      const upload = await this.writeIncoming(incoming, given);
      given.signal?.throwIfAborted();
      await syncFolder(incoming).catch(throwStagingFailed);
      await rename(incoming, this.place('uploads', given.id)).catch(throwStagingFailed);
      await syncFolder(this.place('uploads')).catch(throwStagingFailed);
      return upload;
    } catch (error) {
      await rm(incoming, { recursive: true, force: true });
      throw error;
    } finally {
      this.underway.delete(given.id);
    }
  }

  private async writeIncoming(
    incoming: string,
    { id, organizationId, filename, content, signal }: NewUpload,
  ): Promise<Upload> {
    const { maxBytes, limits, clock, keptFor } = this.options;
    const file = join(incoming, 'content');
    const received = await receiveFile(file, content, maxBytes, signal);
    const kind = await recogniseUpload({ file, ...(limits && { limits }), ...(signal && { signal }) });
    const createdAt = timestamp(clock);
    const expiresAt = new Date(Date.parse(createdAt) + keptFor).toISOString();
    const upload: Upload = { id, organizationId, filename, kind, ...received, createdAt, expiresAt };
    await writeSynced(join(incoming, 'upload.json'), JSON.stringify(upload)).catch(throwStagingFailed);
    return upload;
  }

  private async discard(id: string): Promise<boolean> {
    const outgoing = this.place('outgoing', id);
    const moved = await rename(this.place('uploads', id), outgoing).then(() => true, ifMissing(false));
    await rm(outgoing, { recursive: true, force: true });
    return moved;
  }

  private async sweepExpired(): Promise<number> {
    const now = timestamp(this.options.clock);
    let expired = 0;
    for (const id of await namesIn(this.place('uploads'))) {
      const upload = await readUpload(this.place('uploads', id));
      const isExpired = upload === undefined || upload.expiresAt <= now; // without metadata nobody can find it
      if (isExpired && (await this.discard(id))) expired += 1;
    }
    return expired;
  }

  private async sweepLeftovers(): Promise<number> {
    let leftovers = 0;
    for (const id of await namesIn(this.place('outgoing'))) {
      await rm(this.place('outgoing', id), { recursive: true, force: true });
      leftovers += 1;
    }
    for (const id of await namesIn(this.place('incoming'))) {
      if (!(await this.isAbandoned(id).catch(ifMissing(false)))) continue;
      await rm(this.place('incoming', id), { recursive: true, force: true });
      leftovers += 1;
    }
    return leftovers;
  }

  private async isAbandoned(id: string): Promise<boolean> {
    if (this.underway.has(id)) return false;
    const { clock, abandonedAfter = HOUR } = this.options;
    const incoming = this.place('incoming', id);
    const { mtimeMs } = await stat(join(incoming, 'content')).catch(() => stat(incoming));
    return mtimeMs + abandonedAfter <= clock.now().getTime();
  }
}

async function* counted(content: AsyncIterable<Uint8Array>, bytes: IncomingBytes): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    bytes.take(piece.length);
    yield piece;
  }
}

const readUpload = async (folder: string): Promise<Upload | undefined> => {
  const text = await readFile(join(folder, 'upload.json'), 'utf8').catch(ifMissing(undefined));
  return text === undefined ? undefined : (JSON.parse(text) as Upload);
};

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(ifMissing([]));

/** Returns `answer` if a file does not exist (any more), and throws any other error. */
const ifMissing =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return answer;
    throw error;
  };

function throwStagingFailed(error: unknown): never {
  throw stagingFailed(error);
}
