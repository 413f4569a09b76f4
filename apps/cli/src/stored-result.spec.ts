import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailed } from './exit-status';
import { type StoredResult, storedResult } from './stored-result';

describe('a result that was written to a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-result-'));
  const file = join(folder, 'result.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (content: unknown): Promise<StoredResult> => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return storedResult(file, 'the baseline');
  };

  it('keeps of a finding what has its form, and a fingerprint is enough', async () => {
    const whole = {
      ...{ tool: 'eslint', rule: 'no-eval', fingerprint: 'a', file: 'a.js', line: 3, code: 'eval(x)' },
      ...{ title: 'Code from text', description: 'It runs.', severity: 'high', suggestion: 'Parse it.' },
      duplicates: [{ tool: 'biome', rule: 'noEval' }],
    };
    const malformed = {
      ...{ tool: 1, rule: null, fingerprint: 'b', file: 2, line: '3', code: {}, title: [], description: 7 },
      ...{ severity: 'dreadful', suggestion: false },
      duplicates: [
        null,
        'biome',
        { tool: 'biome' },
        { rule: 'noEval' },
        { tool: 'biome', rule: 5 },
        whole.duplicates[0],
      ],
    };
    const { findings } = await read({ findings: [whole, malformed, { fingerprint: 'c', duplicates: 'many' }] });
    const empty = {
      ...{ tool: '', rule: '', file: null, line: null, code: null, title: '', description: '' },
      ...{ severity: undefined, suggestion: '', duplicates: [] },
    };
    expect(findings).toEqual([
      whole,
      { ...empty, fingerprint: 'b', duplicates: whole.duplicates },
      { ...empty, fingerprint: 'c' },
    ]);
  });

  it('counts what a baseline knew, by finding or by fingerprint, and marks what the target suppresses', async () => {
    const of = async (content: object) =>
      (await read(content)).findings.map(({ fingerprint, suppressed }) => [fingerprint, suppressed]);
    const suppressed = [{ fingerprint: 'c' }];
    expect(
      await of({ findings: [{ fingerprint: 'a' }], baseline: { findings: [{ fingerprint: 'b' }] }, suppressed }),
    ).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', true],
    ]);
    expect(await of({ findings: [], baseline: { known: ['a'] } })).toEqual([['a', undefined]]);
  });

  it('leaves out missing tools, and findings that were not kept, where it does not name the tool', async () => {
    const { missingTools, notKept } = await read({
      findings: [],
      missingTools: [
        { tool: 'gosec', reason: 'is not installed' },
        { tool: 'cppcheck', reason: 5 },
        { reason: 'x' },
        'gosec',
        null,
      ],
      notKept: [
        { tool: 'eslint', count: 3, bySeverity: { high: 2, low: '1', dreadful: 9 } },
        { count: 7 },
        [],
        { tool: 'ruff' },
      ],
    });
    expect(missingTools).toEqual([
      { tool: 'gosec', reason: 'is not installed' },
      { tool: 'cppcheck', reason: '' },
    ]);
    const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
    expect(notKept).toEqual([
      { tool: 'eslint', count: 3, bySeverity: { ...none, high: 2 } },
      { tool: 'ruff', count: 0, bySeverity: none },
    ]);
  });

  it('says which tools completed, and which did not and why, or that it does not know', async () => {
    const tools = [
      { toolName: 'eslint', status: 'completed' },
      { toolName: 'gosec', status: 'skipped', excused: true },
      { toolName: 'ruff', status: 'failed', excused: 'yes' },
    ];
    const { completed, notSeen } = await read({ findings: [], tools });
    expect(completed).toEqual(new Set(['eslint']));
    expect(notSeen).toEqual({ excused: new Set(['gosec']), missing: new Set(['ruff']) });
    expect(await read({ findings: [], tools: 'all' })).toMatchObject({ completed: undefined });
  });

  it('is refused in another format, with what writes the right one', async () => {
    const table = join(folder, 'result.csv');
    writeFileSync(table, 'severity,file\nhigh,a.js\n');
    await expect(storedResult(table, 'the baseline')).rejects.toThrow(
      `${table} is no result of assay: write one with assay scan … --format json --output ${file} (it is not valid`,
    );
  });

  it.each([
    ['no list of findings', {}],
    ['findings without a fingerprint', { findings: [{ tool: 'eslint' }] }],
    ['findings that are none', { findings: [null] }],
    ['known findings without a fingerprint', { findings: [], baseline: { known: [5] } }],
    ['known findings that are no list', { findings: [], baseline: { findings: {} } }],
    ['suppressed findings without a fingerprint', { findings: [], suppressed: [{}] }],
    ['a list instead of a result', []],
    ['a text instead of a result', '"result"'],
  ])('is refused where it has %s', async (_, content) => {
    await expect(read(content)).rejects.toThrow(CommandFailed);
    await expect(read(content)).rejects.toThrow(`the baseline ${file} is no result of assay: write one with`);
  });

  it.each([['{'], ['']])('is refused where it is no JSON: %j', async (content) => {
    await expect(read(content)).rejects.toThrow(`the baseline ${file} is no result of assay: write one with`);
  });
});
