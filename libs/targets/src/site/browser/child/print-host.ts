import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { endWithParent } from '@assay/sandbox-child';
import type { PrintJob } from '../print-job';
import { launchBrowser } from './launch-browser';
import { reasonOf } from './with-timeout';

/** Which page of how many, for who has the sheets in another order. */
const FOOTER =
  '<div style="width:100%;font:8px sans-serif;color:#444;text-align:center">' +
  '<span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/** Where results go: see `SandboxedProcess`. */
const RESULTS = 3;

/**
 * The entry point of the process that prints one page; what is printed is its result. No script of the page runs, and
 * nothing but its file is loaded: the browser has no network.
 */
async function serve(): Promise<void> {
  const job = JSON.parse(await text(process.stdin)) as PrintJob;
  const browser = await launchBrowser(job);
  const [page = await browser.newPage()] = await browser.pages();
  await page.setJavaScriptEnabled(false);
  await page.goto(pathToFileURL(job.page).href, { waitUntil: 'load', timeout: job.time });
  const printed = await page.createPDFStream({
    format: 'A4',
    printBackground: true,
    tagged: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: FOOTER,
    margin: { top: '12mm', right: '12mm', bottom: '16mm', left: '12mm' },
    timeout: job.time,
  });
  const source = Readable.fromWeb(printed as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(source, createWriteStream('', { fd: RESULTS }));
}

endWithParent();
serve().then(
  () => process.exit(0), // puppeteer or the namespace then ends the browser
  (error: unknown) => {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  },
);
