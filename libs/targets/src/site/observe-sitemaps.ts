import { guardedFetch, readBody } from '../network';
import { isPageFault } from './fetch-page';
import { type Sitemap, readSitemap } from './read-sitemap';
import { type RobotsAnswer, type SitemapAnswer, robotsLines } from '@assay/target-records';
import type { SiteVisit } from './site-visit';
import { TIME_OVER } from './time-budget';

const MAX_SITEMAPS = 10;
const BYTES = 10 * 1_024 * 1_024;
const TIME = 30_000;
const MAX_FOREIGN = 20;

interface ObservedSitemaps {
  readonly sitemaps: readonly SitemapAnswer[];
  /** Those of the given pages that a sitemap lists. */
  readonly listedPages: ReadonlySet<string>;
}

/**
 * Observes the sitemaps that robots.txt names, or the usual one. An index is followed to its sitemaps, but an index
 * inside an index is not.
 */
export async function observeSitemaps(
  origin: string,
  robots: RobotsAnswer,
  pages: readonly string[],
  visit: SiteVisit,
): Promise<ObservedSitemaps> {
  const named = namedSitemaps(robots, origin);
  const queue = (named.length > 0 ? named : [`${origin}/sitemap.xml`]).map((url) => ({
    url,
    named: named.length > 0,
    nested: false,
  }));
  const seen = new Set(queue.map(({ url }) => url));
  const sitemaps: SitemapAnswer[] = [];
  const listedPages = new Set<string>();
  for (let next = queue.shift(); next !== undefined && sitemaps.length < MAX_SITEMAPS; next = queue.shift()) {
    const { answer, sitemap } = await fetchSitemap(next, origin, visit);
    visit.onProgress();
    sitemaps.push(answer);
    if (sitemap?.kind === 'pages') for (const page of listedOf(sitemap, pages)) listedPages.add(page);
    if (sitemap?.kind !== 'index' || next.nested) continue;
    for (const url of sitemap.locations
      .filter((each) => URL.canParse(each) && !seen.has(each))
      .slice(0, MAX_SITEMAPS)) {
      seen.add(url);
      queue.push({ url, named: true, nested: true });
    }
  }
  return { sitemaps, listedPages };
}

function namedSitemaps(robots: RobotsAnswer, origin: string): string[] {
  if ('unreachable' in robots || robots.status !== 200) return [];
  const named = robotsLines(robots.text)
    .lines.filter(({ field }) => field === 'sitemap')
    .map(({ value }) => value);
  return [...new Set(named)]
    .slice(0, MAX_SITEMAPS)
    .map((url) => (URL.canParse(url, origin) ? new URL(url, origin).href : url));
}

async function fetchSitemap(
  { url, named }: { url: string; named: boolean },
  origin: string,
  visit: SiteVisit,
): Promise<{ answer: SitemapAnswer; sitemap?: Sitemap }> {
  const nothing = { url, named, listed: 0, foreign: [] };
  if (!URL.canParse(url)) return { answer: { ...nothing, problem: 'its address is not a URL' } };
  if (new URL(url).origin !== origin) return { answer: { ...nothing, notChecked: 'it is of another host' } };
  return visit.courtesy.ask(url, visit.budget, async () => {
    const time = visit.budget.atMost(TIME).left();
    if (time === 0) return { answer: { ...nothing, notChecked: TIME_OVER } };
    try {
      const response = await guardedFetch({
        url,
        guard: visit.guard,
        signal: visit.signal,
        limits: { bytes: BYTES, redirects: 5, time },
      });
      const body = await readBody(response.body);
      if (response.status !== 200) return { answer: { ...nothing, status: response.status } };
      const sitemap = readSitemap(body, String(response.headers['content-type'] ?? ''), 5 * BYTES);
      if (typeof sitemap === 'string') return { answer: { ...nothing, status: 200, problem: sitemap } };
      return {
        answer: { ...nothing, status: 200, listed: sitemap.listed, foreign: foreignOf(sitemap, origin) },
        sitemap,
      };
    } catch (error) {
      if (!isPageFault(error)) throw error;
      return { answer: { ...nothing, problem: error.message } };
    }
  });
}

const foreignOf = ({ locations }: Sitemap, origin: string): string[] => {
  const foreign: string[] = [];
  for (const location of locations) {
    if (foreign.length === MAX_FOREIGN) break;
    if (!URL.canParse(location) || new URL(location).origin !== origin) foreign.push(location.slice(0, 500));
  }
  return foreign;
};

function listedOf({ locations }: Sitemap, pages: readonly string[]): string[] {
  const wanted = new Map(pages.map((page) => [new URL(page).href, page]));
  return locations.flatMap((location) => (URL.canParse(location) ? (wanted.get(new URL(location).href) ?? []) : []));
}
