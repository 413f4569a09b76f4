import { readModel } from '@assay/read-models';
import type { IssueFeature } from '../../domain/issue-help';

/** What a language model wrote about one finding; its id is the finding's. */
export interface IssueHelpDocument {
  readonly findingId: string;
  readonly organizationId: string;
  /** The newest of each feature. */
  readonly sentences: Readonly<Partial<Record<IssueFeature, readonly string[]>>>;
}

export const issueHelpDocuments = readModel<IssueHelpDocument>('issue-help');
