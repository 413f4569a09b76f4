/**
 * The comments by which a Python file hides findings from Ruff: `noqa`, alone or for a whole file under the name of
 * Ruff or Flake8, in any case; `ruff: disable`, `ignore` and `file-ignore`; isort's actions. The CLI has
 * `--ignore-noqa`, the WebAssembly build has nothing of the kind. Text between the hash and the word matches too if it
 * ends with a hash.
 */
const DIRECTIVE = new RegExp(
  [
    String.raw`(?<=#[\s\ufeff]*)(?:(?:ruff|flake8)\s*:\s*(?:noqa|disable|enable|ignore|file-ignore|`,
    String.raw`isort)|isort\s*:|noqa)(?:\s*:)?`,
  ].join(''),
  'gi',
);

/**
 * Replaces directives by dots, so that the rest is neither a directive nor commented-out code. Positions stay.
 */
export const withoutDirectives = (text: string): string =>
  text.replace(DIRECTIVE, (match) => match.replace(/[^\r\n]/g, '.'));
