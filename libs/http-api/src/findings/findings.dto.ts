import { FINDING_STATUSES, type FindingStatus, LIFECYCLES, type Lifecycle } from '@assay/findings';
import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import { OneOf, Text, WholeNumberParameter } from '../http/fields';

/** What lists of findings have in common. */
class FilteredFindingsDto {
  @OneOf({ values: SEVERITIES, optional: true, description: 'Only those of this severity.' })
  severity?: Severity;

  @OneOf({ values: FINDING_CATEGORIES, optional: true, description: 'Only those of this category.' })
  category?: FindingCategory;

  @Text({ max: 200, optional: true, description: 'Only what this tool found: its id.' })
  tool?: string;

  @WholeNumberParameter({ min: 1, max: 500, optional: true, default: 50, description: 'How many at most.' })
  limit: number = 50;

  @WholeNumberParameter({ min: 0, optional: true, description: 'How many to leave out. Wins over `page`.' })
  offset?: number;

  @WholeNumberParameter({ min: 1, optional: true, default: 1, description: 'Which page, from 1.' })
  page: number = 1;
}

export class ListFindingGroupsDto extends FilteredFindingsDto {
  @Text({ max: 200, description: 'The scan, as the start of a session names it.' })
  scanId!: string;
}

export class ListFindingsDto extends FilteredFindingsDto {
  @Text({ max: 200, optional: true, description: 'The scan, as the start of a session names it. Or give `projectId`.' })
  scanId?: string;

  @Text({
    max: 100,
    optional: true,
    description:
      'The project, in place of a scan: its findings over time, as they are after the latest scan, also those ' +
      'that are gone. They are those of the target and branch that was scanned last. Here `tool` is the one that ' +
      'speaks for a finding.',
  })
  projectId?: string;

  @OneOf({
    values: LIFECYCLES,
    optional: true,
    description: 'Only what became this with the latest scan. With `projectId`.',
  })
  state?: Lifecycle;

  @Text({
    max: 255,
    optional: true,
    description: 'The branch, if it is not the one that was scanned last. With `projectId`.',
  })
  branch?: string;

  @Text({ max: 200, optional: true, description: 'Only those of this group: its id.' })
  group?: string;
}

export class ChangeFindingDto {
  @OneOf({ values: FINDING_STATUSES })
  status!: FindingStatus;

  @Text({ min: 0, max: 4_000, optional: true, nullable: true, description: 'Why: kept in the history.' })
  note?: string | null;
}
