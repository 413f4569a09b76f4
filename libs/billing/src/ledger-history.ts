import { type EventStore, EVENT_STORE, type RecordedEvent } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import { Inject, Injectable } from '@nestjs/common';
import { GENESIS_HASH, hashOf } from './domain/credit-ledger';
import type { RecordedEntry } from './domain/entry-chain';
import { type LedgerEntry, ledgerStream } from './domain/events';
import { type Period, isPeriod, periodOf, preceding } from './domain/period';

/** Reads an organization's ledger as the store has it, for those who do not want to take anyone's word for it. */
@Injectable()
export class LedgerHistory {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  /** All of it, oldest first: from the month of the organization's creation, each period names the one after it. */
  async whole(organizationId: string): Promise<RecordedEntry[]> {
    const entries: RecordedEntry[] = [];
    let period: Period | undefined = await this.first(organizationId);
    while (period !== undefined) {
      const read = await this.period(organizationId, period);
      entries.push(...read);
      period = successor(period, read.at(-1)?.entry);
    }
    return entries;
  }

  /** The entries of one period; none when it was never opened. */
  async period(organizationId: string, period: Period): Promise<RecordedEntry[]> {
    const entries: RecordedEntry[] = [];
    for await (const event of this.events.readStream<LedgerEntry>(ledgerStream(organizationId, period)))
      entries.push(recorded(event));
    return entries;
  }

  /** The hash that the first entry of a period must carry: that of the last one before it. */
  async predecessor(organizationId: string, period: Period): Promise<string> {
    const oldest = await this.first(organizationId);
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

  private async first(organizationId: string): Promise<Period> {
    return periodOf((await loadOrganization(this.events, organizationId)).createdAt);
  }
}

const recorded = ({ id, stream, revision, type, data }: RecordedEvent<LedgerEntry>): RecordedEntry => ({
  eventId: id,
  stream,
  revision,
  entry: { type, data } as LedgerEntry,
});

/** Only a later one: a damaged entry must not send the reader round in circles. */
const successor = (period: Period, last: LedgerEntry | undefined): Period | undefined =>
  last?.type === 'PeriodClosed' && isPeriod(last.data.next) && last.data.next > period ? last.data.next : undefined;
