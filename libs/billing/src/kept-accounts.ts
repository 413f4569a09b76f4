import type { LogPosition } from '@assay/event-store';
import { LRUCache } from 'lru-cache';
import type { CreditLedger } from './domain/credit-ledger';

/** A period's stream as it was read last. */
export interface Account {
  readonly stream: string;
  readonly ledger: CreditLedger;
  readonly revision: number;
  readonly position: LogPosition | undefined;
}

/** Bytes of all ledgers that are kept folded. */
const CAPACITY = 64 * 1024 * 1024;

/** Bytes that a ledger takes, about: by itself, and for each thing that it remembers (the charges are measured). */
const LEDGER = 2_000;
const LOT = 300;
/** With a line for each tool of the catalogue. */
const OPEN_CHARGE = 21_000;
const SETTLED_CHARGE = 420;

/**
 * Ledgers kept folded by organization, those that were used last: replaying a busy period costs about a second, its
 * newest entries a millisecond. A ledger counts by what it holds, so that busy ones take no more memory than quiet
 * ones.
 */
export class KeptAccounts {
  private readonly accounts: LRUCache<string, Account>;

  constructor(capacity = CAPACITY) {
    this.accounts = new LRUCache({
      maxSize: capacity,
      // The cache would refuse a ledger that is larger than all of it, and each command would replay it.
      sizeCalculation: ({ ledger }) => Math.min(bytesOf(ledger), capacity),
    });
  }

  get(organizationId: string): Account | undefined {
    return this.accounts.get(organizationId);
  }

  set(organizationId: string, account: Account): void {
    this.accounts.set(organizationId, account);
  }
}

export const bytesOf = ({ lots, openCharges, settled }: CreditLedger): number =>
  LEDGER + lots.length * LOT + openCharges.size * OPEN_CHARGE + settled.size * SETTLED_CHARGE;
