import {
  EXPIRING_STATUSES,
  FINDING_STATUSES,
  type FindingStatus,
  LIFECYCLES,
  type Lifecycle,
  MAX_TRIAGED,
} from '@assay/findings';
import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import { FlagParameter, ListOf, Nested, OneOf, Text, Timestamp } from '../http/fields';
import { LongPagingDto } from '../http/paging.dto';
import { SchemaRule, exactlyOneOf } from '../openapi/schema-rules';

/** The filters that lists of findings have in common. */
class FilteredFindingsDto extends LongPagingDto {
  @FlagParameter({
    optional: true,
    default: false,
    description: 'Those that the target suppresses, and no others. They are in no list otherwise.',
  })
  suppressed: boolean = false;

  @OneOf({ values: SEVERITIES, optional: true, description: 'Only those of this severity.' })
  severity?: Severity;

  @OneOf({ values: FINDING_CATEGORIES, optional: true, description: 'Only those of this category.' })
  category?: FindingCategory;

  @Text({ max: 200, optional: true, description: 'Only what this tool found: its id.' })
  tool?: string;
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

/** Only these judgements can end: the others have no `expiresAt`, or null. */
const expiryRule = {
  anyOf: [
    { properties: { expiresAt: { enum: [null] } } },
    { properties: { status: { enum: [...EXPIRING_STATUSES] } } },
  ],
};

/** The fields of a decision about findings. */
@SchemaRule(expiryRule)
export class ChangeFindingDto {
  @OneOf({ values: FINDING_STATUSES })
  status!: FindingStatus;

  @Text({ min: 0, max: 4_000, optional: true, nullable: true, description: 'Why: kept in the history.' })
  note?: string | null;

  @Timestamp({
    optional: true,
    nullable: true,
    description:
      'When the decision ends and the finding is open again. Goes with `accepted` and `false_positive`. Default: ' +
      'never.',
  })
  expiresAt?: string | null;
}

/** Findings of one scan. */
export class TriageFilterDto {
  @Text({ max: 200, description: 'The scan, as the start of a session names it.' })
  scanId!: string;

  @OneOf({ values: SEVERITIES, optional: true, description: 'Only those of this severity.' })
  severity?: Severity;

  @OneOf({ values: FINDING_CATEGORIES, optional: true, description: 'Only those of this category.' })
  category?: FindingCategory;

  @Text({ max: 200, optional: true, description: 'Only what this tool found: its id.' })
  tool?: string;

  @Text({ max: 200, optional: true, description: 'Only those of this group: its id.' })
  group?: string;
}

@SchemaRule({ ...exactlyOneOf('ids', 'filter'), ...expiryRule })
export class TriageFindingsDto extends ChangeFindingDto {
  @ListOf({ min: 1, max: MAX_TRIAGED, optional: true, description: 'Ids of findings. Or give `filter`.' })
  ids?: string[];

  @Nested({
    type: () => TriageFilterDto,
    optional: true,
    description: `Findings of a scan, at most ${MAX_TRIAGED}. Or give \`ids\`.`,
  })
  filter?: TriageFilterDto;
}

export class ListDecisionsDto extends LongPagingDto {
  @Text({ max: 100, description: 'The project.' })
  projectId!: string;

  @Text({ max: 255, optional: true, description: 'The branch, if it is not the one that was scanned last.' })
  branch?: string;

  @FlagParameter({
    optional: true,
    description: 'Only decisions that no finding of the branch needs any more, or only the others.',
  })
  unused?: boolean;
}
