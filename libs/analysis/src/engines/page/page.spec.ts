import { pageTools } from '../../catalogue/page';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import type { Observed, PageRecord } from '../../../../target-records/src/site/site-records';
import { profileOf } from '../engine-table';

const profile = profileOf('page');

describeToolSamples(profile, pageTools);

type Axe = PageRecord['axe'];
type Runtime = PageRecord['runtime'];
type Coverage = PageRecord['coverage'];

const SITE = 'https://shop.example';
const notAsked: Observed<never> = { missing: 'no tool asks for it', because: 'skipped' };
const record = (path: string, parts: { axe?: Axe; runtime?: Runtime; coverage?: Coverage }): PageRecord => ({
  url: `${SITE}${path}`,
  finalUrl: `${SITE}${path}`,
  loads: 1,
  browser: { name: 'Chromium', version: '156.0' },
  axe: notAsked,
  runtime: notAsked,
  coverage: notAsked,
  ...parts,
});
const violating = (...elements: { html: string; selector: string }[]): Axe => ({
  observed: {
    version: '4.14.1',
    violations: [
      { rule: 'image-alt', impact: 'critical', help: 'Images must have alternative text', elements, more: 0 },
    ],
  },
});
const erring = (errors: Partial<Extract<Runtime, { observed: unknown }>['observed']>): Runtime => ({
  observed: { exceptions: [], consoleErrors: [], failedRequests: [], more: 0, ...errors },
});
const covering = (...files: { url: string; type: 'css' | 'js'; bytes: number; usedBytes: number }[]): Coverage => ({
  observed: { files },
});
const logo = { html: '<img src="/logo.png">', selector: 'header > img' };

const run = (...records: readonly unknown[]) =>
  runOn(
    profile,
    pageTools,
    Object.fromEntries(
      records.map((each, index) => [`page/${index + 1}.json`, typeof each === 'string' ? each : JSON.stringify(each)]),
    ),
  );

describe('the tools of axe-core', () => {
  it('quote the element, name its selector and place it on the page', async () => {
    const { tool } = await run(record('/a', { axe: violating(logo) }));
    expect(tool('axe-text-alternatives').findings).toEqual([
      {
        rule: 'image-alt',
        file: 'page/1.json',
        place: `${SITE}/a`,
        excerpt: logo.html,
        message: 'Images must have alternative text: header > img',
      },
    ]);
    expect(tool('axe-text-alternatives').engine).toEqual({ name: 'axe-core', version: '4.14.1' });
    expect(tool('axe-forms')).toMatchObject({ outcome: { status: 'completed' }, findingsCount: 0, filesChecked: 1 });
  });

  it('report how many elements of a rule are not listed, including those that the record left out', async () => {
    const axe = violating(
      ...Array.from({ length: 130 }, (_, index) => ({
        html: `<img src="/${index}.png">`,
        selector: `img:nth-child(${index})`,
      })),
    );
    if ('observed' in axe) Object.assign(axe.observed.violations[0]!, { more: 7 });
    const { findings } = (await run(record('/a', { axe }))).tool('axe-text-alternatives');
    expect(findings).toHaveLength(100);
    expect(findings.filter(({ message }) => message.includes('not listed')).map(({ message }) => message)).toEqual([
      expect.stringContaining('img:nth-child(99) (and 37 more on this page, not listed)'),
    ]);
  });

  it('report a rule that names no element for the page', async () => {
    const { findings } = (await run(record('/a', { axe: violating() }))).tool('axe-text-alternatives');
    expect(findings).toEqual([
      { rule: 'image-alt', file: 'page/1.json', place: `${SITE}/a`, message: 'Images must have alternative text' },
    ]);
  });
});

