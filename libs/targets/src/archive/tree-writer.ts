import { constants, write as writeFd } from 'node:fs';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stagingFailed } from '../staging/errors';
import { close, open } from '../staging/open-entry';
import { type ArchiveBudget, type ArchiveEntry, ArchiveRefused, readEntryPath } from '@assay/archives';
import type { EntryKind } from '@assay/target-records';
import { type LeftOut, type LeftOutReason, openLeftOutReport } from './left-out';

interface TreeWriter {
  /** @throws ArchiveRefused, InfrastructureError (a full disk) */
  write(entry: ArchiveEntry): Promise<void>;
  readonly written: { readonly files: number; readonly folders: number };
  leftOut(): LeftOut[];
}

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
 * @param duplicates what to do with a second file of the same name. In a tar it replaces the first by definition;
 *   readers of zips disagree.
 */
export function createTreeWriter(root: string, budget: ArchiveBudget, duplicates: 'replace' | 'refuse'): TreeWriter {
  const claims = new Map<string, Claim>();
  /**
   * Paths of links and other entries that were not written. A later entry below such a path, or at it, is an attack.
   * Nothing is written for a link, so its letter case does not matter.
   */
  const links = new Set<string>();
  const report = openLeftOutReport();
  const written = { files: 0, folders: 0 };

  /** Returns false for a path that differs from an existing one only by letter case: macOS would keep only one. */
  const makeFolder = async (path: string): Promise<boolean> => {
    const claim = claims.get(folded(path));
    if (claim !== undefined && claim.path !== path) return false;
    if (claim?.what === 'folder') return true;
    if (claim !== undefined || links.has(path)) throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    budget.takeEntry(); // a path of 64 folders counts as 64 entries, even if the archive does not name each
    claims.set(folded(path), { path, what: 'folder' });
    await mkdir(join(root, path), { mode: 0o755 }).catch(throwStagingFailed);
    written.folders += 1;
    return true;
  };

  const makeFolders = async (segments: readonly string[]): Promise<boolean> => {
    for (let depth = 1; depth <= segments.length; depth += 1) {
      if (!(await makeFolder(segments.slice(0, depth).join('/')))) return false;
    }
    return true;
  };

  const writeFile = async (path: string, entry: ArchiveEntry): Promise<void> => {
    const claim = claims.get(folded(path));
    if (claim !== undefined && claim.path !== path) return report.add(path, 'same name in another case');
    if (claim?.what === 'folder' || links.has(path)) throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    if (claim !== undefined && duplicates === 'refuse') throw new ArchiveRefused('DUPLICATE_ENTRY', { entry: path });
    if (claim !== undefined) {
      report.add(path, 'replaced by a later entry');
      await unlink(join(root, path)).catch(throwStagingFailed);
      written.files -= 1;
    }
    claims.set(folded(path), { path, what: 'file' });
    await writeContent(join(root, path), entry.content(), budget.takeWritten);
    written.files += 1;
  };

  const leaveOut = (path: string, reason: LeftOutReason): void => {
    if (claims.get(folded(path))?.path === path) throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    links.add(path);
    report.add(path, reason);
  };

  return {
    written,
    leftOut: report.list,
    async write(entry) {
      budget.takeEntry();
      const place = readEntryPath(entry.name, budget.limits);
      if ('unsafe' in place) return report.add(place.unsafe, 'unsafe name');
      const path = place.segments.join('/');
      const reason = LEFT_OUT[entry.kind];
      if (path === '' && entry.kind !== 'folder') throw new ArchiveRefused('EMPTY_NAME');
      if (reason !== undefined) return leaveOut(path, reason);
      const folders = entry.kind === 'folder' ? place.segments : place.segments.slice(0, -1);
      if (!(await makeFolders(folders))) return report.add(path, 'same name in another case');
      if (entry.kind === 'file') await writeFile(path, entry);
    },
  };
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
