import { LEDGER_STREAM_PREFIX, type LedgerEntry, type RecordedEntry, ledgerOfStream, verify } from '@assay/billing';
import { type EventStore, openSqliteEventStore, verifyEventStore } from '@assay/event-store';
import { UnknownFact, counted } from '@assay/kernel';
import { upcasts } from '@assay/runtime';

/** The contents of a file, and their faults. */
export interface StoreAudit {
  readonly events: number;
  readonly entries: number;
  readonly organizations: number;
  /** When the newest event was recorded; undefined in an empty store. */
  readonly newest: string | undefined;
  /** One sentence for each ledger whose chain is broken, or that a newer release wrote to. */
  readonly broken: readonly string[];
}

/**
 * Reads a whole store that nobody writes to: every page, every event, and the hash chain of every ledger, a month at a
 * time.
 *
 * @throws EventStoreCorrupt if a page or an event cannot be read; the reason of the signal
 */
export async function auditStore(file: string, signal: AbortSignal): Promise<StoreAudit> {
  verifyEventStore(file);
  const store = await openSqliteEventStore({ file, readOnly: true, upcasts });
  try {
    const { events, newest, ledgers } = await counts(store, signal);
    const heads = new Map<string, string>();
    const broken: string[] = [];
    let entries = 0;
    // The months of an organization are in the order of their names.
    for (const stream of [...ledgers].sort()) {
      signal.throwIfAborted();
      const { organizationId } = ledgerOfStream(stream);
      const recorded = await entriesOf(store, stream);
      const verified = verifiedOr(recorded, heads.get(organizationId), (reason) => broken.push(reason));
      if (!verified) continue;
      heads.set(organizationId, verified.head);
      entries += verified.entries.length;
      if (verified.broken)
        broken.push(`${stream} is broken at revision ${verified.broken.revision}: ${verified.broken.reason}`);
    }
    return { events, entries, organizations: heads.size, newest, broken };
  } finally {
    await store.close();
  }
}

/** Undefined if a newer release wrote to the ledger: this one cannot say whether it is whole. */
function verifiedOr(entries: readonly RecordedEntry[], head: string | undefined, refuse: (reason: string) => void) {
  try {
    return verify(entries, head);
  } catch (error) {
    if (!(error instanceof UnknownFact)) throw error;
    refuse(error.message);
    return undefined;
  }
}

export const auditText = ({ events, entries, organizations, newest }: StoreAudit): string =>
  `${counted(events, 'event')}${newest === undefined ? '' : ` up to ${newest}`}; the hash chains of ` +
  `${counted(organizations, 'ledger')} (${entries === 1 ? '1 entry' : `${entries} entries`}) are unbroken`;

async function counts(store: EventStore, signal: AbortSignal) {
  const ledgers = new Set<string>();
  let events = 0;
  let newest: string | undefined;
  for await (const { stream, recordedAt } of store.readAll()) {
    if (events % 10_000 === 0) signal.throwIfAborted();
    events += 1;
    newest = recordedAt;
    if (stream.startsWith(LEDGER_STREAM_PREFIX)) ledgers.add(stream);
  }
  return { events, newest, ledgers };
}

async function entriesOf(store: EventStore, stream: string): Promise<RecordedEntry[]> {
  const entries: RecordedEntry[] = [];
  for await (const { id, revision, type, data, metadata } of store.readStream<LedgerEntry>(stream))
    entries.push({ eventId: id, stream, revision, entry: { type, data } as LedgerEntry, release: metadata.release });
  return entries;
}
