import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TargetGuard } from '../../network';
import type { LighthouseRecord, PageRecord } from '@assay/target-records';
import type { BrowserConfinement } from './browser-confinement';
import { lighthouseRecord, pageRecord } from './compose-records';
import { type BrowserLimits, type BrowserOutcome, type BrowserRun, runBrowserJob } from './run-browser-job';
import { createTurns } from './turns';

export interface RecordPagesOptions {
  readonly urls: readonly string[];
  readonly guard: TargetGuard;
  /** See `findChromium`. */
  readonly chromium: string;
  readonly wanted: ReadonlySet<'page' | 'lighthouse'>;
  readonly limits: BrowserLimits & {
    /**
     * Milliseconds for all pages, waiting for other sessions' browsers included; what it is too late for is recorded as
     * failed. Default: no limit but the signal.
     */
    readonly totalTime?: number;
  };
  /**
   * An empty folder with a short path (Chromium opens sockets in it, whose path has at most 107 bytes), which is left
   * empty.
   */
  readonly scratch: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Default: all that this machine offers. */
  readonly confinement?: BrowserConfinement;
}

export interface RecordedPages {
  /** In the order of `urls`; empty where not wanted. */
  readonly pages: readonly PageRecord[];
  readonly lighthouse: readonly LighthouseRecord[];
}

/** A browser keeps a processor busy and takes half a gigabyte. */
const browserTurns = createTurns(Math.max(1, Math.floor(availableParallelism() / 2)));

/** Lighthouse measures: two at once on one machine measure each other. */
const lighthouseTurns = createTurns(1);

/**
 * Looks at each page in a browser: one load for all that `page` records, one run of Lighthouse for all that
 * `lighthouse` does, each in a fresh browser. What a page does to its browser is in its record, not thrown.
 * @throws the signal's reason, InfrastructureError when no process can be started
 */
export async function recordPages(options: RecordPagesOptions): Promise<RecordedPages> {
  const { urls, wanted, onProgress } = options;
  const deadline = performance.now() + (options.limits.totalTime ?? Infinity);
  const total = urls.length * wanted.size;
  const pages: PageRecord[] = [];
  const lighthouse: LighthouseRecord[] = [];
  const progress = () => onProgress?.(pages.length + lighthouse.length, total);
  for (const url of urls) {
    if (wanted.has('page')) {
      pages.push(pageRecord(url, await look('page', url, options, deadline)));
      progress();
    }
    if (wanted.has('lighthouse')) {
      lighthouse.push(lighthouseRecord(url, await look('lighthouse', url, options, deadline)));
      progress();
    }
  }
  return { pages, lighthouse };
}

async function look(
  kind: BrowserRun['kind'],
  url: string,
  { guard, chromium, limits, scratch, signal, confinement }: RecordPagesOptions,
  deadline: number,
): Promise<BrowserOutcome> {
  const admitted = guard.checkUrl(url);
  if (!admitted.ok) return notLookedAt(admitted.refusal.message);
  const run = () => {
    const time = Math.min(limits.time, deadline - performance.now());
    if (time < limits.time / 4)
      return Promise.resolve(notLookedAt('there was no time left to look at it in a browser'));
    return runBrowserJob({
      kind,
      url,
      chromium,
      guard,
      limits: { ...limits, time: Math.floor(time) },
      folder: join(scratch, kind),
      ...(signal ? { signal } : {}),
      ...(confinement ? { confinement } : {}),
    });
  };
  const inBrowser = () => browserTurns.take(run, signal);
  return kind === 'lighthouse' ? lighthouseTurns.take(inBrowser, signal) : inBrowser();
}

const notLookedAt = (failure: string): BrowserOutcome => ({ said: {}, failure, refusals: new Map() });
