import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter, type Rule } from 'eslint';
import { quickMatches } from './quick-selectors';

interface Esquery {
  parse(selector: string): Parameters<Matches>[1];
  matches: Matches;
}
type Matches = ReturnType<typeof quickMatches>;

const esquery = require(require.resolve('esquery', { paths: [require.resolve('eslint')] })) as Esquery;
const { matches } = { ...esquery };

/** Of rules, and of each form that a selector has. */
const SELECTORS = [
  '*',
  'Identifier',
  'identifier',
  'FunctionDeclaration > BlockStatement Identifier',
  'FunctionExpression > BlockStatement Identifier',
  '*:function > BlockStatement Identifier',
  ':function > BlockStatement > IfStatement > BlockStatement > ReturnStatement',
  'ForStatement Identifier',
  'ForStatement CallExpression',
  'Program Program',
  'ForStatement ForStatement Identifier',
  'ObjectPattern > Property > Identifier',
  'CatchClause CallExpression[callee.name="done"]',
  'BlockStatement[body.length=1] Identifier',
  ':statement',
  ':not(ForStatement) > Identifier',
  ':matches(ForStatement, BlockStatement > ReturnStatement) Identifier',
  ':matches(AssignmentExpression, VariableDeclarator[init])',
  "CallExpression[arguments!=''][callee.property.name=/^re(quire|solve)$/]",
  'CallExpression[arguments.length=1] > MemberExpression.callee[property.name="join"]',
  'CallExpression[arguments.length>=1][arguments.length<2]',
  'UnaryExpression[operator="typeof"], UnaryExpression[operator=/^[!-]$/]',
  'VariableDeclarator[init.type="CallExpression"]:has(ArrayPattern)',
  'Property ~ Property',
  'Property + Property > Identifier',
  'Property:first-child',
  'ArrayExpression > :nth-last-child(1)',
  'NewExpression > ObjectExpression.arguments > Property.properties[key.name=webPreferences]',
];

const TEXT = `
function outer(a, { b: { c } }) {
  for (let i = 0; i < a.length; i += 1) {
    const [first, second] = a.map(({ x }) => [x, () => { return c; }]);
    for (const each of [first, second]) console.log(each.join(\`\${i}\`), typeof each, -i, !b);
    if (!first) { return second.resolve(i); }
  }
  try { new Window({ webPreferences: { a, b: 1 }, other: [1, 2] }); } catch (error) { done(error); }
}
function early(x) { if (x) { return; } }
class Some { static field = () => { this.field = outer; }; method() { return function inner() { return inner; }; } }
`;

/** Asks both about each node of a text for each selector, when ESLint enters it and when it leaves it. */
function answersOn(text: string): { own: boolean[]; quick: boolean[] } {
  const answers: { own: boolean[]; quick: boolean[] } = { own: [], quick: [] };
  const quick = quickMatches(matches);
  const selectors = SELECTORS.map((selector) => esquery.parse(selector));
  const create: Rule.RuleModule['create'] = ({ sourceCode }) => {
    const ask = (node: Rule.Node) => {
      const ancestry = sourceCode.getAncestors(node).toReversed() as unknown as Parameters<Matches>[2];
      const options: object = { visitorKeys: sourceCode.visitorKeys };
      for (const selector of selectors) {
        answers.own.push(matches(node as never, selector, ancestry, options));
        answers.quick.push(quick(node as never, selector, ancestry, options));
      }
    };
    return { '*': ask, '*:exit': ask };
  };
  const messages = new Linter().verify(text, [
    { plugins: { own: { rules: { ask: { create } } } }, rules: { 'own/ask': 2 } },
  ]);
  expect(messages).toEqual([]);
  return answers;
}

describe('the quicker matcher of selectors', () => {
  it('says of each node what esquery says', () => {
    for (const text of [TEXT, readFileSync(join(__dirname, '../../../../../scripts/bundle-command.cjs'), 'utf8')]) {
      const { own, quick } = answersOn(text);
      expect(quick).toEqual(own);
    }
  });

  it('knows a program by each selector but one that nothing can match', () => {
    const { own } = answersOn(TEXT);
    const unmatched = SELECTORS.filter((_, index) => !own.some((yes, at) => yes && at % SELECTORS.length === index));
    expect(unmatched).toEqual(['Program Program', 'ForStatement ForStatement Identifier']);
  });

  it('keeps the case of types, and asks for nothing where there is no selector or node', () => {
    const quick = quickMatches(matches);
    const node = { type: 'Thing' };
    expect(quick(node, esquery.parse('thing'), [])).toBe(true);
    expect(quick(node, undefined as never, [])).toBe(matches(node, undefined as never, []));
    expect(quick(undefined as never, esquery.parse('thing'), [])).toBe(false);
  });
});
