import type { BrowserJob } from './browser-job';

/** The input of the child process that prints. */
export interface PrintJob extends Pick<BrowserJob, 'chromium' | 'sandbox' | 'time'> {
  /** The absolute path of the page. */
  readonly page: string;
}
