import type { Stats } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import type { FileRole } from '@assay/source-text';
import { type SkipReport, openSkipReport, totalsOf } from './staging-report';
import { isKnownBinary } from '@assay/source-text';
import { absentSubmodules, readSubmodules } from './absent-submodules';
import { NEVER_STAGED, SKIPPED_FOLDERS } from './admission';
import type { FolderIdentity } from './allowed-directory';
import { TargetTooLarge, TargetUnreadable, stagingFailed } from './errors';
import { type NamedEntry, nameEntries } from './name-entries';
import { type OpenFolder, close, entriesOf, fstat, openFolder, openRoot } from './open-entry';
import { type FolderRules, openRuleReader } from './roles/folder-rules';
import { type Roles, ofTheLibraryItself, roleOfFile } from './roles/role-of-file';
import { isPackedChart, stagePackedChart } from './packed-charts';
import { reasonNotRead } from './reason-not-read';
import { type FileStaging, makeFolder, stageFile } from './stage-file';
import { clonedFrom } from '../repository/working-tree/cloned-from';
import { type StagedTree, removeStaged } from './staged-tree';
import { DEFAULT_STAGING_LIMITS, type StagingLimits } from './staging-limits';
import { SuppressionReader } from './suppressions/suppression-reader';
import { type TaskPool, createTaskPool } from './task-pool';
import type { WriteBudget } from './write-budget';

/** Enough to keep the four threads of the file system busy. */
const PARALLEL_FILES = 16;
/** The longest path that Linux allows has 4,096 bytes. */
const MAX_STAGED_PATH = 3_900;
const PROGRESS_EVERY = 250;
const PARTS_OF_CHARTS = 'charts';

export interface StageDirectoryOptions {
  /** The directory, with all links in its path resolved (`checkDirectoryAllowed`). It must not be a link itself. */
  readonly source: string;
  /** The folder that must be there. Default: any. */
  readonly identity?: FolderIdentity;
  /**
   * A folder that this creates, with `tree/` and `pristine/` in it, and that nothing else uses. It is removed when
   * staging fails.
   */
  readonly destination: string;
  readonly limits?: Partial<StagingLimits>;
  /** Whether to stage folders of dependencies and version control too. Default: false. */
  readonly everyFolder?: boolean;
  /** Files of these roles are left out of the scan: they are staged, and marked. Default: none. */
  readonly leftOut?: readonly FileRole[];
  /** Whether to stage folders of installed dependencies, such as `node_modules`. Default: false. */
  readonly installed?: boolean;
  /** Whether the folder is a working tree whose `.git` says what is tracked. Default: false. */
  readonly workingTree?: boolean;
  /** Whether build output is the code of the target, which ships no sources. Default: false. */
  readonly isBuilt?: boolean;
  /** Whether to collect what the target says of findings in its own code. Default: false. */
  readonly suppressions?: boolean;
  /** Directives to overwrite, of the engines that will run (`EngineProfile.neutralise`). */
  readonly neutralise?: readonly RegExp[];
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress?: (staged: { readonly files: number; readonly bytes: number }) => void;
}

interface Staging extends FileStaging {
  readonly pool: TaskPool;
  readonly report: SkipReport;
  readonly files: (StagedFile | undefined)[];
  readonly skippedFolders: typeof SKIPPED_FOLDERS;
  readonly roles: Roles;
  /** Counts an entry. @throws TargetTooLarge, or the signal's reason */
  readonly countEntry: () => void;
  /** Identifies the destination folder, in case it lies in the source. */
  readonly own: { readonly dev: number; readonly ino: number };
  readonly onFileDone: () => void;
}

/**
 * Copies the analysable files of a hostile directory: text and images, under safe names. It follows no link, waits on
 * no FIFO, and reads no file that is too large. Everything that is not copied is reported in `skipped`.
 * @throws TargetUnreadable, TargetTooLarge, InfrastructureError (a full disk), the signal's reason. No files remain in
 *   that case.
 */
