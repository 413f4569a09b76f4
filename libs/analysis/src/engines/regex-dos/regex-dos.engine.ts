import type { Diagnostics, Parameters } from 'recheck';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, PassReporter } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type JudgedText, Unreadable, judgeEachText, oneLine } from '../kit/per-file';
import { proofOf } from './proofs';
import { type RegexLiteral, extractRegexes } from './regex-literals';

/**
 * What bounds the search for a slow text: steps, so that a busy machine comes to the same verdict as an idle one.
 * recheck's own bounds are times of 100 to 1,000 ms beside 1,500 million steps, of which a quiet machine reaches some
 * 30 million in that time.
 */
export const STEPS = {
  incubationTimeout: null,
  seedingTimeout: null,
  attackTimeout: null,
  attackLimit: 30_000_000,
} as const;

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

/** What is shown of an attack, however it was found. */
interface Slow {
  readonly degree: number;
  readonly witness: string;
}

/** How often a pump is repeated in a text that takes a billion steps or so. */
const SHOWN_REPEATS = 30_000;

export const engine: Engine = {
  async run(pass, report) {
    // Otherwise recheck would start a Java program or a downloaded binary if it finds one. It reads this variable when
    // it is loaded.
    process.env['RECHECK_BACKEND'] = 'pure';
    process.env['RECHECK_SYNC_BACKEND'] = 'pure';
    report.engine('recheck', installedVersion('recheck'));
    let recheck: typeof import('recheck') | undefined;
    const check = memoize((source, flags, parameters) => {
      recheck ??= require('recheck') as typeof import('recheck');
      return recheck.checkSync(source, flags, parameters);
    });
    await judgeEachText(pass, report, (input) => {
      judge(input, check, report);
      return [];
    });
  },
};

/**
 * Reports each finding before the next expression is checked, because one expression can take longer than the whole
 * pass may.
 */
function judge({ file, text, tools }: JudgedText, check: Check, report: PassReporter): void {
  const { literals, syntaxError } = extract(file.staged, text);
  for (const tool of tools) {
    const timeout = timeoutOf(tool);
    for (const literal of literals.filter(({ source }) => REPEATS.test(source))) {
      const verdict = verdictOn(literal, check, timeout);
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

function verdictOn(literal: RegexLiteral, check: Check, timeout: number): 'fast' | Slow | { readonly reason: string } {
  const proof = proofOf(literal.source, literal.flags);
  if (proof?.kind === 'linear') return 'fast';
  if (proof?.kind === 'quadratic') {
    const texts = [proof.prefix, `${quoted(proof.pump)}.repeat(${SHOWN_REPEATS})`, proof.suffix];
    const [before, pumped, after] = texts as [string, string, string];
    const witness = [before && quoted(before), pumped, after && quoted(after)].filter((text) => text !== '');
    return { degree: 2, witness: witness.join(' + ') };
  }
  const diagnostics = searched(literal, check, timeout, proof?.kind === 'polynomial');
  if (diagnostics.status === 'unknown') return { reason: undecided(literal, diagnostics, timeout) };
  if (diagnostics.status === 'safe') return 'fast';
  const { complexity, attack } = diagnostics;
  return { degree: complexity.type === 'exponential' ? Infinity : complexity.degree, witness: attack.pattern };
}

/**
 * What recheck's search says. Where the time is known not to be exponential, a slow text that its trials find says all
 * that matters, within a second. Building the whole automaton takes up to 20 for an expression of many copied programs.
 */
function searched({ source, flags }: RegexLiteral, check: Check, timeout: number, isTried: boolean): Diagnostics {
  const tried = isTried ? check(source, flags, { ...STEPS, timeout, checker: 'fuzz' }) : undefined;
  return tried?.status === 'vulnerable' && tried.complexity.type === 'polynomial'
    ? tried
    : check(source, flags, { ...STEPS, timeout });
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

function timeoutOf({ id, settings }: ToolDefinition): number {
  const timeout = settings?.['regexTimeoutMs'] ?? REGEX_TIMEOUT;
  if (typeof timeout !== 'number' || !(timeout > 0))
    throw new Error(`${id}: regexTimeoutMs must be a positive number of milliseconds`);
  return timeout;
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

/** Caches results, because the same expression is often copied within a project. */
function memoize(check: Check): Check {
  const known = new Map<string, Diagnostics>();
  return (source, flags, parameters) => {
    const key = JSON.stringify([source, flags, parameters.timeout, parameters.checker]);
    const diagnostics = known.get(key) ?? check(source, flags, parameters);
    known.set(key, diagnostics);
    return diagnostics;
  };
}
