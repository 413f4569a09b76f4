import { Linter, type Rule } from 'eslint';
import { sampleTool } from '../../../test/sample-tool';
import { RunningRule } from './running-rule';

describe('the rule that runs', () => {
  it('is seen through the shared memory while it is created and while it looks at a node, and not afterwards', () => {
    const inWorker = new RunningRule();
    const watching = new RunningRule(inWorker.memory);
    const tools = [sampleTool(['x/first', 'x/second'])];
    for (const each of [inWorker, watching]) each.among(tools);
    const seen: (string | undefined)[] = [];
    const see = () => void seen.push(watching.current);
    const rule: Rule.RuleModule = {
      create(context) {
        see();
        return { Identifier: (node) => (see(), context.report({ node, message: 'seen' })) };
      },
    };
    const plugin = inWorker.watching('x', { rules: { second: rule, unknown: { create: () => ({ Program: see }) } } });
    const rules = { 'x/second': 'error', 'x/unknown': 'error' } as const;
    const messages = new Linter().verify('a;', [{ plugins: { x: plugin }, rules }]);
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(['x/second']);
    expect(seen).toEqual(['x/second', undefined, 'x/second']);
    expect(watching.current).toBeUndefined();
  });
});
