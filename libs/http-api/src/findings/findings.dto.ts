import { FINDING_STATUSES, type FindingStatus } from '@assay/findings';
import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import { OneOf, Text, WholeNumberParameter } from '../http/fields';

export class ListFindingGroupsDto {
  @Text({ max: 200, description: 'The scan, as the start of a session names it.' })
  scanId!: string;

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

export class ListFindingsDto extends ListFindingGroupsDto {
  @Text({ max: 200, optional: true, description: 'Only those of this group: its id.' })
  group?: string;
}

export class ChangeFindingDto {
  @OneOf({ values: FINDING_STATUSES })
  status!: FindingStatus;

  @Text({ min: 0, max: 4_000, optional: true, nullable: true, description: 'Why: kept in the history.' })
  note?: string | null;
}
