import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type FindingHistoryEntry, toldChange, toldDecision } from '../../domain/lifecycle/finding-history';
import { type FindingsLineEvent, lineStream } from '../../domain/lifecycle/line-events';
import type { Sighting } from '../../domain/lifecycle/sighting';
import { type FindingStatusChanged, type TriageEvent, triageStream } from '../../domain/triage';
import type { FindingGroupDocument } from '../documents';
import { FindingFinder } from '../find-finding';

/** The history of a finding from first sight to now: the oldest first. */
export class GetFindingHistory extends Query<{ entries: readonly FindingHistoryEntry[]; total: number }> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly findingId: string;
      readonly lineId: string;
      /** Where the end of the finding's scan stands in the log; undefined while it runs. */
      readonly position: number | undefined;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

/**
 * Reads the streams of the line and of triage as they are: only the entries of this finding are kept. It has an entry
 * for each scan that changed something about it, and one for each decision.
 */
@QueryHandler(GetFindingHistory)
export class GetFindingHistoryHandler implements IQueryHandler<GetFindingHistory> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly finder: FindingFinder,
  ) {}

  async execute({ input }: GetFindingHistory): Promise<{ entries: readonly FindingHistoryEntry[]; total: number }> {
    const { group } = await this.finder.find(input.organizationId, input.findingId);
    const stream = lineStream(input.lineId);
    const key = await this.keyOf(group, stream, input.position);
    const own = key === undefined ? { told: [], fingerprints: [] } : await this.changesOf(key, stream);
    const fingerprints = new Set([...own.fingerprints, ...group.members.map(({ fingerprint }) => fingerprint)]);
    const decided = await this.decisionsAbout(fingerprints, group.triageScope);
    const entries = [...own.told, ...decided].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    return { entries: entries.slice(input.offset, input.offset + input.limit), total: entries.length };
  }

  /** The identity of a finding on its line: whose fingerprints it had when its scan ended. */
  private async keyOf(
    { members }: FindingGroupDocument,
    stream: string,
    position: number | undefined,
  ): Promise<string | undefined> {
    const isOfGroup = ({ seenBy }: Sighting) =>
      seenBy.some((rule) =>
        members.some(({ tool, fingerprint }) => rule.tool === tool && rule.fingerprint === fingerprint),
      );
    let key: string | undefined;
    for await (const { type, data } of this.events.readStream<FindingsLineEvent>(stream)) {
      if (type !== 'FindingsCompared' || (position !== undefined && data.scanPosition > position)) continue;
      for (const change of data.changes) if ('now' in change && isOfGroup(change.now)) ({ key } = change);
    }
    return key;
  }

  private async changesOf(key: string, stream: string) {
    const told: FindingHistoryEntry[] = [];
    const fingerprints: string[] = [];
    let before: Sighting | undefined;
    for await (const { type, data } of this.events.readStream<FindingsLineEvent>(stream)) {
      if (type !== 'FindingsCompared') continue;
      for (const change of data.changes) {
        if (change.key !== key) continue;
        told.push(toldChange(change, data, before));
        if (!('now' in change)) continue;
        before = change.now;
        fingerprints.push(...change.now.seenBy.map(({ fingerprint }) => fingerprint));
      }
    }
    return { told, fingerprints };
  }

  /** The fingerprints of a merged finding change together: that is one decision. */
  private async decisionsAbout(fingerprints: ReadonlySet<string>, scope: string): Promise<FindingHistoryEntry[]> {
    const decisions = new Map<string, FindingStatusChanged['data']>();
    for await (const { type, data } of this.events.readStream<TriageEvent>(triageStream(scope)))
      if (type === 'TriageDeleted') decisions.clear();
      else if (type === 'FindingStatusChanged' && fingerprints.has(data.fingerprint)) {
        const { at, by, to, note } = data;
        const one = JSON.stringify([at, by, to, note, data.carriedFrom !== undefined]);
        if (!decisions.has(one)) decisions.set(one, data);
      }
    return [...decisions.values()].map(toldDecision);
  }
}
