import { SEVERITIES, type Severity } from '@assay/kernel';
import { SCAN_STATUSES, type ScanStatus } from '@assay/scanning';
import { Finding } from '../findings/findings.responses';
import { Pagination } from '../http/paging.response';
import { Property, count, described, listOf, oneOf, orNull, recordOf, text, time } from '../openapi/property';

type Numbers = Readonly<Record<Severity, number>>;
const numbers = recordOf(SEVERITIES, count);

class ComparedScan {
  @Property(text)
  scanId!: string;

  @Property(oneOf(SCAN_STATUSES))
  status!: ScanStatus;

  @Property(orNull(time))
  completedAt!: string | null;
}

class ComparedNumbers {
  @Property(described(numbers, 'Only the scan after has them.'))
  new!: Numbers;

  @Property(described(numbers, 'The scan after looked where they were, and they are not there.'))
  gone!: Numbers;

  @Property(described(numbers, 'A tool that saw them did not look at their place in the scan after.'))
  not_observed!: Numbers;

  @Property(described(numbers, 'Both have them, perhaps at another line or in another file.'))
  unchanged!: Numbers;
}

export class ScanComparison {
  @Property(described(ComparedScan, 'The scan before.'))
  from!: ComparedScan;

  @Property(described(ComparedScan, 'The scan after.'))
  to!: ComparedScan;

  @Property(ComparedNumbers)
  summary!: ComparedNumbers;

  /** By state, severity, file and line. Those that are gone or not observed are as the scan before has them. */
  @Property(listOf(Finding))
  findings!: readonly Finding[];

  @Property(Pagination)
  pagination!: Pagination;
}
