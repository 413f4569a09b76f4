import type { Dirent } from 'node:fs';
import { inertName } from './admission';
import { entryName, markName } from './file-names';

/** An entry of a target's folder, with its names in the copy and in findings. */
export interface NamedEntry {
  readonly entry: Dirent<Buffer>;
  /** The name in the file system. */
  readonly bytes: Buffer;
  readonly printable: string;
  /** The name in the copy, unique in its folder. */
  readonly staged: string;
}

/**
 * Names the entries of one folder, in byte order. The result depends only on the names, so the same folder always gives
 * the same result.
 */
export function nameEntries(entries: readonly Dirent<Buffer>[]): NamedEntry[] {
  const sorted = [...entries].sort((a, b) => Buffer.compare(a.name, b.name));
  const wanted = sorted.map((entry) => {
    const { printable, safe } = entryName(entry.name);
    return { entry, bytes: entry.name, printable, staged: entry.isDirectory() ? safe : inertName(safe) };
  });
  // Entries that keep their own name come first. So a file that is named like one of our marks cannot take the place of
  // another.
  const taken = new Set(wanted.filter(({ printable, staged }) => printable === staged).map(({ staged }) => staged));
  return wanted.map((named) => {
    if (named.printable === named.staged) return named;
    let { staged } = named;
    for (let number = 2; taken.has(staged); number += 1) staged = markName(named.staged, String(number));
    taken.add(staged);
    return { ...named, staged };
  });
}
