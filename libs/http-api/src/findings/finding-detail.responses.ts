import { FINDING_STATUSES, type FindingStatus, HISTORY_KINDS, TRACE_STEP_KINDS } from '@assay/findings';
import { Pagination } from '../http/paging.response';
import { Property, count, described, listOf, oneOf, optional, orNull, text, time } from '../openapi/property';
import { Finding } from './findings.responses';

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

  /** How many scans saw it since its twentieth last return. */
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

  /** `system` if the decision expired. */
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

  /** The place after the last replaced code unit. */
  @Property(count)
  end!: number;

  /** The replacement text. */
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
  /** The tool that offers the fix: the finding's own or, if that has no fix, one that sees the same defect. */
  @Property(text)
  tool!: string;

  @Property(text)
  rule!: string;

  /** SHA-256 of the file's text in UTF-8 without a byte order mark. A file with another digest has changed since. */
  @Property(text)
  digest!: string;

  /** The edits belong together, and none overlaps another. */
  @Property(listOf(FixEdit))
  edits!: readonly FixEdit[];

  /** The change as a unified diff. */
  @Property(text)
  diff!: string;
}

class TraceStep {
  /** Where the input enters, where it is passed on, or where it arrives: the finding's place. */
  @Property(oneOf(TRACE_STEP_KINDS))
  kind!: (typeof TRACE_STEP_KINDS)[number];

  @Property(text)
  file!: string;

  /** From 1. */
  @Property(count)
  line!: number;

  @Property(optional(described(count, 'From 1, in UTF-16 code units. Absent where it is not known.')))
  column?: number;

  /** The event at this step, in plain words. */
  @Property(text)
  text!: string;

  @Property(optional(described(count, 'How many steps between the one before and this one are left out.')))
  leftOut?: number;
}

class FindingTrace {
  /** At most 25 steps, in order. */
  @Property(listOf(TraceStep))
  steps!: readonly TraceStep[];
}

class FindingDetail extends Finding {
  @Property(Explanation)
  explanation!: Explanation;

  @Property(listOf(text))
  remediation!: readonly string[];

  @Property(oneOf(['rules', 'model']))
  remediationSource!: 'rules' | 'model';

  @Property(listOf(RelatedFinding))
  relatedFindings!: readonly RelatedFinding[];

  @Property(orNull(FindingSnippet))
  snippet!: FindingSnippet | null;

  /** A change that the engine calls safe; null if there is no such change. `assay fix` applies it. */
  @Property(orNull(FindingFix))
  fix!: FindingFix | null;

  /** The path of the outside input to the finding's place; null if no engine followed it. */
  @Property(orNull(FindingTrace))
  trace!: FindingTrace | null;

  /** The latest 50 changes, oldest first. `/status-changes` of the finding has all. */
  @Property(listOf(StatusChange))
  statusHistory!: readonly StatusChange[];

  /** How often the status has changed in all. */
  @Property(count)
  statusChanges!: number;

  @Property(optional(described(SeenByScans, 'Which scans of the same project, target and branch saw it.')))
  seen?: SeenByScans;
}

export class StatusChangeList {
  /** Oldest first. */
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

  /** The scan that this entry comes from; null for a decision. */
  @Property(orNull(text))
  scanId!: string | null;

  /** The person who decided; null if nobody did. */
  @Property(orNull(text))
  by!: string | null;

  /** The event, in a sentence or two. */
  @Property(text)
  text!: string;
}

export class FindingHistory {
  /** Oldest first. */
  @Property(listOf(HistoryEntry))
  entries!: readonly HistoryEntry[];

  @Property(Pagination)
  pagination!: Pagination;
}

export class FindingAnswer {
  @Property(FindingDetail)
  finding!: FindingDetail;
}
