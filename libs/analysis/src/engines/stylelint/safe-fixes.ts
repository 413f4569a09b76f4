/**
 * The rules of the catalogue whose fix keeps what a style sheet does in every browser. Stylelint's other fixes take
 * away what older browsers need (prefixes, an earlier value of the same property), set what was not set (a shorthand),
 * or make valid what was ignored.
 */
export const SAFE_FIXES: ReadonlySet<string> = new Set([
  'font-family-name-quotes',
  'function-name-case',
  'length-zero-no-unit',
  'selector-pseudo-element-colon-notation',
  'selector-type-case',
  'shorthand-property-no-redundant-values',
  'value-keyword-case',
  'scss/at-root-no-redundant',
  'scss/function-quote-no-quoted-strings-inside',
  'scss/function-unquote-no-unquoted-strings-inside',
  'scss/load-partial-extension',
]);
