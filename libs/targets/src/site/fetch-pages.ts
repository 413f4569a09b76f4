import { createTaskPool } from '../staging/task-pool';
import { TargetUnreachable } from '../network';
import { type FetchedPage, fetchPage, isPageFault } from './fetch-page';
import type { SiteVisit } from './site-visit';

/** A page that could not be had, and why. */
export interface MissedPage {
  readonly url: string;
  readonly fault: Error;
  /** The host answers, but no encrypted connection to it can be trusted: the connection itself can still be judged. */
  readonly untrusted: boolean;
}

/** Pages at once, over all hosts: each may be megabytes while it is read. */
const AT_ONCE = 6;

/**
 * Each page once, in the order in which they were named. What is wrong with one is no reason to leave the others.
 * @param keep takes a page's text, where it is HTML
 * @throws the signal's reason, what `keep` throws
 */
export async function fetchPages(
  urls: readonly string[],
  bytes: number,
  { guard, courtesy, budget, signal, onProgress }: SiteVisit,
  keep: (url: string, html: string) => Promise<void>,
): Promise<(FetchedPage | MissedPage)[]> {
  const results = new Map<string, FetchedPage | MissedPage>();
  const pool = createTaskPool(AT_ONCE);
  const fetchOne = async (url: string): Promise<FetchedPage | MissedPage> => {
    try {
      const { page, html } = await fetchPage({ url, guard, bytes, budget, signal });
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
