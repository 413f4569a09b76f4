import { lighthouseTools } from '../../catalogue/lighthouse';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import type { LighthouseRecord, Observed } from '../../../../target-records/src/site/site-records';
import { profileOf } from '../engine-table';

const profile = profileOf('lighthouse');

describeToolSamples(profile, lighthouseTools);

type Report = Extract<LighthouseRecord['report'], { observed: unknown }>['observed'];
type Audit = Report['audits'][number];

const PAGE = 'https://shop.example/';
const audit = (id: string, parts: Partial<Audit> = {}): Audit => ({
  id,
  category: 'performance',
  title: 'Title',
  score: 0,
  items: [],
  more: 0,
  ...parts,
});
const record = (report: LighthouseRecord['report']): LighthouseRecord => ({ url: PAGE, runs: 1, report });
const reporting = (...audits: readonly Audit[]) =>
  record({
    observed: {
      version: '12.8.2',
      scores: { performance: 1, accessibility: 1, 'best-practices': 1, seo: null },
      audits,
    },
  });
const run = (...records: readonly unknown[]) =>
  runOn(
    profile,
    lighthouseTools,
    Object.fromEntries(records.map((each, index) => [`lighthouse/${index + 1}.json`, JSON.stringify(each)])),
  );

describe('the Lighthouse tools', () => {
  it('report a metric with what was measured, and more mildly where it only needs improvement', async () => {
    const { findings } = (
      await run(
        reporting(
          audit('largest-contentful-paint', { title: 'Largest Contentful Paint', score: 0.1, displayValue: '6.9 s' }),
          audit('total-blocking-time', { title: 'Total Blocking Time', score: 0.5, displayValue: '600 ms' }),
        ),
      )
    ).tool('lighthouse-performance');
    expect(findings).toEqual([
      {
        rule: 'largest-contentful-paint',
        file: 'lighthouse/1.json',
        place: PAGE,
        severity: 'high',
        excerpt: 'Largest Contentful Paint',
        message: 'Largest Contentful Paint (6.9 s)',
      },
      {
        rule: 'total-blocking-time',
        file: 'lighthouse/1.json',
        place: PAGE,
        severity: 'medium',
        excerpt: 'Total Blocking Time',
        message: 'Total Blocking Time (600 ms)',
      },
    ]);
  });

  it('report each thing that an audit points at once, and say how many are not listed', async () => {
    const items = [
      { html: '<img src="/a.png">', selector: 'main > img' },
      { url: 'https://shop.example/b.png' },
      { url: 'https://shop.example/b.png' },
    ];
    const { findings } = (await run(reporting(audit('unsized-images', { title: 'No size', items, more: 4 })))).tool(
      'lighthouse-performance',
    );
    expect(findings.map(({ excerpt, message }) => ({ excerpt, message }))).toEqual([
      { excerpt: '<img src="/a.png">', message: 'No size: main > img' },
      {
        excerpt: 'https://shop.example/b.png',
        message: 'No size: https://shop.example/b.png, 2 times (and 4 more on this page, not listed)',
      },
    ]);
  });

  it('give an audit of two categories to the tool of each, once, however often the record has it', async () => {
    const { tool } = await run(reporting(audit('viewport'), audit('viewport', { category: 'best-practices' })));
    for (const id of ['lighthouse-performance', 'lighthouse-best-practices'])
      expect(tool(id).findings.map(({ rule }) => rule)).toEqual(['viewport']);
    expect(tool('lighthouse-seo').findings).toEqual([]);
  });

  it('name Lighthouse and its version as what ran', async () => {
    expect((await run(reporting())).tool('lighthouse-seo').engine).toEqual({ name: 'lighthouse', version: '12.8.2' });
  });

  it.each(['skipped', 'failed'] as const)('are %s where no page has a report, with the reason', async (because) => {
    const missing: Observed<never> = { missing: 'no Chromium was found', because };
    const { tool } = await run(record(missing), record(missing));
    for (const { id } of lighthouseTools)
      expect(tool(id).outcome).toMatchObject({ status: because, reason: `${PAGE}: no Chromium was found` });
  });

  it('list a malformed record as unreadable, and judge the others', async () => {
    const { tool } = await run(reporting(audit('viewport')), {
      ...reporting(),
      report: {
        observed: { version: '12.8.2', audits: [{ id: 'viewport', title: 'T', score: 'bad', items: [], more: 0 }] },
      },
    });
    expect(tool('lighthouse-performance')).toMatchObject({
      findingsCount: 1,
      unreadable: [{ file: 'lighthouse/2.json', reason: 'the record is malformed: score is not an amount' }],
    });
  });
});
