import { openPage } from './launch-browser';
import type { Look } from './look';
import { readLighthouseResult } from './read-lighthouse-result';

/** What Lighthouse needs after the page was loaded, for its audits. */
const TO_AUDIT = 15_000;

const FLAGS = {
  logLevel: 'silent',
  onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  // Simulated: the page is loaded as fast as it goes, once, and a slow network is calculated from that.
  throttlingMethod: 'simulate',
  // Pictures are most of a report, and nobody looks at them.
  disableFullPageScreenshot: true,
  skipAudits: ['screenshot-thumbnails', 'final-screenshot'],
} as const;

/** All of Lighthouse that the types of this project know. */
type Lighthouse = (
  url: string,
  flags: Readonly<Record<string, unknown>>,
  config: undefined,
  page: unknown,
) => Promise<{ readonly lhr: unknown } | undefined>;

/** One run of Lighthouse for all its categories. */
export const look: Look = async (browser, { url }, deadline, say) => {
  const page = await openPage(browser);
  const { default: lighthouse } = (await import('lighthouse')) as unknown as { default: Lighthouse };
  const maxWaitForLoad = Math.max(1_000, Math.min(45_000, deadline - performance.now() - TO_AUDIT));
  const result = await lighthouse(url, { ...FLAGS, maxWaitForLoad }, undefined, page);
  say({ kind: 'report', value: readLighthouseResult(result?.lhr) });
};
