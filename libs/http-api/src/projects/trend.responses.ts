import { SEVERITIES, type Severity } from '@assay/kernel';
import { Property, count, described, listOf, orNull, recordOf, text } from '../openapi/property';

type Numbers = Readonly<Record<Severity, number>>;
const numbers = recordOf(SEVERITIES, count);

class TrendDay {
  @Property(described(text, 'The day (UTC), as `2026-11-20`.'))
  date!: string;

  /** At its end; null before the first scan. */
  @Property(orNull(numbers))
  open!: Numbers | null;

  @Property(numbers)
  new!: Numbers;

  @Property(numbers)
  gone!: Numbers;

  @Property(numbers)
  reopened!: Numbers;
}

export class ProjectTrend {
  /** Null if the target has none. */
  @Property(orNull(text))
  branch!: string | null;

  /** Null if none has completed. */
  @Property(orNull(text))
  latestScanId!: string | null;

  @Property(listOf(TrendDay))
  days!: readonly TrendDay[];
}
