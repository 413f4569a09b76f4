import { EVENT_STORE, type EventStore, decide, load } from '@assay/event-store';
import { CLOCK, type Clock, PRICE_LIST, type PriceList, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import {
  type PriceListRecorded,
  type RecordedList,
  PRICE_LIST_STREAM,
  recordPriceList,
  recordedPriceLists,
} from './domain/recorded-prices';

/**
 * The price lists under which this store ever decided anything. Each is recorded as a whole before its first use, so
 * that charges under a version can be checked long after the file has changed.
 */
@Injectable()
export class PriceVersions {
  private recording: Promise<void> | undefined;

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PRICE_LIST) readonly current: PriceList,
  ) {}

  /**
   * The list in force, recorded.
   *
   * @throws PriceListChanged if its version was recorded with other conditions
   */
  async recorded(): Promise<PriceList> {
    this.recording ??= this.record().catch((error: unknown) => {
      this.recording = undefined;
      throw error;
    });
    await this.recording;
    return this.current;
  }

  /**
   * Does nothing if the list in force could be recorded, and records nothing.
   *
   * @throws PriceListChanged if its version was recorded with other conditions
   */
  async refuseChanged(): Promise<void> {
    const { state } = await load(this.events, PRICE_LIST_STREAM, recordedPriceLists);
    recordPriceList({ at: timestamp(this.clock), list: this.current }, state);
  }

  /** All of them, oldest first. */
  async all(): Promise<RecordedList[]> {
    const lists: RecordedList[] = [];
    for await (const { type, data } of this.events.readStream<PriceListRecorded>(PRICE_LIST_STREAM))
      if (type === 'PriceListRecorded') lists.push(data);
    return lists;
  }

  /**
   * The list that was in force just before an instant: for the past, the last one recorded until then, which may not be
   * today's. For the future, and for the time before the first record, it is today's.
   */
  async inForceBefore(instant: string): Promise<PriceList> {
    if (instant > timestamp(this.clock)) return this.current;
    const before = (await this.all()).filter(({ at }) => at < instant);
    return before.at(-1)?.list ?? this.current;
  }

  /** The list of a version; undefined if no list of that version was recorded. */
  async byVersion(version: string): Promise<PriceList | undefined> {
    if (version === this.current.version) return this.current;
    return (await this.all()).find(({ list }) => list.version === version)?.list;
  }

  private async record(): Promise<void> {
    const at = timestamp(this.clock);
    await decide(this.events, PRICE_LIST_STREAM, recordedPriceLists, (lists) =>
      recordPriceList({ at, list: this.current }, lists),
    );
  }
}
