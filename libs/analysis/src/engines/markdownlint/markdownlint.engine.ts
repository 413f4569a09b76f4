import type { Configuration, LintError } from 'markdownlint';
import type { Engine } from '../engine';
import { fixOf } from '../kit/fixes';
import { refuseCostlyMarkdown } from '../kit/markdown-bounds';
import { type Problem, judgeEachText, rulesOf } from '../kit/per-file';

/** Options for rules that are too strict by default. */
const OPTIONS: Configuration = {
  MD024: { siblings_only: true }, // a change log repeats "Fixed" under every version
  MD029: { style: 'one_or_ordered' },
  MD051: { ignore_case: true },
  MD052: { shortcut_syntax: false },
  MD059: { prohibited_texts: ['click here', 'here', 'link', 'more', 'read more'] },
};

const MAX_BYTES = 1024 * 1024;
const RULE_BROKE = 'This rule threw an exception';

/**
 * Calls markdownlint with strings. Its CLI would read configurations and custom rules next to the files; this call
 * reads nothing.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { getVersion } = await import('markdownlint');
    const { lint } = await import('markdownlint/sync');
    report.engine('markdownlint', getVersion());

    await judgeEachText(
      pass,
      report,
      ({ file, text, tools }) => {
        refuseCostlyMarkdown(text);
        const config = Object.fromEntries([...rulesOf(tools)].map((rule) => [rule, OPTIONS[rule] ?? true]));
        const results = lint({
          strings: { text },
          config: { default: false, ...config },
          noInlineConfig: true,
          handleRuleFailures: true,
        });
        const errors = results['text'] ?? [];
        for (const broken of errors.filter(isBroken)) {
          const rule = broken.ruleNames[0]!;
          for (const { id, rules } of tools)
            if (Object.hasOwn(rules, rule))
              report.unreadable(id, file.staged, `rule ${rule} broke: ${broken.errorDetail}`);
        }
        const starts = lineStarts(text);
        return errors
          .filter((error) => !isBroken(error) && !namesAnchor(error, text))
          .map((error) => ({
            rule: error.ruleNames[0]!,
            line: error.lineNumber,
            ...(error.errorRange && { column: error.errorRange[0]! }),
            message: messageOf(error),
            ...fixFrom(error, text, starts),
          }));
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/**
 * Browsers and code hosts follow a fragment to a `name`, too. MD051 knows it only on `<a>`, and `<h3 name="config">` is
 * as common.
 */
const namesAnchor = ({ ruleNames, errorContext }: LintError, text: string): boolean => {
  const fragment = /#([^)\s"']+)/.exec(errorContext ?? '')?.[1];
  if (ruleNames[0] !== 'MD051' || fragment === undefined) return false;
  return [...text.matchAll(/<\w+\s[^<>]{0,200}?\bname\s*=\s*["']?([^"'\s<>]+)/g)].some(([, name]) => name === fragment);
};

const isBroken = ({ errorDetail }: LintError) => errorDetail?.startsWith(RULE_BROKE) === true;

const messageOf = ({ ruleDescription, errorDetail, errorContext }: LintError) =>
  [ruleDescription, errorDetail, errorContext && `in “${errorContext}”`].filter(Boolean).join(': ');

/** Lines are divided as markdownlint divides them. */
const lineStarts = (text: string): number[] => [
  0,
  ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: ending }) => index + ending.length),
];

/**
 * Rules whose fix may change the text, because two marks need not enclose emphasis or code: of `` `a' in `b` `` the fix
 * removes the space before the second mark, which belongs to the sentence.
 */
const CHANGES_TEXT = new Set(['MD037', 'MD038']);

/** A fix is given as a column and a length on a line. A length of -1 removes the line. */
function fixFrom(
  { lineNumber, fixInfo, ruleNames }: LintError,
  text: string,
  starts: readonly number[],
): Pick<Problem, 'fix'> {
  if (!fixInfo || CHANGES_TEXT.has(ruleNames[0]!)) return {};
  const { editColumn = 1, deleteCount = 0, insertText = '' } = fixInfo;
  const line = (fixInfo.lineNumber ?? lineNumber) - 1;
  const lineStart = starts[line];
  if (lineStart === undefined) return {};
  const next = starts[line + 1] ?? text.length;
  const ending = /(?:\r\n|\r|\n)$/.exec(text.slice(lineStart, next))?.[0] ?? '';
  const start = deleteCount === -1 ? lineStart : lineStart + editColumn - 1;
  const end = deleteCount === -1 ? next : start + deleteCount;
  if (deleteCount !== -1 && end > next - ending.length) return {};
  const fix = fixOf(text, [{ start, end, text: insertText.replaceAll('\n', ending || '\n') }]);
  return { ...(fix && { fix }) };
}
