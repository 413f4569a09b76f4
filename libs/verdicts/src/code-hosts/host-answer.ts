import { type DeliveryOutcome, retryAfter } from '@assay/notifications';
import type { IncomingHttpHeaders } from 'node:http';

/** How a host's answer ends the attempt. @param what is told, for the reason: `status` */
export function outcomeOf(
  { status, headers, text }: { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string },
  what: string,
  now: Date,
): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', detail: `answered ${status}` };
  // Hostb refuses a status that the commit has already.
  if (status === 400 && text.includes('Cannot transition status'))
    return { kind: 'delivered', detail: 'known already' };
  const after = retryAfter(headers, now);
  // Hosta limits bursts of writes with 403, not always with a time to wait.
  const isLimited = status === 429 || (status === 403 && (after !== undefined || /rate limit/i.test(text)));
  if (isLimited) return { kind: 'retry', reason: `the host limits requests (${status})`, after };
  if (status >= 500 || status === 408) return { kind: 'retry', reason: `the host answered ${status}`, after };
  if (status === 401 || status === 403)
    return { kind: 'failed', reason: `the host refused the access token of the integration (${status})` };
  return { kind: 'failed', reason: `the host refused the ${what} (${status})` };
}
