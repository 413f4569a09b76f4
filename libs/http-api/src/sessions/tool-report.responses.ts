import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import {
  Property,
  count,
  flag,
  listOf,
  milliseconds,
  oneOf,
  optional,
  orNull,
  recordOf,
  text,
  time,
} from '../openapi/property';

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

/** A tool that was skipped or failed has the reason alone. */
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

  /** Findings that are counted and not listed. Absent if all are listed. */
  @Property(optional(recordOf(SEVERITIES, count)))
  notKept?: Readonly<Record<Severity, number>>;

  /** How many of its findings the target suppresses; `findingsCount` has them. Absent if there are none. */
  @Property(optional(count))
  suppressed?: number;

  @Property(optional(listOf(TopFinding)))
  topFindings?: readonly TopFinding[];
}

const TOOL_STATUSES = ['pending', 'running', 'completed', 'failed', 'skipped'] as const;

export class ToolReport {
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

  /** Skipped, not asked for by name, and no verdict waits for it: `result.reason` says what it lacks. */
  @Property(optional(flag))
  excused?: boolean;
}
