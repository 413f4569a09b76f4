import type { RuleChoice, RuleChoices } from './rule-choices';

/** Makes the same choice for several selectors. */
export const each = <Choice extends RuleChoice>(
  selectors: readonly string[],
  choice: Choice,
): Readonly<Record<string, Choice>> => Object.fromEntries(selectors.map((selector) => [selector, choice]));

/** Tools that judge by a house style. A project that follows another one is not wrong. */
export const HOUSE_STYLES = [
  'js-style',
  'js-pedantic',
  'js-restrictions',
  'unicorn-modern-js',
  'ts-style',
  'jsdoc-quality',
  'biome-complexity',
  'css-conventions',
  'py-pycodestyle',
  'py-naming',
  'py-docstrings',
  'py-upgrade',
  'py-annotations',
  'py-imports',
  'py-performance',
  'py-simplify',
  'markdown-lint',
  'spelling',
  'prose-quality',
  'inclusive-language',
  'commit-messages',
  'type-coverage',
] as const;

/** Tools that measure. Authors know which of their code is long, alike or large, and it is seldom a mistake. */
export const MEASURES = [
  'code-duplication',
  'code-size',
  'cognitive-complexity',
  'py-complexity',
  'svg-optimisation',
] as const;

/** Rules of the house styles that find a defect in any style. */
export const DEFECTS_AMONG_STYLES = [
  'htmlhint/attr-unsafe-chars',
  'py-simplify/SIM220',
  'py-simplify/SIM221',
  'commit-messages/control-characters',
] as const;

/** Those of them that are true and that few maintainers act on. */
export const DEFECTS_OF_LITTLE_MATTER = ['js-pedantic/no-new-wrappers', 'js-restrictions/no-proto'] as const;

/** Tools and rules whose findings another tool reports at the same places. */
export const SAID_ELSEWHERE = [
  'openapi-spectral/oas2-schema',
  'openapi-spectral/oas3-schema',
  'js-suspicious/no-fallthrough',
  'biome-css/correctness/noUnknownProperty',
  'biome-css/suspicious/noDuplicateProperties',
  'biome-suspicious/suspicious/noConstantBinaryExpressions',
  'biome-suspicious/suspicious/noDuplicateElseIf',
  'biome-suspicious/suspicious/noDuplicateObjectKeys',
  'biome-suspicious/suspicious/noFunctionAssign',
  'htmlhint',
  'react-hooks/react-hooks/exhaustive-deps',
  'unicorn-modern-js/unicorn/no-new-buffer',
  'regex-correctness/regexp/no-super-linear-backtracking',
  'html-eslint/@html-eslint/no-skip-heading-levels',
  'html-standards/element-required-attributes',
] as const;

/**
 * Rules of taste in tools that otherwise find defects, and rules that are right too seldom to be shown by default. The
 * labels in `docs/labels` say why.
 */
