import type { Dirent } from 'node:fs';
import { inertName } from './admission';
import { entryName, markName } from './file-names';

/** An entry of a folder of the target, and what it is called in the copy and in findings. */
export interface NamedEntry {
  readonly entry: Dirent<Buffer>;
  /** As the file system has it. */
  readonly bytes: Buffer;
  readonly printable: string;
  /** Unique in its folder. */
  readonly staged: string;
}

/**
 * Names for the entries of one folder, in their byte order. Depends on nothing but the names: the same folder gives the
 * same ones.
 */
export function nameEntries(entries: readonly Dirent<Buffer>[]): NamedEntry[] {
  const sorted = [...entries].sort((a, b) => Buffer.compare(a.name, b.name));
  const wanted = sorted.map((entry) => {
    const { printable, safe } = entryName(entry.name);
    return { entry, bytes: entry.name, printable, staged: entry.isDirectory() ? safe : inertName(safe) };
  });
  // Those that keep their own name come first: nobody takes another file's place by being called like a mark of ours.
  const taken = new Set(wanted.filter(({ printable, staged }) => printable === staged).map(({ staged }) => staged));
  return wanted.map((named) => {
    if (named.printable === named.staged) return named;
    let { staged } = named;
    for (let number = 2; taken.has(staged); number += 1) staged = markName(named.staged, String(number));
    taken.add(staged);
    return { ...named, staged };
  });
}
