import { readModel } from '@assay/read-models';
import type { AiReport, AiReportFormat } from '../../domain/ai-report';

/** The AI reports of one scan; its id is the scan's. */
export interface AiReportsDocument {
  readonly scanId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  /** The newest report of each format. */
  readonly reports: Readonly<Partial<Record<AiReportFormat, AiReport>>>;
}

export const aiReportsDocuments = readModel<AiReportsDocument>('ai-reports');
