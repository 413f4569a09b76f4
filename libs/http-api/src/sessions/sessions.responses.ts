import { PROFILE_IDS } from '@assay/scanning';
import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import { Pagination } from '../http/paging.response';
import {
  Property,
  count,
  credits,
  described,
  exactly,
  listOf,
  mapOf,
  oneOf,
  optional,
  orNull,
  percent,
  recordOf,
  text,
  time,
  wholePercent,
} from '../openapi/property';
import { Failure } from '../scans/scans.responses';
import { CONFIGURED_BY } from './configured-by';
import { SessionTarget, TargetSummary } from './target-summary.responses';
import { ToolReport } from './tool-report.responses';

class PollUrls {
  @Property(text)
  full!: string;

  @Property(text)
  progress!: string;

  @Property(text)
  newReports!: string;
}

export class SessionStarted {
  @Property(text)
  sessionId!: string;

  @Property(text)
  scanId!: string;

  @Property(exactly('started'))
  status!: 'started';

  @Property(text)
  message!: string;

  @Property(PollUrls)
  pollUrls!: PollUrls;
}

const SESSION_STATUSES = ['initializing', 'running', 'completed', 'partial', 'failed'] as const;
type SessionStatus = (typeof SESSION_STATUSES)[number];

class SessionProgress {
  @Property(count)
  total!: number;

  @Property(count)
  completed!: number;

  @Property(count)
  failed!: number;

  @Property(count)
  skipped!: number;

  @Property(count)
  running!: number;

  @Property(count)
  pending!: number;

  @Property(wholePercent)
  percentage!: number;
}

class SessionSummary {
  @Property(count)
  totalFindings!: number;

  @Property(recordOf(SEVERITIES, count))
  bySeverity!: Readonly<Record<Severity, number>>;

  @Property(recordOf(FINDING_CATEGORIES, count))
  byCategory!: Readonly<Record<FindingCategory, number>>;

  @Property(optional(described(count, 'Findings that the target suppresses, which nothing else counts.')))
  suppressed?: number;

  @Property(count)
  toolsRun!: number;

  @Property(count)
  toolsSkipped!: number;

  @Property(count)
  toolsFailed!: number;
}

class NotHonouredSuppression {
  @Property(text)
  place!: string;

  @Property(text)
  reason!: string;
}

class NotHonouredSuppressions {
  @Property(count)
  total!: number;

  /** The first of them. */
  @Property(listOf(NotHonouredSuppression))
  first!: readonly NotHonouredSuppression[];
}

class UnusedSuppression {
  @Property(text)
  place!: string;

  /** A tool, a rule, `tool/rule`, or `*`. */
  @Property(text)
  names!: string;
}

class UnusedSuppressions {
  @Property(count)
  total!: number;

  /** The first of them. */
  @Property(listOf(UnusedSuppression))
  first!: readonly UnusedSuppression[];
}

class SessionSuppressions {
  /** Suppressions of the target that are honoured, with a finding or without. */
  @Property(count)
  honoured!: number;

  /** Findings that they cover. */
  @Property(count)
  suppressed!: number;

  /** Comments that look like suppressions but do not count: no reason, or too much work to check. */
  @Property(NotHonouredSuppressions)
  notHonoured!: NotHonouredSuppressions;

  /** Suppressions that cover no finding of this session; empty until the session has ended. */
  @Property(UnusedSuppressions)
  unused!: UnusedSuppressions;
}

class SessionRefund {
  @Property(credits)
  refundedCredits!: number;

  @Property(listOf(text))
  toolsRefunded!: readonly string[];

  @Property(credits)
  newBalance!: number;
}

class Priority {
  @Property(text)
  findingId!: string;

  @Property(text)
  title!: string;

  @Property(percent)
  score!: number;

  @Property(text)
  reason!: string;
}

class Intelligence {
  @Property(text)
  summary!: string;

  @Property(listOf(Priority))
  priorities!: readonly Priority[];
}

export class SessionFull {
  @Property(text)
  sessionId!: string;

  @Property(text)
  scanId!: string;

  @Property(text)
  userId!: string;

  @Property(orNull(text))
  applicationId!: string | null;

  @Property(oneOf(SESSION_STATUSES))
  status!: SessionStatus;

  @Property(described(oneOf<string>(PROFILE_IDS), 'Which rules count, and how severe they are.'))
  profile!: string;

  @Property(CONFIGURED_BY)
  configuredBy?: string;

  @Property(optional(text))
  waitsFor?: string;

  @Property(SessionProgress)
  progress!: SessionProgress;

  @Property(mapOf(ToolReport))
  toolReports!: Readonly<Record<string, ToolReport>>;

  @Property(SessionSummary)
  summary!: SessionSummary;

  @Property(optional(described(SessionSuppressions, 'Absent where the target may suppress nothing.')))
  suppressions?: SessionSuppressions;

  @Property(optional(SessionRefund))
  refund?: SessionRefund;

  @Property(optional(Failure))
  error?: Failure;

  @Property(optional(Intelligence))
  intelligence?: Intelligence;

  @Property(SessionTarget)
  target!: SessionTarget;

  @Property(orNull(TargetSummary))
  targetSummary!: TargetSummary | null;

  @Property(time)
  lastUpdated!: string;

  @Property(time)
  createdAt!: string;

  @Property(optional(time))
  completedAt?: string;
}

export class SessionProgressOnly {
  @Property(text)
  sessionId!: string;

  @Property(oneOf(SESSION_STATUSES))
  status!: SessionStatus;

  @Property(SessionProgress)
  progress!: SessionProgress;

  @Property(time)
  lastUpdated!: string;
}

export class SessionNewReports extends SessionProgressOnly {
  @Property(listOf(ToolReport))
  newReports!: readonly ToolReport[];
}

class ListedProgress {
  @Property(count)
  total!: number;

  @Property(count)
  completed!: number;

  @Property(wholePercent)
  percentage!: number;
}

class ListedSession {
  @Property(text)
  sessionId!: string;

  @Property(text)
  scanId!: string;

  @Property(oneOf(SESSION_STATUSES))
  status!: SessionStatus;

  @Property(ListedProgress)
  progress!: ListedProgress;

  @Property(time)
  createdAt!: string;

  @Property(orNull(time))
  completedAt!: string | null;
}

export class SessionList {
  @Property(listOf(ListedSession))
  sessions!: readonly ListedSession[];

  @Property(count)
  total!: number;

  @Property(Pagination)
  pagination!: Pagination;
}
