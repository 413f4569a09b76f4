import { readFile } from 'node:fs/promises';
import { join } from 'node:path/posix';
import { ESLint, type Linter } from 'eslint';
import { LRUCache } from 'lru-cache';
import type { ToolDefinition } from '../../catalogue/tool';
import { type ConfigRequest, NOWHERE, lintConfig, settingsOf } from './lint-config';
import type { BrokenRule, FileReport, LintFinding, LintJob } from './lint-job';
import type { LinterParts } from './linter-parts';
import { fixOf } from '../kit/fixes';
import { plainPage, rulesOn } from '../kit/page-templates';
import { asksToBeFilledIn, filesOfTerraform } from './filled-in';
import { filesOfMithril, isReactFile } from '../kit/react-files';
import { MAY_FIND } from './may-find';
import { weighed } from './markup-from-server';
import { atTheirPlaces } from './milder-places';
import { withoutMisfires } from './misfires';
import { plainMessage } from './plain-message';
import { sayingPrecedence } from './precedence';
import { hastenTraversal } from './quick-traversal';
import { RunningRule } from './running-rule';
import { SAFE_FIXES } from './safe-fixes';

type Lint = (text: string, request: ConfigRequest, staged: string) => Promise<Linter.LintMessage[]>;

/**
 * Configurations that are cached. Each set of broken rules adds one, and the target decides how many sets there are.
 */
