import type { FetchedPage } from './fetch-page';
import { isPageFault } from './fetch-page';
import { observeRobots, robotsText } from './observe-robots';
import { observeSitemaps } from './observe-sitemaps';
import type { RobotsContent, RobotsQuestion } from './parser/questions';
import type { RobotsAnswer, SiteRecord } from '@assay/target-records';
import type { SiteVisit } from './site-visit';

/** Assay's name in robots.txt. */
const ROBOT_NAME = 'assay';
/** The longest delay between two requests, in milliseconds. A robots.txt that asks for an hour is not obeyed fully. */
const MAX_DELAY = 5_000;

/** The rules of origins for robots. Each robots.txt is fetched once, when it is first needed. */
interface ObservedOrigins {
  robots(origin: string): Promise<RobotsAnswer>;
  /**
   * For each address of the origin, whether its rules let Assay read it. A delay that they ask for is obeyed from now
   * on.
   */
  allowedForAssay(origin: string, urls: readonly string[]): Promise<readonly boolean[]>;
}

export function observeOrigins(visit: SiteVisit): ObservedOrigins {
  const answers = new Map<string, Promise<RobotsAnswer>>();
  const slowed = new Set<string>();
  const robots = (origin: string) => {
    const answer = answers.get(origin) ?? observeRobots(origin, visit);
    answers.set(origin, answer);
    return answer;
  };
  return {
    robots,
    async allowedForAssay(origin, urls) {
      const { allowed, delay } = await judge(await robots(origin), { origin, robot: ROBOT_NAME, urls }, visit);
      if (delay !== undefined && delay > 0 && !slowed.has(origin)) {
        slowed.add(origin);
        visit.courtesy.slowDown(origin, Math.min(delay * 1_000, MAX_DELAY));
      }
      return allowed;
    },
  };
}

/** Rules that cannot be read allow nothing, like rules that cannot be fetched. */
async function judge(answer: RobotsAnswer, question: RobotsQuestion, { parser }: SiteVisit): Promise<RobotsContent> {
  try {
    return await parser.robots(robotsText(answer), question);
  } catch (error) {
    if (!isPageFault(error)) throw error;
    return { allowed: question.urls.map(() => false), sitemaps: [] };
  }
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
    const urls = own.map(({ answer }) => answer.finalUrl);
    const rules = await judge(robots, { origin, robot: '*', urls }, visit);
    const named = 'status' in robots && robots.status === 200 ? rules.sitemaps : [];
    const { sitemaps, listedPages } = await observeSitemaps(origin, named, urls, visit);
    const observed = own.map(({ answer: { finalUrl, headers }, content }, index) => ({
      url: finalUrl,
      robotsMeta: content.robotsMeta,
      robotsHeader: headers
        .filter(([name]) => name === 'x-robots-tag')
        .map(([, value]) => value)
        .join(', '),
      ...(content.canonical !== undefined && { canonical: content.canonical }),
      allowed: rules.allowed[index]!,
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
