import type { TargetGuard } from '../network';
import type { HostCourtesy } from './host-courtesy';
import type { TimeBudget } from './time-budget';

/** What everything that is asked of a site has in common. */
export interface SiteVisit {
  readonly guard: TargetGuard;
  readonly courtesy: HostCourtesy;
  readonly budget: TimeBudget;
  readonly signal: AbortSignal;
  /** Called after each answer. */
  readonly onProgress: () => void;
}
