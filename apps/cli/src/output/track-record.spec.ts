import { finding } from '../../test/finding';
import { expectedShare, seldomRight } from './track-record';

describe('the expected share of a rule', () => {
  it('is that of its labels where it has many, and that of its tool where it has none', () => {
    expect(expectedShare('github-actions-security', 'unpinned-action')).toBeGreaterThan(0.7);
    expect(expectedShare('act-markup', 'nameless-field')).toBeGreaterThan(0.5);
    expect(expectedShare('secrets-source', 'assigned-password')).toBeLessThan(0.1);
    const unknown = expectedShare('secrets-source', 'a-format-of-tomorrow')!;
    expect(unknown).toBeGreaterThan(expectedShare('secrets-source', 'assigned-password')!);
    expect(unknown).toBeLessThan(0.2);
  });

  it('is not known of a tool without labels, nor of what objects inherit', () => {
    expect(expectedShare('vulnerable-dependencies', 'known-hole')).toBeUndefined();
    expect(expectedShare('constructor', 'name')).toBeUndefined();
  });

  it('is the same for what looks for secrets elsewhere', () =>
    expect(expectedShare('secrets-git-history', 'a')).toBe(expectedShare('secrets-source', 'b')));
});

describe('what was seldom right', () => {
  const flow = (severity: 'high' | 'low', file = 'src/app.js') =>
    finding({ tool: 'js-data-flow', rule: 'sql-injection', severity, file });

  it('is by its rule', () => {
    const isSeldomRight = seldomRight([], 1_000);
    expect(isSeldomRight(finding({ tool: 'secrets-source', rule: 'assigned-password' }))).toBe(true);
    expect(isSeldomRight(finding({ tool: 'github-actions-security', rule: 'unpinned-action' }))).toBe(false);
    expect(isSeldomRight(finding({ tool: 'vulnerable-dependencies', rule: 'known-hole' }))).toBe(false);
  });

  it('is data flow where there is little of it in much code', () => {
    const few = [flow('high'), flow('low'), flow('high', 'test/app.js')];
    expect(seldomRight(few, 10_001)(few[0]!)).toBe(true);
    expect(seldomRight(few, 10_000)(few[0]!)).toBe(false);
    expect(seldomRight([...few, flow('high')], 20_000)(few[1]!)).toBe(false);
    expect(seldomRight(few, undefined)(few[0]!)).toBe(false);
  });
});
