import type { FindingView, MatchableFinding } from '@assay/findings';
import { SEVERITIES, type Severity, messageOf, perSeverity } from '@assay/kernel';
import type { NotKept } from '@assay/scanning';
import type { MissingTool } from '@assay/verdicts';
import { readFile } from 'node:fs/promises';
import { CommandFailed } from './exit-status';
import type { NotSeenBefore } from './unmatched-findings';
import type { Verdict } from './output/verdict';

/** A finding of a result that `--format json` has written; of an old or a hand-made file not all fields are there. */
export type StoredFinding = MatchableFinding & {
  readonly severity: Severity | undefined;
  readonly suggestion: string;
  /** Its target suppresses it: it does not count. */
  readonly suppressed?: true;
};

export interface StoredResult {
  readonly file: string;
  /** All that were found: those that a baseline knew, and those that the target suppresses, too. */
  readonly findings: readonly StoredFinding[];
  /** The tools that completed. Undefined if the file does not say. */
  readonly completed: ReadonlySet<string> | undefined;
  readonly notSeen: NotSeenBefore;
  readonly missingTools: readonly MissingTool[];
  readonly notKept: readonly NotKept[];
  readonly verdict: Verdict['verdict'] | undefined;
  readonly reason: string;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Reads a result of `assay scan … --format json`.
 *
 * @param as what the file is, in messages
 * @throws CommandFailed if the file cannot be read, or is no result
 */
export async function storedResult(file: string, as: string): Promise<StoredResult> {
  const json = `${file.replace(/\.\w+$/, '')}.json`;
  const isNone = `${as} ${file} is no result of assay: write one with assay scan … --format json --output ${json}`;
  const result = objectIn(await jsonIn(file, as, isNone));
  const baseline = objectIn(result['baseline']);
  const known = baseline['findings'] ?? listIn(baseline['known'] ?? []).map((fingerprint) => ({ fingerprint }));
  const suppressed = listIn(result['suppressed']).map((given) => {
    const finding = findingIn(given);
    return finding && { ...finding, suppressed: true as const };
  });
  const findings = [...[...listIn(result['findings']), ...listIn(known)].map(findingIn), ...suppressed];
  if (!Array.isArray(result['findings']) || !Array.isArray(known) || findings.includes(undefined))
    throw new CommandFailed(isNone);
  return {
    file,
    findings: findings.filter((finding) => finding !== undefined),
    completed: completedIn(result['tools']),
    notSeen: notSeenIn(listIn(result['tools']).map(objectIn)),
    missingTools: listIn(result['missingTools']).flatMap(missingToolIn),
    notKept: listIn(result['notKept']).flatMap(notKeptIn),
    verdict: textIn(result['verdict']) as Verdict['verdict'] | undefined,
    reason: textIn(result['reason']) ?? '',
  };
}

async function jsonIn(file: string, as: string, isNone: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandFailed(`${isNone} (it is not valid JSON)`);
    throw new CommandFailed(`${as} ${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Nothing but the fingerprint is needed; what else there is makes a finding known after more edits. */
function findingIn(given: unknown): StoredFinding | undefined {
  const parts = objectIn(given) as Given & Partial<FindingView>;
  const fingerprint = textIn(parts.fingerprint);
  if (fingerprint === undefined) return undefined;
  return {
    tool: textIn(parts.tool) ?? '',
    rule: textIn(parts.rule) ?? '',
    fingerprint,
    file: textIn(parts.file) ?? null,
    line: typeof parts.line === 'number' ? parts.line : null,
    code: textIn(parts.code) ?? null,
    title: textIn(parts.title) ?? '',
    description: textIn(parts.description) ?? '',
    duplicates: listIn(parts.duplicates).filter(isRule),
    severity: SEVERITIES.find((severity) => severity === parts.severity),
    suggestion: textIn(parts.suggestion) ?? '',
  };
}

function completedIn(tools: unknown): ReadonlySet<string> | undefined {
  if (!Array.isArray(tools)) return undefined;
  const completed = tools.map(objectIn).filter(({ status }) => status === 'completed');
  return new Set(completed.map(({ toolName }) => String(toolName)));
}

function missingToolIn(given: unknown): MissingTool[] {
  const { tool, reason } = objectIn(given);
  return textIn(tool) === undefined ? [] : [{ tool: String(tool), reason: textIn(reason) ?? '' }];
}

function notKeptIn(given: unknown): NotKept[] {
  const { tool, count, bySeverity } = objectIn(given);
  const counts = objectIn(bySeverity);
  return textIn(tool) === undefined
    ? []
    : [{ tool: String(tool), count: numberIn(count), bySeverity: perSeverity((each) => numberIn(counts[each])) }];
}

/** A tool that the result does not name had nothing to look at: what it finds later is new. */
function notSeenIn(tools: readonly Given[]): NotSeenBefore {
  const lacking = tools.filter(({ status }) => status !== 'completed');
  const named = (isExcused: boolean) =>
    new Set(lacking.filter(({ excused }) => (excused === true) === isExcused).map(({ toolName }) => String(toolName)));
  return { excused: named(true), missing: named(false) };
}

/** A file that somebody wrote by hand may hold anything. */
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objectIn = (value: unknown): Given => (typeof value === 'object' && value !== null ? (value as Given) : {});
const isRule = (value: unknown): value is { tool: string; rule: string } =>
  textIn(objectIn(value)['tool']) !== undefined && textIn(objectIn(value)['rule']) !== undefined;
