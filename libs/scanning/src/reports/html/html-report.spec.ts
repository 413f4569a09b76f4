import type { FindingView } from '@assay/findings';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { createHash } from 'node:crypto';
import {
  content,
  cutTool,
  finding,
  hostileFinding,
  hostileText,
  tool,
  traceThrough,
  whole,
} from '../../../test/report-content';
import type { ReportContent } from '../report';
import { EXAMPLES, PLACES_ON_PAPER, PLACES_ON_SCREEN } from './collect-groups';
import { htmlReport } from './html-report';

const rulePage = () => undefined;
const pageOf = (given: ReportContent, options = {}) => whole(htmlReport(given, { rulePage, ...options }));

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The elements of a page as a parser sees them, with their own text. */
function elementsOf(page: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, text: '' };
      elements.push(element);
      open.push(element);
    },
    ontext: (text) => void (open.length > 0 && (open.at(-1)!.text += text)),
    onclosetag: () => void open.pop(),
  });
  parser.end(page);
  return elements;
}

/** Elements that load something, or send it. */
const FETCHING = new Set(['img', 'iframe', 'object', 'embed', 'base', 'link', 'form']);
const ATTRIBUTES = new Set(
  (
    'lang charset name content http-equiv class type id hidden open scope role for href rel aria-label ' +
    'aria-labelledby autocomplete placeholder value x y width height data-severity data-category data-tool data-role ' +
    'data-count data-file'
  ).split(' '),
);
const policyOf = (page: string): string =>
  elementsOf(page).find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy')!.attributes[
    'content'
  ]!;
const cardsOf = (page: string): Record<string, number> =>
  Object.fromEntries(
    [...page.matchAll(/class="card(?: (\w+))?"[^>]*><b>([\d,]+)<\/b>/g)].map(([, name = 'all', count = '']) => [
      name,
      Number(count.replaceAll(',', '')),
    ]),
  );

