import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import { endWithParent, writeResult } from '@assay/sandbox';
import type { BrowserJob, BrowserMessage } from '../browser-job';
import type { Look } from './look';
import { launchBrowser } from './launch-browser';
import { reasonOf } from './within';

const say = (message: BrowserMessage): void => writeResult(message);

/**
 * The entry of the process that has one browser: does the job that standard input holds, says what it saw, and ends.
 */
async function serve(): Promise<void> {
  const job = JSON.parse(await text(process.stdin)) as BrowserJob;
  const deadline = performance.now() + job.time;
  const browser = await launchBrowser(job);
  const [name = 'Chromium', version = 'unknown'] = (await browser.version()).split('/');
  say({ kind: 'browser', name, version });
  // Lighthouse takes most of a second to load, and a page needs none of it.
  const { look } = require(
    `./${job.kind === 'lighthouse' ? 'run-lighthouse' : 'record-page'}${extname(__filename)}`,
  ) as { look: Look };
  await look(browser, job, deadline, say);
}

endWithParent();
// of a page that was closed under a question; each question has its own limit
process.on('unhandledRejection', (error) => process.stderr.write(`${reasonOf(error)}\n`));
serve().then(
  () => process.exit(0), // puppeteer ends its browser then, or the namespace does
  (error: unknown) => {
    say({ kind: 'failed', reason: reasonOf(error) });
    process.exit(0);
  },
);
