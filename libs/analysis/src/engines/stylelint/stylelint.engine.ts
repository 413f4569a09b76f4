import { join } from 'node:path';
import type { Config, Plugin, Warning } from 'stylelint';
import type { Engine, PassReporter } from '../engine';
import { fixOf } from '../kit/fixes';
import { isMisfire, severityAt } from './misfires';
import { SAFE_FIXES } from './safe-fixes';
import { installedVersion } from '../kit/installed-version';
import { type JudgedText, type Problem, Unreadable, judgeEachText, rulesOf } from '../kit/per-file';
import { type CustomSyntax, OPTIONS, type StyleLanguage, languageOf, syntaxFor } from './stylelint.config';

const SYNTAX_ERROR = 'CssSyntaxError';
/** 2 MB of small rules took 25 s. Larger files are the output of a build. */
const MAX_BYTES = 1024 * 1024;
/** UTF-16 code units: a larger text gets no fixes. */
const MAX_FIXED_TEXT = 128 * 1024;
/** Nested selectors are resolved at every level. 2,000 levels took 17 s, and 20,000 would never end. */
const MAX_DEPTH = 200;

/**
 * Runs Stylelint through its API. The CLI would search a configuration next to each file, and run it if it is
 * JavaScript. With `config`, no search is made. The file's own path is not passed on, because a path below
 * `node_modules` would be silently ignored.
 */
export const engine: Engine = {
  async run(pass, report) {
    const stylelint = (await import('stylelint')).default;
    report.engine('stylelint', installedVersion('stylelint'));
    const plugins = await pluginsFor(rulesOf(pass.tools));
    const syntaxes = new Map<StyleLanguage, CustomSyntax>();

    const lint = async (text: string, language: StyleLanguage, rules: Iterable<string>): Promise<Warning[]> => {
      if (!syntaxes.has(language)) syntaxes.set(language, await syntaxFor(language));
      const config: Config = {
        plugins,
        rules: Object.fromEntries([...rules].map((rule) => [rule, OPTIONS[rule] ?? true])),
      };
      const extension = language === 'markup' ? 'html' : language;
      const { results } = await stylelint.lint({
        code: withoutDirectives(text),
        codeFilename: join(pass.scratch, `input.${extension}`),
        config,
        customSyntax: syntaxes.get(language)!,
        ignoreDisables: true,
        // For each fix the whole text is made again, so the time grows with the square of the size.
        computeEditInfo: text.length <= MAX_FIXED_TEXT,
        validate: false,
        quietDeprecationWarnings: true,
        cwd: pass.scratch,
        formatter: () => '',
      });
      const [result] = results;
      if (!result) throw new Error('Stylelint returned no result');
      const mistake =
        result.invalidOptionWarnings[0] ??
        result.warnings.find(({ text, rule }) => text.startsWith(`Unknown rule ${rule}`));
      if (mistake) throw new Error(mistake.text);
      return result.warnings;
    };

    await judgeEachText(
      pass,
      report,
      async (input) => {
        const language = languageOf(input.file.staged);
        if (depthOf(input.text) > MAX_DEPTH) throw new Unreadable(`blocks are nested more than ${MAX_DEPTH} deep`);
        const warnings = await lint(input.text, language, rulesOf(input.tools)).catch((error: unknown) =>
          ruleByRule(error, input, report, (rule) => lint(input.text, language, [rule])),
        );
        const syntaxError = warnings.find(({ rule }) => rule === SYNTAX_ERROR);
        if (syntaxError) throw new Unreadable(`line ${syntaxError.line}: ${withoutRule(syntaxError)}`);
        const lines = input.text.split('\n');
        // In a page or a component, the places of fixes count from the beginning of the style.
        const fixable = language === 'markup' ? undefined : input.text;
        return warnings
          .filter((warning) => !isMisfire(warning, lines))
          .map((each) => {
            const severity = severityAt(each, lines);
            return { ...problemOf(each, fixable), ...(severity && { severity }) };
          });
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/**
 * If a rule throws, the result of the whole file is lost, and the error does not name the rule. So each rule is
 * tried alone, and those that throw are listed.
 */
async function ruleByRule(
  error: unknown,
  { tools, file }: JudgedText,
  report: PassReporter,
  lintOne: (rule: string) => Promise<Warning[]>,
): Promise<Warning[]> {
  const found: Warning[] = [];
  let broken = 0;
  for (const rule of rulesOf(tools)) {
    try {
      found.push(...(await lintOne(rule)));
    } catch (ruleError) {
      broken += 1;
      const reason = `rule ${rule} broke: ${ruleError instanceof Error ? ruleError.message : String(ruleError)}`;
      for (const { id, rules } of tools) if (Object.hasOwn(rules, rule)) report.unreadable(id, file.staged, reason);
    }
  }
  if (broken === rulesOf(tools).size) throw error;
  return found;
}

/**
 * `ignoreDisables` removes the effect of these comments, but a rule that is disabled twice is still a syntax error of
 * the whole file. So they are overwritten by text of the same length, and columns stay.
 */
const withoutDirectives = (text: string) => text.replace(/(\/[*/]\s*)stylelint(?=-(?:disable|enable))/g, '$1directive');

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [brace] of text.matchAll(/[{}]/g)) {
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** @param fixable the text that fixes refer to; undefined if it is not known */
const problemOf = (warning: Warning, fixable: string | undefined): Problem => ({
  rule: warning.rule,
  line: warning.line,
  column: warning.column,
  ...(warning.endLine !== undefined && { endLine: warning.endLine }),
  message: withoutRule(warning),
  ...(fixable !== undefined && fixFrom(warning, fixable)),
});

function fixFrom({ fix, rule }: Warning, text: string): Pick<Problem, 'fix'> {
  const found =
    fix && SAFE_FIXES.has(rule) && fixOf(text, [{ start: fix.range[0], end: fix.range[1], text: fix.text }]);
  return { ...(found && { fix: found }) };
}

const withoutRule = ({ text, rule }: Warning) => (text.endsWith(` (${rule})`) ? text.slice(0, -rule.length - 3) : text);

async function pluginsFor(rules: ReadonlySet<string>): Promise<Plugin[]> {
  const asked = (prefix: string) => [...rules].some((rule) => rule.startsWith(prefix));
  return [
    ...(asked('scss/') ? await pluginsOf('stylelint-scss') : []),
    ...(asked('a11y/') ? await pluginsOf('@double-great/stylelint-a11y') : []),
  ];
}

/** Neither package has types. A name in a variable prevents the compiler from requiring them. */
const pluginsOf = async (name: string) => ((await import(name)) as { default: Plugin[] }).default;
