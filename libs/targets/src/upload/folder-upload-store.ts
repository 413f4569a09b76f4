import { mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, timestamp } from '@assay/kernel';
import type { ArchiveLimits } from '../archive/archive-limits';
import { stagingFailed } from '../staging/errors';
import { receiveFile, syncFolder, writeSynced } from './receive-file';
import { recogniseUpload } from './upload-kind';
import type { NewUpload, Upload, UploadStore } from './upload-store';

export interface FolderUploadStoreOptions {
  /** A folder that is the store's alone. */
  readonly folder: string;
  readonly clock: Clock;
  /** Bytes that one upload may have. */
  readonly maxBytes: number;
  /** Milliseconds that an upload stays. */
  readonly keptFor: number;
  /** Milliseconds without a byte after which what is still coming in belongs to a process that died. */
  readonly abandonedAfter?: number;
  /** What telling the kind may read of it. */
  readonly limits?: Partial<ArchiveLimits>;
}

const HOUR = 60 * 60 * 1000;
const ID = /^upl_[0-9a-z-]{1,60}$/;

/**
 * Uploads as folders, each with its bytes and its metadata. One is written below `incoming/`, synced, and moved to
 * `uploads/` as a whole: that move is the moment from which it is there. One that goes is moved to `outgoing/` first,
 * so that a crash while it is removed leaves nothing that can be found.
 */
export function createFolderUploadStore({
  folder,
  clock,
  maxBytes,
  keptFor,
  abandonedAfter = HOUR,
  limits,
}: FolderUploadStoreOptions): UploadStore {
  const place = (stage: 'incoming' | 'uploads' | 'outgoing', id = '') => join(folder, stage, id);
  const underway = new Set<string>();

  const put = async ({ id, organizationId, filename, content, signal }: NewUpload): Promise<Upload> => {
    if (!ID.test(id)) throw new TypeError(`${JSON.stringify(id)} is no id of an upload`);
    const incoming = place('incoming', id);
    await Promise.all(
      (['incoming', 'uploads', 'outgoing'] as const).map((stage) =>
        mkdir(place(stage), { recursive: true, mode: 0o700 }),
      ),
    ).catch(failed);
    await mkdir(incoming, { mode: 0o700 }).catch(failed);
    underway.add(id);
    try {
      const received = await receiveFile(join(incoming, 'content'), content, maxBytes, signal);
      const kind = await recogniseUpload({
        file: join(incoming, 'content'),
        ...(limits && { limits }),
        ...(signal && { signal }),
      });
      const createdAt = timestamp(clock);
      const upload: Upload = {
        id,
        organizationId,
        filename,
        kind,
        ...received,
        createdAt,
        expiresAt: new Date(Date.parse(createdAt) + keptFor).toISOString(),
      };
      await writeSynced(join(incoming, 'upload.json'), JSON.stringify(upload)).catch(failed);
      signal?.throwIfAborted();
      await syncFolder(incoming).catch(failed);
      await rename(incoming, place('uploads', id)).catch(failed);
      await syncFolder(place('uploads')).catch(failed);
      return upload;
    } catch (error) {
      await rm(incoming, { recursive: true, force: true });
      throw error;
    } finally {
      underway.delete(id);
    }
  };

  const find = async (id: string, organizationId: string): Promise<Upload | undefined> => {
    const upload = ID.test(id) ? await readUpload(place('uploads', id)) : undefined;
    return upload?.organizationId === organizationId && upload.expiresAt > timestamp(clock) ? upload : undefined;
  };

  const discard = async (id: string): Promise<boolean> => {
    const moved = await rename(place('uploads', id), place('outgoing', id)).then(() => true, absent(false));
    await rm(place('outgoing', id), { recursive: true, force: true });
    return moved;
  };

  const sweepExpired = async (): Promise<number> => {
    const now = timestamp(clock);
    let expired = 0;
    for (const id of await namesIn(place('uploads'))) {
      const upload = await readUpload(place('uploads', id));
      const over = upload === undefined || upload.expiresAt <= now; // without metadata nobody can have it
      if (over && (await discard(id))) expired += 1;
    }
    return expired;
  };

  const isAbandoned = async (id: string): Promise<boolean> => {
    if (underway.has(id)) return false;
    const { mtimeMs } = await stat(join(place('incoming', id), 'content')).catch(() => stat(place('incoming', id)));
    return mtimeMs + abandonedAfter <= clock.now().getTime();
  };

  const sweepLeftovers = async (): Promise<number> => {
    let leftovers = 0;
    for (const id of await namesIn(place('outgoing'))) {
      await rm(place('outgoing', id), { recursive: true, force: true });
      leftovers += 1;
    }
    for (const id of await namesIn(place('incoming'))) {
      if (!(await isAbandoned(id).catch(absent(false)))) continue;
      await rm(place('incoming', id), { recursive: true, force: true });
      leftovers += 1;
    }
    return leftovers;
  };

  return {
    put,
    find,
    fileOf: async (id, organizationId) =>
      (await find(id, organizationId)) ? join(place('uploads', id), 'content') : undefined,
    remove: async (id, organizationId) => {
      if (await find(id, organizationId)) await discard(id);
    },
    sweep: async () => ({ expired: await sweepExpired(), leftovers: await sweepLeftovers() }),
  };
}

const readUpload = async (folder: string): Promise<Upload | undefined> => {
  const text = await readFile(join(folder, 'upload.json'), 'utf8').catch(absent(undefined));
  return text === undefined ? undefined : (JSON.parse(text) as Upload);
};

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(absent([]));

/** What is not there, or went meanwhile, is an answer; anything else is a fault. */
const absent =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return answer;
    throw error;
  };

function failed(error: unknown): never {
  throw stagingFailed(error);
}
