import type { LighthouseRecord, PageRecord } from '@assay/target-records';

/**
 * The socket file in a browser's folder on which its proxy listens. A socket in the file system can be reached from
 * another network namespace, but only by processes that see it: those of this user, and the browser, to whose root it
 * is added.
 */
export const PROXY_SOCKET = 'proxy.sock';

/** The job of one browser, as it is sent to the child process. */
export interface BrowserJob {
  readonly kind: 'page' | 'lighthouse';
  readonly url: string;
  readonly chromium: string;
  /** Whether Chromium's own sandbox can be used. */
  readonly sandbox: boolean;
  /** See GuardingProxyOptions. */
  readonly mark: string;
  /**
   * Milliseconds that the child may take for everything. It is less than the parent's own limit, so that the child can
   * still report what it has.
   */
  readonly time: number;
}

/** The messages that the child writes to file descriptor 3, one JSON object a line. Each kind comes at most once. */
export type BrowserMessage =
  | { readonly kind: 'browser'; readonly name: string; readonly version: string }
  /** The page is loaded, from this address after redirects. */
  | { readonly kind: 'loaded'; readonly finalUrl: string }
  | { readonly kind: 'runtime'; readonly value: PageRecord['runtime'] }
  | { readonly kind: 'coverage'; readonly value: PageRecord['coverage'] }
  | { readonly kind: 'axe'; readonly value: PageRecord['axe'] }
  | { readonly kind: 'report'; readonly value: LighthouseRecord['report'] }
  /** The job failed. No further message follows. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The most of each kind that is recorded. Anything beyond is counted in `more`. */
export const BOUNDS = {
  text: 500,
  markup: 1_000,
  url: 2_000,
  violations: 200,
  elements: 30,
  messages: 100,
  requests: 200,
  files: 300,
  audits: 300,
  items: 20,
} as const;

/** No valid record is longer: 200 rules with 30 elements each, all cut at their limits, take 9 MB. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
