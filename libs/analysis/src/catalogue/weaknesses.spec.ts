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
    ['a picture without a text alternative', 'act-markup/nameless-image', 'axe-markup/image-alt'],
    ['a picture without a text alternative in JSX', 'act-markup/nameless-image', 'jsx-accessibility/jsx-a11y/alt-text'],
    ['a picture without a text alternative in Vue', 'act-markup/nameless-image', 'vue-accessibility/vuejs-accessibility/alt-text'],
    ['a link without text', 'act-markup/nameless-link', 'html-accessibility/wcag/h30'],
    ['a link without text in JSX', 'act-markup/nameless-link', 'biome-accessibility/a11y/useAnchorContent'],
    ['an empty heading', 'act-markup/nameless-heading', 'jsx-accessibility/jsx-a11y/heading-has-content'],
    ['a role that does not exist', 'act-markup/role-invalid', 'jsx-accessibility/jsx-a11y/aria-role'],
    ['a hidden element with the focus', 'act-markup/hidden-focus', 'biome-accessibility/a11y/noAriaHiddenOnFocusable'],
    ['a command in C', 'c-unsafe-calls/shell-command', 'c-data-flow/command-injection'],
    ['a command in C#', 'csharp-security/command-from-value', 'csharp-data-flow/command-injection'],
    ['a command in Go', 'go-security/shell-command-from-value', 'go-data-flow/command-injection'],
    ['a command in Java', 'java-security/command-from-value', 'java-data-flow/command-injection'],
    ['a command in Kotlin', 'kotlin-safety/command-from-value', 'kotlin-data-flow/command-injection'],
    ['a command in PHP', 'php-security/command-from-value', 'php-data-flow/command-injection'],
    ['a command in Ruby', 'ruby-security/command-from-value', 'ruby-data-flow/command-injection'],
    ['a text that is copied to the stack', 'c-unsafe-calls/unbounded-copy', 'c-data-flow/stack-buffer-overflow'],
    ['a text that is copied to a block', 'c-unsafe-calls/unbounded-copy', 'c-data-flow/heap-buffer-overflow'],
    ['a page without a viewport', 'htmlhint/meta-viewport-require', 'html-eslint/@html-eslint/require-meta-viewport'],
    ['a page without a character set', 'htmlhint/meta-charset-require', 'html-eslint/@html-eslint/require-meta-charset'],
    ['an error that is not thrown', 'oxc-bugs/oxc/missing-throw', 'sonar-bugs/sonarjs/no-unthrown-error'],
    ['a variable that nothing reads', 'js-correctness/no-unused-vars', 'sonar-bugs/sonarjs/no-dead-store'],
    ['instanceof Array', 'biome-suspicious/suspicious/useIsArray', 'unicorn-modern-js/unicorn/no-instanceof-array'],
    ['hasOwnProperty of Object', 'biome-suspicious/suspicious/noPrototypeBuiltins', 'js-style/prefer-object-has-own'],
    ['Function as a type', 'biome-complexity/complexity/noBannedTypes', 'ts-correctness/typescript/no-unsafe-function-type'],
    ['String as a type', 'biome-complexity/complexity/noBannedTypes', 'typescript-eslint/@typescript-eslint/no-wrapper-object-types'],
    ['an obsolete attribute', 'html-eslint/@html-eslint/no-obsolete-attrs', 'html-standards/no-deprecated-attr'],
    ['an obsolete element', 'html-eslint/@html-eslint/no-obsolete-tags', 'htmlhint/tag-no-obsolete'],
  ])('is the same for two tools that see %s', (_, one, other) => {
    expect(weaknessOf(ruleOf(one))).toBe(weaknessOf(ruleOf(other)));
    expect(weaknessOf(ruleOf(one))).toBeDefined();
  });
});
