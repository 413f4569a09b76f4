import type { Stats } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import { type SkipAccount, openSkipAccount, totalsOf } from './staging-report';
import { isKnownBinary } from '@assay/source-text';
import { SKIPPED_FOLDERS } from './admission';
import { TargetTooLarge, TargetUnreadable, stagingFailed } from './errors';
import { type NamedEntry, nameEntries } from './name-entries';
import { type OpenFolder, close, entriesOf, fstat, openFolder, openRoot } from './open-entry';
import { type FileStaging, makeFolder, reasonNotRead, stageFile } from './stage-file';
import { type StagedTree, removeStaged } from './staged-tree';
import { DEFAULT_STAGING_LIMITS, type StagingLimits } from './staging-limits';
import { type TaskPool, createTaskPool } from './task-pool';

/** Enough to keep the four threads of the file system busy. */
const PARALLEL_FILES = 16;
/** The longest path that Linux takes is 4,096 bytes. */
const MAX_STAGED_PATH = 3_900;
const PROGRESS_EVERY = 250;

export interface StageDirectoryOptions {
  /** The directory, with every link in its path resolved (`checkDirectoryAllowed`). Itself it must not be a link. */
  readonly source: string;
  /** A folder that is this staging's alone, made here: `tree/` and `pristine/` in it. Removed when staging fails. */
  readonly destination: string;
  readonly limits?: Partial<StagingLimits>;
  /** Also what lies in folders of dependencies and of version control. Default: not. */
  readonly everyFolder?: boolean;
  /** Directives of the engines that will run (`EngineProfile.neutralise`). */
  readonly neutralise?: readonly RegExp[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (staged: { readonly files: number; readonly bytes: number }) => void;
}

interface Staging extends FileStaging {
  readonly pool: TaskPool;
  readonly account: SkipAccount;
  readonly files: (StagedFile | undefined)[];
  readonly skippedFolders: typeof SKIPPED_FOLDERS;
  /** Counts an entry. @throws TargetTooLarge, or the signal's reason */
  readonly see: () => void;
  /** The destination's own folder, should it lie in the source. */
  readonly own: { readonly dev: number; readonly ino: number };
  readonly advanced: () => void;
}

/**
 * Copies what can be analysed of a directory of a hostile target: text and images, under safe names, without following
 * a link, waiting on a FIFO or reading what is too large; and accounts for all the rest in `skipped`.
 * @throws TargetUnreadable, TargetTooLarge, InfrastructureError (a full disk), the signal's reason. Nothing is left
 *   then.
 */
export async function stageDirectory(options: StageDirectoryOptions): Promise<StagedTree> {
  const source = await openSource(options.source);
  const pool = createTaskPool(PARALLEL_FILES);
  const own = await makeDestination(options.destination).catch(async (error: unknown) => {
    await close(source.fd);
    throw error;
  });
  try {
    const staging = prepare(options, pool, own);
    await walk(staging, source, { staged: '', path: '', depth: 0 });
    await pool.drain();
    options.signal?.throwIfAborted();
    const files = staging.files.filter((file) => file !== undefined);
    return {
      root: staging.root,
      pristine: staging.pristine,
      files,
      skipped: staging.account.skipped(),
      totals: totalsOf(files),
    };
  } catch (error) {
    await pool.quiesce();
    await removeStaged(options.destination);
    throw error;
  }
}

async function openSource(source: string): Promise<OpenFolder> {
  try {
    return await openRoot(source);
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOENT: 'does not exist',
      EACCES: 'permission denied',
      EPERM: 'permission denied',
      ENOTDIR: 'is not a directory (links are not followed)',
      ELOOP: 'is a symbolic link',
    };
    throw new TargetUnreadable(source, reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error), {
      cause: error,
    });
  }
}

async function makeDestination(destination: string): Promise<Stats> {
  await makeFolder(destination);
  try {
    await mkdir(join(destination, 'tree'));
    return await stat(destination);
  } catch (error) {
    throw stagingFailed(error); // EEXIST: somebody else's, and not ours to remove
  }
}

function prepare(
  { destination, limits, everyFolder = false, neutralise, signal, onProgress }: StageDirectoryOptions,
  pool: TaskPool,
  own: Stats,
): Staging {
  const bounds = { ...DEFAULT_STAGING_LIMITS, ...limits };
  let entries = 0;
  let bytes = 0;
  let files = 0;
  return {
    root: join(destination, 'tree'),
    pristine: join(destination, 'pristine'),
    limits: bounds,
    neutralise: neutralise ?? [],
    pool,
    account: openSkipAccount(),
    files: [],
    skippedFolders: everyFolder ? new Map() : SKIPPED_FOLDERS,
    own,
    see() {
      signal?.throwIfAborted();
      if ((entries += 1) > bounds.files) throw new TargetTooLarge('files', bounds.files, 'files');
    },
    reserve(size) {
      signal?.throwIfAborted();
      if ((bytes += size) > bounds.totalBytes) throw new TargetTooLarge('bytes', bounds.totalBytes, 'bytes');
    },
    advanced() {
      if ((files += 1) % PROGRESS_EVERY === 0) onProgress?.({ files, bytes });
    },
  };
}

