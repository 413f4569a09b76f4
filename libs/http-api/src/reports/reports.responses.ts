import { PROFILE_IDS, type ReportStatus, REPORT_STATUSES } from '@assay/scanning';
import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import { type Type, applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { Pagination } from '../http/paging.response';
import {
  Property,
  anyObject,
  count,
  described,
  exactly,
  listOf,
  milliseconds,
  oneOf,
  optional,
  orNull,
  percent,
  text,
  time,
} from '../openapi/property';
import { Suppression } from '../findings/findings.responses';
import { SeverityCounts } from '../scans/scans.responses';
import { CONFIGURED_BY } from '../sessions/configured-by';

class ReportSummary extends SeverityCounts {
  @Property(count)
  info!: number;

  @Property(milliseconds)
  duration!: number;

  @Property(
    described(
      percent,
      'Of the tools that completed, how many percent found nothing, with at most 2 decimals; 0 if none completed.',
    ),
  )
  passRate!: number;
}

class ReportHead {
  @Property(text)
  id!: string;

  @Property(text)
  scanId!: string;

  @Property(orNull(text))
  projectId!: string | null;

  @Property(described(oneOf(REPORT_STATUSES), 'How its scan ended. A canceled one has what was found until then.'))
  status!: ReportStatus;

  @Property(described(oneOf<string>(PROFILE_IDS), 'Which rules counted, and how severe they were.'))
  profile!: string;

  @Property(CONFIGURED_BY)
  configuredBy?: string;

  @Property(ReportSummary)
  summary!: ReportSummary;

  @Property(time)
  generatedAt!: string;
}

export class ReportList {
  @Property(exactly(true))
  success!: true;

  @Property(listOf(ReportHead))
  data!: readonly ReportHead[];

  @Property(Pagination)
  pagination!: Pagination;
}

class ReportedFinding {
  @Property(text)
  id!: string;

  @Property(text)
  title!: string;

  @Property(oneOf(SEVERITIES))
  severity!: Severity;

  @Property(oneOf(FINDING_CATEGORIES))
  category!: FindingCategory;

  @Property(orNull(text))
  file!: string | null;

  @Property(orNull(count))
  line!: number | null;

  @Property(text)
  tool!: string;
}

class SuppressedFinding extends ReportedFinding {
  @Property(optional(Suppression))
  suppression?: Suppression;
}

class Report extends ReportHead {
  @Property(optional(described(listOf(SuppressedFinding), 'What the target suppresses. Absent where nothing is.')))
  suppressed?: readonly SuppressedFinding[];

  @Property(listOf(ReportedFinding))
  findings!: readonly ReportedFinding[];
}

export class ReportAnswer {
  @Property(exactly(true))
  success!: true;

  @Property(Report)
  data!: Report;
}

export class ScanReport {
  @Property(Report)
  data!: Report;
}

/** Its own standard says the rest. */
class Sarif {
  @Property(text)
  $schema!: string;

  @Property(exactly('2.1.0'))
  version!: '2.1.0';

  @Property(listOf(anyObject))
  runs!: readonly object[];
}

/**
 * A report is written piece by piece, so that no type of a handler says what it is; the e2e tests compare what is sent
 * with the class.
 *
 * @param json the class of the JSON
 */
export const AnswersReport = (json: Type): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(json, Sarif),
    ApiResponse({
      status: 200,
      description: 'The whole report.',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(json) } },
        'application/sarif+json': { schema: { $ref: getSchemaPath(Sarif) } },
        'text/html': { schema: { type: 'string' } },
        'text/csv': { schema: { type: 'string' } },
        'application/pdf': { schema: { type: 'string', format: 'binary' } },
        'application/xml': { schema: { type: 'string' } },
      },
    }),
  );
