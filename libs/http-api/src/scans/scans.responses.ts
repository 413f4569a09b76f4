import { PROFILE_IDS, SCAN_STATUSES, type ScanStatus, shownSourceTypes } from '@assay/scanning';
import { Pagination } from '../http/paging.response';
import { Property, count, described, listOf, oneOf, optional, orNull, text, time } from '../openapi/property';
import { CONFIGURED_BY } from '../sessions/configured-by';
import { ScanVerdict } from './verdict.responses';
import { sourcesInWords } from '../openapi/source-kinds';

/** How many findings there are of each severity that is counted apart, and of all. */
export class SeverityCounts {
  @Property(count)
  critical!: number;

  @Property(count)
  high!: number;

  @Property(count)
  medium!: number;

  @Property(count)
  low!: number;

  @Property(count)
  total!: number;

  @Property(optional(described(count, 'Findings that the target suppresses, which nothing else counts.')))
  suppressed?: number;
}

export class Failure {
  @Property(text)
  code!: string;

  @Property(text)
  message!: string;
}

export class Scan {
  @Property(text)
  id!: string;

  @Property(text)
  sessionId!: string;

  @Property(orNull(text))
  applicationId!: string | null;

  @Property(oneOf(SCAN_STATUSES))
  status!: ScanStatus;

  @Property(described(oneOf<string>(PROFILE_IDS), 'Which rules count, and how severe they are.'))
  profile!: string;

  @Property(CONFIGURED_BY)
  configuredBy?: string;

  @Property(described(oneOf<string>(shownSourceTypes), `${sourcesInWords(shownSourceTypes)}.`))
  sourceType!: string;

  @Property(count)
  toolsTotal!: number;

  @Property(count)
  toolsCompleted!: number;

  @Property(time)
  createdAt!: string;

  @Property(optional(described(time, 'While it is pending or running: from how long its tools took in earlier runs.')))
  estimatedCompletion?: string;

  @Property(optional(time))
  completedAt?: string;

  @Property(optional(described(text, 'Of a completed one.')))
  reportId?: string;

  @Property(optional(SeverityCounts))
  summary?: SeverityCounts;

  @Property(optional(Failure))
  error?: Failure;

  @Property(
    optional(described(ScanVerdict, 'Of one scan that an automation started, soon after its end. Lists have none.')),
  )
  verdict?: ScanVerdict;
}

export class ScanAnswer {
  @Property(Scan)
  scan!: Scan;
}

export class ScanList {
  @Property(listOf(Scan))
  data!: readonly Scan[];

  @Property(Pagination)
  pagination!: Pagination;
}
