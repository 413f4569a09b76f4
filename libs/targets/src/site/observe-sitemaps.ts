import { guardedFetch, readBody } from '../network';
import { isPageFault } from './fetch-page';
import type { SitemapAnswer } from '@assay/target-records';
import { type SitemapContent, MAX_SITEMAPS } from './parser/questions';
import type { SiteVisit } from './site-visit';
import { TIME_OVER } from './time-budget';

const BYTES = 10 * 1_024 * 1_024;
const TIME = 30_000;

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
  named: readonly string[],
  pages: readonly string[],
  visit: SiteVisit,
): Promise<ObservedSitemaps> {
  const queue = (named.length > 0 ? named : [`${origin}/sitemap.xml`]).map((url) => ({
    url,
    named: named.length > 0,
    nested: false,
  }));
  const seen = new Set(queue.map(({ url }) => url));
  const sitemaps: SitemapAnswer[] = [];
  const listedPages = new Set<string>();
  for (let next = queue.shift(); next !== undefined && sitemaps.length < MAX_SITEMAPS; next = queue.shift()) {
    const { answer, sitemap } = await fetchSitemap(next, { origin, pages, known: [...seen] }, visit);
    visit.onProgress();
    sitemaps.push(answer);
    for (const page of sitemap?.pages ?? []) listedPages.add(page);
    if (next.nested) continue;
    for (const url of sitemap?.next ?? []) {
      seen.add(url);
      queue.push({ url, named: true, nested: true });
    }
  }
  return { sitemaps, listedPages };
}

type ReadSitemap = Exclude<SitemapContent, { readonly problem: string }>;

async function fetchSitemap(
  { url, named }: { url: string; named: boolean },
  asked: { readonly origin: string; readonly pages: readonly string[]; readonly known: readonly string[] },
  visit: SiteVisit,
): Promise<{ answer: SitemapAnswer; sitemap?: ReadSitemap }> {
  const nothing = { url, named, listed: 0, foreign: [] };
  if (!URL.canParse(url)) return { answer: { ...nothing, problem: 'its address is not a URL' } };
  if (new URL(url).origin !== asked.origin) return { answer: { ...nothing, notChecked: 'it is of another host' } };
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
      const contentType = String(response.headers['content-type'] ?? '');
      const sitemap = await visit.parser.sitemap(body, { url, contentType, limit: 5 * BYTES, ...asked });
      if ('problem' in sitemap) return { answer: { ...nothing, status: 200, problem: sitemap.problem } };
      return { answer: { ...nothing, status: 200, listed: sitemap.listed, foreign: sitemap.foreign }, sitemap };
    } catch (error) {
      if (!isPageFault(error)) throw error;
      return { answer: { ...nothing, problem: error.message } };
    }
  });
}
