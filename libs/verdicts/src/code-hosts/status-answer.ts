import type { DeliveryOutcome } from '@assay/notifications';
import type { IncomingHttpHeaders } from 'node:http';

/** How a host's answer to a status ends the attempt. @param now milliseconds */
export function outcomeOf(status: number, headers: IncomingHttpHeaders, text: string, now: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', detail: `answered ${status}` };
  // Hostb refuses a status that the commit has already.
  if (status === 400 && text.includes('Cannot transition status'))
    return { kind: 'delivered', detail: 'known already' };
  const after = waitOf(headers, now);
  const isLimited = status === 429 || (status === 403 && after !== undefined);
  if (isLimited) return { kind: 'retry', reason: `the host limits requests (${status})`, after };
  if (status >= 500 || status === 408) return { kind: 'retry', reason: `the host answered ${status}`, after };
  if (status === 401 || status === 403)
    return { kind: 'failed', reason: `the host refused the access token of the integration (${status})` };
  return { kind: 'failed', reason: `the host refused the status (${status})` };
}

/** Milliseconds until the host takes requests again, where it says so. */
function waitOf(headers: IncomingHttpHeaders, now: number): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const [left, reset] = [
    headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining'],
    headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'],
  ];
  const at = Number(reset ?? Number.NaN) * 1_000;
  return left === '0' && Number.isFinite(at) ? Math.max(0, at - now) : undefined;
}