export const RULES_OF_TASTE = [
  'ts-correctness/typescript/no-explicit-any',
  'react-performance/react-perf/jsx-no-jsx-as-prop',
  'react-performance/react-perf/jsx-no-new-array-as-prop',
  'react-performance/react-perf/jsx-no-new-object-as-prop',
  'biome-suspicious/suspicious/noDoubleEquals',
  'biome-suspicious/suspicious/noPrototypeBuiltins',
  'biome-suspicious/suspicious/noRedeclare',
  'biome-suspicious/suspicious/noShadowRestrictedNames',
  'biome-suspicious/suspicious/noThenProperty',
  'biome-performance/performance/noAwaitInLoops',
  'biome-suspicious/suspicious/useIsArray',
  'eslint-security/security/detect-non-literal-regexp',
  'jest-tests/jest/expect-expect',
  'jest-tests/jest/no-conditional-expect',
  'jest-tests/jest/no-done-callback',
  'jest-tests/jest/no-jasmine-globals',
  'jest-tests/jest/prefer-to-have-length',
  'js-correctness/no-unused-expressions',
  'jest-tests/jest/valid-title',
  'js-performance/no-await-in-loop',
  'js-performance/unicorn/prefer-array-some',
  'js-suspicious/no-new',
  'js-suspicious/no-unmodified-loop-condition',
  'js-suspicious/no-prototype-builtins',
  'js-suspicious/no-useless-call',
  'js-suspicious/no-useless-concat',
  'js-suspicious/preserve-caught-error',
  'import-hygiene/import/first',
  'import-hygiene/unicorn/no-anonymous-default-export',
  'promise-usage/promise/always-return',
  'promise-usage/promise/no-callback-in-promise',
  'promise-usage/promise/no-nesting',
  'promise-usage/promise/no-promise-in-callback',
  'promise-usage/promise/no-return-wrap',
  'promise-usage/promise/param-names',
  'promise-usage/unicorn/no-thenable',
  'node-api-usage/node/handle-callback-err',
  'node-api-usage/node/no-path-concat',
  'node-compat/n/no-callback-literal',
  'node-compat/n/no-path-concat',
  'oxc-bugs/oxc/bad-bitwise-operator',
  'regex-correctness/regexp/no-dupe-characters-character-class',
  'sonar-bugs/sonarjs/no-globals-shadowing',
  'sonar-bugs/sonarjs/no-invariant-returns',
  'sonar-security/sonarjs/content-length',
  'ts-correctness/typescript/ban-ts-comment',
  'ts-correctness/typescript/no-empty-object-type',
  'typescript-eslint/@typescript-eslint/ban-ts-comment',
  'typescript-eslint/@typescript-eslint/no-import-type-side-effects',
  'typescript-eslint/@typescript-eslint/no-unused-expressions',
  'eslint-security/security/detect-possible-timing-attacks',
  'biome-css/a11y/useGenericFontNames',
  'css-accessibility/a11y/media-prefers-reduced-motion',
  'css-accessibility/a11y/no-text-align-justify',
  'cppcheck/null-check-after-use',
  'cppcheck/repeated-condition',
  'gosec/all-interfaces',
  'gosec/command-from-variable',
  'gosec/file-permissions',
  'gosec/hardcoded-credential',
  'gosec/integer-conversion',
  'gosec/other-low',
  'gosec/path-from-variable',
  'gosec/request-to-variable',
  'gosec/sql-from-text',
  'gosec/unhandled-error',
  'gosec/weak-import',
  'css-accessibility/a11y/selector-pseudo-class-focus',
  'css-errors/no-duplicate-selectors',
  'html-eslint/@html-eslint/no-obsolete-attrs',
  'html-eslint/@html-eslint/no-target-blank',
  'html-standards/no-deprecated-attr',
  'html-standards/no-conditional-comment',
  'html-standards/void-content',
  'kotlin-safety/null-assertion',
  'compose-lint/require-quotes-in-ports',
  'c-unsafe-calls/variable-stack-allocation',
  'toml-lint/toml/tables-order',
  'npm-publish-lint/INVALID_REPOSITORY_VALUE',
  'npm-publish-lint/USE_TYPE',
  'py-bugbear/B010',
  'py-dead-code/ERA001',
  'py-dead-code/PIE790',
  'py-django/DJ001',
  'py-exceptions/B904',
  'py-exceptions/BLE001',
  'py-exceptions/RSE102',
  'py-exceptions/TRY002',
  'py-exceptions/TRY004',
  'py-exceptions/TRY201',
  'py-exceptions/TRY400',
  'py-pytest/PT003',
  'py-pytest/PT011',
  'py-pytest/PT012',
  'c-unsafe-calls/check-before-use',
  'cppcheck/integer-overflow-by-condition',
  'cppcheck/lost-assignment',
  'cppcheck/missing-copy',
  'cppcheck/obsolete-function',
  'cppcheck/self-assignment',
  'cppcheck/sign-bit-shift',
  'cppcheck/uninitialized-member',
  'cppcheck/uninitialized-variable',
  'cppcheck/void-pointer-arithmetic',
  'go-quality/ignored-error',
  'py-bugbear/B008',
  'py-bugbear/B009',
  'py-bugbear/B026',
  'py-bugbear/B028',
  'py-bugbear/RUF007',
  'py-dead-code/RUF059',
  'py-exceptions/S110',
  'py-exceptions/S112',
  'py-security/S104',
  'py-security/S105',
  'py-security/S106',
  'py-security/S107',
  'py-security/S108',
  'py-security/S310',
  'py-security/S311',
  'rust-safety/leaked-value',
  'rust-safety/unexplained-send-or-sync',
  'rust-safety/unexplained-unsafe',
] as const;

