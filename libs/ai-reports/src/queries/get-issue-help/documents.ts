import { readModel } from '@assay/read-models';
import type { IssueFeature } from '../../domain/issue-help';

/** The texts of a language model about one finding; the id is the finding's. */
export interface IssueHelpDocument {
  readonly findingId: string;
  readonly organizationId: string;
  /** The newest sentences of each feature. */
  readonly sentences: Readonly<Partial<Record<IssueFeature, readonly string[]>>>;
}

export const issueHelpDocuments = readModel<IssueHelpDocument>('issue-help');
