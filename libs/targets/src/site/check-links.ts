import { TargetNotAllowed, TargetUnreachable, guardedFetch } from '../network';
import { type FetchedPage, isPageFault } from './fetch-page';
import type { PageLink } from './read-page';
import type { LinkOutcome, LinksRecord, RobotsRules } from '@assay/target-records';
import type { SiteVisit } from './site-visit';
import { TIME_OVER } from './time-budget';

const CHECKED_A_PAGE = 100;
const CHECKED_A_SESSION = 300;
const LINK_TIME = 15_000;
const REDIRECTS = 5;
/** Of a body that is asked for where HEAD says nothing: none of it is read, however long it is. */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER;
/** What servers answer to HEAD and would not answer to GET is known by asking again. */
const mayMeanHead = (outcome: LinkOutcome): boolean =>
  'status' in outcome ? outcome.status >= 400 : 'unreachable' in outcome && !outcome.loop;

type Rules = Pick<RobotsRules, 'allows'>;

/**
 * Follows the links of pages, each address once a session. Of other hosts none is contacted: they were not named by
 * whoever asked for this, and a page can hold thousands.
 * @param rulesOf what an origin's robots.txt lets us read
 */
export async function checkLinks(
  pages: readonly FetchedPage[],
  rulesOf: (origin: string) => Promise<Rules>,
  visit: SiteVisit,
): Promise<LinksRecord[]> {
  const known = new Map<string, Promise<LinkOutcome>>(
    pages.map(({ answer }) => [withoutFragment(answer.finalUrl), Promise.resolve({ status: answer.status })]),
  );
  let checked = 0;
  const outcomeOf = (link: PageLink, origin: string, index: number): Promise<LinkOutcome> => {
    const before = known.get(link.url);
    if (before) return before;
    if (new URL(link.url).origin !== origin) return Promise.resolve({ notChecked: 'another host' });
    if (index >= CHECKED_A_PAGE || checked >= CHECKED_A_SESSION)
      return Promise.resolve({
        notChecked: `only ${CHECKED_A_PAGE} links of a page and ${CHECKED_A_SESSION} of a session are followed`,
      });
    checked += 1;
    const outcome = follow(link.url, origin, rulesOf, visit);
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
    let own = 0;
    const links = await Promise.all(
      content.links.map(async (link) => {
        const index = new URL(link.url).origin === origin ? (own += 1) - 1 : 0;
        return { ...link, outcome: await outcomeOf(link, origin, index) };
      }),
    );
    records.push({ url, page: { observed: { finalUrl, status, links, more: content.moreLinks } } });
  }
  return records;
}

async function follow(
  url: string,
  origin: string,
  rulesOf: (origin: string) => Promise<Rules>,
  visit: SiteVisit,
): Promise<LinkOutcome> {
  const rules = await rulesOf(origin);
  if (!rules.allows(url)) return { notChecked: 'robots.txt keeps robots from it' };
  const outcome = await visit.courtesy.ask(url, visit.budget, () => ask(url, origin, 'HEAD', visit));
  const settled = mayMeanHead(outcome)
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
    return { status: response.status, ...(redirectedTo === undefined ? {} : { redirectedTo }) };
  } catch (error) {
    if (error instanceof TargetNotAllowed) return { notChecked: `it leads to what is not contacted: ${error.message}` };
    if (error instanceof TargetUnreachable)
      return { unreachable: error.message, ...(error.reason === 'redirects' ? { loop: true } : {}) };
    if (isPageFault(error)) return { unreachable: error.message };
    throw error;
  }
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');
