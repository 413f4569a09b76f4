import { TargetNotAllowed, TargetUnreachable, guardedFetch, readBody } from '../network';
import { isPageFault } from './fetch-page';
import type { SiteVisit } from './site-visit';
import { type RobotsAnswer, ROBOTS_BYTES } from '@assay/target-records';
import { TIME_OVER } from './time-budget';

const TIME = 20_000;
const REDIRECTS = 5;
/** A server that sends endless rules is listened to until here. */
const LISTENED = 4 * ROBOTS_BYTES;

/**
 * The robots.txt of an origin, asked for once. A redirect to another host is not followed further than the guard
 * allows.
 */
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
        limits: { bytes: LISTENED, redirects: REDIRECTS, time },
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
 * What robots may read where robots.txt says so: without one everything, with one that cannot be had nothing (RFC
 * 9309).
 */
export function robotsText(answer: RobotsAnswer): string {
  if ('unreachable' in answer || answer.status >= 500) return 'User-agent: *\nDisallow: /';
  return answer.status >= 200 && answer.status < 300 ? answer.text : '';
}
