import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type TriageEvent, triageStream } from '../../domain/triage';
import { type TriageDocument, triageId } from '../documents';
import { FindingFinder } from '../find-finding';

type StatusChange = TriageDocument['history'][number];

interface StatusChangePage {
  /** The oldest first. */
  readonly changes: readonly StatusChange[];
  readonly total: number;
}

/** All changes of a finding's status, of which a finding itself shows the latest. */
export class ListStatusChanges extends Query<StatusChangePage> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly findingId: string;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

@QueryHandler(ListStatusChanges)
export class ListStatusChangesHandler implements IQueryHandler<ListStatusChanges> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly finder: FindingFinder,
  ) {}

  async execute({ input }: ListStatusChanges): Promise<StatusChangePage> {
    const { group } = await this.finder.find(input.organizationId, input.findingId);
    // A merged finding's fingerprints change together: one of them tells the whole history.
    const decision = await this.finder.decision(group);
    return decision === undefined
      ? { changes: [], total: 0 }
      : this.page(group.triageScope, decision.id, input.offset, input.limit);
  }

  /** From the stream of the scope, which has all; no more than a page of it is kept. */
  private async page(scope: string, id: string, offset: number, limit: number): Promise<StatusChangePage> {
    let changes: StatusChange[] = [];
    let total = 0;
    for await (const { type, data } of this.events.readStream<TriageEvent>(triageStream(scope))) {
      if (type === 'TriageDeleted') {
        if (data.fingerprints.some((fingerprint) => triageId(scope, fingerprint) === id)) [changes, total] = [[], 0];
      } else if (type === 'FindingStatusChanged' && triageId(scope, data.fingerprint) === id) {
        const { from, to, note, by, at, expiresAt } = data;
        if (total >= offset && total < offset + limit)
          changes.push({ from, to, note, by, at, ...(expiresAt !== undefined && { expiresAt }) });
        total += 1;
      }
    }
    return { changes, total };
  }
}
