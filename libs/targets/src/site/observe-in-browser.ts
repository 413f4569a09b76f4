import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stagingFailed } from '../staging/errors';
import type { TargetGuard } from '../network';
import { type BrowserSettings, findUsableBrowser, recordPages } from './browser';
import type { FetchedPage } from './fetch-page';
import type { MissedPage } from './fetch-pages';
import type { LighthouseRecord, Observed, PageRecord } from '@assay/target-records';
import type { TimeBudget } from './time-budget';

interface BrowserObservation {
  readonly fetched: readonly FetchedPage[];
  readonly missed: readonly MissedPage[];
  readonly guard: TargetGuard;
  readonly engines: ReadonlySet<string>;
  readonly browser: BrowserSettings;
  /** The most bytes that the browser may fetch for one page. */
  readonly bytes: number;
  readonly budget: TimeBudget;
  /** Milliseconds for one page in one browser. */
  readonly pageTime: number;
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

export interface BrowserRecords {
  readonly pages: readonly PageRecord[];
  readonly lighthouse: readonly LighthouseRecord[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly count: number }[];
}

/** A page takes seconds in a browser, and Lighthouse takes ten. Further pages are analysed without a browser. */
const MAX_PAGES = 20;
const MAX_PAGE_TIME = 60_000;
const PAGE_BYTES = 50 * 1_024 * 1_024;
/**
 * Lighthouse and its browser took 1,600 for a page with one heading. Memory that processes share counts for each of
 * them.
 */
const MEMORY_MB = 3_000;

/** Observes the pages in a browser, if a tool needs that. A page that was not observed gets a record that says why. */
export async function observeInBrowser(observation: BrowserObservation): Promise<BrowserRecords> {
  const {
    fetched,
    missed,
    guard,
    engines,
    browser: settings,
    bytes,
    budget,
    pageTime,
    signal,
    onProgress,
  } = observation;
  const wanted = new Set((['page', 'lighthouse'] as const).filter((engine) => engines.has(engine)));
  if (wanted.size === 0) return { pages: [], lighthouse: [], leftOut: [] };
  const unseen = unseenRecords(
    missed
      .filter(({ untrusted }) => untrusted)
      .map(({ url, fault }) => ({ url, why: { missing: fault.message, because: 'failed' } })),
    wanted,
  );
  const browser = await findUsableBrowser(settings);
  if (!browser.ok)
    return joined(
      unseen,
      unseenRecords(
        fetched.map(({ url }) => ({ url, why: { missing: browser.refusal, because: 'skipped' } })),
        wanted,
      ),
    );

  const urls = fetched.map(({ url }) => url);
  const seen = await inShortFolder((scratch) =>
    recordPages({
      urls: urls.slice(0, MAX_PAGES),
      guard,
      ...browser.value,
      wanted,
      scratch,
      signal,
      onProgress,
      limits: {
        bytes: Math.min(bytes, PAGE_BYTES),
        time: Math.min(MAX_PAGE_TIME, pageTime),
        memoryMb: MEMORY_MB,
        totalTime: budget.left(),
      },
    }),
  );
  const beyond = urls.slice(MAX_PAGES).map((url) => ({
    path: url,
    reason: `not opened in a browser: only the first ${MAX_PAGES} pages are`,
    count: 1,
  }));
  return joined(unseen, { ...seen, leftOut: beyond });
}

/**
 * Gives Chromium a folder with a short path. It opens sockets there, and a socket's path has at most 107 bytes. Below a
 * staging folder the path would be longer, and Chromium would not start.
 */
async function inShortFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-')).catch((error: unknown) => {
    throw stagingFailed(error);
  });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function unseenRecords(
  pages: readonly { readonly url: string; readonly why: Observed<never> }[],
  wanted: ReadonlySet<'page' | 'lighthouse'>,
): BrowserRecords {
  const browser = { name: 'none', version: '' };
  return {
    pages: wanted.has('page')
      ? pages.map(({ url, why }) => ({ url, finalUrl: url, loads: 0, browser, axe: why, runtime: why, coverage: why }))
      : [],
    lighthouse: wanted.has('lighthouse') ? pages.map(({ url, why }) => ({ url, runs: 0, report: why })) : [],
    leftOut: [],
  };
}

const joined = (a: BrowserRecords, b: BrowserRecords): BrowserRecords => ({
  pages: [...a.pages, ...b.pages],
  lighthouse: [...a.lighthouse, ...b.lighthouse],
  leftOut: [...a.leftOut, ...b.leftOut],
});
