import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { inertName } from './admission';
import { entryName, markName } from '@assay/archives';

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
 * Numbers that are tried for a name that is taken. A hundred thousand long names can be cut to the same one, and each
 * would be compared with all before it. After these numbers a digest of the name's bytes makes it unique.
 */
const MOST_NUMBERED = 20;

const digestOf = (name: Buffer): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

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
    for (let number = 2; taken.has(staged) && number <= MOST_NUMBERED; number += 1)
      staged = markName(named.staged, String(number));
    if (taken.has(staged)) staged = markName(named.staged, digestOf(named.bytes));
    taken.add(staged);
    return { ...named, staged };
  });
}