describe('the HTML report', () => {
  it('holds no element, handler, style or address of what it quotes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(hostileFinding, { minLength: 1, maxLength: 8 }),
        hostileText,
        async (findings, target) => {
          const tools = [tool(findings[0]!.tool, 'failed', findings[0]!.title)];
          const page = await pageOf(content(findings, { target, tools }), {
            verdict: { verdict: 'fail', reason: target },
          });
          const elements = elementsOf(page);
          const names = new Set(elements.map(({ name }) => name));
          const attributes = new Set(elements.flatMap((element) => Object.keys(element.attributes)));
          const addresses = elements.flatMap((element) => element.attributes['href'] ?? []);
          expect([...names].filter((name) => !/^[a-z0-9]+$/.test(name))).toEqual([]);
          expect([...names].filter((name) => FETCHING.has(name))).toEqual([]);
          expect([...attributes].filter((name) => !ATTRIBUTES.has(name))).toEqual([]);
          expect(addresses.filter((address) => !address.startsWith('https://cwe.mitre.org/'))).toEqual([]);
          const scripts = elements.filter(({ name }) => name === 'script' || name === 'style');
          expect(scripts.map(({ name }) => name)).toEqual(['style', 'script']);
        },
      ),
    ));

  it('lists the steps by which input gets to a finding, and says where some are left out', async () => {
    const page = await pageOf(content([finding(1, { trace: traceThrough(['b.ts']) }), finding(2)]));
    expect(page.match(/<ol class="trace"[^]*?<\/ol>/g)).toEqual([
      '<ol class="trace" aria-label="How the input gets here">' +
        '<li><code>a.ts:1</code> the query of the request comes in</li>' +
        '<li><code>b.ts:1</code> b.ts</li>' +
        '<li><em>2 steps left out, then</em> <code>a.ts:3</code> given to exec</li></ol>',
    ]);
  });

  it('runs and styles only what its own policy names by hash', async () => {
    const page = await pageOf(content([finding(1)]));
    for (const [name, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const text = new RegExp(`<${name}>([^]*?)</${name}>`).exec(page)![1]!;
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policyOf(page)).toContain(`${directive} 'sha256-${hash}'`);
    }
    expect(policyOf(page)).toMatch(/^default-src 'none';/);
    expect(policyOf(page)).not.toContain('unsafe');
  });

  it('has a card for each severity, info too, and they add up to the card of all', async () => {
    const given = content([]);
    const summary = { ...given.head.summary, critical: 5, high: 23, medium: 223, low: 1_618, info: 733, total: 2_602 };
    const { all, ...cards } = cardsOf(await pageOf({ ...given, head: { ...given.head, summary } }));
    expect(cards).toEqual({ critical: 5, high: 23, medium: 223, low: 1_618, info: 733 });
    expect(all).toBe(Object.values(cards).reduce((sum, count) => sum + count, 0));
  });

  it('draws how many there are of each severity and category, also of what is not listed', async () => {
    const findings = [
      ...Array.from({ length: 3 }, (_, number) => finding(number, { severity: 'critical' })),
      finding(4, { severity: 'low', category: 'quality' }),
    ];
    const given = content(findings, { tools: [cutTool('alpha')] });
    const summary = { ...given.head.summary, critical: 3, high: 0, low: 1_001, info: 2, total: 1_006 };
    const page = await pageOf({ ...given, head: { ...given.head, summary } });
    const charts = elementsOf(page).filter(({ attributes }) => attributes['class'] === 'bars');
    expect(charts.map(({ attributes }) => attributes['aria-label'])).toEqual([
      'Findings by severity: critical 3, high 0, medium 0, low 1,001, info 2',
      'Findings by category: security 1,005, quality 1',
    ]);
    const bar = /<g class="(\w+)"><title>([^<]+)<\/title><rect x="([\d.]+)%" width="([\d.]+)%"/g;
    const bars = [...page.matchAll(bar)];
    expect(bars.map(([, ...parts]) => parts)).toEqual([
      ['critical', 'critical: 3 critical', '0', '0.3'],
      ['low', 'low: 1,001 low', '0', '100'],
      ['info', 'info: 2 info', '0', '0.2'],
      ['critical', 'security: 3 critical', '0', '0.3'],
      ['low', 'security: 1,000 low', '0.3', '99.5'],
      ['info', 'security: 2 info', '99.8', '0.2'],
      ['low', 'quality: 1 low', '0', '0.1'],
    ]);
    expect(elementsOf(await pageOf(content([]))).filter(({ name }) => name === 'figure')).toHaveLength(2);
    const nothing = { ...given.head.summary, high: 0, total: 0 };
    expect(await pageOf({ ...given, head: { ...given.head, summary: nothing } })).not.toContain('<figure>');
  });

  it('says that no gate was set where none was, and else what it said', async () => {
    expect(await pageOf(content([]))).toContain('<b>No gate set</b>');
    const failed = await pageOf(content([]), { verdict: { verdict: 'fail', reason: '2 findings of severity high' } });
    expect(failed).toContain('<b>Failed</b><span>2 findings of severity high</span>');
    const incomplete = content([], { tools: [tool('alpha', 'failed', 'it broke'), tool('beta')] });
    expect(await pageOf(incomplete)).toContain('1 tool did not complete: alpha');
  });

  it('groups by rule and by whose file it is, own code first, the worst first', async () => {
    const page = await pageOf(
      content([
        finding(1, { severity: 'critical', rule: 'worst', file: 'test/a.test.ts', role: 'test', title: 'Elsewhere' }),
        finding(2, { severity: 'high', rule: 'bad', title: 'Bad' }),
        finding(3, { severity: 'high', rule: 'bad', title: 'Bad', file: 'b.ts' }),
        finding(4, { severity: 'critical', rule: 'worst', title: 'Worst' }),
      ]),
    );
    const titles = elementsOf(page).filter(({ name }) => name === 'h3');
    expect(titles.map(({ text }) => text)).toEqual(['Worst', 'Bad', 'Elsewhere']);
    expect(page).toContain('<span class="n">2 places</span>');
  });

  it('marks the lines that are meant among those around them', async () => {
    const snippet = { startLine: 2, highlightLine: 3, lines: ['before', 'one', 'two', 'after'] };
    const page = await pageOf(content([finding(1, { line: 3, code: 'one\ntwo', snippet })]));
    expect(page).toContain(
      '<span><i>2</i>before</span>\n<mark><i>3</i>one</mark>\n<mark><i>4</i>two</mark>\n<span><i>5</i>after</span>',
    );
  });

  it.each([
    ['on a screen', PLACES_ON_SCREEN, 14_000_000, {}],
    ['on paper', PLACES_ON_PAPER, 6_000_000, { isForPaper: true }],
  ])('is bounded %s, however much was found, and says how much more there is', async (_, { ofAll }, most, options) => {
    const count = 60_000;
    const many = function* (): Generator<FindingView> {
      for (let number = 0; number < count; number += 1)
        yield finding(number, { rule: `rule-${number % 40}`, file: `src/${number % 500}.ts`, snippet: null });
    };
    const page = await pageOf(content(many()), options);
    expect(page.match(/<(?:article|li) class="place"/g)!.length).toBe(40 * EXAMPLES + ofAll);
    expect(page).toContain('60,000 findings in 40 groups');
    const unlisted = (count - ofAll) / 40 - EXAMPLES;
    expect(page).toContain(`${unlisted} more are in the JSON, SARIF and CSV reports`);
    expect(page.length).toBeLessThan(most);
  });

  it('draws the same areas whenever it is written', async () => {
    const findings = Array.from({ length: 300 }, (_, number) => finding(number, { file: `src/${number % 37}/f.ts` }));
    const [first, second] = [await pageOf(content(findings)), await pageOf(content(findings.toReversed()))];
    const areas = (page: string) => page.match(/<svg class="cell[^>]*>/g);
    expect(areas(first)!.length).toBe(2 * 37);
    expect(areas(second)).toEqual(areas(first));
  });
});