interface Place {
  readonly staged: string;
  readonly path: string;
  readonly depth: number;
}

/** Closes the folder when its own files, which are copied meanwhile, and everything below it are done. */
async function walk(staging: Staging, folder: OpenFolder, place: Place): Promise<void> {
  const lease = leaseOf(folder);
  try {
    const { dev, ino } = await fstat(folder.fd);
    if (dev === staging.own.dev && ino === staging.own.ino)
      return staging.account.skip(place.path, 'the staging folder itself', 'unknown');
    const entries = await readEntries(staging, folder, place);
    const folders = entries.filter(({ entry }) => entry.isDirectory());
    await addFiles(
      staging,
      folder,
      place,
      entries.filter(({ entry }) => !entry.isDirectory()),
      lease,
    );
    for (const each of folders) await enter(staging, folder, place, each);
  } finally {
    await lease.release();
  }
}

async function readEntries(staging: Staging, folder: OpenFolder, place: Place): Promise<NamedEntry[]> {
  const entries = [];
  try {
    for await (const entry of entriesOf(folder)) {
      staging.see();
      entries.push(entry);
    }
  } catch (error) {
    const reason = reasonNotRead(error);
    if (place.depth === 0) throw new TargetUnreadable(folder.path.toString(), reason, { cause: error });
    staging.account.skip(place.path, reason, 'unknown');
  }
  return nameEntries(entries);
}

async function addFiles(
  staging: Staging,
  folder: OpenFolder,
  place: Place,
  entries: readonly NamedEntry[],
  lease: Lease,
): Promise<void> {
  const wanted = entries.filter((named) => {
    const at = below(place, named);
    if (named.entry.isSymbolicLink()) staging.account.skip(at.path, 'symbolic link');
    else if (!named.entry.isFile()) staging.account.skip(at.path, 'not a regular file');
    else if (staging.skippedFolders.has(named.printable.toLowerCase()))
      staging.account.skip(at.path, staging.skippedFolders.get(named.printable.toLowerCase())!);
    else if (isKnownBinary(named.printable)) staging.account.skip(at.path, 'binary format');
    else if (Buffer.byteLength(join(staging.pristine, at.staged)) > MAX_STAGED_PATH)
      staging.account.skip(at.path, 'path too long');
    else return true;
    return false;
  });
  if (wanted.length > 0) await makeFolder(join(staging.root, place.staged));
  for (const named of wanted) {
    const slot = staging.files.push(undefined) - 1;
    await staging.pool.add(async () => {
      lease.take();
      try {
        const { staged, path } = below(place, named);
        const outcome = await stageFile(staging, folder, named, { staged, path });
        if (typeof outcome === 'string') staging.account.skip(path, outcome);
        else staging.files[slot] = outcome;
        staging.advanced();
      } finally {
        await lease.release();
      }
    });
  }
}

async function enter(staging: Staging, parent: OpenFolder, place: Place, named: NamedEntry): Promise<void> {
  const at = below(place, named);
  const reason = staging.skippedFolders.get(named.printable.toLowerCase());
  if (reason) return staging.account.skip(at.path, reason, 'unknown');
  if (at.depth > staging.limits.depth)
    throw new TargetTooLarge('depth', staging.limits.depth, 'folders within each other');
  let folder: OpenFolder;
  try {
    folder = await openFolder(parent, named.bytes);
  } catch (error) {
    return staging.account.skip(at.path, reasonNotRead(error), 'unknown');
  }
  await walk(staging, folder, at);
}

const below = (place: Place, { staged, printable }: NamedEntry): Place =>
  place.path === ''
    ? { staged, path: printable, depth: place.depth + 1 }
    : { staged: `${place.staged}/${staged}`, path: `${place.path}/${printable}`, depth: place.depth + 1 };

interface Lease {
  take(): void;
  release(): Promise<void>;
}

function leaseOf({ fd }: OpenFolder): Lease {
  let holders = 1;
  return {
    take: () => void (holders += 1),
    release: async () => {
      if ((holders -= 1) === 0) await close(fd);
    },
  };
}
