import { parseAsync } from '@ast-grep/napi';
import { languageOf } from '../kit/parsers/languages';
import { registerParsers } from '../kit/parsers/register-parsers';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, PassReporter } from '../engine';
import { type JudgedText, type Problem, Unreadable, judgeEachText } from '../kit/per-file';
import { CHECKS } from './checks';
import { LANGUAGES, type Language, grammarOf } from './grammars';
import { type Check, type Fault, OverBudget, type Subject, Surroundings } from './check';
import { type Syntax, kindOf } from './syntax';

const VERSION = '1.0.0';

/** Longer lines are generated code. */
const MAX_LINE = 20_000;

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay logic checks', VERSION);
    const missing = registerParsers(LANGUAGES);
    await judgeEachText(pass, report, (input) => judge(input, missing, report), { maxBytes: 1024 * 1024 });
  },
};

async function judge(
  { file, text, tools }: JudgedText,
  missing: ReadonlyMap<string, string>,
  report: PassReporter,
): Promise<Problem[]> {
  const language = languageOf(file.staged) as Language | undefined;
  const grammar = language && grammarOf(language);
  if (!language || !grammar) throw new Unreadable('no parser for this kind of file');
  // Not `Unreadable`: nothing is wrong with the file, and a tool all of whose files lack a parser has failed.
  if (missing.has(language)) throw new Error(`no parser for ${language}: ${missing.get(language)}`);
  if (text.split('\n').some((line) => line.length > MAX_LINE))
    throw new Unreadable(`has a line of more than ${MAX_LINE} characters`);

  const checks = checksOf(language);
  const root = (await parseAsync(language, text)).root();
  const errors = root.findAll({ rule: { kind: 'ERROR' } }).map((node) => node.range().start.index);
  const subject: Subject = { language, grammar, around: new Surroundings(), judged: new Set() };
  const problems: Problem[] = [];
  try {
    for (const node of root.findAll({ rule: { any: [...checks.keys()].map((kind) => ({ kind })) } }))
      for (const fault of (checks.get(kindOf(node)) ?? []).flatMap((check) => check.judge(node, subject)))
        if (!isBrokenAround(fault.node, subject, errors)) problems.push(problemOf(fault, tools));
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    for (const { id } of tools) report.unreadable(id, file.staged, error.message);
  }
  return problems;
}

/** Where the parser had to leave something out, the tree may say what the code does not. */
function isBrokenAround(node: Syntax, { around }: Subject, errors: readonly number[]): boolean {
  if (errors.length === 0) return false;
  const { start, end } = (around.parentOf(node) ?? node).range();
  return errors.some((index) => start.index <= index && index <= end.index);
}

function problemOf({ rule, node, message }: Fault, tools: readonly ToolDefinition[]): Problem {
  const { start, end } = node.range();
  const title = tools.find(({ rules }) => Object.hasOwn(rules, rule))?.rules[rule]?.title;
  return {
    rule,
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    message: message ?? title ?? rule,
  };
}

const known = new Map<Language, ReadonlyMap<string, readonly Check[]>>();

/** The checks by the kinds of nodes that they look at. */
function checksOf(language: Language): ReadonlyMap<string, readonly Check[]> {
  const before = known.get(language);
  if (before) return before;
  const checks = new Map<string, Check[]>();
  for (const check of CHECKS) {
    for (const kind of new Set(check.kinds(grammarOf(language)!, language)))
      checks.set(kind, [...(checks.get(kind) ?? []), check]);
  }
  known.set(language, checks);
  return checks;
}
