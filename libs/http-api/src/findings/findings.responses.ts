import {
  FINDING_STATUSES,
  type FindingStatus,
  HISTORY_KINDS,
  LIFECYCLES,
  type Lifecycle,
  TRACE_STEP_KINDS,
} from '@assay/findings';
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

  /** What other tools reported of the same defect. */
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

  /** What it has in common with the others of its group. Missing where those are all of its rule. */
  @Property(optional(text))
  cause?: string;

  /** What it is listed with as one row: the findings of one rule, or of one cause. The same in every scan. */
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

  @Property(optional(described(Suppression, 'Why it does not count. Absent where it does.')))
  suppression?: Suppression;

  /** Whether an engine offers a fix that it calls safe. The finding itself shows it. */
  @Property(flag)
  hasFix!: boolean;

  /** Whether an engine followed what comes in from outside to here. The finding itself shows the way. */
  @Property(flag)
  hasTrace!: boolean;
}

class SeenByScans {
  @Property(oneOf(['open', 'gone', 'not_observed', 'suppressed']))
  state!: 'open' | 'gone' | 'not_observed' | 'suppressed';

  @Property(text)
  firstScanId!: string;

  @Property(time)
  firstAt!: string;

  @Property(text)
  lastScanId!: string;

  @Property(time)
  lastAt!: string;

  @Property(orNull(time))
  goneAt!: string | null;

  /** How many scans saw it, since it came back for the twentieth last time. */
  @Property(count)
  scans!: number;

  /** How often it came back after it was gone. */
  @Property(count)
  reopened!: number;
}

class Explanation {
  @Property(text)
  text!: string;

  @Property(oneOf(['rules', 'model']))
  source!: 'rules' | 'model';
}

class RelatedFinding {
  @Property(text)
  id!: string;

  @Property(text)
  tool!: string;

  @Property(text)
  title!: string;
}

class FindingSnippet {
  @Property(count)
  startLine!: number;

  @Property(count)
  highlightLine!: number;

  @Property(listOf(text))
  lines!: readonly string[];

  @Property(text)
  html!: string;
}

class StatusChange {
  @Property(oneOf(FINDING_STATUSES))
  from!: FindingStatus;

  @Property(oneOf(FINDING_STATUSES))
  to!: FindingStatus;

  @Property(orNull(text))
  note!: string | null;

  /** `system` where a decision ended by itself. */
  @Property(text)
  by!: string;

  @Property(time)
  at!: string;

  @Property(optional(described(time, 'When it ends, where it does.')))
  expiresAt?: string;
}

class FixEdit {
  /** UTF-16 code units from the beginning of the text without a byte order mark. */
  @Property(count)
  start!: number;

  /** Behind the last that is replaced. */
  @Property(count)
  end!: number;

  /** What stands there afterwards. */
  @Property(text)
  text!: string;

  @Property(count)
  startLine!: number;

  @Property(count)
  startColumn!: number;

  @Property(count)
  endLine!: number;

  @Property(count)
  endColumn!: number;
}

class FindingFix {
  /** The tool that offers it: the finding's own or, where that has none, one that sees the same defect. */
  @Property(text)
  tool!: string;

  @Property(text)
  rule!: string;

  /** SHA-256 of the file's text in UTF-8 without a byte order mark. A file that has another one has changed since. */
  @Property(text)
  digest!: string;

  /** They belong together, and none overlaps another. */
  @Property(listOf(FixEdit))
  edits!: readonly FixEdit[];

  /** The change as a unified diff. */
  @Property(text)
  diff!: string;
}

class TraceStep {
  /** Where it comes in, what hands it on, and where it arrives: the finding's place. */
  @Property(oneOf(TRACE_STEP_KINDS))
  kind!: (typeof TRACE_STEP_KINDS)[number];

  @Property(text)
  file!: string;

  /** From 1. */
  @Property(count)
  line!: number;

  @Property(optional(described(count, 'From 1, in UTF-16 code units. Absent where it is not known.')))
  column?: number;

