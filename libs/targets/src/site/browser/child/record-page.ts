import type { Observed } from '@assay/target-records';
import { beginCoverage } from './coverage';
import { findAxeViolations } from './find-axe-violations';
import { openPage } from './launch-browser';
import { loadPage } from './load-page';
import type { Look } from './look';
import { observeRuntime } from './observe-runtime';
import { reasonOf, within } from './within';

/** Of the time there is: a page that is not loaded by then is looked at as far as it came. */
const TO_LOAD = 0.5;

/**
 * One load of a page, of which everything is recorded. First what was seen while it loaded, which asks nothing of it,
 * then what must be asked: a page may answer the first question and not the second.
 */
export const look: Look = async (browser, job, deadline, say) => {
  const left = () => deadline - performance.now();
  const page = await openPage(browser);
  const session = await page.createCDPSession();
  const runtime = await observeRuntime(session);
  const coverage = await beginCoverage(page);
  const { finalUrl } = await loadPage(page, session, job, left() * TO_LOAD);
  say({ kind: 'loaded', finalUrl });
  say({ kind: 'runtime', value: { observed: runtime.seen() } });
  say({ kind: 'coverage', value: await observe(within(left() / 3, 'measuring what code it uses', coverage.end())) });
  say({ kind: 'axe', value: await observe(within(left(), 'checking its accessibility', findAxeViolations(session))) });
};

async function observe<Value>(question: Promise<Value>): Promise<Observed<Value>> {
  try {
    return { observed: await question };
  } catch (error) {
    return { missing: reasonOf(error), because: 'failed' };
  }
}
