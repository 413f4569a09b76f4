import { MAX_RESULTS, type ReportStatus, REPORT_STATUSES } from '@assay/scanning';
import { OneOf, Text, WholeNumberParameter } from '../http/fields';
import { PagingDto } from '../http/paging.dto';

const REPORT_FORMATS = ['json', 'sarif', 'html', 'csv', 'pdf', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export class ReportFormatDto {
  @OneOf({
    values: REPORT_FORMATS,
    optional: true,
    default: 'json',
    description:
      'JSON, SARIF 2.1.0 (application/sarif+json), one page of HTML that needs no network, CSV, the page as PDF, or ' +
      'JUnit XML for build servers.',
  })
  format: ReportFormat = 'json';

  @WholeNumberParameter({
    min: 1,
    max: MAX_RESULTS,
    optional: true,
    description:
      `How many results a part of SARIF has at most; other formats have one part. Default: ${MAX_RESULTS}, which ` +
      'receivers take.',
  })
  maxResults?: number;

  @WholeNumberParameter({
    min: 1,
    optional: true,
    description:
      'Which part of SARIF, from 1; other formats have one part. A part whose results are followed by others says ' +
      'so in a notification; one beyond the last has no results.',
  })
  part?: number;
}

export class ListReportsDto extends PagingDto {
  @Text({ max: 100, optional: true, description: 'Only those of this project.' })
  applicationId?: string;

  @OneOf({
    values: REPORT_STATUSES,
    optional: true,
    default: 'completed',
    description: 'Those of completed scans, or of canceled ones, which have what was found until then.',
  })
  status: ReportStatus = 'completed';
}
