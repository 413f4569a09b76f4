/**
 * Comments by which authors tell other analysers to be silent: they have looked at the place and decided.
 *
 * `// lgtm[go/request-forgery]`, `// codeql[js/sql-injection]`, `#nosec G402`, `//nolint:gosec`, `// NOSONAR`, `# noqa:
 * S501`, `# nosemgrep`
 */
const TOLD =
  /(?:\/\/|#|\/\*|--).*\b(?:(?:lgtm|codeql)\s*\[|nosec\b|nolint:\s*[\w,]*gosec|NOSONAR\b|noqa:\s*S\d|nosemgrep\b)/;
/** The same of one kind of weakness, which may stand where a value is used. */
const OF_KIND = /\b(?:lgtm|codeql)\s*\[[\w-]+\/([\w-]+)\]/;
const LINES_TO_USE = 40;

export const TOLD_TO_OTHERS = 'a comment there tells another analyser to be silent';

/**
 * Whether a comment on the line, or on the one above, tells another analyser to be silent, or one of the same weakness
 * in the lines below.
 * @param row from 1 on
 */
export const isToldToOthers = (lines: readonly string[], row: number, weakness: string): boolean =>
  lines.slice(Math.max(0, row - 2), row).some((line) => TOLD.test(line)) ||
  lines.slice(row, row + LINES_TO_USE).some((line) => OF_KIND.exec(line)?.[1] === weakness);
