import { constants, write as writeFd } from 'node:fs';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stagingFailed } from '../staging/errors';
import { close, open } from '../staging/open-entry';
import type { ArchiveEntry } from './archive-entry';
import type { EntryKind } from '@assay/target-records';
import type { Budget } from './archive-limits';
import { ArchiveRefused } from './archive-refused';
import { readEntryPath } from './entry-path';
import { type LeftOut, type LeftOutReason, openLeftOutAccount } from './left-out';

export interface TreeWriter {
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
 * Writes files and folders below `root`, which is empty and nobody else's; never a link, so that no path below it leads
 * anywhere else. Modes, owners and times of the archive are not taken over.
 * @param duplicates what a second file of the same name means: a tar is defined to replace, readers of zips disagree
 */
export function createTreeWriter(root: string, budget: Budget, duplicates: 'replace' | 'refuse'): TreeWriter {
  const claims = new Map<string, Claim>();
  /**
   * What lies below a link, or takes its place, is an attack; links themselves are nowhere, so their case is nobody's
   * matter.
   */
  const links = new Set<string>();
  const account = openLeftOutAccount();
  const written = { files: 0, folders: 0 };

  /** False for a path that only differs by case from one that is there: one of them is all that macOS would keep. */
  const makeFolder = async (path: string): Promise<boolean> => {
    const claim = claims.get(folded(path));
    if (claim !== undefined && claim.path !== path) return false;
    if (claim?.what === 'folder') return true;
    if (claim !== undefined || links.has(path)) throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    budget.takeEntry(); // a path of 64 folders is 64 entries, whether they are named or not
    claims.set(folded(path), { path, what: 'folder' });
    await mkdir(join(root, path), { mode: 0o755 }).catch(failed);
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
    if (claim !== undefined && claim.path !== path) return account.add(path, 'same name in another case');
    if (claim?.what === 'folder' || links.has(path)) throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    if (claim !== undefined && duplicates === 'refuse') throw new ArchiveRefused('DUPLICATE_ENTRY', { entry: path });
    if (claim !== undefined) {
      account.add(path, 'replaced by a later entry');
      await unlink(join(root, path)).catch(failed);
      written.files -= 1;
    }
    claims.set(folded(path), { path, what: 'file' });
    await writeContent(join(root, path), entry.content());
    written.files += 1;
  };

  const leaveOut = (path: string, reason: LeftOutReason): void => {
    if (claims.get(folded(path))?.path === path) throw new ArchiveRefused('CONFLICTING_ENTRIES', { entry: path });
    links.add(path);
    account.add(path, reason);
  };

  return {
    written,
    leftOut: account.list,
    async write(entry) {
      budget.takeEntry();
      const place = readEntryPath(entry.name, budget.limits);
      if ('odd' in place) return account.add(place.odd, 'unsafe name');
      const path = place.segments.join('/');
      const reason = LEFT_OUT[entry.kind];
      if (path === '' && entry.kind !== 'folder') throw new ArchiveRefused('EMPTY_NAME');
      if (reason !== undefined) return leaveOut(path, reason);
      const folders = entry.kind === 'folder' ? place.segments : place.segments.slice(0, -1);
      if (!(await makeFolders(folders))) return account.add(path, 'same name in another case');
      if (entry.kind === 'file') await writeFile(path, entry);
    },
  };
}

/**
 * As file systems that fold names see it: APFS takes `É` written as one or as two characters, in either case, for one
 * name.
 */
const folded = (path: string): string => path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** @throws InfrastructureError, what the content throws */
export async function writeContent(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const fd = await open(path, NEW_FILE, 0o644).catch(failed);
  try {
    for await (const piece of content) await writeAll(fd, piece).catch(failed);
  } finally {
    await close(fd);
  }
}

const writeSome = promisify(writeFd);

async function writeAll(fd: number, piece: Buffer): Promise<void> {
  for (let done = 0; done < piece.length; )
    done += (await writeSome(fd, piece, done, piece.length - done)).bytesWritten;
}

function failed(error: unknown): never {
  throw stagingFailed(error);
}
