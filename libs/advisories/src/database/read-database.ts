import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Advisory } from '../advisory';
import { AdvisoriesDamaged, HEAD, type StoredFacts, TAIL_BYTES } from './format';

export interface Database {
  readonly facts: StoredFacts;
  /** The advisories of a package, by its key. Empty if there are none. @throws AdvisoriesDamaged */
  find(key: string): readonly Advisory[];
  /** Whether a key begins with the release. @throws AdvisoriesDamaged */
  hasRelease(release: string): boolean;
  close(): void;
}

/**
 * Opens a database. Its index is read with the first lookup.
 * @throws AdvisoriesDamaged
 */
export function openDatabase(path: string): Database {
  const file = readable(path, () => openSync(path, 'r'));
  try {
    const facts = readable(path, () => readFacts(file));
    let index: Map<string, string> | undefined;
    let releases: Set<string> | undefined;
    const indexed = () => (index ??= readIndex(file, facts));
    return {
      facts,
      find: (key) =>
        readable(path, () => (indexed().get(key)?.split(',') ?? []).map((place) => readRecord(file, place))),
      hasRelease: (release) =>
        readable(path, () => (releases ??= new Set([...indexed().keys()].map(releaseIn))).has(release)),
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** A release may contain colons, the package name after it does not: `22.04:LTS:openssl`. */
const releaseIn = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf(':')));

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new AdvisoriesDamaged(path, error);
  }
}

function readFacts(file: number): StoredFacts {
  const { size } = fstatSync(file);
  if (size < HEAD.length + TAIL_BYTES || readText(file, 0, HEAD.length) !== HEAD)
    throw new Error('it has no head of this version');
  const at = Number(readText(file, size - TAIL_BYTES, TAIL_BYTES));
  if (!Number.isSafeInteger(at) || at < HEAD.length || at >= size - TAIL_BYTES) throw new Error('it was cut off');
  return JSON.parse(readText(file, at, size - TAIL_BYTES - at)) as StoredFacts;
}

function readIndex(file: number, { indexAt, indexBytes }: StoredFacts): Map<string, string> {
  const index = new Map<string, string>();
  for (const line of readText(file, indexAt, indexBytes).split('\n')) {
    const tab = line.lastIndexOf('\t');
    if (tab > 0) index.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return index;
}

function readRecord(file: number, place: string): Advisory {
  const [offset, bytes] = place.split('+').map(Number);
  return JSON.parse(readText(file, offset!, bytes!)) as Advisory;
}

function readText(file: number, offset: number, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  for (let done = 0; done < bytes; ) {
    const read = readSync(file, buffer, done, bytes - done, offset + done);
    if (read === 0) throw new Error('it was cut off');
    done += read;
  }
  return buffer.toString('utf8');
}
