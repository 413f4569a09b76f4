import { TargetNotAllowed, TargetUnreachable, guardedFetch, readBody } from '../network';
import { isPageFault } from './fetch-page';
import type { SiteVisit } from './site-visit';
import { type RobotsAnswer, ROBOTS_BYTES } from '@assay/target-records';
import { TIME_OVER } from './time-budget';

const TIME = 20_000;
const REDIRECTS = 5;
/** The most bytes that are received, because a server may send endless rules. */
const MAX_RECEIVED = 4 * ROBOTS_BYTES;

/** Fetches the robots.txt of an origin once. The guard also checks redirects to other hosts. */
export async function observeRobots(
  origin: string,
  { guard, courtesy, budget, signal }: SiteVisit,
): Promise<RobotsAnswer> {
  const url = `${origin}/robots.txt`;
  return courtesy.ask(url, budget, async () => {
    const time = budget.atMost(TIME).left();
    if (time === 0) return { unreachable: TIME_OVER };
    try {
      const response = await guardedFetch({
        url,
        guard,
        signal,
        limits: { bytes: MAX_RECEIVED, redirects: REDIRECTS, time },
      });
      const body = await readBody(response.body);
      return {
        status: response.status,
        contentType: String(response.headers['content-type'] ?? ''),
        text: new TextDecoder().decode(body.subarray(0, ROBOTS_BYTES)),
        cut: body.length > ROBOTS_BYTES,
      };
    } catch (error) {
      if (error instanceof TargetNotAllowed || error instanceof TargetUnreachable || isPageFault(error))
        return { unreachable: error.message };
      throw error;
    }
  });
}

/**
 * The text whose rules apply. Without a robots.txt everything is allowed. If it cannot be fetched, nothing is allowed
 * (RFC 9309).
 */
export function robotsText(answer: RobotsAnswer): string {
  if ('unreachable' in answer || answer.status >= 500) return 'User-agent: *\nDisallow: /';
  return answer.status >= 200 && answer.status < 300 ? answer.text : '';
}
