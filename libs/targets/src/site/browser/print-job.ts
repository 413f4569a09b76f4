import type { BrowserJob } from './browser-job';

/** What the child process that prints is told. */
export interface PrintJob extends Pick<BrowserJob, 'chromium' | 'sandbox' | 'time'> {
  /** The absolute path of the page. */
  readonly page: string;
}
