import type { LighthouseRecord, PageRecord } from '@assay/target-records';

/** What one browser is started for, as the child process is told. */
export interface BrowserJob {
  readonly kind: 'page' | 'lighthouse';
  readonly url: string;
  readonly chromium: string;
  /** Whether Chromium's own sandbox can be used. */
  readonly sandbox: boolean;
  /** See GuardingProxyOptions. */
  readonly mark: string;
  /**
   * Milliseconds that the child may take for everything; less than its parent gives it, so that it can still say what
   * it has.
   */
  readonly time: number;
}

/** What the child writes to file descriptor 3, one JSON object a line; each kind at most once. */
export type BrowserMessage =
  | { readonly kind: 'browser'; readonly name: string; readonly version: string }
  /** The page is there, at this address after redirects. */
  | { readonly kind: 'loaded'; readonly finalUrl: string }
  | { readonly kind: 'runtime'; readonly value: PageRecord['runtime'] }
  | { readonly kind: 'coverage'; readonly value: PageRecord['coverage'] }
  | { readonly kind: 'axe'; readonly value: PageRecord['axe'] }
  | { readonly kind: 'report'; readonly value: LighthouseRecord['report'] }
  /** Nothing more comes. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The most of each that is recorded; what is beyond is counted in `more`. */
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

/** A longer line is no record: 200 rules with 30 elements are 9 MB only where each is cut. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
