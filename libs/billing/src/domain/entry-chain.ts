import {
  type Microcredits,
  UnknownFact,
  deterministicUuid,
  hasType,
  messageOf,
  plus,
  storedTypeOf,
} from '@assay/kernel';
import { totalOfLines } from './charge';
import { type CreditLedger, GENESIS_HASH, accountOfSession, apply, balanceOf, hashOf, unopened } from './credit-ledger';
import { LEDGER_ENTRIES, type LedgerEntry, ledgerOfStream } from './events';
import { drawnTotal, isOverage, totalOf } from './lot';
import { type UnpaidOverage, centsOf, isLeft, overageAllowed, overageDue } from './overage';
import { upgradePart, wrongUpgrade } from './prorating';

/**
 * The id of the event that holds an entry. It follows from the entry's hash: an append that is retried after a lost
 * answer is recognised, and the newest entry, whose hash no other entry carries yet, cannot be changed unnoticed
 * either.
 */
export const entryEventId = (hash: string): string => deterministicUuid(`ledger-entry/${hash}`);

/** An entry as read from its stream. */
export interface RecordedEntry {
  readonly eventId: string;
  readonly stream: string;
  readonly revision: number;
  readonly entry: LedgerEntry;
  /** The release that wrote it; undefined for the oldest entries. */
  readonly release?: string | undefined;
}

interface BrokenLink {
  readonly stream: string;
  readonly revision: number;
  readonly reason: string;
}

export interface VerifiedEntry extends RecordedEntry {
  readonly hash: string;
  /** The balance by the replay, whatever the entry itself claims. */
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
 * Replays entries one after the other, oldest first, and checks each one against its predecessor, its own sums and
 * balance, and its event's id. The first invalid entry is remembered.
 */
export class ChainVerification {
  ledger: CreditLedger = unopened;
  checked = 0;
  broken: BrokenLink | undefined;

  /** @param head the hash that the first entry must carry */
  constructor(public head: string = GENESIS_HASH) {}

  /** Continues after entries of a month that were verified before. */
  resume(verified: { readonly ledger: CreditLedger; readonly head: string; readonly revision: number }): void {
    ({ ledger: this.ledger, head: this.head } = verified);
    this.checked = verified.revision + 1;
  }

