import { LRUCache } from 'lru-cache';
import type { CreditLedger } from '../../domain/credit-ledger';
import { bytesOf } from '../../kept-accounts';

/** The beginning of a month, up to an entry, as a replay found it whole. */
export interface VerifiedPrefix {
  readonly stream: string;
  /** The revision of its last entry. */
  readonly revision: number;
  /** The hash of its last entry: all of the prefix follows from it, so it rests on this one. */
  readonly head: string;
  /** The hash that its first entry carries: that of the last entry before the month. */
  readonly predecessor: string;
  readonly ledger: CreditLedger;
  /** The log as it was before the replay began. */
  readonly mark: string;
}

/** Bytes of all months that are kept folded. */
const CAPACITY = 64 * 1024 * 1024;

/**
 * Where replays ended, those that were used last: the next audit, and the next page, go on from there instead of from
 * the beginning of the month.
 */
export class VerifiedPrefixes {
  private readonly prefixes: LRUCache<string, VerifiedPrefix>;

  constructor(capacity = CAPACITY) {
    this.prefixes = new LRUCache({
      maxSize: capacity,
      // The cache would refuse one that is larger than all of it.
      sizeCalculation: ({ ledger }) => Math.min(bytesOf(ledger), capacity),
    });
  }

  /** The longest one of the stream that ends before a revision. */
  longest(stream: string, before: number): VerifiedPrefix | undefined {
    let longest: VerifiedPrefix | undefined;
    for (const prefix of this.prefixes.values())
      if (prefix.stream === stream && prefix.revision < before && prefix.revision > (longest?.revision ?? -1))
        longest = prefix;
    return longest && this.prefixes.get(keyOf(longest));
  }

  keep(prefix: VerifiedPrefix): void {
    this.prefixes.set(keyOf(prefix), prefix);
  }

  forget(prefix: VerifiedPrefix): void {
    this.prefixes.delete(keyOf(prefix));
  }
}

const keyOf = ({ stream, revision }: VerifiedPrefix): string => `${stream}/${revision}`;
