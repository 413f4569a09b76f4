import { htmlReport } from '@assay/scanning';
import { findChromium } from '@assay/targets';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import puppeteer, { type Browser, type CDPSession, type Page } from 'puppeteer-core';
import { type Measurement, median } from './measurement';
import { manyFindings } from './page/many-findings';

const FINDINGS = 50_000;
const ROUNDS = 5;
const MEGABYTE = 1_048_576;
/** Seconds. */
const OPENS_IN = 3;
/** Milliseconds. A user perceives more than half a second as a pause. */
const FILTERS_IN = 500;

/** User actions on the page, each as a script that ends when the page shows the result. */
const FILTERS: Readonly<Record<string, string>> = {
  'a severity': click('button.card.high'),
  'another severity beside it': click('button.card.low'),
  'a word of one rule': typed('number 77'),
  'a word of many findings': typed('query'),
  'a file': typed('component-7/'),
  'a category': chosen('category', 1),
  'a tool': chosen('tool', 5),
  'all again': click('#reset'),
};

/** Resolves when a frame with the change is painted. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** The HTML report of 50,000 findings in a Chromium: the time to open it, and the time to show a filtered list. */
export async function benchPage(): Promise<Measurement[]> {
  const chromium = await findChromium(process.env['ASSAY_CHROMIUM']);
  if (!chromium.ok) {
    process.stderr.write(`${chromium.refusal}: no page is opened\n`);
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-page-'));
  const file = join(folder, 'report.html');
  const page = htmlReport(manyFindings(FINDINGS), { rulePage: () => undefined });
  await pipeline(Readable.from(page), createWriteStream(file));
  const megabytes = (await stat(file)).size / MEGABYTE;
  // The page is our own: root gets no sandbox from Chromium, and containers often have no namespaces for one.
  const browser = await puppeteer.launch({ executablePath: chromium.value, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await openAndFilter(browser, file));
    return rowsOf(rounds, megabytes);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The time by the clock, and the processor time of the page's thread. */
interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

interface Round {
  readonly opened: Took;
  readonly filtered: Readonly<Record<string, Took>>;
}

async function openAndFilter(browser: Browser, file: string): Promise<Round> {
  const page = await browser.newPage();
  const client = await page.createCDPSession();
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const opened = await timed(client, async () => {
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(PAINTED);
  });
  const filtered: Record<string, Took> = {};
  for (const [name, script] of Object.entries(FILTERS)) filtered[name] = await filter(page, client, script);
  await page.close();
  return { opened, filtered };
}

const filter = (page: Page, client: CDPSession, script: string): Promise<Took> =>
  timed(client, () => page.evaluate(`(async () => { ${script} await ${PAINTED}; })()`));

async function timed(client: CDPSession, work: () => Promise<unknown>): Promise<Took> {
  const before = await threadMs(client);
  const began = performance.now();
  await work();
  return { wallMs: performance.now() - began, cpuMs: (await threadMs(client)) - before };
}

async function threadMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

function click(selector: string): string {
  return `document.querySelector(${JSON.stringify(selector)}).click();`;
}

/** The page waits for a pause in typing before it searches. */
function typed(text: string): string {
  return (
    `const search = document.querySelector('#search'); search.value = ${JSON.stringify(text)};` +
    `const told = new Promise((done) => new MutationObserver(done).observe(document.querySelector('#shown'), ` +
    `{ childList: true })); search.dispatchEvent(new Event('input')); await told;`
  );
}

function chosen(id: string, index: number): string {
  return (
    `const choice = document.querySelector('#${id}'); choice.selectedIndex = ${index};` +
    `choice.dispatchEvent(new Event('change'));`
  );
}

function rowsOf(rounds: readonly Round[], megabytes: number): Measurement[] {
  const opened = median(rounds.map((round) => round.opened.wallMs)) / 1_000;
  const openedCpu = median(rounds.map((round) => round.opened.cpuMs)) / 1_000;
  const filters = Object.keys(FILTERS).map((name) => ({
    name,
    wallMs: median(rounds.map(({ filtered }) => filtered[name]!.wallMs)),
    cpuMs: median(rounds.map(({ filtered }) => filtered[name]!.cpuMs)),
  }));
  const slowest = Math.max(...filters.map(({ cpuMs }) => cpuMs));
  return [
    {
      name: `opening the HTML report of ${FINDINGS.toLocaleString('en')} findings`,
      unit: 's',
      ours: opened,
      result: opened,
      goal: { atMost: OPENS_IN },
      notes: [`${megabytes.toFixed(1)} MB; ${openedCpu.toFixed(1)} s of processor time of the page's thread`],
    },
    {
      name: "… filtering it, the slowest of several filters, in processor time of the page's thread",
      unit: 'ms',
      ours: slowest,
      result: slowest,
      goal: { atMost: FILTERS_IN },
      notes: filters.map(
        ({ name, wallMs, cpuMs }) => `${name}: ${cpuMs.toFixed(0)} ms, ${wallMs.toFixed(0)} ms by the clock`,
      ),
    },
  ];
}