  /**
   * @returns undefined if the entry cannot even be replayed: the replay ends there
   * @throws UnknownFact for an entry of an unknown type whose seal is valid: a newer release wrote it, and this one
   * cannot verify such a ledger
   */
  take(item: RecordedEntry): VerifiedEntry | undefined {
    refuseNewer(item);
    const hash = hashOf(item.entry);
    let replayed = replay(this.ledger, item.entry);
    let reason: string | undefined;
    try {
      reason = brokenLink(item, this.ledger, this.head, hash, replayed);
    } catch (error) {
      // The replay did not need the missing field, but the check of the sums does.
      replayed = messageOf(error);
      reason = `it cannot be replayed: ${replayed}`;
    }
    if (reason !== undefined) this.broken ??= { stream: item.stream, revision: item.revision, reason };
    if (typeof replayed === 'string') return undefined;
    const amount = (balanceOf(replayed) - openingBalance(item.entry, this.ledger)) as Microcredits;
    this.ledger = replayed;
    this.head = hash;
    this.checked += 1;
    return { ...item, hash, balanceAfter: balanceOf(replayed), amount };
  }
}

/**
 * Verifies entries that are all available.
 *
 * @param predecessor the hash that the first entry must carry
 */
export function verify(recorded: Iterable<RecordedEntry>, predecessor?: string): Verification {
  const chain = new ChainVerification(predecessor);
  const entries: VerifiedEntry[] = [];
  for (const item of recorded) {
    const verified = chain.take(item);
    if (!verified) break;
    entries.push(verified);
  }
  return { entries, ledger: chain.ledger, head: chain.head, broken: chain.broken };
}

function refuseNewer({ entry, eventId, stream, revision, release }: RecordedEntry): void {
  const { type } = entry;
  const isKnown = hasType(LEDGER_ENTRIES, type);
  if (isKnown || eventId !== entryEventId(hashOf({ ...entry, type: storedTypeOf(type) } as LedgerEntry))) return;
  const { organizationId, period } = ledgerOfStream(stream);
  const metadata = { ...(release !== undefined && { release }) };
  throw new UnknownFact({ type, stream, revision, metadata }, `the credit ledger of ${organizationId} (${period})`);
}

function brokenLink(
  { entry, eventId }: RecordedEntry,
  before: CreditLedger,
  head: string,
  hash: string,
  replayed: CreditLedger | string,
): string | undefined {
  if (entry.data.previousHash !== head) return missingBefore(entry, before) ?? 'it does not follow the entry before it';
  if (eventId !== entryEventId(hash)) return 'its content is not what was recorded under its id';
  if (typeof replayed === 'string') return `it cannot be replayed: ${replayed}`;
  const sums = wrongSums(entry, before);
  if (sums !== undefined) return sums;
  if (entry.data.balance !== balanceOf(replayed))
    return `it claims a balance of ${entry.data.balance} micro-credits where the replay has ${balanceOf(replayed)}`;
  const beyond = overdrawn(entry, before, replayed);
  if (beyond !== undefined) return beyond;
  if (replayed.owed < 0) return 'less than nothing is owed';
  if (entry.type === 'PeriodOpened' && before.status === 'closed' && replayed.owed !== before.owed)
    return `it carries a debt of ${replayed.owed} micro-credits where ${before.owed} were owed`;
  if (entry.type === 'PeriodOpened' && before.status === 'closed' && !isSameUnpaid(replayed.unpaid, before.unpaid))
    return 'it carries other overage to be charged than was left';
  if (
    entry.type === 'PeriodOpened' &&
    before.status === 'closed' &&
    (replayed.overage?.limit ?? 0) > (before.overage?.limit ?? 0)
  )
    return 'it allows more overage than the month before';
  if (
    entry.type === 'PeriodOpened' &&
    before.status === 'closed' &&
    totalOf(entry.data.carried) !== balanceOf(before)
  ) {
    return `it carries ${totalOf(entry.data.carried)} micro-credits where ${balanceOf(before)} were left`;
  }
  return undefined;
}

/** Only overage may go below zero, only by charges, and only within its limit. */
function overdrawn({ type, data }: LedgerEntry, before: CreditLedger, after: CreditLedger): string | undefined {
  if (after.lots.some((lot) => !isOverage(lot) && lot.remaining < 0)) return 'the balance is negative';
  if (after.lots.some((lot) => isOverage(lot) && lot.remaining > 0)) return 'more overage comes back than was drawn';
  if (type === 'CreditsCharged' && data.amount > 0 && balanceOf(after) < -overageAllowed(before))
    return `it goes further below nothing than the ${overageAllowed(before)} micro-credits that are allowed`;
  if (type === 'PeriodClosed' && after.lots.some((lot) => lot.remaining < 0)) return 'its overage is not settled';
  return undefined;
}

/** Why an opening does not follow its predecessor: whole months can be removed from a ledger. */
function missingBefore(entry: LedgerEntry, before: CreditLedger): string | undefined {
  if (entry.type !== 'PeriodOpened') return undefined;
  if (before.status === 'unopened') return `the months before ${entry.data.period} are missing`;
  if (before.next !== undefined && before.next < entry.data.period) return `the month ${before.next} is missing`;
  return before.status === 'closed' ? undefined : `the end of the month ${before.period} is missing`;
}

/** An amount must be the sum of its lines, and of its draws or returns. A settlement must equal the account. */
function wrongSums(entry: LedgerEntry, before: CreditLedger): string | undefined {
  const { type, data } = entry;
  switch (type) {
    case 'CreditsCharged':
      return differing(data.amount, { lines: totalOfLines(data.lines), draws: drawnTotal(data.drawn) });
    case 'CreditsRefunded':
      return differing(data.amount, { lines: totalOfLines(data.lines), returns: drawnTotal(data.returned) });
    case 'CreditsGranted':
      if (data.upgrade === undefined) return undefined;
      return (
        wrongUpgrade({ lot: data.lot, upgrade: data.upgrade }, before) ??
        differing(data.lot.remaining, { parts: upgradePart(data.upgrade) })
      );
    case 'PurchaseReversed':
      return differing(data.amount, { parts: plus(drawnTotal(data.taken), data.owed) });
    case 'ReversalUndone':
      return differing(data.amount, { parts: plus(data.noLongerOwed, data.lot.remaining) });
    case 'DebtPaid':
      return differing(data.amount, { draws: drawnTotal(data.drawn) });
    case 'OverageSettled': {
      const lot = before.lots.find(isOverage)?.remaining ?? 0;
      return (
        differing(data.used, { parts: plus(drawnTotal(data.drawn), data.amount), overage: -lot as Microcredits }) ??
        (data.cents === centsOf(data.amount, data.microdollarsPerCredit) &&
        data.microdollarsPerCredit === before.overage?.microdollarsPerCredit &&
        isSameUnpaid(data.before, before.unpaid) &&
        (data.isLeft ?? false) === (data.isAttributed === true && isLeft(overageDue(data)))
          ? undefined
          : `it asks for ${data.cents} cents, which is not what was agreed`)
      );
    }
    case 'CreditsLapsed':
      return differing(data.amount, { lots: drawnTotal(data.lapsed) });
    case 'ChargeSettled': {
      const { charged, refunded } = accountOfSession(before, data.sessionId);
      return differing(data.charged, { charges: charged }) ?? differing(data.refunded, { refunds: refunded });
    }
    default:
      return undefined;
  }
}

function differing(amount: Microcredits, sums: Readonly<Record<string, Microcredits>>): string | undefined {
  const other = Object.entries(sums).find(([, sum]) => sum !== amount);
  return other && `it says ${amount} micro-credits where its ${other[0]} add up to ${other[1]}`;
}

/**
 * An opening carries the earlier balance: it changes nothing, even if the periods before it are not part of the replay.
 */
const openingBalance = (entry: LedgerEntry, before: CreditLedger): Microcredits =>
  entry.type === 'PeriodOpened' ? totalOf(entry.data.carried) : balanceOf(before);

/** The ledger after the entry, or the reason why it cannot be replayed: a damaged entry may be anything. */
function replay(ledger: CreditLedger, entry: LedgerEntry): CreditLedger | string {
  if (!hasType(LEDGER_ENTRIES, entry.type)) return `${entry.type} is not a type that any release seals so`;
  try {
    const after = apply(ledger, entry);
    return Number.isSafeInteger(balanceOf(after)) ? after : 'its lots are no amounts';
  } catch (error) {
    return messageOf(error);
  }
}

const isSameUnpaid = (a: UnpaidOverage | undefined, b: UnpaidOverage | undefined): boolean =>
  a?.amount === b?.amount && a?.cents === b?.cents;
