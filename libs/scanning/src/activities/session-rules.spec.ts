import type { ToolDefinition } from '@assay/analysis';
import type { OpenSession } from './session-log';
import { decidedSeverity, decidedTool, judgedSeverity, rulesOf, timeLeft } from './session-rules';

const STAGED = Date.parse('2026-11-20T10:00:00.000Z');
const session = (decisions: object | undefined, timeout = 300_000) =>
  ({
    started: { timeout, namedTools: [], ...(decisions && { decisions }) },
    prepared: { at: new Date(STAGED).toISOString() },
  }) as unknown as OpenSession;
const tool = {
  id: 'spelling',
  category: 'quality',
  rules: { 'unknown-word': { severity: 'low' } },
} as unknown as ToolDefinition;
const found = { rule: 'unknown-word', file: 'a.md', message: 'which' };

describe('what a session decided', () => {
  it('leaves each tool its time where there is no budget', () =>
    expect(timeLeft(session(undefined), STAGED + 900_000)).toBe(300_000));

  it('bounds a tool by what is left for all of them', () => {
    const bounded = session({ mostSeconds: 100 });
    expect(timeLeft(bounded, STAGED)).toBe(100_000);
    expect(timeLeft(bounded, STAGED + 60_000)).toBe(40_000);
    expect(timeLeft(bounded, STAGED + 100_000)).toBe(1);
    expect(timeLeft(session({ mostSeconds: 600 }), STAGED)).toBe(300_000);
  });

  it('is that every rule counts, in a session of before there were profiles', () => {
    expect(decidedTool(session(undefined), tool)).toBe(tool);
    expect(judgedSeverity(session(undefined), new Set())(tool, found)).toBe('low');
  });

  it('takes the rules from a tool that do not count', () => {
    const recommended = session({ profile: 'recommended' });
    expect(decidedTool(recommended, tool).rules).toEqual({});
    expect(judgedSeverity(recommended, new Set())(tool, found)).toBeUndefined();
  });

  it('wins over what the engine says of one finding, which wins over its rule', () => {
    const grave = { ...found, severity: 'high' } as const;
    expect(judgedSeverity(session(undefined), new Set())(tool, grave)).toBe('high');
    expect(judgedSeverity(session({ rules: { spelling: 'info' } }), new Set())(tool, grave)).toBe('info');
  });

  it('is not about files that are left out, but for tools that look at them', () => {
    const judge = judgedSeverity(session(undefined), new Set(['a.md']));
    expect(judge(tool, found)).toBeUndefined();
    expect(judge({ ...tool, readsLeftOut: true }, found)).toBe('low');
  });

  it('has a profile that makes less of what tests hold on purpose', () => {
    const secrets = {
      ...tool,
      id: 'secrets-source',
      rules: { PrivateKey: { severity: 'critical' } },
    } as ToolDefinition;
    const key = { rule: 'PrivateKey', file: 'tests/server.key', message: 'a key' };
    expect(judgedSeverity(session({ profile: 'recommended' }), new Set())(secrets, key)).toBe('low');
    expect(decidedSeverity(session({ profile: 'recommended' }), secrets)(key)).toBe('low');
    expect(decidedSeverity(session(undefined), secrets)(key)).toBe('critical');
  });

  it('fails by name where this version has no such profile', () =>
    expect(() => rulesOf(session({ profile: 'of-later' }))).toThrow('no profile named of-later'));
});
