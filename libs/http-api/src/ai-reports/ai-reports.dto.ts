import { AI_REPORT_FORMATS, type AiReportFormat, type IssueFeature, MOST_ISSUES } from '@assay/ai-reports';
import { ISSUE_FEATURES } from '@assay/kernel';
import { ListOf, OneOf, Text } from '../http/fields';

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

export class ExplainIssuesDto {
  @Text(SCAN)
  scanId!: string;

  @OneOf({
    values: ISSUE_FEATURES,
    description: 'issue_explanations: what is wrong and why it matters. fix_suggestions: how to mend it.',
  })
  feature!: IssueFeature;

  @ListOf({ min: 1, max: MOST_ISSUES, description: 'Ids of findings of the scan.' })
  findingIds!: string[];
}

export class GetAiReportDto {
  @Text(SCAN)
  scan_id!: string;

  @OneOf(FORMAT)
  format: AiReportFormat = 'full';
}
