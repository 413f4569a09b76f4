import {
  type AiReportsDeleted,
  type IssueHelpDelivered,
  type IssueHelpDocument,
  issueHelpDocuments,
} from '@assay/ai-reports';
import type { Projection } from '@assay/read-models';

/** GET /api/v1/findings/:id: one document a finding that a language model wrote about. */
export const issueHelp: Projection<IssueHelpDocument, IssueHelpDelivered | AiReportsDeleted> = {
  ...issueHelpDocuments,
  version: 1,
  indexes: [],
  handles: { IssueHelpDelivered: true, AiReportsDeleted: true },
  documentIds: ({ type, data }) =>
    type === 'AiReportsDeleted' ? (data.findingIds ?? []) : data.texts.map(({ findingId }) => findingId),
  apply(document, { type, data }, findingId) {
    if (type === 'AiReportsDeleted') return undefined;
    const { organizationId, feature, texts } = data;
    const { sentences } = texts.find((text) => text.findingId === findingId)!;
    return { findingId, organizationId, sentences: { ...document?.sentences, [feature]: sentences } };
  },
};
