import { constants, write as writeFd } from 'node:fs';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stagingFailed } from '../staging/errors';
import { close, open } from '../staging/open-entry';
import { type ArchiveBudget, type ArchiveEntry, ArchiveRefused, readEntryPath } from '@assay/archives';
import type { EntryKind } from '@assay/target-records';
import { type LeftOut, type LeftOutReason, openLeftOutReport } from './left-out';

const LEFT_OUT: Partial<Record<EntryKind, LeftOutReason>> = {
  symlink: 'symbolic link',
  hardlink: 'hard link',
  device: 'not a regular file',
  fifo: 'not a regular file',
  other: 'not a regular file',
};

interface Claim {
  readonly path: string;
  readonly what: 'file' | 'folder';
}

/**
 * Writes files and folders below `root`, an empty folder that nothing else uses. It never writes a link, so no path
 * below `root` leads anywhere else. It does not copy modes, owners and times.
 */
export class TreeWriter {
  readonly written = { files: 0, folders: 0 };
  private readonly claims = new Map<string, Claim>();
  /**
   * Paths of links and other entries that were not written. A later entry below such a path, or at it, is an attack.
   * Nothing is written for a link, so its letter case does not matter.
   */
  private readonly links = new Set<string>();
  private readonly report = openLeftOutReport();

  /**
   * @param duplicates what to do with a second file of the same name. In a tar it replaces the first by definition;
   *   readers of zips disagree.
   */
  constructor(
    private readonly root: string,
    private readonly budget: ArchiveBudget,
    private readonly duplicates: 'replace' | 'refuse',
  ) {}

  /** @throws ArchiveRefused, InfrastructureError (a full disk) */
  async write(entry: ArchiveEntry): Promise<void> {
    this.budget.takeEntry();
    const place = readEntryPath(entry.name, this.budget.limits);
    if ('unsafe' in place) return this.report.add(place.unsafe, 'unsafe name');
    const path = place.segments.join('/');
    const reason = LEFT_OUT[entry.kind];
    if (path === '' && entry.kind !== 'folder') throw new ArchiveRefused('EMPTY_NAME');
    if (reason !== undefined) return this.leaveOut(path, reason);
    const folders = entry.kind === 'folder' ? place.segments : place.segments.slice(0, -1);
    if (!(await this.makeFolders(folders))) return this.report.add(path, 'same name in another case');
    if (entry.kind === 'file') await this.writeFile(path, entry);
  }

  leftOut(): LeftOut[] {
    return this.report.list();
  }

  private async makeFolders(segments: readonly string[]): Promise<boolean> {
    for (let depth = 1; depth <= segments.length; depth += 1) {
      if (!(await this.makeFolder(segments.slice(0, depth).join('/')))) return false;
    }
    return true;
  }

  /** Returns false for a path that differs from an existing one only by letter case: macOS would keep only one. */
  private async makeFolder(path: string): Promise<boolean> {
    const claim = this.claims.get(folded(path));
    if (claim !== undefined && claim.path !== path) return false;
    if (claim?.what === 'folder') return true;
    if (claim !== undefined || this.links.has(path)) throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    this.budget.takeEntry(); // a path of 64 folders counts as 64 entries, even if the archive does not name each
    this.claims.set(folded(path), { path, what: 'folder' });
    await mkdir(join(this.root, path), { mode: 0o755 }).catch(throwStagingFailed);
    this.written.folders += 1;
    return true;
  }

  private async writeFile(path: string, entry: ArchiveEntry): Promise<void> {
    const claim = this.claims.get(folded(path));
    if (claim !== undefined && claim.path !== path) return this.report.add(path, 'same name in another case');
    if (claim?.what === 'folder' || this.links.has(path))
      throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    if (claim !== undefined && this.duplicates === 'refuse')
      throw new ArchiveRefused('DUPLICATE_ENTRY', { entry: path });
    if (claim !== undefined) {
      this.report.add(path, 'replaced by a later entry');
      await unlink(join(this.root, path)).catch(throwStagingFailed);
      this.written.files -= 1;
    }
    this.claims.set(folded(path), { path, what: 'file' });
    await writeContent(join(this.root, path), entry.content(), this.budget.takeWritten);
    this.written.files += 1;
  }

  private leaveOut(path: string, reason: LeftOutReason): void {
    if (this.claims.get(folded(path))?.path === path) throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    this.links.add(path);
    this.report.add(path, reason);
  }
}

/**
 * The path as a case-folding file system compares it. APFS treats `É` as one name in either case, and whether it is
 * written as one character or two.
 */
const folded = (path: string): string => path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * @param take counts the bytes of each piece before it is written
 * @throws InfrastructureError, what `take` and the content throw
 */
export async function writeContent(
  path: string,
  content: AsyncIterable<Buffer>,
  take: (bytes: number) => void,
): Promise<void> {
  const fd = await open(path, NEW_FILE, 0o644).catch(throwStagingFailed);
  try {
    for await (const piece of content) {
      take(piece.length);
      await writeAll(fd, piece).catch(throwStagingFailed);
    }
  } finally {
    await close(fd);
  }
}

const writeSome = promisify(writeFd);

async function writeAll(fd: number, piece: Buffer): Promise<void> {
  for (let done = 0; done < piece.length; )
    done += (await writeSome(fd, piece, done, piece.length - done)).bytesWritten;
}

function throwStagingFailed(error: unknown): never {
  throw stagingFailed(error);
}