  /** What happens there, in plain words. */
  @Property(text)
  text!: string;

  @Property(optional(described(count, 'How many steps between the one before and this one are left out.')))
  leftOut?: number;
}

class FindingTrace {
  /** At most 25, in their order. */
  @Property(listOf(TraceStep))
  steps!: readonly TraceStep[];
}

class FindingDetail extends Finding {
  @Property(Explanation)
  explanation!: Explanation;

  @Property(listOf(text))
  remediation!: readonly string[];

  @Property(listOf(RelatedFinding))
  relatedFindings!: readonly RelatedFinding[];

  @Property(orNull(FindingSnippet))
  snippet!: FindingSnippet | null;

  /** A change that its engine calls safe; null where there is none. `assay fix` applies it. */
  @Property(orNull(FindingFix))
  fix!: FindingFix | null;

  /** The way of what comes in from outside to the finding's place; null where no engine followed it. */
  @Property(orNull(FindingTrace))
  trace!: FindingTrace | null;

  /** The latest 50 changes, the oldest of them first. `/status-changes` of the finding has all. */
  @Property(listOf(StatusChange))
  statusHistory!: readonly StatusChange[];

  /** How often the status was changed in all. */
  @Property(count)
  statusChanges!: number;

  @Property(optional(described(SeenByScans, 'Which scans of the same project, target and branch saw it.')))
  seen?: SeenByScans;
}

export class StatusChangeList {
  /** The oldest first. */
  @Property(listOf(StatusChange))
  changes!: readonly StatusChange[];

  @Property(Pagination)
  pagination!: Pagination;
}

class HistoryEntry {
  @Property(time)
  at!: string;

  @Property(oneOf(HISTORY_KINDS))
  kind!: (typeof HISTORY_KINDS)[number];

  /** The scan that said so; null for a decision. */
  @Property(orNull(text))
  scanId!: string | null;

  /** Who decided; null where nobody did. */
  @Property(orNull(text))
  by!: string | null;

  /** What happened, in a sentence or two. */
  @Property(text)
  text!: string;
}

export class FindingHistory {
  /** The oldest first. */
  @Property(listOf(HistoryEntry))
  entries!: readonly HistoryEntry[];

  @Property(Pagination)
  pagination!: Pagination;
}

class DecidedAbout {
  @Property(text)
  findingId!: string;

  @Property(text)
  tool!: string;

  @Property(text)
  rule!: string;

  @Property(text)
  title!: string;

  @Property(orNull(text))
  file!: string | null;
}

class Decision {
  @Property(text)
  fingerprint!: string;

  @Property(oneOf(FINDING_STATUSES))
  status!: FindingStatus;

  @Property(orNull(text))
  note!: string | null;

  @Property(text)
  by!: string;

  @Property(time)
  at!: string;

  @Property(orNull(time))
  expiresAt!: string | null;

  /** The finding as it was then; null of a decision of an earlier release. */
  @Property(orNull(DecidedAbout))
  about!: DecidedAbout | null;

  /** False where the finding is gone; null where nothing was scanned yet. */
  @Property(orNull(flag))
  isUsed!: boolean | null;
}

export class DecisionList {
  /** The newest first. */
  @Property(listOf(Decision))
  decisions!: readonly Decision[];

  @Property(Pagination)
  pagination!: Pagination;
}

export class TriageAnswer {
  /** Findings that were asked for; those that are one defect are one. */
  @Property(count)
  matched!: number;

  /** Those of them that were not so before. */
  @Property(count)
  changed!: number;
}

export class FindingAnswer {
  @Property(FindingDetail)
  finding!: FindingDetail;
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

  /** What its findings have in common, such as the host of a registry. Missing where they are all of the rule. */
  @Property(optional(text))
  cause?: string;

  /** Of the first place. */
  @Property(text)
  title!: string;

  @Property(oneOf(FINDING_CATEGORIES))
  category!: FindingCategory;

  /** Of the most severe finding. */
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