export async function stageDirectory(options: StageDirectoryOptions): Promise<StagedTree> {
  const source = await openSource(options);
  const pool = createTaskPool(PARALLEL_FILES);
  const own = await makeDestination(options.destination).catch(async (error: unknown) => {
    await close(source.fd);
    throw error;
  });
  try {
    const staging = prepare(options, pool, own);
    const rules = await staging.roles.rules.root(source, options.workingTree ?? false);
    const origin = options.workingTree ? await clonedFrom(source) : undefined;
    await staging.suppressions?.readIgnoreFile(source);
    const submodules = options.workingTree ? await readSubmodules(source) : [];
    await walk(staging, source, { staged: '', path: '', depth: 0, rules });
    await pool.drain();
    for (const file of staging.roles.rules.notApplied) staging.report.skip(file, 'rules of too much work');
    options.signal?.throwIfAborted();
    const staged = ofTheLibraryItself(staging.files.filter((file) => file !== undefined));
    const paths = staged.map(({ path }) => path);
    for (const folder of absentSubmodules(submodules, paths)) staging.report.skip(folder, 'submodule', 'unknown');
    const { files, suppressions } = staging.suppressions?.result(staged) ?? { files: staged };
    return {
      root: staging.root,
      pristine: staging.pristine,
      files,
      skipped: staging.report.skipped(),
      totals: totalsOf(files),
      ...(origin !== undefined && { clonedFrom: origin }),
      ...(suppressions && { suppressions }),
    };
  } catch (error) {
    await pool.quiesce();
    await removeStaged(options.destination);
    throw error;
  }
}

async function openSource({ source, identity }: StageDirectoryOptions): Promise<OpenFolder> {
  try {
    const folder = await openRoot(source);
    if (identity === undefined) return folder;
    const { dev, ino } = await fstat(folder.fd);
    if (dev === identity.dev && ino === identity.ino) return folder;
    await close(folder.fd);
    throw new TargetUnreadable(source, 'another folder took its place');
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOENT: 'does not exist',
      EACCES: 'permission denied',
      EPERM: 'permission denied',
      ENOTDIR: 'is not a directory (links are not followed)',
      ELOOP: 'is a symbolic link',
    };
    if (error instanceof TargetUnreadable) throw error;
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
    throw stagingFailed(error); // EEXIST means that somebody else owns the folder, so it must not be removed
  }
}

function prepare(
  {
    destination,
    limits,
    everyFolder = false,
    installed = false,
    leftOut = [],
    isBuilt = false,
    suppressions = false,
    neutralise,
    signal,
    writes,
    onProgress,
  }: StageDirectoryOptions,
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
    suppressions: suppressions ? new SuppressionReader() : undefined,
    pool,
    report: openSkipReport(),
    files: [],
    skippedFolders: everyFolder ? new Map() : installed ? NEVER_STAGED : SKIPPED_FOLDERS,
    roles: { rules: openRuleReader(), leftOut, isBuilt },
    own,
    countEntry() {
      signal?.throwIfAborted();
      if ((entries += 1) > bounds.files) throw new TargetTooLarge('files', bounds.files, 'files');
    },
    reserve(size) {
      signal?.throwIfAborted();
      if ((bytes += size) > bounds.totalBytes) throw new TargetTooLarge('bytes', bounds.totalBytes, 'bytes');
    },
    takeWritten: (size) => (writes ? writes.take(size) : signal?.throwIfAborted()),
    onFileDone() {
      if ((files += 1) % PROGRESS_EVERY === 0) onProgress?.({ files, bytes });
    },
  };
}

interface Place {
  readonly staged: string;
  readonly path: string;
  readonly depth: number;
  /** The rules for the files in it. */
  readonly rules: FolderRules;
  /** Whether it is the folder where a chart of Helm has its parts. */
  readonly hasParts?: boolean;
}

/**
 * Stages a folder and everything below it. Its files are copied meanwhile. The folder is closed when its own files and
 * everything below it are done.
 */
