import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stagingFailed } from '../staging/errors';
import type { TargetGuard } from '../network';
import { findChromium, recordPages } from './browser';
import type { FetchedPage } from './fetch-page';
import type { MissedPage } from './fetch-pages';
import type { LighthouseRecord, Observed, PageRecord } from '@assay/target-records';
import type { TimeBudget } from './time-budget';

export interface BrowserObservation {
  readonly fetched: readonly FetchedPage[];
  readonly missed: readonly MissedPage[];
  readonly guard: TargetGuard;
  readonly engines: ReadonlySet<string>;
  readonly chromium: string | undefined;
  /** Most bytes that the browser may fetch for one page. */
  readonly bytes: number;
  readonly budget: TimeBudget;
  /** Milliseconds for one look at one page. */
  readonly lookTime: number;
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

export interface BrowserRecords {
  readonly pages: readonly PageRecord[];
  readonly lighthouse: readonly LighthouseRecord[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly count: number }[];
}

/** A page takes seconds in a browser, and a run of Lighthouse ten: more pages than these are looked at without one. */
const MOST_PAGES = 20;
const LOOK_TIME = 60_000;
const PAGE_BYTES = 50 * 1_024 * 1_024;
/**
 * Lighthouse and its browser came to 1,600 on a page of one heading; what their processes share is counted for each.
 */
const MEMORY_MB = 3_000;

/** What a browser sees of the pages, where a tool wants that; for each that it did not see, a record that says why. */
export async function observeInBrowser(observation: BrowserObservation): Promise<BrowserRecords> {
  const {
    fetched,
    missed,
    guard,
    engines,
    chromium: setting,
    bytes,
    budget,
    lookTime,
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
  const chromium = await findChromium(setting);
  if (!chromium.ok)
    return joined(
      unseen,
      unseenRecords(
        fetched.map(({ url }) => ({ url, why: { missing: chromium.refusal, because: 'skipped' } })),
        wanted,
      ),
    );

  const urls = fetched.map(({ url }) => url);
  const seen = await inShortFolder((scratch) =>
    recordPages({
      urls: urls.slice(0, MOST_PAGES),
      guard,
      chromium: chromium.value,
      wanted,
      scratch,
      signal,
      onProgress,
      limits: {
        bytes: Math.min(bytes, PAGE_BYTES),
        time: Math.min(LOOK_TIME, lookTime),
        memoryMb: MEMORY_MB,
        totalTime: budget.left(),
      },
    }),
  );
  const beyond = urls.slice(MOST_PAGES).map((url) => ({
    path: url,
    reason: `not looked at in a browser: those are the first ${MOST_PAGES} pages`,
    count: 1,
  }));
  return joined(unseen, { ...seen, leftOut: beyond });
}

/**
 * Chromium opens sockets in its folder: below a staging folder their path is longer than the 107 bytes that a socket's
 * may have, and it does not start.
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
