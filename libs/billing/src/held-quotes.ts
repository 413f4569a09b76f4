import { type EventStore, EVENT_STORE, decide, load } from '@assay/event-store';
import { type Clock, CLOCK, refused, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { type HeldQuote, type QuoteEvent, giveQuote, heldQuote, quoteStream } from './domain/held-quote';

/** The quotes, each in a stream of its own. */
@Injectable()
export class HeldQuotes {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Gives a quote. A repeated request under its id returns the first one, with the same end. */
  async give(quote: Omit<HeldQuote, 'at' | 'expiresAt'>): Promise<HeldQuote> {
    const at = timestamp(this.clock);
    const { state } = await decide<HeldQuote | undefined, QuoteEvent>(
      this.events,
      quoteStream(quote.quoteId),
      heldQuote,
      (given) => giveQuote({ ...quote, at }, given),
      { key: 'given' },
    );
    return state!;
  }

  /** @throws RefusedError QUOTE_NOT_FOUND, also for the quote of another organization */
  async of(organizationId: string, quoteId: string): Promise<HeldQuote> {
    const { state } = await load<HeldQuote | undefined, QuoteEvent>(this.events, quoteStream(quoteId), heldQuote);
    if (state?.organizationId === organizationId) return state;
    return refused(
      'QUOTE_NOT_FOUND',
      'This organization has no such quote. A quote holds for the organization that asked for it.',
      { quoteId, changed: [{ what: 'organization', message: 'no quote of this organization has the id' }] },
    );
  }
}