async function walk(staging: Staging, folder: OpenFolder, place: Place): Promise<void> {
  const lease = leaseOf(folder);
  try {
    const { dev, ino } = await fstat(folder.fd);
    if (dev === staging.own.dev && ino === staging.own.ino)
      return staging.report.skip(place.path, 'the staging folder itself', 'unknown');
    const entries = await readEntries(staging, folder, place);
    const folders = entries.filter(({ entry }) => entry.isDirectory());
    const others = entries.filter(({ entry }) => !entry.isDirectory());
    const files = others.filter(({ entry }) => entry.isFile()).map(({ bytes }) => bytes);
    const here = { ...place, rules: await staging.roles.rules.read(folder, place.path, place.rules, files) };
    await addFiles(staging, folder, here, others, lease);
    const isChart = others.some(({ printable }) => printable === 'Chart.yaml');
    for (const each of folders) await enter(staging, folder, here, each, isChart && each.printable === PARTS_OF_CHARTS);
  } finally {
    await lease.release();
  }
}

async function readEntries(staging: Staging, folder: OpenFolder, place: Place): Promise<NamedEntry[]> {
  const entries = [];
  try {
    for await (const entry of entriesOf(folder)) {
      staging.countEntry();
      entries.push(entry);
    }
  } catch (error) {
    const reason = reasonNotRead(error);
    if (place.depth === 0) throw new TargetUnreadable(folder.path.toString(), reason, { cause: error });
    staging.report.skip(place.path, reason, 'unknown');
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
  const hasRoom = (staged: string) => Buffer.byteLength(join(staging.pristine, staged)) <= MAX_STAGED_PATH;
  const wanted = entries.filter((named) => {
    const at = below(place, named);
    if (named.entry.isSymbolicLink()) staging.report.skip(at.path, 'symbolic link');
    else if (!named.entry.isFile()) staging.report.skip(at.path, 'not a regular file');
    else if (staging.skippedFolders.has(named.printable.toLowerCase()))
      staging.report.skip(at.path, staging.skippedFolders.get(named.printable.toLowerCase())!);
    else if (isKnownBinary(named.printable)) staging.report.skip(at.path, 'binary format');
    else if (!hasRoom(at.staged)) staging.report.skip(at.path, 'path too long');
    else return true;
    return false;
  });
  const packed = entries.filter(
    (named) =>
      place.hasParts && named.entry.isFile() && isPackedChart(named.printable) && hasRoom(below(place, named).staged),
  );
  const names = new Set(entries.map(({ printable }) => printable));
  const hasBeside = (name: string) => names.has(name);
  const taken = new Set(entries.map((named) => below(place, named).staged));
  const isFree = (staged: string) => !taken.has(staged) && hasRoom(staged);
  if (wanted.length + packed.length > 0) await makeFolder(join(staging.root, place.staged));
  for (const named of packed) await stagePackedChart(staging, folder, named, below(place, named).staged);
  for (const named of wanted) {
    const slot = staging.files.push(undefined) - 1;
    await staging.pool.add(async () => {
      lease.take();
      try {
        const { staged, path } = below(place, named);
        const roleOf = (language: string, content: Uint8Array) =>
          roleOfFile(staging.roles, place.rules, { path, name: named.bytes, language, content, hasBeside });
        const outcome = await stageFile(staging, folder, named, { staged, path }, { isFree, roleOf });
        if (typeof outcome === 'string') staging.report.skip(path, outcome);
        else staging.files[slot] = outcome;
        staging.onFileDone();
      } finally {
        await lease.release();
      }
    });
  }
}

async function enter(
  staging: Staging,
  parent: OpenFolder,
  place: Place,
  named: NamedEntry,
  hasParts: boolean,
): Promise<void> {
  const at = below(place, named);
  const reason = staging.skippedFolders.get(named.printable.toLowerCase());
  if (reason) return staging.report.skip(at.path, reason, 'unknown');
  if (at.depth > staging.limits.depth)
    throw new TargetTooLarge('depth', staging.limits.depth, 'folders within each other');
  let folder: OpenFolder;
  try {
    folder = await openFolder(parent, named.bytes);
  } catch (error) {
    return staging.report.skip(at.path, reasonNotRead(error), 'unknown');
  }
  await walk(staging, folder, { ...at, hasParts, rules: staging.roles.rules.enter(place.rules, named.bytes) });
}

const below = (place: Place, { staged, printable }: NamedEntry): Omit<Place, 'rules' | 'hasParts'> =>
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
