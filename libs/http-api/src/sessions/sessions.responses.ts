import { PROFILE_IDS, shownTargetFields } from '@assay/scanning';
import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import { Pagination } from '../http/paging.response';
import {
  Property,
  count,
  credits,
  described,
  exactly,
  flag,
  listOf,
  mapOf,
  milliseconds,
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

class ReportingEngine {
  @Property(text)
  name!: string;

  @Property(text)
  version!: string;
}

class UnreadableFile {
  @Property(text)
  file!: string;

  @Property(text)
  reason!: string;
}

class TopFinding {
  @Property(text)
  id!: string;

  @Property(text)
  title!: string;

  @Property(oneOf(SEVERITIES))
  severity!: Severity;

  @Property(orNull(text))
  file!: string | null;

  @Property(orNull(count))
  line!: number | null;
}

/** Of a tool that was skipped or failed there is the reason alone. */
class ToolResult {
  @Property(optional(text))
  reason?: string;

  @Property(optional(orNull(ReportingEngine)))
  engine?: ReportingEngine | null;

  @Property(optional(count))
  rules?: number;

  @Property(optional(count))
  filesChecked?: number;

  @Property(optional(listOf(UnreadableFile)))
  unreadable?: readonly UnreadableFile[];

  @Property(optional(count))
  unreadableTotal?: number;

  @Property(optional(flag))
  truncated?: boolean;

  /** The tool ended before it was done: what it had found until then is kept. */
  @Property(optional(flag))
  partial?: boolean;

  /** Findings that are counted and not listed. Absent where all are listed. */
  @Property(optional(recordOf(SEVERITIES, count)))
  notKept?: Readonly<Record<Severity, number>>;

  @Property(optional(listOf(TopFinding)))
  topFindings?: readonly TopFinding[];
}

const TOOL_STATUSES = ['pending', 'running', 'completed', 'failed', 'skipped'] as const;

class ToolReport {
  @Property(text)
  toolName!: string;

  @Property(oneOf(FINDING_CATEGORIES))
  category!: FindingCategory;

  @Property(oneOf(TOOL_STATUSES))
  status!: (typeof TOOL_STATUSES)[number];

  @Property(milliseconds)
  duration!: number;

  @Property(count)
  findingsCount!: number;

  @Property(optional(ToolResult))
  result?: ToolResult;

  @Property(optional(time))
  completedAt?: string;
}

class SessionSummary {
  @Property(count)
  totalFindings!: number;

  @Property(recordOf(SEVERITIES, count))
  bySeverity!: Readonly<Record<Severity, number>>;

  @Property(recordOf(FINDING_CATEGORIES, count))
  byCategory!: Readonly<Record<FindingCategory, number>>;

  @Property(count)
  toolsRun!: number;

  @Property(count)
  toolsSkipped!: number;

  @Property(count)
  toolsFailed!: number;
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

/** In the words in which a session or a scan asked for it. */
/** What the target is: each kind of target shows its own fields. */
class SessionTarget {
  readonly [name: string]: string | readonly string[] | undefined;
}
for (const [name, type] of Object.entries(shownTargetFields))
  Property(optional<string | readonly string[]>(type === 'text' ? text : listOf(text)))(SessionTarget.prototype, name);

class LeftOutFile {
  @Property(text)
  path!: string;

  @Property(text)
  reason!: string;
}

class LeftOutFiles {
  @Property(count)
  total!: number;

  @Property(listOf(LeftOutFile))
  first!: readonly LeftOutFile[];
}

/** Files that are not simply the target's own code, and why. */
class FilesOfRole {
  /** Such as test, vendored or generated. */
  @Property(text)
  role!: string;

  /** What gives the role: path, git, attributes, ignore file, header, source map or measured. */
  @Property(text)
  basis!: string;

  /** Whether they are left out: read for secrets and licences alone, and not charged. */
  @Property(flag)
  leftOut!: boolean;

  @Property(count)
  files!: number;

  /** Lines of code. */
  @Property(count)
  lines!: number;

  /** The first places: folders, or files. */
  @Property(listOf(text))
  first!: readonly string[];
}

class TargetRepository {
  @Property(text)
  name!: string;

  @Property(text)
  branch!: string;

  @Property(text)
  commit!: string;

  @Property(orNull(time))
  committedAt!: string | null;
}

class TargetPackage {
  @Property(text)
  name!: string;

  @Property(text)
  version!: string;

  @Property(text)
  integrity!: string;
}

class TargetUpload {
  @Property(text)
  filename!: string;

  @Property(text)
  sha256!: string;
}

class TargetImage {
  @Property(text)
  name!: string;

  @Property(text)
  digest!: string;
}

class TargetBuild {
  @Property(text)
  kind!: string;

  @Property(orNull(text))
  identifier!: string | null;

  @Property(orNull(text))
  version!: string | null;
}

class VisitedPage {
  @Property(text)
  url!: string;

  @Property(text)
  finalUrl!: string;

  @Property(count)
  status!: number;

  @Property(count)
  fetches!: number;

  @Property(count)
  browserLoads!: number;

  @Property(count)
  lighthouseRuns!: number;
}

class TargetSite {
  @Property(listOf(VisitedPage))
  pages!: readonly VisitedPage[];
}

/** Code that no tool looks at which knows its language: of the tools, those for any text alone have read it. */
class UnseenCode {
  @Property(text)
  language!: string;

  @Property(count)
  files!: number;

  @Property(count)
  lines!: number;

  @Property(listOf(text))
  first!: readonly string[];
}

class TargetSummary {
  @Property(count)
  files!: number;

  @Property(count)
  lines!: number;

  @Property(mapOf(count))
  languages!: Readonly<Record<string, number>>;

  @Property(LeftOutFiles)
  leftOut!: LeftOutFiles;

  @Property(listOf(FilesOfRole))
  roles!: readonly FilesOfRole[];

  @Property(listOf(UnseenCode))
  unseen!: readonly UnseenCode[];

  @Property(optional(TargetRepository))
  repository?: TargetRepository;

  @Property(optional(TargetPackage))
  package?: TargetPackage;

  @Property(optional(TargetUpload))
  upload?: TargetUpload;

  @Property(optional(TargetImage))
  image?: TargetImage;

  @Property(optional(TargetBuild))
  build?: TargetBuild;

  @Property(optional(TargetSite))
  site?: TargetSite;
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

  @Property(optional(text))
  waitsFor?: string;

  @Property(SessionProgress)
  progress!: SessionProgress;

  @Property(mapOf(ToolReport))
  toolReports!: Readonly<Record<string, ToolReport>>;

  @Property(SessionSummary)
  summary!: SessionSummary;

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
