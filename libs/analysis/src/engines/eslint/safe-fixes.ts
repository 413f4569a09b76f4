/**
 * The rules of the catalogue whose fix keeps what code does. ESLint asks that of every fix, and plugins do not keep to
 * it: theirs turn `http:` into `https:`, add the flag g to an expression or wait for a promise.
 */
export const SAFE_FIXES: ReadonlySet<string> = new Set([
  'regexp/no-dupe-characters-character-class',
  'regexp/no-invisible-character',
  'regexp/no-super-linear-backtracking',
  '@typescript-eslint/no-array-constructor',
  '@typescript-eslint/no-extra-non-null-assertion',
  '@typescript-eslint/no-import-type-side-effects',
  '@typescript-eslint/no-useless-empty-export',
  '@typescript-eslint/prefer-as-const',
  '@typescript-eslint/prefer-namespace-keyword',
  'testing-library/no-global-regexp-flag-in-query',
  'svelte/no-useless-mustaches',
  'jsonc/comma-dangle',
  'jsonc/no-binary-expression',
  'jsonc/no-floating-decimal',
  'jsonc/no-hexadecimal-numeric-literals',
  'jsonc/no-plus-sign',
  'jsonc/no-template-literals',
  'jsonc/quote-props',
  'jsonc/quotes',
  'toml/keys-order',
  'toml/tables-order',
  '@html-eslint/no-duplicate-class',
]);
