import type { Diagnostics, Parameters } from 'recheck';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, PassReporter } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type JudgedText, Unreadable, judgeEachText, oneLine } from '../kit/per-file';
import { STEPS, recheckOf } from '../kit/slow-patterns';
import { proofOf } from '../kit/expressions/proofs';
import { type RegexLiteral, extractRegexes } from './regex-literals';

/**
 * How many different expressions of a target are searched, of those that no proof judges, if the tool has no
 * `regexSearches`. One takes a second or so. Highlighters of many languages have hundreds, for which the time of a tool
 * is not enough. The others are listed as not judged.
 */
const MOST_SEARCHES = 60;

/**
 * Milliseconds for one expression, if the tool has no `regexTimeoutMs`: the last resort, after which it is listed as
 * not judged. Most take 20 to 500, the slowest of 72 real ones 4,500.
 */
const REGEX_TIMEOUT = 60_000;

/** Only expressions with a repetition can be slow. Skipping the others saves most of the time of a pass. */
const REPEATS = /[*+]|\{\d+/;

/** The characters of a witness that are shown. A witness may have thousands. */
const WITNESS_KEPT = 120;

type Check = (source: string, flags: string, parameters: Parameters) => Diagnostics;

/** The facts that a finding shows about an attack, however it was found. */
interface Slow {
  readonly degree: number;
  readonly witness: string;
}

interface Limits {
  /** Milliseconds for one expression. */
  readonly timeout: number;
  /** Searches for one target. */
  readonly most: number;
}

/** How often a pump is repeated in a text that takes a billion steps or so. */
const SHOWN_REPEATS = 30_000;

export const engine: Engine = {
  async run(pass, report) {
    report.engine('recheck', installedVersion('recheck'));
    const searches = new Searches(recheckOf);
    await judgeEachText(pass, report, (input) => {
      judge(input, searches, report);
      return [];
    });
  },
};

/**
 * Reports each finding before the next expression is checked, because one expression can take longer than the whole
 * pass may.
 */
function judge({ file, text, tools }: JudgedText, searches: Searches, report: PassReporter): void {
  const { literals, syntaxError } = extract(file.staged, text);
  for (const tool of tools) {
    const timeout = numberOf(tool, 'regexTimeoutMs', REGEX_TIMEOUT);
    const most = numberOf(tool, 'regexSearches', MOST_SEARCHES);
    for (const literal of literals.filter(({ source }) => REPEATS.test(source))) {
      const verdict = verdictOn(literal, searches, { timeout, most });
      if (verdict === 'fast') continue;
      if ('reason' in verdict) report.unreadable(tool.id, file.staged, verdict.reason);
      else
        report.finding(tool.id, {
          ...vulnerability(verdict),
          file: file.staged,
          line: literal.line,
          column: literal.column,
        });
    }
    if (syntaxError !== undefined) report.unreadable(tool.id, file.staged, `syntax error in line ${syntaxError}`);
  }
}

function verdictOn(
  literal: RegexLiteral,
  searches: Searches,
  limits: Limits,
): 'fast' | Slow | { readonly reason: string } {
  const proof = proofOf(literal.source, literal.flags);
  if (proof?.kind === 'linear') return 'fast';
  if (proof?.kind === 'quadratic') {
    const texts = [proof.prefix, `${quoted(proof.pump)}.repeat(${SHOWN_REPEATS})`, proof.suffix];
    const [before, pumped, after] = texts as [string, string, string];
    const witness = [before && quoted(before), pumped, after && quoted(after)].filter((text) => text !== '');
    return { degree: 2, witness: witness.join(' + ') };
  }
  const diagnostics = searches.diagnosticsOf(literal, limits, proof?.kind === 'polynomial');
  if (diagnostics === undefined)
    return { reason: `the expression in line ${literal.line} was not judged after ${limits.most} others` };
  if (diagnostics.status === 'unknown') return { reason: undecided(literal, diagnostics, limits.timeout) };
  if (diagnostics.status === 'safe') return 'fast';
  const { complexity, attack } = diagnostics;
  return { degree: complexity.type === 'exponential' ? Infinity : complexity.degree, witness: attack.pattern };
}

/** As recheck writes a text, so that both read alike. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

function extract(path: string, text: string): ReturnType<typeof extractRegexes> {
  try {
    return extractRegexes(path, text);
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable('nested too deeply');
    throw error;
  }
}

function numberOf({ id, settings }: ToolDefinition, name: string, fallback: number): number {
  const value = settings?.[name] ?? fallback;
  if (typeof value !== 'number' || !(value > 0)) throw new Error(`${id}: ${name} must be a positive number`);
  return value;
}

/** A quadratic expression is slow only on long texts, so its severity is lower. */
function vulnerability({ degree, witness: whole }: Slow) {
  const witness = whole.length > WITNESS_KEPT ? `${whole.slice(0, WITNESS_KEPT)}…` : whole;
  if (degree === Infinity)
    return {
      rule: 'exponential-regex',
      message: oneLine(`The time doubles with every few characters of a text like ${witness}`),
    };
  return {
    rule: 'polynomial-regex',
    message: oneLine(`The time grows with the length to the power of ${degree} on a text like ${witness}`),
  };
}

const undecided = (
  { line }: RegexLiteral,
  { error }: Extract<Diagnostics, { status: 'unknown' }>,
  timeout: number,
): string =>
  error.kind === 'timeout'
    ? `the expression in line ${line} could not be judged within ${timeout} ms`
    : oneLine(`the expression in line ${line} could not be judged: ${error.kind}`);

/** The results of recheck's search. The same expression is often copied within a project, and is searched once. */
class Searches {
  private readonly known = new Map<string, Diagnostics>();

  constructor(private readonly check: Check) {}

  /**
   * Where the time is known not to be exponential, a slow text that trials find says all that matters, within a second.
   * Building the whole automaton takes up to 20 for an expression of many copied programs. Undefined after too many
   * searches.
   */
  diagnosticsOf(literal: RegexLiteral, { timeout, most }: Limits, isTried: boolean): Diagnostics | undefined {
    const key = JSON.stringify([literal.source, literal.flags, timeout]);
    const known = this.known.get(key);
    if (known || this.known.size >= most) return known;
    const diagnostics = this.search(literal, timeout, isTried);
    this.known.set(key, diagnostics);
    return diagnostics;
  }

  private search({ source, flags }: RegexLiteral, timeout: number, isTried: boolean): Diagnostics {
    const tried = isTried ? this.check(source, flags, { ...STEPS, timeout, checker: 'fuzz' }) : undefined;
    return tried?.status === 'vulnerable' && tried.complexity.type === 'polynomial'
      ? tried
      : this.check(source, flags, { ...STEPS, timeout });
  }
}