/** Tools that judge pages and styles for the people who see them. */
const OF_PAGES = [
  'act-markup',
  'axe-markup',
  'biome-accessibility',
  'biome-css',
  'css-accessibility',
  'css-errors',
  'html-accessibility',
  'html-document',
  'html-eslint',
  'html-sri',
  'html-standards',
  'htmlhint',
  'jsx-accessibility',
  'vue-accessibility',
] as const;

/** Kinds of keys and passwords that tests invent, for a certificate of their own or a server that they start. */
const INVENTED_SECRETS = [
  'secrets-source/BasicAuth',
  'secrets-source/MongoDBConnection',
  'secrets-source/MySQLConnection',
  'secrets-source/PostgreSQLConnection',
  'secrets-source/PrivateKey',
  'secrets-source/assigned-password',
  'secrets-source/assigned-secret',
  'secrets-source/url-credentials',
  'high-entropy-strings',
  'sonar-security/sonarjs/no-hardcoded-passwords',
] as const;

/** Tools and rules for weaknesses that an attacker must reach. Nobody can reach them in a test. */
const WEAKNESSES_OF_CODE = [
  'biome-security',
  'c-unsafe-calls',
  'cloudformation-security',
  'cpp-memory',
  'csharp-security',
  'dom-xss-sinks',
  'eslint-security',
  'go-security',
  'java-security',
  'js-suspicious/no-eval',
  'js-suspicious/no-implied-eval',
  'js-suspicious/no-new-func',
  'js-suspicious/no-script-url',
  'kotlin-safety',
  'kubernetes-security',
  'microsoft-sdl',
  'php-security',
  'py-django',
  'py-security',
  'ruby-security',
  'rust-safety',
  'server-settings',
  'sonar-security',
  'sql-safety',
  'terraform-aws',
  'terraform-azure',
  'terraform-configuration',
  'terraform-google',
] as const;

/** Rules about unused names. Tests of types declare names that nothing uses. */
const UNUSED = [
  'js-correctness/no-unused-vars',
  'sonar-bugs/sonarjs/no-dead-store',
  'typescript-eslint/@typescript-eslint/no-unused-vars',
] as const;

/**
 * A test contains broken pages and data, keys that open nothing, and code that attacks, all on purpose. Tokens of
 * services, such as those of clouds, keep their severity, because a real token in a test is as useful to a thief as any
 * other.
 */
export const IN_TESTS: RuleChoices = {
  ...each([...OF_PAGES, ...WEAKNESSES_OF_CODE, 'image-weight', 'json-lint', 'npm-publish-lint'], 'off'),
  ...each(INVENTED_SECRETS, 'low'),
  ...each(UNUSED, 'off'),
  // A test ends soon, and what it holds with it.
  ...each(['cppcheck/memory-leak', 'cppcheck/resource-leak'], 'low'),
  'compose-lint/no-unbound-port-interfaces': 'off',
  ...each(
    ['database-for-everybody', 'database-without-password'].map((rule) => `compose-security/${rule}`),
    'off',
  ),
  ...each(
    ['console-without-login', 'database-console-logged-in'].map((rule) => `compose-security/${rule}`),
    'low',
  ),
  // A test on an old system is there to show that the program still works on it.
  'dockerfile-security/retired-base-image': 'low',
  // A test may copy its configuration beside the code that it tries, and may lack a file on purpose.
  ...each(
    ['missing-file', 'missing-handler'].map((rule) => `ansible-security/${rule}`),
    'low',
  ),
  'terraform-configuration/tf-module-missing': 'low',
  'node-compat/n/handle-callback-err': 'off',
  'sonar-bugs/sonarjs/no-element-overwrite': 'off',
};

/**
 * Code in a folder of documents builds the documents, and only their authors run it. Readers load a picture there only
 * if they want to see it. Many pages there are reports that a program has written.
 */
export const IN_DOCUMENTS: RuleChoices = {
  ...each([...WEAKNESSES_OF_CODE, 'act-markup', 'axe-markup'], 'low'),
  'image-weight': 'off',
};

/** Nobody serves an example to users, but a reader may copy it. */
export const IN_EXAMPLES: RuleChoices = {
  ...each(OF_PAGES, 'off'),
  ...each([...WEAKNESSES_OF_CODE, ...INVENTED_SECRETS], 'low'),
  'dockerfile-security/retired-base-image': 'medium',
};

/**
 * Copied code stays as its authors wrote it. Rules about what it does count, and rules about how it is written do not.
 */
export const IN_COPIES: RuleChoices = each([...OF_PAGES, ...UNUSED], 'off');
