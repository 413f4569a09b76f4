import { fromCredits } from '@assay/kernel';
import type { SessionDecisions } from '../domain/session-decisions';
import type { ScanConfiguration } from './configuration';

/**
 * The part of a configuration that a session gets as decisions. Its tools and categories are the session's own fields.
 */
export function decisionsOf({ profile, rules, paths, budget, suppressions }: ScanConfiguration): SessionDecisions {
  const { credits, seconds } = budget ?? {};
  return {
    ...(profile !== undefined && { profile }),
    ...(rules !== undefined && { rules }),
    ...(paths !== undefined && { paths }),
    ...(suppressions !== undefined && { suppressions }),
    ...(credits !== undefined && { mostCredits: fromCredits(credits.toFixed(6)) }),
    ...(seconds !== undefined && { mostSeconds: seconds }),
  };
}
