import { type EventStore, LOG_START } from '@assay/event-store';
import type { Fact } from '@assay/kernel';

type OrganizationFounded = Fact<'OrganizationCreated', { readonly organizationId: string }>;

/** More organizations than these are not told apart: nobody asks for more than whether there are several. */
const ENOUGH = 2;

/**
 * Tells whether a service has one organization or several, from the log itself: a read model may not know the second
 * one yet. Each event is looked at once in a process.
 */
export class OrganizationCount {
  private readonly known = new Set<string>();
  private lookedUpTo = LOG_START;

  constructor(private readonly events: Pick<EventStore, 'head' | 'readAll'>) {}

  /** @throws EventStoreUnavailable */
  async areSeveral(): Promise<boolean> {
    if (this.known.size >= ENOUGH) return true;
    const head = await this.events.head();
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
