import { EVENT_STORE, type EventStore, type LogPosition } from '@assay/event-store';
import { CLOCK, type Clock, refused, timestamp } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordDecisions } from '../../decision-log';
import type { FindingStatus } from '../../domain/finding';
import { changeStatus } from '../../domain/triage';
import { type FindingGroupDocument, findingGroupDocuments, findingMemberDocuments } from '../../queries/documents';
import { type FindingFilters, ListedGroups } from '../../queries/listed-groups';
import { decidedOf, refuseUnfitExpiry } from '../decided-findings';

/** So many findings change with one request. */
export const MAX_TRIAGED = 10_000;

/** Which findings: by their ids, or those of a scan that a filter lets through. */
export type Triaged =
  | { readonly ids: readonly string[] }
  | { readonly scanId: string; readonly filters: FindingFilters };

interface TriageResult {
  /** Findings that were asked for; those that are one defect are one. */
  readonly matched: number;
  /** Those whose status, note or end was another one. */
  readonly changed: number;
  readonly position: LogPosition | undefined;
}

/**
 * Decides about many findings at once, and records a decision of each. Refused as a whole where an id is nobody's or
 * where there are too many. Asked again after a crash it changes what is left.
 */
export class TriageFindings extends Command<TriageResult> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly findings: Triaged;
      readonly status: FindingStatus;
      readonly note: string | null;
      readonly expiresAt: string | null;
      readonly by: string;
    },
  ) {
    super();
  }
}

@CommandHandler(TriageFindings)
export class TriageFindingsHandler implements ICommandHandler<TriageFindings> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly listed: ListedGroups,
  ) {}

  async execute({ input }: TriageFindings): Promise<TriageResult> {
    const { organizationId, findings, ...decision } = input;
    const judgement = { organizationId, ...decision, at: timestamp(this.clock) };
    refuseUnfitExpiry(judgement, judgement.at);
    const groups = await ('ids' in findings
      ? this.byId(organizationId, findings.ids)
      : this.byFilter(organizationId, findings));
    let position: LogPosition | undefined;
    const changed = new Set<string>();
    for (const scope of new Set(groups.map(({ triageScope }) => triageScope))) {
      const own = groups.filter(({ triageScope }) => triageScope === scope);
      const decided = decidedOf(own);
      const defects = new Map(
        own.flatMap((group) => group.members.map(({ fingerprint }) => [fingerprint, group.findingId] as const)),
      );
      const recorded = await recordDecisions(this.events, scope, { actor: input.by }, (decisions) => {
        const facts = changeStatus(decided, judgement, decisions);
        for (const { data } of facts) changed.add(defects.get(data.fingerprint)!);
        return facts;
      });
      position = recorded.position ?? position;
    }
    return { matched: groups.length, changed: changed.size, position };
  }

  private async byId(organizationId: string, ids: readonly string[]): Promise<readonly FindingGroupDocument[]> {
    const members = await this.readModels.collection(findingMemberDocuments).getMany([...new Set(ids)]);
    const own = members.filter(({ document }) => document.organizationId === organizationId);
    const known = new Set(own.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const named = unknown.slice(0, 10).join(', ');
      const more = unknown.length > 10 ? ` and ${unknown.length - 10} others` : '';
      return refused('FINDING_NOT_FOUND', `Finding not found: ${named}${more}. No finding was changed`);
    }
    const groupIds = [...new Set(own.map(({ document }) => document.groupId))];
    const stored = await this.readModels.collection(findingGroupDocuments).getMany(groupIds);
    return stored.map(({ document }) => document);
  }

  private async byFilter(
    organizationId: string,
    { scanId, filters }: Extract<Triaged, { scanId: string }>,
  ): Promise<readonly FindingGroupDocument[]> {
    const { groups, total } = await this.listed.page({
      organizationId,
      scanId,
      filters,
      limit: MAX_TRIAGED,
      offset: 0,
    });
    if (total <= MAX_TRIAGED) return groups;
    const message = `matches ${total} findings, and at most ${MAX_TRIAGED} change at once: narrow it`;
    return refused('VALIDATION_ERROR', `filter ${message}. No finding was changed`, [{ field: 'filter', message }]);
  }
}
