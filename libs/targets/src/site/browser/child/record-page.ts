import type { Observed } from '@assay/target-records';
import { beginCoverage } from './coverage';
import { findAxeViolations } from './find-axe-violations';
import { type JobRunner, openPage } from './launch-browser';
import { loadPage } from './load-page';
import { observeRuntime } from './observe-runtime';
import { reasonOf, withTimeout } from './with-timeout';

/** The share of the time for loading. A page that is not loaded by then is analysed as it is. */
const LOAD_SHARE = 0.5;

/**
 * Loads a page once and records everything. First it reports what it observed while the page loaded, which needs no
 * cooperation of the page. Then it asks the page: it may answer one question and not the next.
 */
export const runJob: JobRunner = async (browser, job, deadline, report) => {
  const left = () => deadline - performance.now();
  const page = await openPage(browser);
  const session = await page.createCDPSession();
  const runtime = await observeRuntime(session);
  const coverage = await beginCoverage(page);
  const { finalUrl } = await loadPage(page, session, job, left() * LOAD_SHARE);
  report({ kind: 'loaded', finalUrl });
  report({ kind: 'runtime', value: { observed: runtime.seen() } });
  const usedCode = withTimeout(left() / 3, 'measuring what code it uses', coverage.end());
  report({ kind: 'coverage', value: await observe(usedCode) });
  const violations = withTimeout(left(), 'checking its accessibility', findAxeViolations(session));
  report({ kind: 'axe', value: await observe(violations) });
};

async function observe<Value>(question: Promise<Value>): Promise<Observed<Value>> {
  try {
    return { observed: await question };
  } catch (error) {
    return { missing: reasonOf(error), because: 'failed' };
  }
}
