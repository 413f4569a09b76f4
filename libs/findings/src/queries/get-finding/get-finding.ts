import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { explain, remediation } from '../../domain/explanation';
import type { RecordedSnippet } from '../../domain/finding';
import type { TriageDocument } from '../documents';
import { FindingFinder } from '../find-finding';
import { type FindingView, findingView } from '../finding-view';
import { highlight } from './highlight';

export interface FindingDetail extends FindingView {
  readonly explanation: { readonly text: string; readonly source: 'rules' | 'model' };
  readonly remediation: readonly string[];
  readonly relatedFindings: readonly { readonly id: string; readonly tool: string; readonly title: string }[];
  readonly snippet: (RecordedSnippet & { readonly html: string }) | null;
  /** The latest changes, and how many there were in all. */
  readonly statusHistory: TriageDocument['history'];
  readonly statusChanges: number;
}

export class GetFinding extends Query<FindingDetail> {
  constructor(readonly input: { organizationId: string; findingId: string }) {
    super();
  }
}

@QueryHandler(GetFinding)
export class GetFindingHandler implements IQueryHandler<GetFinding> {
  constructor(private readonly finder: FindingFinder) {}

  async execute({ input }: GetFinding): Promise<FindingDetail> {
    const { group, member } = await this.finder.find(input.organizationId, input.findingId);
    const decision = (await this.finder.decision(group))?.document;
    return {
      ...findingView(group, member, decision),
      explanation: { text: explain(member), source: 'rules' },
      remediation: remediation(member),
      relatedFindings: group.members
        .filter(({ id }) => id !== member.id)
        .map(({ id, tool, title }) => ({ id, tool, title })),
      snippet: member.snippet && { ...member.snippet, html: highlight(member.snippet) },
      statusHistory: decision?.history ?? [],
      statusChanges: decision?.changes ?? 0,
    };
  }
}
