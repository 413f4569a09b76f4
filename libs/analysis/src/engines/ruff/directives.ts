/**
 * The comments by which a Python file tells Ruff to look away: `noqa`, alone or for a whole file under the name of Ruff
 * or Flake8, in any case; `ruff: disable`, `ignore` and `file-ignore`; isort's actions. The CLI has `--ignore-noqa`,
 * the WebAssembly build has nothing of the kind. Text between the hash and the word is taken too when it ends in a
 * hash.
 */
const DIRECTIVE =
  /(?<=#[\s\ufeff]*)(?:(?:ruff|flake8)\s*:\s*(?:noqa|disable|enable|ignore|file-ignore|isort)|isort\s*:|noqa)(?:\s*:)?/gi;

/**
 * Dots, so that what is left is neither a directive nor code that somebody commented out. Positions stay as they are.
 */
export const withoutDirectives = (text: string): string =>
  text.replace(DIRECTIVE, (match) => match.replace(/[^\r\n]/g, '.'));
