import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import { endWithParent, writeResult } from '@assay/sandbox-child';
import type { BrowserJob, BrowserMessage } from '../browser-job';
import { type JobRunner, launchBrowser } from './launch-browser';
import { reasonOf } from './with-timeout';

const report = (message: BrowserMessage): void => writeResult(message);

/** The entry point of the process with one browser. It reads its job from standard input, reports, and ends. */
async function serve(): Promise<void> {
  const job = JSON.parse(await text(process.stdin)) as BrowserJob;
  const deadline = performance.now() + job.time;
  const browser = await launchBrowser(job);
  const [name = 'Chromium', version = 'unknown'] = (await browser.version()).split('/');
  report({ kind: 'browser', name, version });
  // Lighthouse takes most of a second to load, and a page job does not need it.
  const { runJob } = require(
    `./${job.kind === 'lighthouse' ? 'run-lighthouse' : 'record-page'}${extname(__filename)}`,
  ) as { runJob: JobRunner };
  await runJob(browser, job, deadline, report);
}

endWithParent();
// A pending question is rejected when its page closes. Each question has its own time limit, so this is only logged.
process.on('unhandledRejection', (error) => process.stderr.write(`${reasonOf(error)}\n`));
serve().then(
  () => process.exit(0), // puppeteer or the namespace then ends the browser
  (error: unknown) => {
    report({ kind: 'failed', reason: reasonOf(error) });
    process.exit(0);
  },
);
