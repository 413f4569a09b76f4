import { storedTypeOf } from '@assay/kernel';
import { hashOf } from './credit-ledger';
import { type RecordedEntry, entryEventId } from './entry-chain';
import { type LedgerEntry, ledgerOfStream, ledgerStream } from './events';
import type { Period } from './period';

/**
 * The newest known entry of a month of a ledger, kept outside the log: an entry that was in the log once must be in it
 * for ever. A chain alone cannot show that its newest entries, or all of them, were removed or rewritten.
 */
export interface LedgerAnchor {
  readonly organizationId: string;
  readonly period: Period;
  /** The revision of the newest entry of the unbroken chain. */
  readonly revision: number;
  readonly hash: string;
  /** ISO 8601 UTC. */
  readonly anchoredAt: string;
}

/** The result of advancing an anchor: the newest valid one, or why the stream contradicts the previous one. */
type Followed = { readonly anchor: LedgerAnchor } | { readonly contradiction: string };

/**
 * Advances an anchor over the entries that follow it. Each must be sealed and carry the hash of the one before it.
 *
 * @param anchor undefined for a month that has none yet
 * @param entries of the month, from the anchored one on
 * @returns undefined if there is neither an anchor nor an entry
 */
export async function follow(
  stream: string,
  anchor: LedgerAnchor | undefined,
  entries: AsyncIterable<RecordedEntry>,
  anchoredAt: string,
): Promise<Followed | undefined> {
  let newest: LedgerAnchor | undefined;
  for await (const item of entries) {
    const hash = sealOf(item.entry);
    const contradiction = anchor && !newest ? rewritten(anchor, item, hash) : notFollowing(newest, item, hash);
    if (contradiction !== undefined) return { contradiction };
    newest = anchor && !newest ? anchor : { ...ledgerOfStream(stream), revision: item.revision, hash, anchoredAt };
  }
  if (anchor && !newest) return { contradiction: `${stream} ${cutShort(anchor)}` };
  return newest && { anchor: newest };
}

/**
 * Compares an anchor with its month in the store.
 *
 * @param anchored the entry at the anchor's revision, if there is one
 * @param last the revision of the month's newest entry, if there is one
 * @returns why they do not agree
 */
export function contradictionOf(
  anchor: LedgerAnchor,
  anchored: RecordedEntry | undefined,
  last: number | undefined,
): string | undefined {
  if (anchored) return rewritten(anchor, anchored, sealOf(anchored.entry));
  return `${ledgerStream(anchor.organizationId, anchor.period)} ${cutShort(anchor, last)}`;
}

function rewritten({ revision, hash, anchoredAt }: LedgerAnchor, item: RecordedEntry, found: string) {
  if (item.revision === revision && found === hash) return undefined;
  return `${item.stream} revision ${revision} is not the entry that was there at ${anchoredAt}: it was rewritten`;
}

const cutShort = ({ revision, anchoredAt }: LedgerAnchor, last?: number): string =>
  last === undefined
    ? `is missing: it had ${revision + 1} entries at ${anchoredAt}`
    : `ends with revision ${last}: at ${anchoredAt} it had entries up to revision ${revision}`;

function notFollowing(before: LedgerAnchor | undefined, item: RecordedEntry, hash: string): string | undefined {
  const { stream, revision, eventId, entry } = item;
  if (eventId !== entryEventId(hash)) return `${stream} revision ${revision} is not what was recorded under its id`;
  // The first entry of a month follows one of the month before it: an audit replays that.
  const follows = before ? revision === before.revision + 1 && entry.data.previousHash === before.hash : revision === 0;
  return follows ? undefined : `${stream} revision ${revision} does not follow the entry before it`;
}

/** Also works for an entry of a newer release: it is sealed under its stored type. */
const sealOf = (entry: LedgerEntry): string => hashOf({ ...entry, type: storedTypeOf(entry.type) } as LedgerEntry);
