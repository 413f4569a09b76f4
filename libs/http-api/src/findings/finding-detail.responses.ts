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

  @Property(oneOf(['rules', 'model']))
  remediationSource!: 'rules' | 'model';

  @Property(listOf(RelatedFinding))
  relatedFindings!: readonly RelatedFinding[];

  @Property(orNull(FindingSnippet))
  snippet!: FindingSnippet | null;

  /** A change that its engine calls safe; null if there is none. `assay fix` applies it. */
  @Property(orNull(FindingFix))
  fix!: FindingFix | null;

  /** The way of what comes in from outside to the finding's place; null if no engine followed it. */
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

  /** Who decided; null if nobody did. */
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

export class FindingAnswer {
  @Property(FindingDetail)
  finding!: FindingDetail;
}
