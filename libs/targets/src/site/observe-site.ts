import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stagingFailed } from '../staging/errors';
import type { TargetGuard } from '../network';
import type { TargetContent } from '../staging/stage-target';
import { checkLinks } from './check-links';
import type { FetchedPage } from './fetch-page';
import { type MissedPage, fetchPages, isMissed } from './fetch-pages';
import { createHostCourtesy } from './host-courtesy';
import { observeInBrowser } from './observe-in-browser';
import { observeOrigins, recordSites } from './observe-origins';
import { observeTls } from './observe-tls';
import { type SiteObservations, siteRecords } from './write-site-records';
import type { SiteVisit } from './site-visit';
import { openTimeBudget } from './time-budget';

export interface SiteObservation {
  /** As the guard admits them, each once. At least one. */
  readonly urls: readonly string[];
  readonly guard: TargetGuard;
  /** What none of these judges is not observed. */
  readonly engines: ReadonlySet<string>;
  /** As ASSAY_CHROMIUM says: a path, `off`, or undefined for any that is installed. */
  readonly chromium: string | undefined;
  readonly limits: {
    /** Of one page, and of what a browser fetches for one. */
    readonly bytes: number;
    /** Milliseconds for all of it. */
    readonly time: number;
    /** Milliseconds for what one kind of tool needs. */
    readonly toolTime: number;
  };
  /** Absolute; not there yet. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: unknown) => void;
}

/** A page that was looked at, and how often it was asked for. */
export interface ObservedPage {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly fetches: number;
  readonly browserLoads: number;
  readonly lighthouseRuns: number;
}

export interface ObservedSite extends TargetContent {
  readonly pages: readonly ObservedPage[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly count: number }[];
}

/**
 * Asks for the pages, and looks at what the tools' engines judge: headers, certificates, links, robots.txt, and what a
 * browser sees. A page that cannot be had is left out; one whose certificate nobody trusts is still known by that.
 * @throws TargetNotAllowed, TargetUnreachable, TargetTooLarge where nothing can be had: what is wrong with the first
 *   page; InfrastructureError, the signal's reason
 */
export async function observeSite(observation: SiteObservation): Promise<ObservedSite> {
  const { urls, folder } = observation;
  const observed = await observe(observation);
  const { fetched, missed, browser } = observed;
  return {
    source: {
      folder: join(folder, SOURCE),
      pathOf: (path) => urls[Number(/(\d+)\.html$/.exec(path)?.[1]) - 1] ?? path,
    },
    ...(fetched.length === 0 && { unavailable: { source: missed[0]!.fault.message } }),
    records: siteRecords(urls, observed),
    pages: fetched.map(({ url, answer: { finalUrl, status } }) => ({
      url,
      finalUrl,
      status,
      fetches: 1,
      browserLoads: browser.pages.find((each) => each.url === url)?.loads ?? 0,
      lighthouseRuns: browser.lighthouse.find((each) => each.url === url)?.runs ?? 0,
    })),
    leftOut: [...missed.map(({ url, fault }) => ({ path: url, reason: fault.message, count: 1 })), ...browser.leftOut],
  };
}

const SOURCE = 'source';

async function observe({
  urls,
  guard,
  engines,
  chromium,
  limits,
  folder,
  signal,
  onProgress,
}: SiteObservation): Promise<SiteObservations> {
  const whole = openTimeBudget(limits.time);
  const courtesy = createHostCourtesy(signal);
  let answers = 0;
  const told = () => onProgress({ answers: (answers += 1) });
  const visit = (milliseconds: number): SiteVisit => ({
    guard,
    courtesy,
    budget: whole.atMost(milliseconds),
    signal,
    onProgress: told,
  });

  const pages = join(folder, SOURCE, 'pages');
  await writing(() => mkdir(pages, { recursive: true }));
  const results = await fetchPages(urls, limits.bytes, visit(limits.time), (url, html) =>
    writing(() => writeFile(join(pages, `${urls.indexOf(url) + 1}.html`), html)),
  );
  const fetched = results.filter((page): page is FetchedPage => !isMissed(page));
  const missed = results.filter(isMissed);

  const tls = engines.has('tls') ? await observeTls(placesOf(fetched, missed), visit(limits.toolTime)) : undefined;
  if (fetched.length === 0 && !tls?.some(({ connection }) => 'observed' in connection)) throw missed[0]!.fault;
  const origins = observeOrigins(visit(limits.toolTime));
  const sites = engines.has('site') ? await recordSites(fetched, origins, visit(limits.toolTime)) : undefined;
  const links = engines.has('links')
    ? await checkLinks(fetched, origins.rulesForUs, visit(limits.toolTime))
    : undefined;
  const browser = await observeInBrowser({
    fetched,
    missed,
    guard,
    engines,
    chromium,
    bytes: limits.bytes,
    budget: whole,
    lookTime: limits.toolTime,
    signal,
    onProgress: told,
  });
  return { fetched, missed, http: engines.has('http-answers'), tls, sites, links, browser };
}

/** Where the pages came from in the end, and where they would have come from with a certificate that can be trusted. */
const placesOf = (fetched: readonly FetchedPage[], missed: readonly MissedPage[]): string[] => [
  ...fetched.map(({ answer }) => answer.finalUrl),
  ...missed.filter(({ untrusted }) => untrusted).map(({ url }) => url.replace(/^http:/, 'https:')),
];

async function writing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw stagingFailed(error);
  }
}
