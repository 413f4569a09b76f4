import { type JobRunner, openPage } from './launch-browser';
import { readLighthouseResult } from './read-lighthouse-result';

/** Milliseconds that Lighthouse needs for its audits after the page has loaded. */
const AUDIT_TIME = 15_000;

const FLAGS = {
  logLevel: 'silent',
  onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  // The page is loaded once, at full speed, and the effect of a slow network is calculated from that.
  throttlingMethod: 'simulate',
  // Screenshots are most of a report, and nobody looks at them.
  disableFullPageScreenshot: true,
  skipAudits: ['screenshot-thumbnails', 'final-screenshot'],
} as const;

/** The one function of Lighthouse that is used. */
type Lighthouse = (
  url: string,
  flags: Readonly<Record<string, unknown>>,
  config: undefined,
  page: unknown,
) => Promise<{ readonly lhr: unknown } | undefined>;

/** The compiler does not look for the package, which a small installation leaves out. */
const LIGHTHOUSE: string = 'lighthouse';

/** Runs Lighthouse once, for all its categories. */
export const runJob: JobRunner = async (browser, { url }, deadline, report) => {
  const page = await openPage(browser);
  const { default: lighthouse } = (await import(LIGHTHOUSE)) as { default: Lighthouse };
  const maxWaitForLoad = Math.max(1_000, Math.min(45_000, deadline - performance.now() - AUDIT_TIME));
  const result = await lighthouse(url, { ...FLAGS, maxWaitForLoad }, undefined, page);
  report({ kind: 'report', value: readLighthouseResult(result?.lhr) });
};
