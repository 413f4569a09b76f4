import { createTaskPool } from '../staging/task-pool';
import { TargetUnreachable } from '../network';
import { type FetchedPage, fetchPage, isPageFault } from './fetch-page';
import type { SiteVisit } from './site-visit';

/** A page that could not be fetched, and why. */
export interface MissedPage {
  readonly url: string;
  readonly fault: Error;
  /** Whether the host answers, but its certificate cannot be trusted. The connection itself can still be judged. */
  readonly untrusted: boolean;
}

/** Pages that are fetched at once from all hosts. Each may take megabytes of memory. */
const PARALLEL_PAGES = 6;

/**
 * Fetches each page once. The result is in the order of `urls`. A page that fails does not affect the others.
 * @param keep stores the text of a page, if it is HTML
 * @throws the signal's reason, what `keep` throws
 */
export async function fetchPages(
  urls: readonly string[],
  bytes: number,
  { guard, courtesy, parser, budget, signal, onProgress }: SiteVisit,
  keep: (url: string, html: string) => Promise<void>,
): Promise<(FetchedPage | MissedPage)[]> {
  const results = new Map<string, FetchedPage | MissedPage>();
  const pool = createTaskPool(PARALLEL_PAGES);
  const fetchOne = async (url: string): Promise<FetchedPage | MissedPage> => {
    try {
      const { page, html } = await fetchPage({ url, guard, parser, bytes, budget, signal });
      if (html !== undefined) await keep(url, html);
      return page;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPageFault(error)) throw error;
      return { url, fault: error, untrusted: error instanceof TargetUnreachable && error.reason === 'certificate' };
    }
  };
  try {
    for (const url of urls) {
      await pool.add(async () => {
        results.set(url, await courtesy.ask(url, budget, () => fetchOne(url)));
        onProgress();
      });
    }
    await pool.drain();
  } finally {
    await pool.quiesce();
  }
  return urls.map((url) => results.get(url)!);
}

export const isMissed = (page: FetchedPage | MissedPage): page is MissedPage => 'fault' in page;
