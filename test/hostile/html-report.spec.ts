import type { FindingView } from '@assay/findings';
import { SEVERITIES } from '@assay/kernel';
import { HTML_REPORT_POLICY, htmlReport } from '@assay/scanning';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { content, finding, whole } from '../../libs/scanning/test/report-content';
import { openChromium } from '../support/chromium-page';

const HOSTILE =
  '</pre></script><script>document.title="owned"</script><img src="http://127.0.0.1:9/x" onerror=alert(1)>';
const COUNT = 10_000;

function* findings(count: number): Generator<FindingView> {
  for (let number = 0; number < count; number += 1) {
    const hostile = number % 500 === 0;
    const folder = number % 3 === 0 ? 'test' : 'src';
    yield finding(number, {
      severity: SEVERITIES[number % SEVERITIES.length]!,
      category: number % 2 === 0 ? 'security' : 'quality',
      tool: `tool-${number % 9}`,
      rule: `rule-${number % 60}`,
      file: hostile ? `src/${HOSTILE}.js` : `${folder}/part-${number % 40}/file-${number % 400}.js`,
      role: hostile || folder === 'src' ? 'own' : 'test',
      title: hostile ? HOSTILE : `Weakness of kind ${number % 60}`,
      description: hostile ? HOSTILE : `It is weak: ${number}`,
      code: hostile ? HOSTILE : 'const marked = true;',
      snippet: { startLine: 2, highlightLine: 3, lines: ['// before', 'const marked = true;', '// after'] },
    });
  }
}

describe('the HTML report in a browser', () => {
  let browser: Browser;
  let folder: string;
  let file: string;
  let small: string;
  let page: Page;
  let told: string[];
  let requests: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-report-'));
    const written = async (name: string, count: number): Promise<string> => {
      const bySeverity = Object.fromEntries(SEVERITIES.map((severity) => [severity, count / SEVERITIES.length]));
      const given = content(findings(count), { target: `target ${HOSTILE}` });
      const summary = { ...given.head.summary, ...bySeverity, total: count };
      const head = { ...given.head, summary };
      writeFileSync(join(folder, name), await whole(htmlReport({ ...given, head }, { rulePage: () => undefined })));
      return join(folder, name);
    };
    [file, small] = [await written('report.html', COUNT), await written('small.html', 200)];
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    page = await browser.newPage();
    told = [];
    requests = [];
    page.on('console', (message) => void told.push(message.text()));
    page.on('pageerror', (error) => void told.push(String(error)));
    page.on('dialog', (dialog) => void (told.push(dialog.message()), dialog.dismiss()));
    page.on('request', (request) => void requests.push(request.url()));
  });
  afterEach(() => page.close());

  const evaluate = <Value>(code: string): Promise<Value> => page.evaluate(code) as Promise<Value>;
  const shown = (): Promise<string> => evaluate('document.querySelector("#shown").textContent');
  const visible = (): Promise<number> => evaluate('document.querySelectorAll(".place:not([hidden])").length');
  const violations = async (): Promise<unknown> => {
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
    return evaluate(`axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`);
  };

  describe.each([
    [360, 'dark'],
    [1400, 'light'],
  ])('%i pixels wide, %s', (width, scheme) => {
    beforeEach(async () => {
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.goto(pathToFileURL(file).href);
    });

    it('runs nothing of the target, asks for nothing, says nothing, and is as wide as its window', async () => {
      expect(requests).toEqual([pathToFileURL(file).href]);
      expect(told).toEqual([]);
      expect(await page.title()).toContain('target </pre>');
      expect(await evaluate('document.querySelectorAll("img, iframe, script").length')).toBe(1);
      expect(await evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });

    it('is accessible, as far as axe can tell', async () => {
      // axe takes half a minute for the large page, which has no other elements.
      await page.goto(pathToFileURL(small).href);
      expect(await violations()).toEqual([]);
    });

    it('counts, filters and searches by mouse and keyboard', async () => {
      expect(await shown()).toMatch(/^10,000 findings in \d+ groups$/);
      await page.click('button.card.critical');
      expect(await shown()).toMatch(/^2,000 findings in \d+ groups match$/);
      expect(
        await evaluate('document.querySelectorAll(".place:not([hidden]):not([data-severity=critical])").length'),
      ).toBe(0);
      await page.focus('button.card.high');
      await page.keyboard.press('Space');
      expect(await visible()).toBe(4_000);
      await page.click('#reset');
      expect(await visible()).toBe(COUNT);

      await evaluate('document.activeElement.blur()');
      await page.keyboard.press('/');
      await page.waitForFunction('document.activeElement.id === "search"');
      await page.keyboard.type('file-7.js');
      await page.waitForFunction('/match/.test(document.querySelector("#shown").textContent)');
      expect(await shown()).toMatch(/^25 findings in \d+ groups? match$/);
      await page.click('#reset');
      await page.select('#role', 'elsewhere');
      expect(await evaluate('document.querySelectorAll(".group[data-role=own]:not([hidden])").length')).toBe(0);
    });

    it('shows the findings of a file that is pointed at', async () => {
      const name = await evaluate<string>('document.querySelector("button.file").dataset.file');
      await page.click('button.file');
      expect(await evaluate('document.querySelector("#search").value')).toBe(name);
      expect(await shown()).toMatch(/match$/);
    });
  });

  it('lays out what is on the screen alone, however much it holds', async () => {
    await page.goto(pathToFileURL(file).href);
    expect(await evaluate('document.querySelectorAll(".group[open]").length')).toBe(3);
    const layouts = '[...document.querySelectorAll(".group")].map((each) => getComputedStyle(each).contentVisibility)';
    expect(new Set(await evaluate<string[]>(layouts))).toEqual(new Set(['auto']));
  });

  it('says of a search how many findings it is among where not all are listed', async () => {
    const one = Array.from({ length: 5_100 }, (_, number) =>
      finding(number, { rule: 'one', file: `file-${number}.js` }),
    );
    const long = join(folder, 'long.html');
    writeFileSync(long, await whole(htmlReport(content(one), { rulePage: () => undefined })));
    await page.goto(pathToFileURL(long).href);
    expect(await shown()).toBe('5,100 findings in 1 group');
    for (const [text, expected] of [
      ['file-7.js', '1 finding in 1 group match among the 5,005 that are listed'],
      ['file-5099.js', 'Nothing matches among the 5,005 that are listed.'],
    ]) {
      await evaluate(`(search.value = ${JSON.stringify(text)}, search.dispatchEvent(new Event('input')))`);
      await page.waitForFunction(`document.querySelector('#shown').textContent === ${JSON.stringify(expected)}`);
    }
  });

  it('works where the service serves it, in an origin of its own', async () => {
    const server: Server = createServer((_, response) => {
      const policy = `${HTML_REPORT_POLICY}; frame-ancestors 'none'; sandbox allow-scripts`;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
      response.end(readFileSync(file));
    });
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      await page.goto(address);
      expect(await evaluate('origin')).toBe('null');
      await page.click('button.card.critical');
      expect(await shown()).toMatch(/^2,000 findings in \d+ groups match$/);
      expect({ told, requests }).toEqual({ told: [], requests: [address] });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('opens what is folded on paper, and folds it again', async () => {
    await page.goto(pathToFileURL(file).href);
    const folded = () => evaluate<number>('document.querySelectorAll(".group:not([open])").length');
    const before = await folded();
    expect(before).toBeGreaterThan(10);
    await evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await folded()).toBe(0);
    await evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await folded()).toBe(before);
  });
});
