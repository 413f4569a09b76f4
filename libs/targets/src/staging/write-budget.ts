import { TargetTooLarge } from './errors';

/**
 * The bytes that may still be written while a target is brought in and staged. A session has one, so whatever makes
 * bytes out of a target (a decoder, an archive within an archive, a repository's history) is limited together with all
 * else.
 */
export interface WriteBudget {
  /** Counts bytes before they are written. @throws TargetTooLarge, the signal's reason */
  take(bytes: number): void;
  readonly taken: number;
}

export function openWriteBudget(bytes: number, signal?: AbortSignal): WriteBudget {
  let taken = 0;
  return {
    take(count) {
      signal?.throwIfAborted();
      taken += count;
      if (taken > bytes)
        throw new TargetTooLarge('bytes', bytes, 'bytes, together with all that is unpacked and copied of it');
    },
    get taken() {
      return taken;
    },
  };
}

/** For records and indexes, which small targets have too. */
const BASE = 64 * 1024 * 1024;
/** A target is received, unpacked, copied, and the original of each changed file is kept. */
const COPIES = 4;

/** The bytes that a session may write for a target of at most so many bytes. */
export const writesFor = (targetBytes: number): number => BASE + COPIES * targetBytes;
