import {
  PROFILE_TEXTS,
  type ProfileId,
  type RawFinding,
  type RuleDecisions,
  type ToolDefinition,
  counts,
  reportedSeverity,
  severityIn,
  underDecisions,
} from '@assay/analysis';
import type { Severity } from '@assay/kernel';
import { profileOf } from '../domain/session-decisions';
import type { OpenSession } from './session-log';

/** @throws if another version started the session with a profile that this version does not have */
export function rulesOf({ started: { decisions, namedTools } }: Pick<OpenSession, 'started'>): RuleDecisions {
  const profile = profileOf(decisions);
  if (!Object.hasOwn(PROFILE_TEXTS, profile)) throw new Error(`this version has no profile named ${profile}`);
  return { profile: profile as ProfileId, namedTools, ...(decisions?.rules && { rules: decisions.rules }) };
}

/** Milliseconds for a tool: the session's limit for each tool, or the rest of its limit for all tools. */
export function timeLeft({ started, prepared }: Pick<OpenSession, 'started' | 'prepared'>, now: number): number {
  const most = started.decisions?.mostSeconds;
  if (most === undefined || prepared === undefined) return started.timeout;
  return Math.max(1, Math.min(started.timeout, Date.parse(prepared.at) + most * 1_000 - now));
}

/** The tool with the rules that count in the session. A tool without such rules finds nothing. */
export const decidedTool = (session: Pick<OpenSession, 'started'>, tool: ToolDefinition): ToolDefinition =>
  underDecisions(rulesOf(session), tool) ?? { ...tool, rules: {} };

/** The effective severity of a finding: that of the engine and the rule, unless the session decided otherwise. */
export const decidedSeverity = (
  session: Pick<OpenSession, 'started'>,
  tool: ToolDefinition,
): ((finding: RawFinding) => Severity) => {
  const decisions = rulesOf(session);
  return (finding) => severityIn(decisions, tool, finding.rule, reportedSeverity(tool, finding), finding.file);
};

/**
 * The severity of a reported finding; undefined if it does not count. Engines follow imports and references into files
 * that are not part of their input, and report rules that do not count.
 * @param leftOut staged files that only some tools look at
 */
export function judgedSeverity(
  session: Pick<OpenSession, 'started'>,
  leftOut: ReadonlySet<string>,
): (tool: ToolDefinition, finding: RawFinding) => Severity | undefined {
  const decisions = rulesOf(session);
  return (tool, finding) => {
    const { rule, file } = finding;
    if (!tool.readsLeftOut && file !== undefined && leftOut.has(file)) return undefined;
    if (!counts(decisions, tool, rule, file)) return undefined;
    return severityIn(decisions, tool, rule, reportedSeverity(tool, finding), file);
  };
}
