import { LRUCache } from 'lru-cache';
import type { CreditLedger } from '../../domain/credit-ledger';
import { bytesOf } from '../../kept-accounts';

/** The verified beginning of a month, up to an entry. */
export interface VerifiedPrefix {
  readonly stream: string;
  /** The revision of its last entry. */
  readonly revision: number;
  /** The hash of its last entry, which covers the whole prefix. */
  readonly head: string;
  /** The hash that its first entry carries: that of the last entry of the month before. */
  readonly predecessor: string;
  readonly ledger: CreditLedger;
  /** The mark of the log before the replay began. */
  readonly mark: string;
}

/** The most bytes of all months that are kept folded. */
const CAPACITY = 64 * 1024 * 1024;

/**
 * Where replays ended, the most recently used ones: the next audit, and the next page, continue from there instead of
 * from the start of the month.
 */
export class VerifiedPrefixes {
  private readonly prefixes: LRUCache<string, VerifiedPrefix>;

  constructor(capacity = CAPACITY) {
    this.prefixes = new LRUCache({
      maxSize: capacity,
      // The cache would refuse a prefix larger than its capacity.
      sizeCalculation: ({ ledger }) => Math.min(bytesOf(ledger), capacity),
    });
  }

  /** The longest prefix of the stream that ends before a revision. */
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
