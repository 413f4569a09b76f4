import type { Browser } from 'puppeteer-core';
import type { BrowserJob, BrowserMessage } from '../browser-job';

/**
 * Does what a browser was started for.
 * @param deadline by the clock of `performance.now()`
 */
export type Look = (
  browser: Browser,
  job: BrowserJob,
  deadline: number,
  say: (message: BrowserMessage) => void,
) => Promise<void>;
