import type { Firing } from './firing';

/**
 * `pending`: it waits for the previous scan on its branch. `skipped`: it started no scan, or a newer firing had the
 * scan canceled.
 */
export const FIRING_STATUSES = ['pending', 'running', 'completed', 'failed', 'canceled', 'skipped'] as const;
export type FiringStatus = (typeof FIRING_STATUSES)[number];

/** The same as for a scan: one that ended partially is completed. */
export function firingStatus({ skipped, started, ended, supersededBy }: Firing): FiringStatus {
  if (skipped) return 'skipped';
  if (ended === undefined) return started ? 'running' : 'pending';
  if (ended === 'canceled') return supersededBy === undefined ? 'canceled' : 'skipped';
  return ended === 'failed' ? 'failed' : 'completed';
}
