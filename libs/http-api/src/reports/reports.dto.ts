import { OneOf, Text } from '../http/fields';
import { PagingDto } from '../http/paging.dto';

const REPORT_FORMATS = ['json', 'sarif', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export class ReportFormatDto {
  @OneOf({
    values: REPORT_FORMATS,
    optional: true,
    default: 'json',
    description: 'JSON, SARIF 2.1.0 (application/sarif+json), or one page of HTML that needs no network.',
  })
  format: ReportFormat = 'json';
}

export class ListReportsDto extends PagingDto {
  @Text({ max: 100, optional: true, description: 'Only those of this project.' })
  applicationId?: string;
}