describe('what was not observed', () => {
  const missing = (because: 'skipped' | 'failed', reason: string): Observed<never> => ({ missing: reason, because });

  it('skips a tool if no page was observed for it, with the reason', async () => {
    const axe = missing('skipped', 'no Chromium was found');
    const { tool } = await run(record('/a', { axe, runtime: erring({}) }), record('/b', { axe, runtime: erring({}) }));
    expect(tool('axe-aria').outcome).toEqual({ status: 'skipped', reason: `${SITE}/a: no Chromium was found` });
    expect(tool('browser-runtime-errors').outcome).toEqual({ status: 'completed' });
  });

  it('fails a tool if observing a page failed', async () => {
    const { tool } = await run(
      record('/a', { axe: missing('skipped', 'no Chromium was found') }),
      record('/b', { axe: missing('failed', 'the page did not load') }),
    );
    expect(tool('axe-aria').outcome).toEqual({
      status: 'failed',
      reason: `${SITE}/b: the page did not load`,
      timedOut: false,
    });
  });

  it('is listed as unreadable if other pages were observed', async () => {
    const axe = (
      await run(
        record('/a', { axe: violating(logo) }),
        record('/b', { axe: missing('failed', 'the page did not load') }),
      )
    ).tool('axe-text-alternatives');
    expect(axe).toMatchObject({
      outcome: { status: 'completed' },
      filesChecked: 1,
      findingsCount: 1,
      unreadable: [{ file: 'page/2.json', reason: `${SITE}/b: the page did not load` }],
    });
  });
});

describe('malformed records', () => {
  const flawless = record('/a', { axe: violating(logo), runtime: erring({}), coverage: covering() });
  const axe = (violations: unknown) => ({ ...record('/b', {}), axe: { observed: { version: '4.14.1', violations } } });

  it.each([
    ['no JSON', '{"url":'],
    ['no object', '[1]'],
    ['nothing', 'null'],
    ['binary', '\0\0\0'],
    ['without an address', { ...flawless, url: 7 }],
    ['without the part', { url: 'https://a.example/' }],
    ['with a part that is a text', { ...flawless, axe: 'none' }],
    ['with violations that are no list', axe({ length: 3 })],
    ['with a violation that is a number', axe([5])],
    ['with elements of another shape', axe([{ rule: 'image-alt', help: 'h', elements: ['<img>'], more: 0 }])],
    ['with a count that is none', axe([{ rule: 'image-alt', help: 'h', elements: [], more: -1 }])],
    [
      'with more violations than there are rules',
      axe(Array.from({ length: 501 }, () => ({ rule: 'image-alt', help: 'h', elements: [], more: 0 }))),
    ],
    ['nested without end', `${'['.repeat(200_000)}`],
  ])('%s: are listed as unreadable, and cost the others nothing', async (_, malformed) => {
    const { tool } = await run(flawless, malformed);
    expect(tool('axe-text-alternatives')).toMatchObject({
      outcome: { status: 'completed' },
      findingsCount: 1,
      unreadable: [{ file: 'page/2.json', reason: expect.any(String) as string }],
    });
  });

  it('cost only the tools of the malformed part', async () => {
    const { tool } = await run(flawless, {
      ...flawless,
      coverage: { observed: { files: [{ url: 'x', type: 'wasm', bytes: 1, usedBytes: 1 }] } },
    });
    expect(tool('unused-css-js').unreadable).toEqual([
      { file: 'page/2.json', reason: expect.stringContaining('type is not one of css, js') as string },
    ]);
    expect(tool('axe-text-alternatives')).toMatchObject({ filesChecked: 2, unreadable: [] });
  });

  it('fail a tool that has no other records', async () => {
    const { tool } = await run('{');
    for (const { id } of pageTools)
      expect(tool(id).outcome).toEqual({ status: 'failed', reason: 'the record is no JSON', timedOut: false });
  });

  it('take rules by name only: a violation of “constructor” or “__proto__” is nobody’s', async () => {
    const { tool } = await run(
      axe([
        { rule: 'constructor', help: 'h', elements: [], more: 0 },
        { rule: '__proto__', help: 'h', elements: [], more: 0 },
      ]),
    );
    expect(tool('axe-aria')).toMatchObject({ outcome: { status: 'completed' }, findingsCount: 0 });
  });
});

