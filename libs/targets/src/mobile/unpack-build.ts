import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ArchiveBudget,
  type ArchiveEntry,
  type ArchiveLimits,
  ArchiveRefused,
  entryName,
  readEntryPath,
} from '@assay/archives';
import { readArchive } from '../archive/read-archive';
import { writeContent } from '../archive/tree-writer';
import { makeDestination } from '../archive/unpack-archive';
import { stagingFailed } from '../staging/errors';
import type { TargetFolder } from '../staging/stage-target';
import { removeStaged } from '../staging/staged-tree';
import type { WriteBudget } from '../staging/write-budget';
import { isMedia } from './file-kinds';
import { type ReadableText, readableText, stringsIn } from './readable';
import { textParts } from './text-parts';

export interface UnpackBuildOptions {
  readonly file: string;
  /** A folder that this creates and that must not exist. It is removed when unpacking fails. */
  readonly destination: string;
  readonly limits?: Partial<ArchiveLimits>;
  /** Whether to write the readable text of the build as files. */
  readonly readable: boolean;
  /** Receives the names of all files and the contents that it wants. */
  readonly observer: BuildObserver;
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress?: (unpacked: { readonly entries: number }) => void;
}

export interface BuildObserver {
  wants(path: string): boolean;
  /** Called for each file that is wanted. @param content undefined if the file is too large for memory */
  onContent(path: string, content: Buffer | undefined): void;
  /** Called for every file. */
  onFile(path: string): void;
}

export interface ReadableBuild {
  readonly source: TargetFolder;
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly count: number }[];
}

/**
 * Bytes of one file that are held in memory. The largest programs have some hundred megabytes; only their strings are
 * read.
 */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
const PROGRESS_EVERY = 100;

/**
 * Unpacks the readable contents of a mobile build: text as it is, compiled files decoded, and the strings of programs.
 * Each file gets a numbered folder of its own, so that no two names collide on any file system.
 * @throws ArchiveRefused, TargetUnreadable, InfrastructureError (a full disk), the signal's reason. No files remain in
 *   that case.
 */
export async function unpackBuild(options: UnpackBuildOptions): Promise<ReadableBuild> {
  const { destination, observer, readable, onProgress, ...archive } = options;
  return await readArchive(archive, async ({ budget, entries }) => {
    await makeDestination(destination);
    const build = new UnpackedBuild({ destination, observer, readable }, budget);
    const seen = new Set<string>();
    try {
      for await (const entry of entries) {
        budget.takeEntry();
        const path = pathOf(entry, budget.limits);
        if (seen.has(path)) throw new ArchiveRefused('DUPLICATE_ENTRY', { entry: path });
        seen.add(path);
        if (seen.size % PROGRESS_EVERY === 0) onProgress?.({ entries: seen.size });
        if (entry.kind === 'folder') continue;
        if (entry.kind !== 'file') build.leftOut.add(path, 'no regular file');
        else await build.unpackFile(entry, path, String(seen.size));
      }
    } catch (error) {
      await removeStaged(destination);
      throw error;
    }
    return build.result();
  });
}

/** The files that were unpacked so far. */
class UnpackedBuild {
  readonly leftOut = openLeftOutCounts();
  /** The paths in the build, by the staged paths. */
  private readonly shown = new Map<string, string>();
  private textBytes = 0;

  constructor(
    private readonly options: Pick<UnpackBuildOptions, 'destination' | 'observer' | 'readable'>,
    private readonly budget: ArchiveBudget,
  ) {}

  /** @param folder the number of the file, below which it is staged */
  async unpackFile(entry: ArchiveEntry, path: string, folder: string): Promise<void> {
    const { observer, readable } = this.options;
    observer.onFile(path);
    const media = isMedia(path);
    if (media && readable) this.leftOut.add(path, 'picture, sound or font');
    const wanted = observer.wants(path);
    if (!wanted && (media || !readable)) return;
    const content = await readIfSmall(entry.content());
    if (wanted) observer.onContent(path, Buffer.isBuffer(content) ? content : undefined);
    if (readable && !media)
      await this.writeText(folder, path, Buffer.isBuffer(content) ? readableText(content) : stringsIn(content));
    else if (!Buffer.isBuffer(content)) this.leftOut.add(path, 'too large');
  }

  result(): ReadableBuild {
    const { shown } = this;
    return {
      source: {
        folder: this.options.destination,
        pathOf: (staged) => shown.get(staged) ?? staged,
        everyFolder: true,
      },
      leftOut: this.leftOut.list(),
    };
  }

  private async writeText(folder: string, path: string, { kind, lines }: ReadableText): Promise<void> {
    const { destination } = this.options;
    let part = 0;
    for await (const text of textParts(lines)) {
      part += 1;
      // A plain text file keeps its name, because some secrets are recognised by the file name.
      const name = kind === 'text' ? entryName(Buffer.from(basename(path))).safe : `${kind}.txt`;
      const staged = `${folder}/${part}/${name}`;
      await mkdir(join(destination, folder, String(part)), { recursive: true }).catch((error: unknown) => {
        throw stagingFailed(error);
      });
      await writeContent(join(destination, staged), piece(text), (bytes) => this.takeText(bytes));
      const marks = [...(kind === 'text' ? [] : [kind]), ...(part > 1 ? [`part ${part}`] : [])];
      this.shown.set(staged, marks.length > 0 ? `${path} (${marks.join(', ')})` : path);
    }
  }

  /** Decoded content may be larger than the unpacked one, so it is counted apart, to the same limit. */
  private takeText(bytes: number): void {
    this.textBytes += bytes;
    if (this.textBytes > this.budget.limits.bytes)
      throw new ArchiveRefused('TOO_MANY_BYTES', {
        detail: `more than ${this.budget.limits.bytes.toLocaleString('en')} bytes of text`,
      });
    this.budget.takeWritten(bytes);
  }
}

/** @throws ArchiveRefused for a path that leads out of the folder */
function pathOf({ name }: ArchiveEntry, limits: ArchiveLimits): string {
  const path = readEntryPath(name, limits);
  return 'unsafe' in path ? path.unsafe : path.segments.join('/');
}

/** Returns the whole content, or an iteration over it if it is too large for memory. */
async function readIfSmall(content: AsyncIterable<Buffer>): Promise<Buffer | AsyncIterable<Buffer>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const rest = content[Symbol.asyncIterator]();
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    pieces.push(next.value);
    bytes += next.value.length;
    if (bytes > MAX_HELD_BYTES) return joined(pieces, { [Symbol.asyncIterator]: () => rest });
  }
  return Buffer.concat(pieces);
}

async function* joined(pieces: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* pieces.splice(0);
  yield* rest;
}

async function* piece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Counts the files that are left out, one item a reason: a build has thousands of pictures. */
function openLeftOutCounts() {
  const byReason = new Map<string, { path: string; reason: string; count: number }>();
  return {
    add(path: string, reason: string): void {
      const known = byReason.get(reason);
      if (known) known.count += 1;
      else byReason.set(reason, { path, reason, count: 1 });
    },
    list: () => [...byReason.values()],
  };
}
