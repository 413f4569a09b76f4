import type { TargetRecord } from '../staging/stage-target';
import type { FetchedPage } from './fetch-page';
import type { MissedPage } from './fetch-pages';
import type { BrowserRecords } from './observe-in-browser';
import type { HttpRecord, LinksRecord, Observed, SiteRecord, TlsRecord } from '@assay/target-records';

/** The observations of a site, by kind. A kind that no tool needs is undefined. */
export interface SiteObservations {
  readonly fetched: readonly FetchedPage[];
  readonly missed: readonly MissedPage[];
  readonly http: boolean;
  readonly tls: readonly TlsRecord[] | undefined;
  readonly sites: readonly SiteRecord[] | undefined;
  readonly links: readonly LinksRecord[] | undefined;
  readonly browser: BrowserRecords;
}

/**
 * Makes the records that are staged for the engines. A page with an untrusted connection gets records that say so, and
 * its tools end with that reason. Content from such a connection is not worth judging.
 */
export function siteRecords(
  urls: readonly string[],
  { fetched, missed, http, tls, sites, links, browser }: SiteObservations,
): TargetRecord[] {
  const untrusted = missed.filter((page) => page.untrusted);
  const ofPage = (kind: string, content: { readonly url: string }): TargetRecord => ({
    name: `${kind}/${urls.indexOf(content.url) + 1}.json`,
    path: content.url,
    content,
  });
  const numbered = (kind: string, contents: readonly { readonly origin: string }[], suffix = ''): TargetRecord[] =>
    contents.map((content, index) => ({
      name: `${kind}/${index + 1}.json`,
      path: `${content.origin}${suffix}`,
      content,
    }));
  return [
    ...(http
      ? [
          ...fetched.map(httpRecord),
          ...untrusted.map((page): HttpRecord => ({ url: page.url, answer: notSeen(page) })),
        ].map((each) => ofPage('http', each))
      : []),
    ...(links
      ? [...links, ...untrusted.map((page): LinksRecord => ({ url: page.url, page: notSeen(page) }))].map((each) =>
          ofPage('links', each),
        )
      : []),
    ...(tls ? numbered('tls', tls) : []),
    ...(sites ? numbered('site', [...sites, ...unseenSites(sites, untrusted)], '/robots.txt') : []),
    ...browser.pages.map((each) => ofPage('page', each)),
    ...browser.lighthouse.map((each) => ofPage('lighthouse', each)),
  ];
}

const httpRecord = ({ url, answer }: FetchedPage): HttpRecord => ({ url, answer: { observed: answer } });

const notSeen = ({ fault }: MissedPage): Observed<never> => ({ missing: fault.message, because: 'failed' });

function unseenSites(seen: readonly SiteRecord[], untrusted: readonly MissedPage[]): SiteRecord[] {
  const known = new Set(seen.map(({ origin }) => origin));
  const unseen = new Map(untrusted.map((page) => [new URL(page.url).origin, page]));
  return [...unseen]
    .filter(([origin]) => !known.has(origin))
    .map(([origin, page]) => ({ origin, site: notSeen(page) }));
}
