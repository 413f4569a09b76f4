import type { TargetGuard } from '../network';
import type { HostCourtesy } from './host-courtesy';
import type { SiteParser } from './parser/site-parser';
import type { TimeBudget } from './time-budget';

/** The context that all requests to a site share. */
export interface SiteVisit {
  readonly guard: TargetGuard;
  readonly courtesy: HostCourtesy;
  readonly parser: SiteParser;
  readonly budget: TimeBudget;
  readonly signal: AbortSignal;
  /** Called after each answer. */
  readonly onProgress: () => void;
}
