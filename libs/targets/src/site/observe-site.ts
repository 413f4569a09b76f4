import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stagingFailed } from '../staging/errors';
import type { TargetGuard } from '../network';
import type { TargetContent } from '../staging/stage-target';
import type { WriteBudget } from '../staging/write-budget';
import type { BrowserSettings } from './browser';
import { checkLinks } from './check-links';
import type { FetchedPage } from './fetch-page';
import { type MissedPage, fetchPages, isMissed } from './fetch-pages';
import { createHostCourtesy } from './host-courtesy';
import { observeInBrowser } from './observe-in-browser';
import { observeOrigins, recordSites } from './observe-origins';
import { observeTls } from './observe-tls';
import { type SiteParser, openSiteParser } from './parser/site-parser';
import { type SiteObservations, siteRecords } from './write-site-records';
import type { SiteVisit } from './site-visit';
import { openTimeBudget } from './time-budget';

export interface SiteObservation {
  /** URLs in the form that the guard admits, without duplicates. At least one. */
  readonly urls: readonly string[];
  readonly guard: TargetGuard;
  /** The engines that will run. Only what they judge is observed. */
  readonly engines: ReadonlySet<string>;
  readonly browser: BrowserSettings;
  readonly limits: {
    /** Bytes of one page, and of everything that a browser fetches for it. */
    readonly bytes: number;
    /** Milliseconds for the whole observation. */
    readonly time: number;
    /** Milliseconds for the part of one kind of tool. */
    readonly toolTime: number;
  };
  /** The absolute path of a folder that must not exist yet. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress: (progress: unknown) => void;
}

/** A page that was observed, and how often it was requested. */
interface ObservedPage {
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
 * Fetches the pages and observes what the engines judge: headers, certificates, links, robots.txt, and the page in a
 * browser. What the site sends is parsed in a process of its own. A page that cannot be fetched is left out. If only
 * its certificate is untrusted, the connection is still recorded.
 * @throws TargetNotAllowed, TargetUnreachable, TargetTooLarge: the fault of the first page, if nothing can be fetched;
 *   InfrastructureError, the signal's reason
 */
export async function observeSite(observation: SiteObservation): Promise<ObservedSite> {
  const { urls, folder, signal } = observation;
  await failAsStaging(() => mkdir(join(folder, SOURCE, 'pages'), { recursive: true }));
  const parser = openSiteParser({ folder, signal });
  const observed = await observe(observation, parser).finally(() => parser.close());
  const { fetched, missed, browser } = observed;
  return {
    source: {
      folder: join(folder, SOURCE),
      naming: Object.fromEntries(urls.map((url, index) => [`pages/${index + 1}.html`, url])),
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

async function observe(observation: SiteObservation, parser: SiteParser): Promise<SiteObservations> {
  const { urls, guard, engines, limits, folder, signal, writes, onProgress } = observation;
  const whole = openTimeBudget(limits.time);
  const courtesy = createHostCourtesy(signal);
  let answers = 0;
  const onAnswer = () => onProgress({ answers: (answers += 1) });
  const visit = (milliseconds: number): SiteVisit => ({
    guard,
    courtesy,
    parser,
    budget: whole.atMost(milliseconds),
    signal,
    onProgress: onAnswer,
  });

  const pages = join(folder, SOURCE, 'pages');
  const results = await fetchPages(urls, limits.bytes, visit(limits.time), (url, html) => {
    writes?.take(Buffer.byteLength(html));
    return failAsStaging(() => writeFile(join(pages, `${urls.indexOf(url) + 1}.html`), html));
  });
  const fetched = results.filter((page): page is FetchedPage => !isMissed(page));
  const missed = results.filter(isMissed);

  const tls = engines.has('tls') ? await observeTls(finalUrls(fetched, missed), visit(limits.toolTime)) : undefined;
  if (fetched.length === 0 && !tls?.some(({ connection }) => 'observed' in connection)) throw missed[0]!.fault;
  const origins = observeOrigins(visit(limits.toolTime));
  const sites = engines.has('site') ? await recordSites(fetched, origins, visit(limits.toolTime)) : undefined;
  const links = engines.has('links')
    ? await checkLinks(fetched, origins.allowedForAssay, visit(limits.toolTime))
    : undefined;
  await parser.close(); // a browser needs the memory
  const browser = await observeInBrowser({
    fetched,
    missed,
    guard,
    engines,
    browser: observation.browser,
    bytes: limits.bytes,
    budget: whole,
    pageTime: limits.toolTime,
    signal,
    onProgress: onAnswer,
  });
  return { fetched, missed, http: engines.has('http-answers'), tls, sites, links, browser };
}

/** The final URLs of the pages, and the https URLs of pages whose certificate is untrusted. */
const finalUrls = (fetched: readonly FetchedPage[], missed: readonly MissedPage[]): string[] => [
  ...fetched.map(({ answer }) => answer.finalUrl),
  ...missed.filter(({ untrusted }) => untrusted).map(({ url }) => url.replace(/^http:/, 'https:')),
];

async function failAsStaging(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw stagingFailed(error);
  }
}
