import { Linter, type Rule } from 'eslint';
import { withoutIdleLooks } from './idle-looks';

const TEXT = `
import { shown } from './shown';
export function total(list, { rate, fee: share }) {
  let sum = 0;
  let lost = list.first();
  lost = list.second(sum);
  const kept = { sum, lost: 1, [sum]: rate, method() { return this.sum; } };
  if (list) {
    if (list && rate) kept.lost = share;
    if (!list || rate) return shown(kept);
  }
  for (const each of list) { let unread; unread = each[sum]; each.sum = unread?.sum; }
  let half = 1, { other, ...rest } = list;
  half = kept[half] ?? other;
  try { sum = share(rest); } catch { return sum; }
  class Inner { sum = 1; lost; static half() { let half = 2; half = rest; } }
  return new Inner(lost = 3);
}
`;

const rules = {
  'no-dead-store': require('eslint-plugin-sonarjs/cjs/S1854/index.js') as { rule: Rule.RuleModule },
  'no-gratuitous-expressions': require('eslint-plugin-sonarjs/cjs/S2589/index.js') as { rule: Rule.RuleModule },
};

describe('rules that hear of fewer identifiers', () => {
  const own: Record<string, Rule.RuleModule> = {};
  for (const [name, { rule }] of Object.entries(rules)) own[name] = rule;
  const found = (plugin: Record<string, Rule.RuleModule>) =>
    new Linter().verify(TEXT, [
      {
        plugins: { sonarjs: { rules: plugin } },
        rules: { 'sonarjs/no-dead-store': 2, 'sonarjs/no-gratuitous-expressions': 2 },
      },
    ]);

  it('find what they find by themselves', () => {
    const messages = found(own);
    expect(new Set(messages.map(({ ruleId }) => ruleId))).toEqual(
      new Set(Object.keys(rules).map((name) => `sonarjs/${name}`)),
    );
    expect(found({ ...own, ...withoutIdleLooks('sonarjs', own) } as typeof own)).toEqual(messages);
  });

  it('are two of SonarJS', () => {
    expect(Object.keys(withoutIdleLooks('sonarjs', own))).toEqual(Object.keys(rules));
    expect(withoutIdleLooks('security', own)).toEqual({});
    expect(withoutIdleLooks('sonarjs', {})).toEqual({});
  });
});
