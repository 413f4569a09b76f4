import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { checkoutPage } from '../libs/http-api/src/payments/checkout-page';
import { openChromium } from '../test/support/chromium-page';
import { terminalPage } from './screenshots/terminal-page';

const ROOT = resolve(__dirname, '..');
const PICTURES = join(ROOT, 'docs/screenshots');
/** The most bytes of a picture: everybody who opens the README loads it. */
const LARGEST = 150_000;
/** The widths of terminals, with a number of lines that keeps the picture small. */
const TERMINALS = [
  { columns: 80, lines: 42 },
  { columns: 140, lines: 34 },
];

/** The output of `assay scan samples/shop`. Any exit status is fine, because this is not a gate. */
const scanned = (args: readonly string[], columns: number): Promise<string> =>
  new Promise((done) => {
    const preload = ['./test/support/compile-typescript.cjs', './scripts/screenshots/columns.cjs'];
    const nodeArgs = [...preload.flatMap((file) => ['-r', file]), 'apps/cli/src/main.ts', 'scan', 'samples/shop'];
    const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: String(columns) };
    execFile(process.execPath, [...nodeArgs, '-q', ...args], { cwd: ROOT, env, maxBuffer: 2 ** 26 }, (_, output) =>
      done(output),
    );
  });

interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  /** Whether to capture only the window instead of the whole text. */
  readonly clip?: boolean;
}

async function picture(browser: Browser, html: string, { name, width, height, scheme, clip }: Picture): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setContent(html);
  const path = join(PICTURES, `${name}.png`) as `${string}.png`;
  await (clip ? page.screenshot({ path }) : (await page.$('pre'))!.screenshot({ path }));
  await page.close();
  const { size } = statSync(path);
  if (size > LARGEST) throw new Error(`${name}.png has ${size} bytes, more than ${LARGEST}`);
  process.stdout.write(`docs/screenshots/${name}.png (${Math.round(size / 1000)} kB)\n`);
}

/** A payment page for 500 credits, valid for an hour. */
function checkout(): string {
  const order = {
    purchaseId: 'pur_1',
    organizationId: 'org_1',
    customer: 'sandbox_org_1',
    description: '500 credits',
    cents: 4_500,
    returnTo: { success: '/', cancel: '/' },
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const payment = { status: 'open' as const, reference: 'sandbox_pur_1', facts: [] };
  return checkoutPage({ order, payment, declined: undefined, refunded: 0 }, 'token');
}

/** `npm run docs:screenshots -- report` makes only that kind. */
const wanted = (kind: 'terminal' | 'report' | 'checkout'): boolean =>
  process.argv.length < 3 || process.argv.includes(kind);

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-screenshots-'));
  const browser = await openChromium();
  try {
    for (const { columns, lines } of wanted('terminal') ? TERMINALS : []) {
      // The last lines are those that a user sees above the prompt.
      const output = (await scanned([], columns)).trimEnd().split('\n');
      const html = terminalPage('assay scan samples/shop', output.slice(-lines).join('\n'), columns);
      await picture(browser, html, { name: `terminal-${columns}`, width: 1_200, height: 900, scheme: 'dark' });
    }
    if (wanted('checkout'))
      await picture(browser, checkout(), { name: 'checkout', width: 640, height: 700, scheme: 'light', clip: true });
    if (!wanted('report')) return;
    const file = join(folder, 'report.html');
    await scanned(['--format', 'html', '-o', file], 80);
    // The picture must not show the path of this copy of the project.
    const report = readFileSync(file, 'utf8').replaceAll(`${ROOT}/`, '');
    await picture(browser, report, { name: 'report', width: 1_200, height: 1_640, scheme: 'light', clip: true });
    await picture(browser, report, { name: 'report-phone', width: 360, height: 780, scheme: 'dark', clip: true });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
