import type { RawFinding, ToolDefinition } from '@assay/analysis';
import type { StagedFile } from '@assay/target-records';
import { recordedFindings, withOwnIds } from './recorded-findings';

const tool: ToolDefinition = {
  id: 'a-tool',
  name: 'A tool',
  description: 'Finds things.',
  category: 'security',
  billing: 'security',
  engine: 'eslint',
  targets: ['directory'],
  files: ['**/*'],
  advice: 'Mend it.',
  rules: {
    secret: { severity: 'critical', cwe: 'CWE-798', title: 'A credential' },
    eval: { severity: 'high', weakness: 'eval', fix: 'Do not.' },
    plain: { severity: 'low' },
  },
};
const file: StagedFile = { staged: 'src/a.js', path: 'src/a.js', size: 1, lines: 3, language: 'javascript' };
const record = (raw: RawFinding[], lines: string[]) => recordedFindings({ sessionId: 'ses_1', tool, file, lines }, raw);

describe('recording findings', () => {
  it('gives a finding its meaning from the rule, and the tool advice where the rule has none', () => {
    const [evaluated, plain] = record(
      [
        { rule: 'eval', line: 1, message: 'eval is used' },
        { rule: 'plain', line: 2, message: 'Something is off' },
      ],
      ['eval(x)', 'y()'],
    );
    expect(evaluated).toMatchObject({
      title: 'eval is used',
      severity: 'high',
      suggestion: 'Do not.',
      cwe: null,
      file: 'src/a.js',
      line: 1,
      snippet: { startLine: 1, highlightLine: 1, lines: ['eval(x)', 'y()'] },
    });
    expect(plain).toMatchObject({ severity: 'low', suggestion: 'Mend it.' });
  });

  it('is as severe as was decided for its rule, whatever the engine says', () => {
    const raw: RawFinding[] = [{ rule: 'plain', line: 1, message: 'x', severity: 'high' }];
    const [finding] = recordedFindings(
      { sessionId: 'ses_1', tool, file, lines: ['a'], severityOf: ({ rule }) => (rule === 'plain' ? 'info' : 'low') },
      raw,
    );
    expect(finding?.severity).toBe('info');
    expect(record(raw, ['a'])[0]?.severity).toBe('high');
  });

  it('describes what it found in other words than its title', () => {
    const [eslint] = recordedFindings(
      { sessionId: 'ses_1', tool: { ...tool, id: 'eslint-security' }, file, lines: ['exec(x)'] },
      [{ rule: 'security/detect-child-process', line: 1, message: 'Something is off' }],
    );
    expect(eslint).toMatchObject({ title: 'Something is off', description: expect.stringMatching(/\w{4}/) });
    const [secret, same, other] = record(
      [
        { rule: 'secret', line: 1, message: 'a credential.' },
        { rule: 'plain', line: 1, message: 'Something is off' },
        { rule: 'secret', line: 1, message: 'a token of a service' },
      ],
      ['a'],
    );
    expect(secret).toMatchObject({ title: 'A credential', description: 'Finds things.' });
    expect(same).toMatchObject({ title: 'Something is off', description: 'Finds things.' });
    expect(other).toMatchObject({ title: 'A credential', description: 'a token of a service' });
    expect(eslint?.description).not.toBe('Something is off');
  });

  it('keeps no credential: what a finding about one shows is masked', () => {
    const [finding] = record(
      [{ rule: 'secret', line: 2, message: 'Found a token' }],
      ['const a = 1;', 'const token = "abcdefghijklmnop";', '// abcdefghijklmnop'],
    );
    expect(JSON.stringify(finding)).not.toContain('abcdefgh');
    expect(finding?.snippet?.lines[1]).toBe('const token = "abc*************";');
  });

  it('places a finding where the engine says, and shows what it quotes', () => {
    const raw = (message: string): RawFinding => ({
      rule: 'plain',
      file: 'page.json',
      place: 'https://example.com/a',
      excerpt: '<img src="a.png">',
      message,
    });
    const [finding] = record([raw('has no text')], []);
    expect(finding).toMatchObject({
      file: 'https://example.com/a',
      line: null,
      snippet: { startLine: 1, highlightLine: 1, lines: ['<img src="a.png">'] },
    });
    expect(record([raw('has no alternative text')], [])[0]!.fingerprint).toBe(finding!.fingerprint);
    expect(record([{ ...raw('has no text'), excerpt: '<img src="b.png">' }], [])[0]!.fingerprint).not.toBe(
      finding!.fingerprint,
    );
    expect(record([{ ...raw('has no text'), place: 'https://example.com/b' }], [])[0]!.fingerprint).not.toBe(
      finding!.fingerprint,
    );
  });

  it('names a finding alike in every attempt, and two findings of one place apart', () => {
    const raw = [
      { rule: 'plain', line: 1, message: 'x' },
      { rule: 'plain', line: 1, message: 'x' },
    ];
    const once = record(raw, ['a']);
    expect(record(raw, ['a'])).toEqual(once);
    expect(new Set(once.map(({ id }) => id)).size).toBe(2);
    expect(new Set(once.map(({ group }) => group)).size).toBe(2);
  });

  it('keeps apart what two files hold whose names differ only in how an accent is written', () => {
    const named = (path: string) =>
      recordedFindings({ sessionId: 'ses_1', tool, file: { ...file, path }, lines: ['a'] }, [
        { rule: 'plain', line: 1, message: 'x' },
      ]);
    const twins = [...named('caf\u00e9.js'), ...named('cafe\u0301.js')];
    expect(new Set(twins.map(({ id }) => id)).size).toBe(1);
    const kept = withOwnIds(twins);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(2);
    expect(withOwnIds(twins)).toEqual(kept);
    expect(new Set(kept.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  });

  it('records the way with the paths of the target, and is the same finding with and without it', () => {
    const step = (kind: 'source' | 'propagation' | 'sink', staged: string, line: number) =>
      ({ kind, file: staged, line, text: 'x' }) as const;
    const way = [step('source', 'b', 1), step('propagation', 'gone', 2), step('sink', 'src/a.js', 1)];
    const recorded = (steps?: typeof way) =>
      recordedFindings(
        {
          ...{ sessionId: 'ses_1', tool, file, lines: ['a'] },
          pathOf: (staged) => (staged === 'b' ? 'lib/b\\u202e.js' : staged === 'gone' ? undefined : staged),
        },
        [{ rule: 'plain', line: 1, message: 'x', ...(steps && { trace: { steps } }) }],
      )[0]!;
    const { trace, ...followed } = recorded(way);
    expect(trace).toEqual({
      steps: [
        { kind: 'source', file: 'lib/b\\u202e.js', line: 1, text: 'x' },
        { kind: 'sink', file: 'src/a.js', line: 1, text: 'x', leftOut: 1 },
      ],
    });
    expect(followed).toEqual(recorded());
    // Half of a trace would be misleading.
    expect(recorded([step('source', 'gone', 1), ...way.slice(1)])).toEqual(recorded());
  });

  it('puts what has no file to the target as a whole', () =>
    expect(
      recordedFindings({ sessionId: 'ses_1', tool, file: undefined, lines: [] }, [
        { rule: 'plain', message: 'no licence' },
      ])[0],
    ).toMatchObject({ file: null, line: null, snippet: null }));
});
