import type { LogPosition } from '@assay/event-store';
import { LRUCache } from 'lru-cache';
import type { CreditLedger } from './domain/credit-ledger';

/** A period's stream as of the last read. */
export interface Account {
  readonly stream: string;
  readonly ledger: CreditLedger;
  readonly revision: number;
  readonly position: LogPosition | undefined;
}

/** The most bytes of all ledgers that are kept folded. */
const CAPACITY = 64 * 1024 * 1024;

/** The approximate bytes of a ledger: by itself, and for each thing that it remembers (the charges are measured). */
const LEDGER = 2_000;
const LOT = 300;
/** With a line for each tool of the catalogue. */
const OPEN_CHARGE = 21_000;
const SETTLED_CHARGE = 420;

/**
 * The folded ledgers of organizations, most recently used first: replaying a busy period costs about a second, its
 * newest entries a millisecond. The weight of a ledger is its size, so that busy ones take no more memory than quiet
 * ones.
 */
export class KeptAccounts {
  private readonly accounts: LRUCache<string, Account>;

  constructor(capacity = CAPACITY) {
    this.accounts = new LRUCache({
      maxSize: capacity,
      // The cache would refuse a ledger larger than its capacity, and each command would replay it.
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
