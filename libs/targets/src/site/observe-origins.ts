import type { FetchedPage } from './fetch-page';
import { observeRobots, robotsText } from './observe-robots';
import { observeSitemaps } from './observe-sitemaps';
import { type RobotsAnswer, type SiteRecord, type RobotsRules, robotsRules } from '@assay/target-records';
import type { SiteVisit } from './site-visit';

/** Assay's name in robots.txt. */
const ROBOT_NAME = 'assay';
/** The longest delay between two requests, in milliseconds. A robots.txt that asks for an hour is not obeyed fully. */
const MAX_DELAY = 5_000;

/** The rules of origins for robots. Each robots.txt is fetched once, when it is first needed. */
interface ObservedOrigins {
  robots(origin: string): Promise<RobotsAnswer>;
  /** The rules for Assay. A delay that they ask for is obeyed from now on. */
  rulesForAssay(origin: string): Promise<RobotsRules>;
}

export function observeOrigins(visit: SiteVisit): ObservedOrigins {
  const answers = new Map<string, Promise<RobotsAnswer>>();
  const rules = new Map<string, Promise<RobotsRules>>();
  const once = <Value>(
    known: Map<string, Promise<Value>>,
    origin: string,
    make: () => Promise<Value>,
  ): Promise<Value> => {
    const before = known.get(origin);
    if (before) return before;
    const made = make();
    known.set(origin, made);
    return made;
  };
  const robots = (origin: string) => once(answers, origin, () => observeRobots(origin, visit));
  return {
    robots,
    rulesForAssay: (origin) =>
      once(rules, origin, async () => {
        const read = robotsRules(robotsText(await robots(origin)), ROBOT_NAME);
        if (read.delay !== undefined && read.delay > 0)
          visit.courtesy.slowDown(origin, Math.min(read.delay * 1_000, MAX_DELAY));
        return read;
      }),
  };
}

/** Makes one record for each origin of the pages. */
export async function recordSites(
  pages: readonly FetchedPage[],
  origins: ObservedOrigins,
  visit: SiteVisit,
): Promise<SiteRecord[]> {
  const byOrigin = grouped(pages);
  const records: SiteRecord[] = [];
  for (const [origin, own] of byOrigin) {
    const robots = await origins.robots(origin);
    const { sitemaps, listedPages } = await observeSitemaps(
      origin,
      robots,
      own.map(({ answer }) => answer.finalUrl),
      visit,
    );
    const rules = robotsRules(robotsText(robots), '*');
    const observed = own.map(({ answer: { finalUrl, headers }, content }) => ({
      url: finalUrl,
      robotsMeta: content.robotsMeta,
      robotsHeader: headers
        .filter(([name]) => name === 'x-robots-tag')
        .map(([, value]) => value)
        .join(', '),
      ...(content.canonical === undefined ? {} : { canonical: content.canonical }),
      allowed: rules.allows(finalUrl),
      inSitemap: listedPages.has(finalUrl),
    }));
    records.push({ origin, site: { observed: { robots, sitemaps, pages: observed } } });
  }
  return records;
}

const originOf = ({ answer }: FetchedPage): string => new URL(answer.finalUrl).origin;

function grouped(pages: readonly FetchedPage[]): Map<string, FetchedPage[]> {
  const groups = new Map<string, FetchedPage[]>();
  for (const page of pages) groups.set(originOf(page), [...(groups.get(originOf(page)) ?? []), page]);
  return groups;
}
