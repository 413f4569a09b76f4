import { FINDING_STATUSES, type FindingStatus } from '@assay/findings';
import { Pagination } from '../http/paging.response';
import { Property, count, flag, listOf, oneOf, orNull, text, time } from '../openapi/property';

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

  /** False if the finding is gone; null if nothing was scanned yet. */
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
