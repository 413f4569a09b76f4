import { type DeliveryOutcome, retryAfter } from '@assay/notifications';
import type { IncomingHttpHeaders } from 'node:http';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Whether the host takes no more requests with the token for now. Hosta says so with 403, and not always how long. */
export const isLimited = ({ status, headers, text }: Answer, now: Date): boolean =>
  status === 429 || (status === 403 && (retryAfter(headers, now) !== undefined || /rate limit/i.test(text)));

/** How a host's answer ends the attempt. @param what names what was sent, for the reason: `status` */
export function outcomeOf(answer: Answer, what: string, now: Date): DeliveryOutcome {
  const { status, headers, text } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered', detail: `answered ${status}` };
  // Hostb refuses a status that the commit has already.
  if (status === 400 && text.includes('Cannot transition status'))
    return { kind: 'delivered', detail: 'known already' };
  const after = retryAfter(headers, now);
  if (isLimited(answer, now)) return { kind: 'retry', reason: `the host limits requests (${status})`, after };
  if (status >= 500 || status === 408) return { kind: 'retry', reason: `the host answered ${status}`, after };
  if (status === 401 || status === 403)
    return { kind: 'failed', reason: `the host refused the access token of the integration (${status})` };
  return { kind: 'failed', reason: `the host refused the ${what} (${status})` };
}
