import { finding } from '../../test/finding';
import { expectedShare, recordOn } from './track-record';

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

  it('is that of definite mistakes for a rule about one, whatever its tool says else', () => {
    const unlabelled = expectedShare('py-pyflakes', 'F506')!;
    expect(unlabelled).toBeGreaterThan(0.5);
    expect(unlabelled).toBe(expectedShare('js-correctness', 'no-obj-calls'));
    expect(expectedShare('js-correctness', 'a-rule-of-tomorrow')).toBeLessThan(0.3);
  });

  it('is the same for what looks for secrets elsewhere', () =>
    expect(expectedShare('secrets-git-history', 'a')).toBe(expectedShare('secrets-source', 'b')));
});

describe('the record of rules on a target', () => {
  const flow = (severity: 'high' | 'low', file = 'src/app.js') =>
    finding({ tool: 'js-data-flow', rule: 'sql-injection', severity, file });
  const password = (rest: object = {}) => finding({ tool: 'secrets-source', rule: 'assigned-password', ...rest });
  const LARGE = 1_000_000;

  it('is by the rule', () => {
    const { isSeldomRight } = recordOn([], LARGE);
    expect(isSeldomRight(password())).toBe(true);
    expect(isSeldomRight(finding({ tool: 'github-actions-security', rule: 'unpinned-action' }))).toBe(false);
    expect(isSeldomRight(finding({ tool: 'vulnerable-dependencies', rule: 'known-hole' }))).toBe(false);
  });

  it('is by the best of the tools that agree', () => {
    const { isSeldomRight } = recordOn([], LARGE);
    const praised = { id: 'f', tool: 'github-actions-security', rule: 'unpinned-action' };
    expect(isSeldomRight(password({ duplicates: [praised] }))).toBe(false);
    expect(isSeldomRight(password({ duplicates: [{ ...praised, tool: 'nobody', rule: 'knows' }] }))).toBe(true);
  });

  it('leaves data flow for later where there is little of it in much code', () => {
    const few = [flow('high'), flow('low'), flow('high', 'test/app.js')];
    expect(recordOn(few, 10_001).isSeldomRight(few[0]!)).toBe(true);
    expect(recordOn(few, 10_000).isSeldomRight(few[0]!)).toBe(false);
    expect(recordOn([...few, flow('high')], 20_000).isSeldomRight(few[1]!)).toBe(false);
    expect(recordOn(few, undefined).isSeldomRight(few[0]!)).toBe(false);
  });

  it('takes for data flow what a pattern says first and data flow says as well', () => {
    const agreed = finding({
      tool: 'eslint-security',
      rule: 'assay/sql-from-values',
      severity: 'high',
      duplicates: [{ id: 'f', tool: 'js-data-flow', rule: 'sql-injection' }],
    });
    expect(recordOn([agreed], 10_000).isSeldomRight(agreed)).toBe(false);
    expect(recordOn([agreed], 10_001).isSeldomRight(agreed)).toBe(true);
  });

  it('shows secrets where there are many for so little code', () => {
    const one = password({ severity: 'medium' });
    expect(recordOn([one], 2_000).isSeldomRight(one)).toBe(false);
    expect(recordOn([one], 2_001).isSeldomRight(one)).toBe(true);
    expect(recordOn([password({ severity: 'low' })], 2_000).isSeldomRight(one)).toBe(true);
  });

  it('shows what is critical whatever it says where there is one for so little code', () => {
    const evaluated = finding({ severity: 'critical' });
    expect(recordOn([evaluated], 25_000).isSeldomRight(evaluated)).toBe(false);
    expect(recordOn([evaluated], 25_001).isSeldomRight(evaluated)).toBe(true);
    expect(recordOn([finding({ severity: 'high' })], 25_000).isSeldomRight(finding())).toBe(true);
  });

  it('tells rules about tests that check nothing', () => {
    const { isAboutTests } = recordOn([], LARGE);
    expect(isAboutTests(finding({ tool: 'jest-tests', rule: 'jest/valid-expect' }))).toBe(true);
    expect(isAboutTests(finding({ tool: 'jest-tests', rule: 'jest/no-identical-title' }))).toBe(false);
    expect(isAboutTests(finding({ tool: 'js-correctness', rule: 'no-const-assign' }))).toBe(false);
  });

  it('praises what many labels call useful', () => {
    const { isOftenRight } = recordOn([], LARGE);
    expect(
      isOftenRight(finding({ tool: 'github-actions-security', rule: 'default-permissions', severity: 'low' })),
    ).toBe(true);
    const unpinned = { tool: 'github-actions-security', rule: 'unpinned-action' };
    expect(isOftenRight(finding({ ...unpinned, severity: 'medium' }))).toBe(true);
    // Lowered at its place, such as for an action that may be the project's own.
    expect(isOftenRight(finding({ ...unpinned, severity: 'low' }))).toBe(false);
    expect(isOftenRight(password())).toBe(false);
    expect(isOftenRight(finding({ tool: 'vulnerable-dependencies', rule: 'known-hole' }))).toBe(false);
  });
});
