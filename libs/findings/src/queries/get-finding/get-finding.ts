import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { explain, remediation } from '../../domain/explanation';
import type { RecordedSnippet } from '../../domain/finding';
import type { RecordedTrace } from '../../domain/trace';
import type { TriageDocument } from '../documents';
import { FindingFinder } from '../find-finding';
import { FindingLines, seenFields } from '../finding-lines';
import { type FindingFix, type FindingView, findingView, fixIn, traceIn } from '../finding-view';
import type { LineFindingDocument } from '../line-documents';
import { highlight } from './highlight';

export interface FindingDetail extends Omit<FindingView, 'fix' | 'trace'> {
  readonly explanation: { readonly text: string; readonly source: 'rules' | 'model' };
  readonly remediation: readonly string[];
  readonly relatedFindings: readonly { readonly id: string; readonly tool: string; readonly title: string }[];
  readonly snippet: (RecordedSnippet & { readonly html: string }) | null;
  readonly fix: FindingFix | null;
  readonly trace: RecordedTrace | null;
  /** The latest changes, and how many there were in all. */
  readonly statusHistory: TriageDocument['history'];
  readonly statusChanges: number;
  /** The first and last scan of its line that saw it. Missing if they are unknown. */
  readonly seen?: {
    readonly state: LineFindingDocument['state'];
    readonly firstScanId: string;
    readonly firstAt: string;
    readonly lastScanId: string;
    readonly lastAt: string;
    readonly goneAt: string | null;
    /** In the latest stretches of scans that saw it: see STRETCHES_KEPT. */
    readonly scans: number;
    readonly reopened: number;
  };
}

export class GetFinding extends Query<FindingDetail> {
  constructor(readonly input: { organizationId: string; findingId: string }) {
    super();
  }
}

@QueryHandler(GetFinding)
export class GetFindingHandler implements IQueryHandler<GetFinding> {
  constructor(
    private readonly finder: FindingFinder,
    private readonly lines: FindingLines,
  ) {}

  async execute({ input }: GetFinding): Promise<FindingDetail> {
    const { group, member } = await this.finder.find(input.organizationId, input.findingId);
    const decision = (await this.finder.decision(group))?.document;
    const seen = (await this.lines.seenBy([group])).get(group.findingId);
    return {
      ...findingView(group, member, decision),
      ...(seen && { ...seenFields(seen), seen: await this.seen(seen.entry) }),
      explanation: { text: explain(member), source: 'rules' },
      remediation: remediation(member),
      relatedFindings: group.members
        .filter(({ id }) => id !== member.id)
        .map(({ id, tool, title }) => ({ id, tool, title })),
      snippet: member.snippet && { ...member.snippet, html: highlight(member.snippet) },
      fix: fixIn(group, member),
      trace: traceIn(group, member),
      statusHistory: decision?.history ?? [],
      statusChanges: decision?.changes ?? 0,
    };
  }

  private async seen(entry: LineFindingDocument): Promise<FindingDetail['seen']> {
    const { lineId, state, seen, firstSeen, goneAt, reopened } = entry;
    const until = seen.at(-1)?.to ?? null;
    const last = await (until === null ? this.lines.latestOfLine(lineId) : this.lines.scanBefore(lineId, until));
    return {
      state,
      firstScanId: firstSeen.scanId,
      firstAt: firstSeen.at,
      lastScanId: last?.scanId ?? firstSeen.scanId,
      lastAt: last?.ended.at ?? firstSeen.at,
      goneAt,
      scans: await this.lines.scansThatSaw(entry),
      reopened,
    };
  }
}
