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

/**
 * Keeps each upload as a folder with its bytes and its metadata. An upload is written below `incoming/`, synced, and
 * moved to `uploads/` as a whole. From that move on it exists. Before an upload is removed, it is moved to `outgoing/`,
 * so that a crash during the removal leaves nothing that can be found.
 */
export function createFolderUploadStore({
  folder,
  clock,
  maxBytes,
  quota: allowed = { organizationBytes: Infinity, totalBytes: Infinity },
  keptFor,
  abandonedAfter = HOUR,
  limits,
}: FolderUploadStoreOptions): UploadStore {
  const place = (stage: 'incoming' | 'uploads' | 'outgoing', id = '') => join(folder, stage, id);
  const underway = new Set<string>();

  const put = async (upload: NewUpload): Promise<Upload> => {
    if (!ID.test(upload.id)) throw new TypeError(`${JSON.stringify(upload.id)} is not an upload id`);
    const bytes = await quota.begin(upload.organizationId);
    try {
      const stored = await receive({ ...upload, content: counted(upload.content, bytes) });
      bytes.keep(upload.id, stored);
      return stored;
    } catch (error) {
      bytes.giveBack();
      throw error;
    }
  };

  const receive = async ({ id, organizationId, filename, content, signal }: NewUpload): Promise<Upload> => {
    const incoming = place('incoming', id);
    await Promise.all(
      (['incoming', 'uploads', 'outgoing'] as const).map((stage) =>
        mkdir(place(stage), { recursive: true, mode: 0o700 }),
      ),
    ).catch(throwStagingFailed);
    await mkdir(incoming, { mode: 0o700 }).catch(throwStagingFailed);
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
      await writeSynced(join(incoming, 'upload.json'), JSON.stringify(upload)).catch(throwStagingFailed);
      signal?.throwIfAborted();
      await syncFolder(incoming).catch(throwStagingFailed);
      await rename(incoming, place('uploads', id)).catch(throwStagingFailed);
      await syncFolder(place('uploads')).catch(throwStagingFailed);
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
    const moved = await rename(place('uploads', id), place('outgoing', id)).then(() => true, ifMissing(false));
    await rm(place('outgoing', id), { recursive: true, force: true });
    return moved;
  };

  const sweepExpired = async (): Promise<number> => {
    const now = timestamp(clock);
    let expired = 0;
    for (const id of await namesIn(place('uploads'))) {
      const upload = await readUpload(place('uploads', id));
      const isExpired = upload === undefined || upload.expiresAt <= now; // without metadata nobody can find it
      if (isExpired && (await discard(id))) expired += 1;
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
      if (!(await isAbandoned(id).catch(ifMissing(false)))) continue;
      await rm(place('incoming', id), { recursive: true, force: true });
      leftovers += 1;
    }
    return leftovers;
  };

  const quota = new UploadQuota(
    {
      ids: () => namesIn(place('uploads')),
      read: (id) => readUpload(place('uploads', id)),
      removeExpired: sweepExpired,
    },
    allowed,
    maxBytes,
  );

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
