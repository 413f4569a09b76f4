import { FINDING_STATUSES, type FindingStatus, LIFECYCLES, type Lifecycle, SAFE_REASONS } from '@assay/findings';
import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import { Pagination } from '../http/paging.response';
import {
  Property,
  count,
  described,
  flag,
  listOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  text,
  time,
} from '../openapi/property';

export class Suppression {
  /** A comment beside the finding, or a line of the target's `.assay/ignore`. */
  @Property(oneOf(['comment', 'file']))
  kind!: 'comment' | 'file';

  @Property(text)
  reason!: string;

  /** Where the target says so, such as `src/a.ts:12`. */
  @Property(text)
  place!: string;
}

class Waiver {
  /** The beginning of the comment: `eslint-disable-next-line`, `nosec`. */
  @Property(text)
  directive!: string;

  /** The line on which it begins. */
  @Property(count)
  line!: number;
}

class Lowering {
  /** The severity that its tool gives it. */
  @Property(oneOf(SEVERITIES))
  from!: Severity;

  /** The tool that proved that no dangerous input reaches its place. */
  @Property(text)
  by!: string;

  /** All values that reach the place are constants of the code, or input was made safe for the weakness on its way. */
  @Property(oneOf(SAFE_REASONS))
  because!: (typeof SAFE_REASONS)[number];

  /** The same as a sentence, which also ends the description. */
  @Property(text)
  reason!: string;
}

const LIFECYCLE =
  'What became of it with its scan, compared with the scans before of the same project, target and branch. Not ' +
  'observed: a tool that saw it did not look at its place. Absent where the scan has not completed or is not yet ' +
  'compared.';

class Duplicate {
  @Property(text)
  id!: string;

  @Property(text)
  tool!: string;

  @Property(text)
  rule!: string;
}

export class Finding {
  @Property(text)
  id!: string;

  @Property(text)
  scanId!: string;

  @Property(text)
  title!: string;

  @Property(text)
  description!: string;

  @Property(oneOf(SEVERITIES))
  severity!: Severity;

  @Property(oneOf(FINDING_CATEGORIES))
  category!: FindingCategory;

  @Property(text)
  tool!: string;

  @Property(orNull(text))
  file!: string | null;

  @Property(orNull(count))
  line!: number | null;

  @Property(orNull(text))
  code!: string | null;

  @Property(text)
  suggestion!: string;

  @Property(orNull(text))
  cwe!: string | null;

  @Property(flag)
  deduplicated!: boolean;

  @Property(count)
  duplicateCount!: number;

  /** The findings of other tools about the same defect. */
  @Property(listOf(Duplicate))
  duplicates!: readonly Duplicate[];

  @Property(oneOf(FINDING_STATUSES))
  status!: FindingStatus;

  @Property(optional(described(time, 'When the decision behind the status ends and the finding is open again.')))
  expiresAt?: string;

  @Property(text)
  fingerprint!: string;

  @Property(text)
  rule!: string;

  /** The property that the findings of its group share. Missing if the group is the whole rule. */
  @Property(optional(text))
  cause?: string;

  /** The row that lists this finding: the findings of one rule, or of one cause. The same in every scan. */
  @Property(text)
  group!: string;

  /** The role of its file: own, test, example, documentation, generated and so on. */
  @Property(text)
  role!: string;

  @Property(optional(described(oneOf(LIFECYCLES), LIFECYCLE)))
  lifecycle?: Lifecycle;

  @Property(optional(described(text, 'The first scan of the line that found it.')))
  firstSeenScanId?: string;

  @Property(optional(time))
  firstSeenAt?: string;

  @Property(optional(described(time, 'When the scan ended that did not find it any more. Of a gone one.')))
  goneAt?: string;

  @Property(optional(described(Lowering, 'Why it matters less than its tool says. Absent where it does not.')))
  lowering?: Lowering;

  @Property(optional(described(Suppression, 'Why it does not count. Absent where it does.')))
  suppression?: Suppression;

  @Property(optional(described(Waiver, 'The comment for another linter that switches it off. It counts nevertheless.')))
  waiver?: Waiver;

  /** Whether an engine offers a fix that it calls safe. The single finding contains the fix. */
  @Property(flag)
  hasFix!: boolean;

  /** Whether an engine followed outside input to this place. The single finding contains the trace. */
  @Property(flag)
  hasTrace!: boolean;
}

export class FindingList {
  @Property(listOf(Finding))
  findings!: readonly Finding[];

  @Property(Pagination)
  pagination!: Pagination;
}

class FindingPlace {
  @Property(text)
  id!: string;

  @Property(orNull(text))
  file!: string | null;

  @Property(orNull(count))
  line!: number | null;

  @Property(oneOf(SEVERITIES))
  severity!: Severity;

  @Property(text)
  title!: string;
}

class FindingGroup {
  @Property(text)
  group!: string;

  @Property(text)
  tool!: string;

  @Property(text)
  rule!: string;

  /** The property that its findings share, such as the host of a registry. Missing if the group is the whole rule. */
  @Property(optional(text))
  cause?: string;

  /** The title of the first place. */
  @Property(text)
  title!: string;

  @Property(oneOf(FINDING_CATEGORIES))
  category!: FindingCategory;

  /** The severity of the most severe finding. */
  @Property(oneOf(SEVERITIES))
  severity!: Severity;

  @Property(count)
  count!: number;

  @Property(recordOf(SEVERITIES, count))
  bySeverity!: Readonly<Record<Severity, number>>;

  @Property(text)
  suggestion!: string;

  @Property(orNull(text))
  cwe!: string | null;

  /** The first five, by severity, file and line. */
  @Property(listOf(FindingPlace))
  places!: readonly FindingPlace[];
}

export class FindingGroupList {
  @Property(listOf(FindingGroup))
  groups!: readonly FindingGroup[];

  @Property(Pagination)
  pagination!: Pagination;
}
