import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finding } from '../test/finding';
import { baselineIn, comparedWith, judgedCounts } from './baseline';
import type { LocalScanResult } from './local-scan';
import { resultJson } from './output/result-json';
import { verdictOn } from './output/verdict';

const [before, still, fresh] = [
  finding({ code: 'eval(a)' }),
  finding({ code: 'eval(b)', severity: 'critical' }),
  finding({ code: 'eval(c)', severity: 'medium' }),
];
const resultWith = (
  findings: LocalScanResult['findings'],
  suppressed: LocalScanResult['suppressed'] = [],
): LocalScanResult =>
  ({
    session: {
      target: { kind: 'directory', directory: '/a' },
      summary: { totalFindings: findings.length, bySeverity: { critical: 1, high: 0, medium: 1, low: 0, info: 0 } },
      toolReports: {},
      leftOut: { total: 0, first: [] },
    },
    missingTools: [],
    findings,
    suppressed,
  }) as unknown as LocalScanResult;

describe('a baseline', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-baseline-'));
  const file = join(folder, 'before.json');
  const stored = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return baselineIn(file);
  };
  const json = (result: LocalScanResult) =>
    resultJson(result, verdictOn({ bySeverity: judgedCounts(result), missingTools: [] }, { failOn: 'high' }));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('leaves what is new to be shown and judged', async () => {
    const result = comparedWith(await stored(json(resultWith([before, still]))), resultWith([still, fresh]));
    expect(result.findings).toEqual([fresh]);
    expect(result.comparison).toMatchObject({ file, known: [still], knownSuppressed: [] });
    expect(judgedCounts(result)).toEqual({ critical: 0, high: 0, medium: 1, low: 0, info: 0 });
  });

  it('may itself be a result that had a baseline', async () => {
    const second = comparedWith(await stored(json(resultWith([still]))), resultWith([still, fresh]));
    const third = comparedWith(await stored(json(second)), resultWith([still, fresh]));
    expect(third.findings).toEqual([]);
    expect(third.comparison?.known).toEqual([still, fresh]);
  });

  it('knows a finding beside which a line was added, also from a result that had a baseline', async () => {
    const place = { file: 'src/app.js', code: 'eval(text)', title: 'Code from text' };
    const first = finding({ ...place, line: 3, fingerprint: 'neighbours a, b' });
    const second = finding({ ...place, line: 4, fingerprint: 'neighbours a, c' });
    const third = finding({ ...place, line: 9, fingerprint: 'neighbours d, c' });
    const after = comparedWith(await stored(json(resultWith([first]))), resultWith([second]));
    expect([after.findings, after.comparison?.known]).toEqual([[], [second]]);
    expect(comparedWith(await stored(json(after)), resultWith([third, fresh])).findings).toEqual([fresh]);
  });

  it('has nothing to compare with of tools that it lacks: shown, and not judged', async () => {
    const tools = [
      { toolName: 'vulnerable-dependencies', status: 'skipped', excused: true },
      { toolName: 'css-errors', status: 'failed' },
    ];
    const hole = finding({ code: 'a@1', tool: 'vulnerable-dependencies', severity: 'critical' });
    const both = finding({
      code: 'b@1',
      tool: 'vulnerable-dependencies',
      duplicates: [{ id: 'f', tool: 'eslint', rule: 'r' }],
    });
    const style = finding({ code: 'colour', tool: 'css-errors', severity: 'low' });
    const was = { findings: [still], tools };
    const result = comparedWith(await stored(was), resultWith([still, hole, both, style]));
    expect(result.findings).toEqual([hole, both, style]);
    expect(result.comparison).toMatchObject({ known: [still], firstSeen: [hole], unknown: [style] });
    expect(judgedCounts(result)).toEqual({ critical: 0, high: 1, medium: 0, low: 0, info: 0 });
  });

  it('takes no copy of a finding for it that the target suppresses meanwhile', async () => {
    const place = { file: 'src/app.js', code: 'eval(text)', title: 'Code from text' };
    const known = finding({ ...place, line: 3, fingerprint: 'neighbours a, b' });
    const suppression = { kind: 'comment', reason: 'why', place: 'src/app.js:3' } as const;
    const hidden = finding({ ...place, line: 3, fingerprint: 'neighbours a, b', suppression });
    const copy = finding({ ...place, line: 9, fingerprint: 'neighbours c, d' });
    const result = comparedWith(await stored(json(resultWith([known]))), resultWith([copy], [hidden]));
    expect(result.findings).toEqual([copy]);
    expect(result.comparison).toMatchObject({ file, known: [], knownSuppressed: [hidden] });
    expect(judgedCounts(result)).toMatchObject({ high: 1 });
  });

  it('takes for new what the target suppressed before, and not for it any more', async () => {
    const suppression = { kind: 'comment', reason: 'why', place: 'src/app.js:3' } as const;
    const was = finding({ file: 'src/app.js', line: 3, suppression });
    const { suppression: _, ...now } = was;
    const result = comparedWith(await stored(json(resultWith([], [was]))), resultWith([now]));
    expect(result.findings).toEqual([now]);
    expect(judgedCounts(result)).toMatchObject({ high: 1 });
  });

  it('needs nothing but fingerprints', async () => {
    const least = { findings: [{ fingerprint: still.fingerprint }], baseline: { known: [before.fingerprint] } };
    expect(comparedWith(await stored(least), resultWith([still, before, fresh])).findings).toEqual([fresh]);
  });

  it('changes nothing where there is none', () => {
    const result = resultWith([still, fresh]);
    expect(comparedWith(undefined, result)).toBe(result);
    expect(judgedCounts(result)).toBe(result.session.summary!.bySeverity);
  });

  it.each([
    ['{', 'is no result of assay'],
    ['null', 'is no result of assay'],
    ['{"findings": [{}]}', 'is no result of assay'],
    ['{"findings": [null]}', 'is no result of assay'],
    ['{"findings": [], "baseline": {"known": [1]}}', 'is no result of assay'],
    ['{"findings": [], "baseline": {"known": [], "findings": [{}]}}', 'is no result of assay'],
  ])('is refused where it is no result: %s', async (content, message) => {
    await expect(stored(content)).rejects.toThrow(message);
  });

  it('is refused where it is not there', async () => {
    await expect(baselineIn(join(folder, 'none.json'))).rejects.toThrow('cannot be read');
  });
});
