import { catalogue } from '.';
import { wrongAliases } from '../../test/wrong-aliases';
import { ALIASES, todaysRule } from './aliases';

const RENAMED = {
  'old-lint': 'lint',
  lint: 'js-lint',
  'js-lint/evil': 'js-lint/typescript/no-eval',
  'js-audit/eval': 'js-lint/typescript/no-eval',
};
const TOOLS = [
  { id: 'js-lint', rules: { 'typescript/no-eval': {}, other: {} } },
  { id: 'js-audit', rules: { sql: {} } },
];

describe('names of before', () => {
  it('have no cycle, are no names of today, and lead to what there is', () => expect(wrongAliases(ALIASES, catalogue)).toEqual([]));

  it.each([
    ['a rule of a tool that was renamed twice', 'old-lint', 'other', 'js-lint', 'other'],
    ['a rule that was renamed with its tool', 'old-lint', 'evil', 'js-lint', 'typescript/no-eval'],
    ['a rule that went to another tool', 'js-audit', 'eval', 'js-lint', 'typescript/no-eval'],
    ['a rule that was never renamed', 'js-audit', 'sql', 'js-audit', 'sql'],
    ['a rule with the name of what each object has', 'constructor', 'toString', 'constructor', 'toString'],
  ])('lead from %s to today', (_, tool, rule, today, itsRule) => expect(todaysRule({ tool, rule }, RENAMED)).toEqual({ tool: today, rule: itsRule }));

  it.each([
    ['nothing', RENAMED, []],
    ['a name of today', { 'js-audit/sql': 'js-lint/other' }, ['js-audit/sql is a name of today']],
    ['a name that is not there', { gone: 'js-css' }, ['gone leads to js-css, which is not there']],
    ['a rule that is not there', { 'js-lint/a': 'js-lint/b' }, ['js-lint/a leads to js-lint/b, which is not there']],
    ['a tool that is a rule', { gone: 'js-lint/other' }, ['gone and js-lint/other are not both tools or both rules']],
    ['a cycle', { 'x/a': 'x/b', 'x/b': 'x/a' }, [expect.stringContaining('x/a leads back to'), expect.any(String)]],
    ['a cycle of tools', { a: 'b', b: 'a' }, [expect.stringContaining('a leads back to'), expect.any(String)]],
  ])('are checked for %s', (_, aliases, wrong) => expect(wrongAliases(aliases as Record<string, string>, TOOLS)).toEqual(wrong));
});
