import { yieldToLoop } from '@assay/kernel';
import { isKnownBinary } from '@assay/source-text';
import { SKIPPED_FOLDERS } from '../staging/admission';
import type { HistoryObjects } from './history-objects';
import { isWritablePath } from './measure-tree';
import { type FolderEntry, parseTree } from './tree-object';

/** A version of a file that is in the history but not at the head. */
export interface Version {
  readonly id: string;
  readonly path: Buffer;
  /** The oldest commit that has this version. */
  readonly commit: string;
  /** Why it is not analysed, regardless of its content. */
  readonly reason?: VersionSkipReason;
}

export type VersionSkipReason = 'installed dependencies' | 'binary format' | 'path too long' | 'too deep';

interface EarlierVersions {
  readonly versions: readonly Version[];
  /** The number of files and folders beyond the limits. */
  readonly dropped: number;
}

/** Versions that are held at a time: a history of small files must not fill the memory. */
const MAX_VERSIONS = 100_000;
/** Entries of folders that are read. They take about ten seconds. */
const MAX_ENTRIES = 5_000_000;
/** After so many entries the event loop can do other work. */
const ENTRIES_PER_TURN = 20_000;
/** Paths may have megabytes. Versions with a longer path are not analysed, so the path itself is not needed. */
const MAX_PATH = 4_096;

interface Folder {
  readonly id: string;
  readonly path: Buffer;
  /** 1 for the top folder. */
  readonly level: number;
  readonly reason?: VersionSkipReason;
}

/**
 * Finds the versions of files that are in the history but not at the head. Each is reported once, with the oldest
 * commit that has it at a path that is analysed. A folder's id stands for its contents. So a folder is read again only
 * at a path where more of its contents would be analysed.
 * @param isAtHead tells whether the head has a content, by its id
 * @throws the signal's reason
 */
export async function earlierVersions(
  { commits, trees }: HistoryObjects,
  isAtHead: (id: string) => boolean,
  depth: number,
  signal: AbortSignal,
): Promise<EarlierVersions> {
  const found = openVersions();
  const isNew = openVisitedFolders();
  let entries = 0;
  for (const { id: commit, tree } of commits.toReversed()) {
    const folders: Folder[] = [{ id: tree, path: Buffer.alloc(0), level: 1 }];
    for (let folder = folders.pop(); folder; folder = folders.pop()) {
      const content = trees.get(folder.id);
      if (!content || !isNew(folder)) continue;
      const below: Folder[] = [];
      for (const entry of parseTree(content, folder.id.length / 2)) {
        if ((entries += 1) > MAX_ENTRIES) return { versions: found.all(), dropped: found.dropped() + 1 };
        if (entries % ENTRIES_PER_TURN === 0) {
          await yieldToLoop();
          signal.throwIfAborted();
        }
        const place = placeOf(entry, folder, depth);
        if (isFolder(entry)) {
          if (place.path.length <= MAX_PATH) below.push(place);
          else found.drop();
        } else if (entry.mode.startsWith('100') && !isAtHead(entry.id))
          found.add({ id: entry.id, commit, path: place.path, ...(place.reason && { reason: place.reason }) });
      }
      folders.push(...below.reverse());
    }
  }
  return { versions: found.all(), dropped: found.dropped() };
}

/** Keeps the first occurrence of each version. An occurrence that is analysed replaces one that is not. */
function openVersions(): { add(version: Version): void; drop(): void; all(): Version[]; dropped(): number } {
  const versions = new Map<string, Version>();
  let dropped = 0;
  return {
    add(version) {
      const before = versions.get(version.id);
      if (!before && versions.size >= MAX_VERSIONS) dropped += 1;
      else if (!before || (before.reason !== undefined && version.reason === undefined))
        versions.set(version.id, version);
    },
    drop: () => void (dropped += 1),
    all: () => [...versions.values()],
    dropped: () => dropped,
  };
}

/** Tells whether more of a folder is analysed at this path than at the paths where it was seen before. */
function openVisitedFolders(): (folder: Folder) => boolean {
  const best = new Map<string, { level: number; length: number }>();
  return ({ id, reason, level, path }) => {
    const key = reason === undefined ? id : `${id} left out`;
    const before = best.get(key);
    if (before && ((before.level <= level && before.length <= path.length) || reason !== undefined)) return false;
    best.set(key, {
      level: Math.min(level, before?.level ?? level),
      length: Math.min(path.length, before?.length ?? path.length),
    });
    return true;
  };
}

const SLASH = Buffer.from('/');

function placeOf(entry: FolderEntry, { path, level, reason }: Folder, depth: number): Folder {
  const below = path.length === 0 ? Buffer.from(entry.name) : Buffer.concat([path, SLASH, entry.name]);
  const why = reason ?? reasonFor(entry, below, level, depth);
  return { id: entry.id, path: below, level: level + 1, ...(why && { reason: why }) };
}

function reasonFor(entry: FolderEntry, path: Buffer, level: number, depth: number): VersionSkipReason | undefined {
  const name = entry.name.toString('latin1');
  // The folder of the commit adds one level to the path.
  if (level >= depth) return 'too deep';
  if (!isWritablePath(path)) return 'path too long';
  if (SKIPPED_FOLDERS.has(name.toLowerCase())) return 'installed dependencies';
  return !isFolder(entry) && isKnownBinary(name) ? 'binary format' : undefined;
}

const isFolder = ({ mode }: FolderEntry): boolean => mode === '40000' || mode === '040000';
