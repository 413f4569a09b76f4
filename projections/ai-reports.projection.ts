import {
  type AiReportGenerated,
  type AiReportsDeleted,
  type AiReportsDocument,
  type IssueHelpDelivered,
  aiReportsDocuments,
  scanOfAiReports,
} from '@assay/ai-reports';
import type { Projection } from '@assay/read-models';

/** GET /api/v1/reports/ai: one document a scan, with the newest report of each format. */
export const aiReports: Projection<AiReportsDocument, AiReportGenerated | IssueHelpDelivered | AiReportsDeleted> = {
  ...aiReportsDocuments,
  version: 2,
  indexes: [['organizationId', 'projectId', 'scanId']],
  handles: { AiReportGenerated: true, IssueHelpDelivered: true, AiReportsDeleted: true },
  documentIds: ({ stream }) => [scanOfAiReports(stream)],
  apply(document, { type, data }) {
    if (type === 'AiReportsDeleted') return undefined;
    // Known to have help with findings: a project that is deleted takes it along.
    if (type === 'IssueHelpDelivered') {
      const { organizationId, projectId, scanId } = data;
      return document ?? { scanId, organizationId, projectId, reports: {} };
    }
    const { organizationId, projectId, report } = data;
    const reports = { ...document?.reports, [report.format]: report };
    return { scanId: report.scanId, organizationId, projectId, reports };
  },
};
