import type { Configuration, LintError } from 'markdownlint';
import type { Engine } from '../engine';
import { refuseCostlyMarkdown } from '../kit/markdown-bounds';
import { judgeEachText, rulesOf } from '../kit/per-file';

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
        return errors
          .filter((error) => !isBroken(error) && !namesAnchor(error, text))
          .map((error) => ({
            rule: error.ruleNames[0]!,
            line: error.lineNumber,
            ...(error.errorRange ? { column: error.errorRange[0]! } : {}),
            message: messageOf(error),
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
