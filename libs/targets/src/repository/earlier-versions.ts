import { setImmediate as turn } from 'node:timers/promises';
import { isKnownBinary } from '@assay/source-text';
import { SKIPPED_FOLDERS } from '../staging/admission';
import type { HistoryObjects } from './history-objects';
import { isWritablePath } from './measure-tree';
import { type FolderEntry, parseTree } from './tree-object';

/** A version of a file that the head does not have. */
export interface Version {
  readonly id: string;
  readonly path: Buffer;
  /** The first one that has it. */
  readonly commit: string;
  /** Why it is not looked at, whatever is in it. */
  readonly reason?: NotLookedAt;
}

export type NotLookedAt = 'installed dependencies' | 'binary format' | 'path too long' | 'too deep';

export interface EarlierVersions {
  readonly versions: readonly Version[];
  /** Files and folders for which there was no room. */
  readonly dropped: number;
}

/** Versions that are known at once: a history of small files must not fill the memory. */
const MOST_VERSIONS = 100_000;
/** Entries of folders that are read: ten seconds of work. */
const MOST_ENTRIES = 5_000_000;
const ENTRIES_A_TURN = 20_000;
/** Of what is not looked at only the size is of interest; paths of megabytes are not. */
const LONGEST_PATH = 4_096;

interface Folder {
  readonly id: string;
  readonly path: Buffer;
  /** From 1, at the top. */
  readonly level: number;
  readonly reason?: NotLookedAt;
}

/**
 * The versions of files that a history has and its head has not, each once, by the oldest commit that has it at a place
 * that is looked at. What a folder has its id stands for: it is looked into again only at a place where more of it
 * counts.
 * @param isAtHead by the id of the content
 * @throws the signal's reason
 */
export async function earlierVersions(
  { commits, trees }: HistoryObjects,
  isAtHead: (id: string) => boolean,
  depth: number,
  signal: AbortSignal,
): Promise<EarlierVersions> {
  const found = openVersions();
  const isNew = openPlaces();
  let entries = 0;
  for (const { id: commit, tree } of commits.toReversed()) {
    const folders: Folder[] = [{ id: tree, path: Buffer.alloc(0), level: 1 }];
    for (let folder = folders.pop(); folder; folder = folders.pop()) {
      const content = trees.get(folder.id);
      if (!content || !isNew(folder)) continue;
      const below: Folder[] = [];
      for (const entry of parseTree(content, folder.id.length / 2)) {
        if ((entries += 1) > MOST_ENTRIES) return { versions: found.all(), dropped: found.dropped() + 1 };
        if (entries % ENTRIES_A_TURN === 0) {
          await turn();
          signal.throwIfAborted();
        }
        const place = placeOf(entry, folder, depth);
        if (isFolder(entry)) {
          if (place.path.length <= LONGEST_PATH) below.push(place);
          else found.drop();
        } else if (entry.mode.startsWith('100') && !isAtHead(entry.id))
          found.add({ id: entry.id, commit, path: place.path, ...(place.reason && { reason: place.reason }) });
      }
      folders.push(...below.reverse());
    }
  }
  return { versions: found.all(), dropped: found.dropped() };
}

/** Takes the first of each version, and in its place the first that is looked at. */
function openVersions(): { add(version: Version): void; drop(): void; all(): Version[]; dropped(): number } {
  const versions = new Map<string, Version>();
  let dropped = 0;
  return {
    add(version) {
      const before = versions.get(version.id);
      if (!before && versions.size >= MOST_VERSIONS) dropped += 1;
      else if (!before || (before.reason !== undefined && version.reason === undefined))
        versions.set(version.id, version);
    },
    drop: () => void (dropped += 1),
    all: () => [...versions.values()],
    dropped: () => dropped,
  };
}

/** Whether a folder lies where more of it is looked at than where it was met before. */
function openPlaces(): (folder: Folder) => boolean {
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

function reasonFor(entry: FolderEntry, path: Buffer, level: number, depth: number): NotLookedAt | undefined {
  const name = entry.name.toString('latin1');
  // The commit's folder is one more than the path has.
  if (level >= depth) return 'too deep';
  if (!isWritablePath(path)) return 'path too long';
  if (SKIPPED_FOLDERS.has(name.toLowerCase())) return 'installed dependencies';
  return !isFolder(entry) && isKnownBinary(name) ? 'binary format' : undefined;
}

const isFolder = ({ mode }: FolderEntry): boolean => mode === '40000' || mode === '040000';
