import { READ_MODELS, type ReadModels } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type IssueHelpDocument, issueHelpDocuments } from './documents';

/** The newest purchased help with a finding, by feature: empty if there is none. */
export class GetIssueHelp extends Query<IssueHelpDocument['sentences']> {
  constructor(readonly input: { readonly organizationId: string; readonly findingId: string }) {
    super();
  }
}

@QueryHandler(GetIssueHelp)
export class GetIssueHelpHandler implements IQueryHandler<GetIssueHelp> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId, findingId } }: GetIssueHelp): Promise<IssueHelpDocument['sentences']> {
    const stored = await this.readModels.collection(issueHelpDocuments).get(findingId);
    return stored?.document.organizationId === organizationId ? stored.document.sentences : {};
  }
}
