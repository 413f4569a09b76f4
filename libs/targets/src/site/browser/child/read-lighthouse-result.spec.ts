import { type LighthouseResult, readLighthouseResult } from './read-lighthouse-result';

const audit = (id: string, score: number | null, extra: object = {}) => ({
  [id]: { id, title: `Title of ${id}`, score, ...extra },
});
const result = (
  audits: LighthouseResult['audits'],
  refs: Readonly<Record<string, readonly string[]>>,
): LighthouseResult => ({
  lighthouseVersion: '12.8.2',
  audits,
  categories: Object.fromEntries(
    Object.entries(refs).map(([category, ids]) => [category, { score: 0.5, auditRefs: ids.map((id) => ({ id })) }]),
  ),
});
const auditsOf = (lhr: LighthouseResult) => {
  const report = readLighthouseResult(lhr);
  if (!('observed' in report)) throw new Error(report.missing);
  return report.observed.audits;
};

describe("Lighthouse's result", () => {
  it('is read as the audits that did not pass, each once', () => {
    const audits = {
      ...audit('slow', 0.5, { displayValue: '3 s' }),
      ...audit('passed', 0.9),
      ...audit('not-applicable', null),
      ...audit('both', 0),
    };
    expect(
      auditsOf(result(audits, { performance: ['slow', 'passed', 'both'], seo: ['both', 'not-applicable', 'unknown'] })),
    ).toEqual([
      {
        id: 'slow',
        category: 'performance',
        title: 'Title of slow',
        score: 0.5,
        displayValue: '3 s',
        items: [],
        more: 0,
      },
      { id: 'both', category: 'performance', title: 'Title of both', score: 0, items: [], more: 0 },
    ]);
  });

  it('points at elements and addresses, wherever a table has them, and counts what it leaves out', () => {
    const node = { type: 'node', snippet: '<img>', selector: 'main > img', nodeLabel: 'x' };
    const items = [
      { node },
      { subItems: {}, source: { type: 'source-location', url: 'https://a.example/x.js', line: 3 } },
      { url: 'https://a.example/y.css' },
      { description: 'text', source: 'network' },
      ...Array.from({ length: 30 }, () => ({ node })),
    ];
    const [found] = auditsOf(result(audit('a', 0, { details: { items } }), { accessibility: ['a'] }));
    expect(found!.items.slice(0, 4)).toEqual([
      { html: '<img>', selector: 'main > img' },
      { url: 'https://a.example/x.js' },
      { url: 'https://a.example/y.css' },
      { html: '<img>', selector: 'main > img' },
    ]);
    expect([found!.items.length, found!.more]).toEqual([20, 13]);
  });

  it('is missing, with the reason, where Lighthouse says that it failed or says nothing', () => {
    expect(
      readLighthouseResult({ ...result({}, {}), runtimeError: { code: 'NO_FCP', message: 'The page did not paint' } }),
    ).toEqual({ missing: 'The page did not paint (NO_FCP)', because: 'failed' });
    expect(readLighthouseResult(undefined)).toMatchObject({ because: 'failed' });
  });
});
