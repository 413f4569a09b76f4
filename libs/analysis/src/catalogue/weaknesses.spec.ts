import { catalogue } from '.';
import { weaknessOf } from './weaknesses';

const ruleOf = (selector: string) => {
  const [tool, ...rest] = selector.split('/');
  const rule = catalogue.find(({ id }) => id === tool)?.rules[rest.join('/')];
  if (!rule) throw new Error(`there is no rule ${selector}`);
  return rule;
};

describe('the name of a weakness', () => {
  it.each([
    ['a function that is too complex', 'biome-complexity/complexity/noExcessiveCognitiveComplexity', 'cognitive-complexity/sonarjs/cognitive-complexity'],
    ['new Function', 'js-suspicious/no-new-func', 'sonar-security/sonarjs/code-eval'],
    ['eval', 'js-suspicious/no-eval', 'eslint-security/security/detect-eval-with-expression'],
    ['a require of a computed name', 'import-hygiene/import/no-dynamic-require', 'eslint-security/security/detect-non-literal-require'],
    ['an explicit any', 'ts-correctness/typescript/no-explicit-any', 'type-coverage/explicit-any'],
    ['a page without a language', 'htmlhint/html-lang-require', 'html-eslint/@html-eslint/require-lang'],
    ['a page without a viewport', 'htmlhint/meta-viewport-require', 'html-eslint/@html-eslint/require-meta-viewport'],
    ['a page without a character set', 'htmlhint/meta-charset-require', 'html-eslint/@html-eslint/require-meta-charset'],
  ])('is the same for two tools that see %s', (_, one, other) => {
    expect(weaknessOf(ruleOf(one))).toBe(weaknessOf(ruleOf(other)));
    expect(weaknessOf(ruleOf(one))).toBeDefined();
  });
});
