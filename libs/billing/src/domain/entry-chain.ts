import { type Microcredits, deterministicUuid, messageOf } from '@assay/kernel';
import { type CreditLedger, GENESIS_HASH, apply, balanceOf, hashOf, unopened } from './credit-ledger';
import { LEDGER_ENTRY_TYPES, type LedgerEntry } from './events';
import { totalOf } from './lot';

/**
 * The id of the event that holds an entry. It follows from the entry's hash: an append that is retried after a lost
 * answer is recognised, and the newest entry, which no other one vouches for yet, cannot be changed unnoticed either.
 */
export const entryEventId = (hash: string): string => deterministicUuid(`ledger-entry/${hash}`);

/** An entry as it was read from its stream. */
export interface RecordedEntry {
  readonly eventId: string;
  readonly stream: string;
  readonly revision: number;
  readonly entry: LedgerEntry;
}

interface BrokenLink {
  readonly stream: string;
  readonly revision: number;
  readonly reason: string;
}

export interface VerifiedEntry extends RecordedEntry {
  readonly hash: string;
  /** What the replay gives, whatever the entry says of itself. */
  readonly balanceAfter: Microcredits;
  /** By how much the entry changed the balance. */
  readonly amount: Microcredits;
}

export interface Verification {
  readonly entries: readonly VerifiedEntry[];
  readonly ledger: CreditLedger;
  readonly head: string;
  readonly broken: BrokenLink | undefined;
}

/**
 * Replays entries, oldest first, and checks each one against its predecessor, its own balance and its event's id. The
 * first one that does not hold is reported; an entry that cannot even be replayed ends the replay there.
 *
 * @param predecessor the hash that the first entry must carry
 */
export function verify(recorded: Iterable<RecordedEntry>, predecessor: string = GENESIS_HASH): Verification {
  const entries: VerifiedEntry[] = [];
  let ledger = unopened;
  let head = predecessor;
  let broken: BrokenLink | undefined;
  for (const item of recorded) {
    const hash = hashOf(item.entry);
    const replayed = replay(ledger, item.entry);
    const reason = brokenLink(item, ledger, head, hash, replayed);
    if (reason !== undefined) broken ??= { stream: item.stream, revision: item.revision, reason };
    if (typeof replayed === 'string') break;
    const amount = (balanceOf(replayed) - openingBalance(item.entry, ledger)) as Microcredits;
    entries.push({ ...item, hash, balanceAfter: balanceOf(replayed), amount });
    ledger = replayed;
    head = hash;
  }
  return { entries, ledger, head, broken };
}

function brokenLink(
  { entry, eventId }: RecordedEntry,
  before: CreditLedger,
  head: string,
  hash: string,
  replayed: CreditLedger | string,
): string | undefined {
  if (entry.data.previousHash !== head) return 'it does not follow the entry before it';
  if (eventId !== entryEventId(hash)) return 'its content is not what was recorded under its id';
  if (typeof replayed === 'string') return `it cannot be replayed: ${replayed}`;
  if (entry.data.balance !== balanceOf(replayed))
    return `it claims a balance of ${entry.data.balance} micro-credits where the replay has ${balanceOf(replayed)}`;
  if (balanceOf(replayed) < 0) return 'the balance is negative';
  if (
    entry.type === 'PeriodOpened' &&
    before.status === 'closed' &&
    totalOf(entry.data.carried) !== balanceOf(before)
  ) {
    return `it carries ${totalOf(entry.data.carried)} micro-credits where ${balanceOf(before)} were left`;
  }
  return undefined;
}

/**
 * An opening carries what was there: it changes nothing, also when the periods before it are not part of the replay.
 */
const openingBalance = (entry: LedgerEntry, before: CreditLedger): Microcredits =>
  entry.type === 'PeriodOpened' ? totalOf(entry.data.carried) : balanceOf(before);

/** The ledger after the entry, or why there is none: a damaged entry may be anything. */
function replay(ledger: CreditLedger, entry: LedgerEntry): CreditLedger | string {
  if (!LEDGER_ENTRY_TYPES.includes(entry.type)) return `unknown type ${entry.type}`;
  try {
    return apply(ledger, entry);
  } catch (error) {
    return messageOf(error);
  }
}
