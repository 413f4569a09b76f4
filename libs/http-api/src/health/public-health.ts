import type { Check, Health as ProcessHealth } from '@assay/platform';
import type { Health } from './health.responses';

/** Checks whose reasons say how far something has come in the log. */
const WITH_POSITIONS: ReadonlySet<string> = new Set(['projections', 'reactors']);

/**
 * The part of a process's health that anybody may know. Positions in the log count what all organizations do, so they
 * are for the admin port, as is what each projection and reactor is about.
 */
export const publicHealth = ({
  status,
  checks,
  building,
}: Pick<ProcessHealth, 'status' | 'checks' | 'building'>): Health => ({
  status,
  ...(building && { building: { percent: building.percent } }),
  checks: Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, WITH_POSITIONS.has(name) ? withoutReason(check) : check]),
  ) as unknown as Health['checks'], // a process has the checks that the response names
});

const withoutReason = ({ status }: Check): Check =>
  status === 'up'
    ? { status }
    : { status, reason: 'not all follow the log; /health/ready of the admin port says which' };
