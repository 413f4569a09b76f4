import { type EventStore, LOG_START } from '@assay/event-store';
import type { Fact } from '@assay/kernel';

type OrganizationFounded = Fact<'OrganizationCreated', { readonly organizationId: string }>;

/** More organizations than these are not told apart: nobody asks for more than whether there are several. */
const ENOUGH = 2;
/** The head is asked for once in so many looks: until then the same events are looked at again, which is cheap. */
const LOOKS_A_HEAD = 100;

/**
 * Tells whether a service has one organization or several, from the log itself: a read model may not know the second
 * one yet. Each event is looked at a bounded number of times in a process.
 */
export class OrganizationCount {
  private readonly known = new Set<string>();
  private lookedUpTo = LOG_START;
  private looks = 0;

  constructor(private readonly events: Pick<EventStore, 'head' | 'readAll'>) {}

  /** @throws EventStoreUnavailable */
  async areSeveral(): Promise<boolean> {
    if (this.known.size >= ENOUGH) return true;
    const head = this.looks % LOOKS_A_HEAD === 0 ? await this.events.head() : this.lookedUpTo;
    this.looks += 1;
    const added = this.events.readAll<OrganizationFounded>({
      after: this.lookedUpTo,
      filter: { types: ['OrganizationCreated'] },
      limit: ENOUGH,
    });
    for await (const { data } of added) this.known.add(data.organizationId);
    // Not with two: the limit may have ended the reading before the head.
    if (this.known.size < ENOUGH) this.lookedUpTo = Math.max(this.lookedUpTo, head);
    return this.known.size >= ENOUGH;
  }
}
