import { type NapiConfig, type SgNode, parse, parseAsync } from '@ast-grep/napi';
import type { PatternSettings } from '../../catalogue/ast-grep/pattern-rule';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, PassReporter } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type JudgedText, type Problem, Unreadable, judgeEachText, oneLine } from '../kit/per-file';
import { languageOf } from '../kit/parsers/languages';
import { registerParsers } from '../kit/parsers/register-parsers';
import { isByChoice, isVerifiedOtherwise } from '../kit/unverified';
import { worthOfVerifyNone } from './tls-choice';

/**
 * A tree-sitter parser never refuses a text, but marks error nodes. If they contain more than this share of the
 * characters, the absence of findings means nothing.
 */
const TOLERATED_ERRORS = 0.1;

/**
 * Longer lines are generated code. Nested relations take quadratic time in the depth of an expression: 20,000 operands
 * took 32 s.
 */
const MAX_LINE = 20_000;

export const engine: Engine = {
  async run(pass, report) {
    report.engine('ast-grep', installedVersion('@ast-grep/napi'));
    const missing = registerParsers(languagesOf(pass.files));
    const tools = pass.tools.filter((tool) => compiles(tool, pass, missing, report));
    await judgeEachText({ ...pass, tools }, report, (input) => judge(input, missing, report));
  },
};

const languagesOf = (files: EnginePass['files']): Set<string> =>
  new Set(files.flatMap(({ staged }) => languageOf(staged) ?? []));

const settingsOf = ({ settings }: ToolDefinition) => settings as Readonly<Record<string, unknown>> & PatternSettings;

/**
 * A pattern is compiled at its first use. Each is first used on an empty text, so that an invalid pattern fails its own
 * tool and not every file.
 */
function compiles(
  tool: ToolDefinition,
  { files }: EnginePass,
  missing: ReadonlyMap<string, string>,
  report: PassReporter,
): boolean {
  const languages = [...languagesOf(files)].filter(
    (language) => !missing.has(language) && settingsOf(tool).languages.includes(language),
  );
  for (const language of languages) {
    const empty = parse(language, '').root();
    for (const { rule, config } of rulesOf(tool)) {
      try {
        empty.findAll(config);
      } catch (error) {
        report.failed(
          tool.id,
          oneLine(
            `rule ${rule} cannot be used on ${language}: ${error instanceof Error ? error.message : String(error)}`,
          ),
        );
        return false;
      }
    }
  }
  return true;
}

async function judge(
  { file, text, tools }: JudgedText,
  missing: ReadonlyMap<string, string>,
  report: PassReporter,
): Promise<Problem[]> {
  const language = languageOf(file.staged);
  if (language === undefined) throw new Unreadable('no parser for this kind of file');
  // Not `Unreadable`: the file is not at fault, and a tool all of whose files lack a parser has failed.
  if (missing.has(language)) throw new Error(`no parser for ${language}: ${missing.get(language)}`);
  const lines = text.split('\n');
  if (lines.some((line) => line.length > MAX_LINE))
    throw new Unreadable(`has a line of more than ${MAX_LINE} characters`);

  const root = (await parseAsync(language, text)).root();
  const errors = root.findAll({ rule: { kind: 'ERROR', not: { inside: { kind: 'ERROR', stopBy: 'end' } } } });
  if (charactersIn(errors) > text.length * TOLERATED_ERRORS) {
    // Findings in the recognised parts are still reported.
    for (const { id } of tools)
      report.unreadable(id, file.staged, `syntax error in line ${errors[0]!.range().start.line + 1}`);
  }
  return tools.flatMap((tool) =>
    rulesOf(tool).flatMap(({ rule, needs, config }) =>
      needs?.test(text) === false ? [] : root.findAll(config).flatMap((node) => problemsOf(tool, rule, node, lines)),
    ),
  );
}

const charactersIn = (nodes: readonly SgNode[]): number =>
  nodes.reduce((sum, node) => sum + node.range().end.index - node.range().start.index, 0);

interface CompilableRule {
  readonly rule: string;
  readonly needs: RegExp | undefined;
  readonly config: NapiConfig;
}

const compilable = new WeakMap<ToolDefinition, CompilableRule[]>();

function rulesOf(tool: ToolDefinition): CompilableRule[] {
  const known = compilable.get(tool);
  if (known) return known;
  const { patterns, shapes } = settingsOf(tool);
  const rules = Object.entries(patterns).map(([rule, { match, needs }]) => ({
    rule,
    needs: needs === undefined ? undefined : new RegExp(needs, 'i'),
    // The catalogue writes patterns as plain data, and the types of a rule name each of its forms.
    config: { rule: match, utils: shapesUsed(match, shapes) } as unknown as NapiConfig,
  }));
  compilable.set(tool, rules);
  return rules;
}

/** Selects the shapes that are used. ast-grep compiles every shape that it gets, which took most of the time. */
function shapesUsed(
  pattern: unknown,
  shapes: PatternSettings['shapes'],
  used: Record<string, unknown> = {},
): Record<string, unknown> {
  if (typeof pattern !== 'object' || pattern === null) return used;
  for (const [key, value] of Object.entries(pattern)) {
    if (key === 'matches' && typeof value === 'string' && !Object.hasOwn(used, value)) {
      used[value] = shapes[value];
      shapesUsed(shapes[value], shapes, used);
    } else shapesUsed(value, shapes, used);
  }
  return used;
}

function problemsOf(tool: ToolDefinition, rule: string, node: SgNode, lines: readonly string[]): Problem[] {
  const { start, end } = node.range();
  const line = start.line + 1;
  const isUnverified = UNVERIFIED.has(rule);
  if (isUnverified && isVerifiedOtherwise(lines, line)) return [];
  const chosen = isUnverified ? worthOfVerifyNone(node) : undefined;
  if (chosen === 'none') return [];
  const isLow = isUnverified && (chosen === 'low' || isByChoice(lines, line));
  // `sscanf` usually reads a text that the program already has, not input as `scanf` does.
  const isOfMemory = rule === 'unbounded-scan' && /^(?:std::)?sscanf\b/.test(node.text());
  return [
    {
      rule,
      line,
      column: start.column + 1,
      endLine: end.line + 1,
      message: tool.rules[rule]?.title ?? rule,
      ...(isLow && { severity: 'low' }),
      ...(isOfMemory && { severity: 'medium' }),
    },
  ];
}

const UNVERIFIED: ReadonlySet<string> = new Set(['tls-verification-off', 'host-name-unchecked']);