describe('browser-runtime-errors', () => {
  const found = async (...records: readonly PageRecord[]) =>
    (await run(...records)).tool('browser-runtime-errors').findings;
  const script = { url: `${SITE}/app.js`, kind: 'script', reason: 'answered 404', refused: false };

  it('reports that a request was refused by the scan and not by the site', async () => {
    const failedRequests = [
      { url: 'http://10.0.0.1/a.js', kind: 'script', reason: '10.0.0.1 is a private address', refused: true },
    ];
    const consoleErrors = [{ message: 'Failed to load resource: net::ERR_FAILED', url: 'http://10.0.0.1/a.js' }];
    const findings = await found(record('/a', { runtime: erring({ failedRequests, consoleErrors }) }));
    expect(findings).toEqual([
      expect.objectContaining({
        rule: 'refused-request',
        place: 'http://10.0.0.1/a.js',
        message: expect.stringContaining('A visitor’s browser may reach it') as string,
      }),
    ]);
    const { rules } = pageTools.find(({ id }) => id === 'browser-runtime-errors')!;
    expect(rules['refused-request']!.severity).toBe('info');
  });

  it('reports a resource that is missing on several pages once', async () => {
    const runtime = erring({ failedRequests: [script, { ...script, reason: 'net::ERR_ABORTED' }] });
    expect(await found(record('/a', { runtime }), record('/b', { runtime }))).toEqual([
      {
        rule: 'failed-request',
        file: 'page/1.json',
        place: script.url,
        excerpt: 'script: answered 404',
        severity: 'medium',
        message: `${SITE}/a and 1 more ask for it (script): answered 404`,
      },
    ]);
  });

  it('gives a missing picture a lower severity than a missing script', async () => {
    const runtime = erring({ failedRequests: [script, { ...script, url: `${SITE}/logo.png`, kind: 'image' }] });
    expect((await found(record('/a', { runtime }))).map(({ severity }) => severity)).toEqual(['medium', 'low']);
  });

  it('counts an error that is repeated, and names its source', async () => {
    const error = { message: 'cart is undefined', url: `${SITE}/app.js`, line: 12 };
    expect(await found(record('/a', { runtime: erring({ exceptions: [error, error, error] }) }))).toEqual([
      {
        rule: 'uncaught-exception',
        file: 'page/1.json',
        place: `${SITE}/a`,
        excerpt: 'cart is undefined',
        message: `cart is undefined (${SITE}/app.js:12), 3 times`,
      },
    ]);
  });

  it('reports the number of errors that are not listed', async () => {
    const consoleErrors = Array.from({ length: 230 }, (_, index) => ({ message: `error ${'x'.repeat(index)}` }));
    const findings = await found(record('/a', { runtime: erring({ consoleErrors, more: 5 }) }));
    expect(findings).toHaveLength(201);
    expect(findings.at(-1)).toMatchObject({
      severity: 'info',
      message: '35 more errors and failing requests of this page are not listed',
    });
  });
});

describe('unused-css-js', () => {
  const found = async (...records: readonly PageRecord[]) => (await run(...records)).tool('unused-css-js').findings;
  const script = (bytes: number, usedBytes: number, url = `${SITE}/app.js`) => ({
    url,
    type: 'js' as const,
    bytes,
    usedBytes,
  });

  it('judges a file by the page that uses most of it', async () => {
    const [little, much] = [covering(script(400_000, 10_000)), covering(script(400_000, 390_000))];
    expect(await found(record('/a', { coverage: little }), record('/b', { coverage: much }))).toEqual([]);
    expect(await found(record('/a', { coverage: little }), record('/b', { coverage: little }))).toHaveLength(1);
  });

  it('counts the scripts within a page as one resource', async () => {
    const inline = script(15_000, 0, `${SITE}/a`);
    expect(await found(record('/a', { coverage: covering(inline) }))).toEqual([]);
    expect(await found(record('/a', { coverage: covering(inline, inline) }))).toEqual([
      expect.objectContaining({ place: `${SITE}/a`, rule: 'unused-js', severity: 'low' }),
    ]);
  });

  it('gives hundreds of unused kilobytes a higher severity than tens', async () => {
    const severities = async (bytes: number) =>
      (await found(record('/a', { coverage: covering(script(bytes, 0)) }))).map(({ severity }) => severity);
    expect([await severities(20_000), await severities(30_000), await severities(300_000)]).toEqual([
      [],
      ['low'],
      ['medium'],
    ]);
  });
});
