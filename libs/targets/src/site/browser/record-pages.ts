import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TargetGuard } from '../../network';
import type { LighthouseRecord, PageRecord } from '@assay/target-records';
import type { BrowserConfinement } from './browser-confinement';
import { lighthouseRecord, pageRecord } from './compose-records';
import { type BrowserLimits, type BrowserOutcome, type BrowserRun, runBrowserJob } from './run-browser-job';
import { createSlots } from './slots';

export interface RecordPagesOptions {
  readonly urls: readonly string[];
  readonly guard: TargetGuard;
  /** See `findChromium`. */
  readonly chromium: string;
  readonly wanted: ReadonlySet<'page' | 'lighthouse'>;
  readonly limits: BrowserLimits & {
    /**
     * Milliseconds for all pages, including the wait for other sessions' browsers. Pages that come too late are
     * recorded as failed. Default: only the signal limits the time.
     */
    readonly totalTime?: number;
  };
  /**
   * An empty folder, which is empty again afterwards. Its path must be short, because Chromium opens sockets in it, and
   * a socket's path has at most 107 bytes.
   */
  readonly scratch: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Default: everything that this machine offers. */
  readonly confinement?: BrowserConfinement;
}

export interface RecordedPages {
  /** In the order of `urls`; empty if not wanted. */
  readonly pages: readonly PageRecord[];
  readonly lighthouse: readonly LighthouseRecord[];
}

/** A browser keeps a processor busy and takes half a gigabyte. */
const browserSlots = createSlots(Math.max(1, Math.floor(availableParallelism() / 2)));

/** Lighthouse measures times. Two runs at once on one machine would disturb each other. */
const lighthouseSlots = createSlots(1);

/**
 * Opens each page in a browser. One load serves everything that `page` records, and one run of Lighthouse serves
 * everything that `lighthouse` records. Each uses a fresh browser. What a page does to its browser is recorded, not
 * thrown.
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
      pages.push(pageRecord(url, await runInSlot('page', url, options, deadline)));
      progress();
    }
    if (wanted.has('lighthouse')) {
      lighthouse.push(lighthouseRecord(url, await runInSlot('lighthouse', url, options, deadline)));
      progress();
    }
  }
  return { pages, lighthouse };
}

async function runInSlot(
  kind: BrowserRun['kind'],
  url: string,
  { guard, chromium, limits, scratch, signal, confinement }: RecordPagesOptions,
  deadline: number,
): Promise<BrowserOutcome> {
  const admitted = guard.checkUrl(url);
  if (!admitted.ok) return notOpened(admitted.refusal.message);
  const run = () => {
    const time = Math.min(limits.time, deadline - performance.now());
    if (time < limits.time / 4) return Promise.resolve(notOpened('there was no time left to look at it in a browser'));
    return runBrowserJob({
      kind,
      url,
      chromium,
      guard,
      limits: { ...limits, time: Math.floor(time) },
      folder: join(scratch, kind),
      ...(signal && { signal }),
      ...(confinement && { confinement }),
    });
  };
  const inBrowser = () => browserSlots.run(run, signal);
  return kind === 'lighthouse' ? lighthouseSlots.run(inBrowser, signal) : inBrowser();
}

const notOpened = (failure: string): BrowserOutcome => ({ messages: {}, failure, refusals: new Map() });
