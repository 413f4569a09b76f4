import { type EventStore, EVENT_STORE, type RecordedEvent, type StreamReadOptions } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import { type Clock, CLOCK, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { GENESIS_HASH, hashOf } from './domain/credit-ledger';
import type { RecordedEntry } from './domain/entry-chain';
import { type LedgerEntry, ledgerStream } from './domain/events';
import { type Period, following, isPeriod, periodOf, preceding } from './domain/period';

/** Reads an organization's ledger directly from the store, for independent verification. */
@Injectable()
export class LedgerHistory {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * All entries, oldest first, a page of the store at a time: every month from the organization's creation to the
   * clock's month, even if the month before does not name it, and beyond that as far as each month names the next.
   *
   * @param from the month to begin with
   * @param begin the revision in that month
   */
  async *entries(
    organizationId: string,
    { from, begin = 0 }: { readonly from?: Period; readonly begin?: number } = {},
  ): AsyncGenerator<RecordedEntry> {
    const now = periodOf(timestamp(this.clock));
    const first = from ?? (await this.firstMonth(organizationId));
    let period: Period | undefined = first;
    while (period !== undefined) {
      let last: LedgerEntry | undefined;
      for await (const item of this.month(organizationId, period, { from: period === first ? begin : 0 })) {
        last = item.entry;
        yield item;
      }
      const next = following(period);
      period = next <= now ? next : successor(period, last);
    }
  }

  async whole(organizationId: string): Promise<RecordedEntry[]> {
    return collected(this.entries(organizationId));
  }

  /** The entries of one period, all by default; none if it was never opened. */
  async *month(organizationId: string, period: Period, options: StreamReadOptions = {}): AsyncGenerator<RecordedEntry> {
    for await (const event of this.events.readStream<LedgerEntry>(ledgerStream(organizationId, period), options))
      yield recorded(event);
  }

  period(organizationId: string, period: Period): Promise<RecordedEntry[]> {
    return collected(this.month(organizationId, period));
  }

  /** The newest month up to this one that has entries. */
  async newestMonth(organizationId: string, latest: Period): Promise<Period | undefined> {
    const oldest = await this.firstMonth(organizationId);
    for (let period = latest; period >= oldest; period = preceding(period))
      for await (const _ of this.events.readStream(ledgerStream(organizationId, period), { limit: 1 })) return period;
    return undefined;
  }

  /** The hash that the first entry of a period must carry: the hash of the last entry before it. */
  async predecessor(organizationId: string, period: Period): Promise<string> {
    const oldest = await this.firstMonth(organizationId);
    for (let before = preceding(period); before >= oldest; before = preceding(before)) {
      for await (const event of this.events.readStream<LedgerEntry>(ledgerStream(organizationId, before), {
        direction: 'backwards',
        limit: 1,
      })) {
        return hashOf(recorded(event).entry);
      }
    }
    return GENESIS_HASH;
  }

  /** The month of the organization's creation. @throws RefusedError ORGANIZATION_NOT_FOUND */
  async firstMonth(organizationId: string): Promise<Period> {
    return periodOf((await loadOrganization(this.events, organizationId)).createdAt);
  }
}

const recorded = ({ id, stream, revision, type, data, metadata }: RecordedEvent<LedgerEntry>): RecordedEntry => ({
  eventId: id,
  stream,
  revision,
  entry: { type, data } as LedgerEntry,
  release: metadata.release,
});

/** Only a later month: a damaged entry must not cause an endless loop. */
const successor = (period: Period, last: LedgerEntry | undefined): Period | undefined =>
  last?.type === 'PeriodClosed' && isPeriod(last.data.next) && last.data.next > period ? last.data.next : undefined;

async function collected(entries: AsyncIterable<RecordedEntry>): Promise<RecordedEntry[]> {
  const all: RecordedEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}
