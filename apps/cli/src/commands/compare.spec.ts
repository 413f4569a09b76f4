import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finding } from '../../test/finding';
import { EXIT } from '../exit-status';
import { compareCommand } from './compare';

const done = (...tools: string[]) => tools.map((toolName) => ({ toolName, status: 'completed' }));
const result = (findings: readonly object[], more: object = {}) => ({
  findings,
  tools: done('eslint-security', 'css-errors'),
  missingTools: [],
  notKept: [],
  verdict: 'pass',
  reason: 'no gate was set',
  ...more,
});

const at = (line: number, code: string, more: object = {}) => finding({ line, code, file: 'src/app.js', ...more });
const [kept, keptLater] = [at(3, 'eval(a)'), at(9, 'eval(a)')];
const [removed, added] = [at(5, 'eval(b)', { severity: 'critical' }), at(7, 'eval(c)', { severity: 'high' })];
const style = at(8, 'colour', { tool: 'css-errors' });

describe('comparing two results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'));
  const file = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    return join(folder, name);
  };
  const compare = async (before: unknown, after: unknown, ...options: string[]) => {
    const output = join(folder, 'comparison');
    const files = [file('before.json', before), file('after.json', after)];
    await compareCommand().parseAsync([...files, ...options, '--output', output], { from: 'user' });
    const text = readFileSync(output, 'utf8');
    return { text: text.replaceAll(`${folder}/`, ''), status: process.exitCode };
  };
  afterEach(() => {
    process.exitCode = undefined;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('lets nothing of a result control a terminal', async () => {
    const hostile = { title: 'a\u001b]0;b\u0007\u202e', file: 'c\u009b2J.js', rule: 'd\u001b[31m' };
    const missingTools = [{ tool: 'e\u001b[2J', reason: 'f' }];
    const after = result([at(7, 'x', hostile)], { missingTools, verdict: 'inconclusive', reason: 'g\u001b[2J' });
    const { text } = await compare(result([]), after);
    expect(text).toMatch(/c\\u009b2J\.js:7 a\\u001b\]0;b\\u0007\\u202e/);
    expect(text).toContain('e\\u001b[2J');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it('shows what is new and what is gone, and counts what is not changed', async () => {
    const { text, status } = await compare(result([kept, removed]), result([keptLater, added]));
    expect(text.split('\n')).toEqual([
      'gone (1 finding)',
      '  critical  src/app.js:5 Code from text',
      '            [eslint-security/security/detect-eval-with-expression]',
      '',
      'new (1 finding)',
      '  high      src/app.js:7 Code from text',
      '            [eslint-security/security/detect-eval-with-expression]',
      '',
      '1 new, 1 gone, 1 unchanged',
      'from before.json to after.json',
      'no gate was set (--fail-on sets one)',
      '',
    ]);
    expect(status).toBe(EXIT.pass);
  });

  it.each([
    ['high', EXIT.gateFailed, 'fail: 1 finding of severity high or above'],
    ['critical', EXIT.pass, 'pass: nothing of severity critical or above'],
  ])('judges what is new alone: --fail-on %s', async (severity, expected, verdict) => {
    const { text, status } = await compare(result([kept, removed]), result([keptLater, added]), '--fail-on', severity);
    expect(text).toContain(verdict);
    expect(status).toBe(expected);
  });

  it('is one document with --json', async () => {
    const { text } = await compare(result([kept, removed]), result([keptLater, added]), '--json');
    expect(JSON.parse(text)).toMatchObject({
      verdict: 'pass',
      counts: { new: 1, firstSeen: 0, unknown: 0, gone: 1, notObserved: 0, unchanged: 1 },
      new: [{ fingerprint: added.fingerprint, severity: 'high' }],
      gone: [{ fingerprint: removed.fingerprint }],
      notObserved: [],
      unchanged: [{ fingerprint: keptLater.fingerprint, line: 9 }],
    });
  });

  it.each([
    ['did not run', { tools: done('eslint-security') }, EXIT.pass],
    [
      'failed',
      {
        tools: [...done('eslint-security'), { toolName: 'css-errors', status: 'failed' }],
        missingTools: [{ tool: 'css-errors', reason: 'it timed out' }],
      },
      EXIT.inconclusive,
    ],
    [
      'had more findings than were kept',
      { notKept: [{ tool: 'css-errors', count: 2, bySeverity: { low: 2 } }] },
      EXIT.pass,
    ],
  ])('takes nothing for gone that a tool found which %s', async (_, more, expected) => {
    const { text, status } = await compare(result([kept, style]), result([keptLater], more));
    expect(text).toContain('1 finding of before is not observed: css-errors did not look at all of it');
    expect(text).toContain('0 new, 0 gone, 1 unchanged');
    expect(status).toBe(expected);
  });

  it.each([
    ['excused', { status: 'skipped', excused: true }, 'did not run', EXIT.pass],
    ['failed', { status: 'failed' }, 'did not complete', EXIT.inconclusive],
  ])('shows what a tool found that was %s before, and does not call it new', async (_, end, said, expected) => {
    const tools = [...done('eslint-security'), { toolName: 'css-errors', ...end }];
    const { text, status } = await compare(result([kept], { tools }), result([keptLater, style]), '--fail-on', 'low');
    expect(text).toContain('not judged (1 finding)');
    expect(text).toContain('src/app.js:8');
    expect(text).toContain(`1 finding of tools that ${said} before, not counted as new: css-errors`);
    expect(text).toContain('0 new, 0 gone, 1 unchanged');
    expect(status).toBe(expected);
  });

  it('judges what a tool found that had nothing to look at before', async () => {
    const before = result([kept], { tools: done('eslint-security') });
    expect((await compare(before, result([keptLater, style]), '--fail-on', 'low')).status).toBe(EXIT.gateFailed);
  });

  it('counts what a baseline knew', async () => {
    const { severity, fingerprint } = removed;
    const known = { known: [fingerprint], findings: [{ ...removed, severity }] };
    const { text } = await compare(result([removed]), result([added], { baseline: known }));
    expect(text).toContain('1 new, 0 gone, 1 unchanged');
  });

  it('shows ten of a kind, the worst, and all with --all', async () => {
    const many = Array.from({ length: 12 }, (_, line) => at(line + 20, `eval(x${line})`, { severity: 'low' }));
    const few = await compare(result([]), result([...many, added]));
    expect(few.text).toContain('… 3 more of less weight (--all lists them)');
    expect(few.text.match(/src\/app\.js/g)).toHaveLength(10);
    expect((await compare(result([]), result([...many, added]), '--all')).text.match(/src\/app\.js/g)).toHaveLength(13);
  });

  it.each([
    ['{', 'the second result', 'is no result of assay'],
    ['{"findings": {}}', 'the second result', 'is no result of assay'],
    ['{"findings": [{"fingerprint": "a"}]}', 'does not say how severe a is', ''],
  ])('refuses %s', async (content, ...messages) => {
    const error: unknown = await compare(result([]), content).catch((thrown: unknown) => thrown);
    for (const message of messages) expect(String(error)).toContain(message);
  });

  it('takes what a target suppresses neither for new nor for gone, and for new once it counts', async () => {
    const suppressed = [{ ...removed, suppression: { kind: 'comment', reason: 'why', place: 'src/app.js:4' } }];
    const hidden = await compare(result([kept, removed]), result([keptLater], { suppressed }), '--fail-on', 'low');
    expect(hidden.text).toContain('0 new, 0 gone, 1 unchanged');
    const shown = await compare(result([kept], { suppressed }), result([keptLater, removed]), '--fail-on', 'low');
    // It counts for the first time: a gate judges it.
    expect(shown.text).toContain('1 new, 0 gone, 1 unchanged');
    const over = await compare(result([kept], { suppressed }), result([keptLater]), '--fail-on', 'low');
    expect(over.text).toContain('0 new, 0 gone, 1 unchanged');
    expect([hidden, shown, over].map(({ status }) => status ?? 0)).toEqual([0, 1, 0]);
  });
});
