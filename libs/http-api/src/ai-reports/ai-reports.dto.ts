import { AI_REPORT_FORMATS, type AiReportFormat } from '@assay/ai-reports';
import { OneOf, Text } from '../http/fields';

const SCAN = { max: 200, description: 'A completed scan.' } as const;
const FORMAT = {
  values: AI_REPORT_FORMATS,
  optional: true,
  default: 'full',
  description:
    'full: intelligence, executive summary and developer report. summary: executive summary and condensed ' +
    'intelligence. executive: the executive summary alone.',
} as const;

export class GenerateAiReportDto {
  @Text(SCAN)
  scanId!: string;

  @OneOf(FORMAT)
  format: AiReportFormat = 'full';
}

export class GetAiReportDto {
  @Text(SCAN)
  scan_id!: string;

  @OneOf(FORMAT)
  format: AiReportFormat = 'full';
}
