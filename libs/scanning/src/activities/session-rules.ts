import {
  PROFILES,
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

/** @throws where the session was started by a version that has a profile which this one has not */
export function rulesOf({ started: { decisions, namedTools } }: Pick<OpenSession, 'started'>): RuleDecisions {
  const profile = profileOf(decisions);
  if (!Object.hasOwn(PROFILES, profile)) throw new Error(`this version has no profile named ${profile}`);
  return { profile: profile as ProfileId, namedTools, ...(decisions?.rules ? { rules: decisions.rules } : {}) };
}

/** Milliseconds: what the session gives each tool, or what is left of what it gives all of them. */
export function timeLeft({ started, prepared }: Pick<OpenSession, 'started' | 'prepared'>, now: number): number {
  const most = started.decisions?.mostSeconds;
  if (most === undefined || prepared === undefined) return started.timeout;
  return Math.max(1, Math.min(started.timeout, Date.parse(prepared.at) + most * 1_000 - now));
}

/** The tool with the rules that count in the session. One without any finds nothing. */
export const decidedTool = (session: Pick<OpenSession, 'started'>, tool: ToolDefinition): ToolDefinition =>
  underDecisions(rulesOf(session), tool) ?? { ...tool, rules: {} };

/** How severe a finding that counts is: by the engine and the rule, unless the session decided otherwise. */
export const decidedSeverity = (
  session: Pick<OpenSession, 'started'>,
  tool: ToolDefinition,
): ((finding: RawFinding) => Severity) => {
  const decisions = rulesOf(session);
  return (finding) => severityIn(decisions, tool, finding.rule, reportedSeverity(tool, finding), finding.file);
};

/**
 * How severe what an engine reports is; undefined where it does not count. Engines follow imports and references into
 * files that they were not given, and report rules that do not count.
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
