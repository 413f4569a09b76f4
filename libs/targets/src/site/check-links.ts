import { TargetNotAllowed, TargetUnreachable, guardedFetch } from '../network';
import { type FetchedPage, isPageFault } from './fetch-page';
import type { PageLink } from './read-page';
import type { LinkOutcome, LinksRecord } from '@assay/target-records';
import type { SiteVisit } from './site-visit';
import { TIME_OVER } from './time-budget';

const MAX_LINKS_PER_PAGE = 100;
const MAX_LINKS_PER_SESSION = 300;
const LINK_TIME = 15_000;
const REDIRECTS = 5;
/** A GET after a failed HEAD may have a body of any length, because the body is not read. */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER;
/** Some servers refuse HEAD but not GET. So a failed HEAD is repeated as GET. */
const needsGet = (outcome: LinkOutcome): boolean =>
  'status' in outcome ? outcome.status >= 400 : 'unreachable' in outcome && !outcome.loop;

/**
 * Follows the links of pages, each address once per session. Other hosts are not contacted: the user did not name them,
 * and a page may link to thousands.
 * @param allowed tells of each address of an origin whether its robots.txt lets Assay read it
 */
export async function checkLinks(
  pages: readonly FetchedPage[],
  allowed: (origin: string, urls: readonly string[]) => Promise<readonly boolean[]>,
  visit: SiteVisit,
): Promise<LinksRecord[]> {
  const known = new Map<string, Promise<LinkOutcome>>(
    pages.map(({ answer }) => [withoutFragment(answer.finalUrl), Promise.resolve({ status: answer.status })]),
  );
  let checked = 0;
  const outcomeOf = (
    link: PageLink,
    origin: string,
    index: number,
    forbidden: ReadonlySet<string>,
  ): Promise<LinkOutcome> => {
    const before = known.get(link.url);
    if (before) return before;
    if (new URL(link.url).origin !== origin) return Promise.resolve({ notChecked: 'another host' });
    if (index >= MAX_LINKS_PER_PAGE || checked >= MAX_LINKS_PER_SESSION)
      return Promise.resolve({
        notChecked: `only ${MAX_LINKS_PER_PAGE} links of a page and ${MAX_LINKS_PER_SESSION} of a session are followed`,
      });
    checked += 1;
    const outcome = forbidden.has(link.url)
      ? Promise.resolve({ notChecked: 'robots.txt keeps robots from it' })
      : follow(link.url, origin, visit);
    known.set(link.url, outcome);
    return outcome;
  };
  const records: LinksRecord[] = [];
  for (const {
    url,
    answer: { finalUrl, status },
    content,
  } of pages) {
    const { origin } = new URL(finalUrl);
    const asked = content.links
      .map((link) => link.url)
      .filter((each) => new URL(each).origin === origin && !known.has(each));
    const judged = asked.length > 0 && checked < MAX_LINKS_PER_SESSION ? await allowed(origin, asked) : [];
    const forbidden = new Set(asked.filter((_, index) => judged[index] === false));
    let own = 0;
    const links = await Promise.all(
      content.links.map(async (link) => {
        const index = new URL(link.url).origin === origin ? (own += 1) - 1 : 0;
        return { ...link, outcome: await outcomeOf(link, origin, index, forbidden) };
      }),
    );
    records.push({ url, page: { observed: { finalUrl, status, links, more: content.moreLinks } } });
  }
  return records;
}

async function follow(url: string, origin: string, visit: SiteVisit): Promise<LinkOutcome> {
  const outcome = await visit.courtesy.ask(url, visit.budget, () => ask(url, origin, 'HEAD', visit));
  const settled = needsGet(outcome)
    ? await visit.courtesy.ask(url, visit.budget, () => ask(url, origin, 'GET', visit))
    : outcome;
  visit.onProgress();
  return settled;
}

async function ask(
  url: string,
  origin: string,
  method: 'HEAD' | 'GET',
  { guard, budget, signal }: SiteVisit,
): Promise<LinkOutcome> {
  const time = budget.atMost(LINK_TIME).left();
  if (time === 0) return { notChecked: TIME_OVER };
  try {
    const response = await guardedFetch({
      url,
      guard,
      method,
      signal,
      limits: { bytes: ANY_LENGTH, redirects: REDIRECTS, time },
      mayFollow: (next) => next.origin === origin,
    });
    response.discard();
    if (response.status === 429) return { notChecked: 'the server asks for fewer requests (429)' };
    const left = response.status >= 300 && response.status < 400 ? response.headers.location : undefined;
    const redirectedTo = left ?? (response.redirects.length > 0 ? response.url : undefined);
    return { status: response.status, ...(redirectedTo !== undefined && { redirectedTo }) };
  } catch (error) {
    if (error instanceof TargetNotAllowed) return { notChecked: `it leads to what is not contacted: ${error.message}` };
    if (error instanceof TargetUnreachable)
      return { unreachable: error.message, ...(error.reason === 'redirects' && { loop: true }) };
    if (isPageFault(error)) return { unreachable: error.message };
    throw error;
  }
}

const withoutFragment = (url: string): string => url.split('#', 1)[0]!;