const MAX_CONFIGS = 64;
/** The syntax of a template engine, or `@NAME@`, which a script replaces. */
const TEMPLATE =
  /\{\{|\{%|<%|<\/?#(?:if|else|list|assign|include|macro)\b|(?<![\w@])@[A-Z][A-Z\d]*(?:_[A-Z\d]+)*@(?![\w@])/;
/**
 * A variable in the place of a value or of an item: `"Resource": ${arn}` for Terraform or a shell, `[ ${arns} ]`,
 * `"id": $ARGS.named.ID` for jq.
 */
const VARIABLE_AS_VALUE = /^[^\S\n]*(?:"[^"\n]*"[^\S\n]*:[^\S\n]*)?\[?[^\S\n]*\$[\w{]/m;
/**
 * The beginning of a text of another language under the name of JSON: `wait = "10s"` and `template {` of HCL, `query {`
 * of GraphQL. JSON begins with a bracket, a quote, a number or one of three words.
 */
const OTHER_LANGUAGE =
  /^\s*(?:(?:\/\/|#)[^\n]*\n\s*)*(?!(?:true|false|null)\b)[A-Za-z_][\w.-]*(?:[^\S\n]*[={(]|[^\S\n]+[A-Za-z_"])/;
/** A word between marks in the place of a value, without quotes: `"version": __VERSION__`, `port = %PORT%`. */
const MARKED_AS_VALUE: Readonly<Record<string, RegExp>> = {
  json: /^[^\S\n]*"[^"\n]*"[^\S\n]*:[^\S\n]*(?:__[A-Z]\w*__|%[A-Z]\w*%)[^\S\n]*,?[^\S\n]*$/m,
  toml: /^[^\S\n]*[\w.-]+[^\S\n]*=[^\S\n]*(?:__[A-Z]\w*__|%[A-Z]\w*%)[^\S\n]*$/m,
  // A plain text of YAML may begin with `_`, and not with `%`.
  yaml: /^[^\S\n]*(?:-[^\S\n]+)?[\w.-]+:[^\S\n]+%[A-Z]\w*%[^\S\n]*$/m,
};
/** Each rule that throws costs one more run. If more rules than this throw, the file itself is unusual. */
const MAX_BROKEN_RULES = 20;

interface FileLinterOptions {
  /** Called once everything that a file needs is loaded. */
  readonly onLoaded?: () => void;
  /** Receives the rule that runs. */
  readonly running?: RunningRule;
}

/**
 * Lints single files for the given tools. It never throws because of a file or a rule; the report contains the error.
 */
export function fileLinter(
  tools: readonly ToolDefinition[],
  parts: LinterParts,
  { onLoaded, running = new RunningRule() }: FileLinterOptions = {},
): (job: LintJob) => Promise<FileReport> {
  hastenTraversal();
  running.among(tools);
  const lint = linter(parts, running);
  const isOfMithril = ofEachTarget(filesOfMithril);
  const isOfTerraform = ofEachTarget(filesOfTerraform);
  return async ({ index, path, staged, kind, tools: ids, withoutRules: slow = [], watched = false }) => {
    const written = await readText(path);
    if (written === undefined) return { index, findings: [], brokenRules: [], unreadable: 'not text in UTF-8' };
    const page = kind === 'html' ? plainPage(written) : { text: written, isTemplate: false };
    const { text } = page;
    const wanted = tools.filter(
      (tool) => ids.includes(tool.id) && concerns(tool, { staged, text, isOfMithril: isOfMithril(path, staged) }),
    );
    if (wanted.length === 0) return { index, findings: [], brokenRules: [] };
    const idle = new Set(wanted.flatMap((tool) => rulesWithoutSubject(tool, text)));
    const { unavailable } = await parts.plugins(wanted, idle);
    await parts.parsers(kind, false);
    onLoaded?.();
    const withoutRules = new Set([...idle, ...unavailable.map(({ rule }) => rule), ...slow]);
    const request = { kind, tools: wanted, lenient: false, idle, withoutRules, watched };
    const first = await lintWithoutBrokenRules(lint, text, request, staged);
    const retry = first.syntaxError && (kind === 'javascript' || kind === 'vue' || kind === 'svelte');
    const second = retry ? await lintWithoutBrokenRules(lint, text, { ...request, lenient: true }, staged) : first;
    const report = withoutTemplates(second.syntaxError ? first : second, {
      kind,
      text,
      isFilledIn: () => asksToBeFilledIn(text) || isOfTerraform(path, staged)(staged, text),
    });
    const held = new Set(wanted.flatMap((tool) => [...rulesOn(tool, page)]));
    const justified = weighed(withoutMisfires(report.findings, text), text);
    const placed = atTheirPlaces(sayingPrecedence(justified, text), { text, staged, path });
    const findings = placed.filter(({ rule }) => held.has(rule));
    return { index, ...report, findings, ...(unavailable.length > 0 && { unavailable }) };
  };
}

/**
 * Drops findings and syntax errors in templates. A chart's `{{ .Values.port }}` is not broken YAML: it becomes YAML
 * later. So it is not a finding, and the file was not judged. Nor is a line of words in a file for clients that ask a
 * server for JSON, nor a text of another language, nor a stream of JSON values.
 */
function withoutTemplates(
  report: Omit<FileReport, 'index'>,
  { kind, text, isFilledIn }: Pick<LintJob, 'kind'> & { readonly text: string; isFilledIn(): boolean },
): Omit<FileReport, 'index'> {
  if (report.syntaxError && kind === 'json' && !/[[{"]/.test(text))
    return { findings: [], brokenRules: [], unreadable: 'a text without anything of JSON' };
  if (report.syntaxError && kind === 'json' && OTHER_LANGUAGE.test(text))
    return { findings: [], brokenRules: [], unreadable: 'a text of another language' };
  if (report.syntaxError && kind === 'json' && isStream(text))
    return { findings: [], brokenRules: [], unreadable: 'several JSON values behind each other' };
  const template =
    report.syntaxError &&
    ['yaml', 'json', 'toml'].includes(kind) &&
    (TEMPLATE.test(text) ||
      MARKED_AS_VALUE[kind]?.test(text) ||
      (kind === 'json' && VARIABLE_AS_VALUE.test(text)) ||
      isFilledIn());
  return template
    ? { findings: [], brokenRules: [], unreadable: `a template, not plain ${kind.toUpperCase()}` }
    : report;
}

/** Whether the text is several objects, each on lines of its own, as in logs and test data. */
function isStream(text: string): boolean {
  const objects = text.split(/(?<=\})[^\S\n]*\n\s*(?=\{)/);
  try {
    return (JSON.parse(`[${objects.join(',')}]`) as unknown[]).length === objects.length && objects.length > 1;
  } catch {
    return false; // it is broken in another way, which the finding reports
  }
}

interface Considered {
  readonly staged: string;
  readonly text: string;
  readonly isOfMithril: (staged: string) => boolean;
}

/** Caches the facts about the last root: files of one target come together, so each root is asked about once. */
function ofEachTarget<Known>(know: (root: string) => Known): (path: string, staged: string) => Known {
  let last: { readonly root: string; readonly known: Known } | undefined;
  return (path, staged) => {
    const root = path.slice(0, -staged.length);
    if (last?.root !== root) last = { root, known: know(root) };
    return last.known;
  };
}

/** Whether a tool can find anything in this text: it may be for a library that the text does not use. */
function concerns(tool: ToolDefinition, { staged, text, isOfMithril }: Considered): boolean {
  if (tool.settings?.['framework'] === 'react') return isReactFile(staged, text, isOfMithril);
  const { mayFind, mentions, orEndsWith = [] } = settingsOf(tool);
  if (mayFind && !MAY_FIND[mayFind](text)) return false;
  if (!mentions || orEndsWith.some((end) => staged.endsWith(end))) return true;
  const lower = text.toLowerCase();
  return mentions.some((mention) => lower.includes(mention));
}

/** Rules whose subject the text does not name. With escapes, a name may be written in many ways. */
function rulesWithoutSubject(tool: ToolDefinition, text: string): readonly string[] {
  const { ruleMentions = [] } = settingsOf(tool);
  if (ruleMentions.length === 0 || /\\[ux]/.test(text)) return [];
  const lower = text.toLowerCase();
  return ruleMentions.flatMap(({ rules, mentions }) => (mentions.some((each) => lower.includes(each)) ? [] : rules));
}

async function lintWithoutBrokenRules(
  lint: Lint,
  text: string,
  request: ConfigRequest,
  staged: string,
): Promise<Omit<FileReport, 'index'>> {
  const brokenRules: BrokenRule[] = [];
  for (;;) {
    try {
      const withoutRules = new Set([...request.withoutRules, ...brokenRules.map(({ rule }) => rule)]);
      return { ...reportOf(await lint(text, { ...request, withoutRules }, staged), text, staged), brokenRules };
    } catch (error) {
      const unreadable = (reason: string) => ({ findings: [], brokenRules: [], unreadable: reason });
      const { name, message = String(error) } = error as Partial<Error>;
      const reason = message.split('\n')[0]!; // ESLint adds the place and the rule on further lines
      if (name === 'RangeError') return unreadable(`too deeply nested: ${reason}`);
      const rule = brokenRule(error);
      if (!rule || withoutBenefit(brokenRules, rule)) return unreadable(`ESLint failed: ${reason}`);
      brokenRules.push({ rule, reason: `threw: ${reason}` });
    }
  }
}

const withoutBenefit = (brokenRules: readonly BrokenRule[], rule: string): boolean =>
  brokenRules.length >= MAX_BROKEN_RULES || brokenRules.some((broken) => broken.rule === rule);

/**
 * If a listener threw, ESLint names the rule in a property. If the rule threw on creation, only the message names it.
 */
function brokenRule(error: unknown): string | undefined {
  const { ruleId, message = '' } = error as { ruleId?: string; message?: string };
  return ruleId ?? /Error while loading rule '([^']+)'/.exec(message)?.[1];
}

function reportOf(
  messages: readonly Linter.LintMessage[],
  text: string,
  staged: string,
): Pick<FileReport, 'findings' | 'unreadable' | 'syntaxError'> {
  const fatal = messages.find((message) => message.fatal || message.ruleId === null);
  const linted = text.replace(/^\ufeff/, ''); // positions of fixes refer to this text
  if (!fatal) return { findings: distinct(messages.map((each) => finding(each, linted))) };
  const message = plainMessage('', fatal.message.replace(/^Parsing error: /, ''));
  const unreadable = fatal.fatal && fatal.line ? `line ${fatal.line}: ${message}` : message;
  // The parser can run out of stack too. It then reports that as a syntax error.
  const syntaxError =
    fatal.fatal && !/call stack/.test(message) && !isReadByOthers(message, linted, { staged, line: fatal.line })
      ? { line: fatal.line || 1, column: fatal.column || 1, message }
      : undefined;
  return { findings: [], unreadable, ...(syntaxError && { syntaxError }) };
}

const OF_CIRRUS = /(?:^|\/)\.cirrus\.ya?ml$/;
/** Keys at the top of a file of Cirrus CI that stand for one entry of a list each. */
const REPEATED_BY_CIRRUS = /^(?:\w+_)?(?:task|pipe|docker_builder)\s*:/;

/** The maximum number of lines below its beginning in which a YAML text may end. */
const MOST_LINES = 200;

/**
 * YAML that this parser refuses and others accept: a text whose closing quotation mark is on a line of its own, at the
 * very beginning, several merges into one map, and tasks of Cirrus CI, of which each has the same key.
 */
function isReadByOthers(
  message: string,
  text: string,
  { staged, line }: { readonly staged: string; readonly line: number },
): boolean {
  const lines = text.split('\n').slice(line - 1, line - 1 + MOST_LINES);
  if (message === 'Map keys must be unique')
    return /^[\s-]*<<\s*:/.test(lines[0] ?? '') || (OF_CIRRUS.test(staged) && REPEATED_BY_CIRRUS.test(lines[0] ?? ''));
  const quote = /^Missing closing (['"])quote/.exec(message)?.[1];
  return quote !== undefined && lines.some((each) => each.trim() === quote);
}

/**
 * Removes duplicates. Some rules report the same place several times: detect-bidi-characters does it once for each
 * character of a comment.
 */
const distinct = (findings: readonly LintFinding[]): LintFinding[] => [
  ...new Map(findings.map((each) => [JSON.stringify(each), each])).values(),
];

const finding = ({ ruleId, line, column, endLine, message, fix }: Linter.LintMessage, text: string): LintFinding => ({
  rule: ruleId!,
  line: Math.max(1, line), // html-eslint reports a missing element on line 0
  column: Math.max(1, column),
  ...(endLine !== undefined && endLine >= line && { endLine }),
  message: plainMessage(ruleId!, message),
  ...(SAFE_FIXES.has(ruleId!) && fixFrom(fix, text)),
});

function fixFrom(fix: Linter.LintMessage['fix'], text: string): Pick<LintFinding, 'fix'> {
  const found = fix && fixOf(text, [{ start: fix.range[0], end: fix.range[1], text: fix.text }]);
  return { ...(found && { fix: found }) };
}

function linter(parts: LinterParts, running: RunningRule): Lint {
  const engines = new LRUCache<string, ESLint>({ max: MAX_CONFIGS });
  return async (text, request, staged) => {
    const key = JSON.stringify([
      request.kind,
      request.lenient,
      request.watched,
      request.tools.map(({ id }) => id),
      [...request.withoutRules].sort(),
    ]);
    let eslint = engines.get(key);
    if (!eslint) {
      const { byPrefix } = await parts.plugins(request.tools, request.idle);
      const plugins = request.watched
        ? new Map([...byPrefix].map(([prefix, plugin]) => [prefix, running.watching(prefix, plugin)]))
        : byPrefix;
      const overrideConfig = lintConfig(request, plugins, await parts.parsers(request.kind, request.lenient));
      engines.set(
        key,
        (eslint = new ESLint({ cwd: NOWHERE, overrideConfigFile: true, overrideConfig, allowInlineConfig: false })),
      );
    }
    const [result] = await eslint.lintText(text, { filePath: join(NOWHERE, staged), warnIgnored: true });
    return result?.messages ?? [];
  };
}

async function readText(path: string): Promise<string | undefined> {
  const bytes = await readFile(path);
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return undefined;
  }
}
