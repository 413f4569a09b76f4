import {
  PROFILES,
  type ProfileId,
  type RawFinding,
  type RuleDecisions,
  type ToolDefinition,
  choiceOf,
  chosenSeverity,
  reportedSeverity,
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

/** The severity that was decided for the rule, whatever the engine says of one finding. */
export const decidedSeverity = (
  session: Pick<OpenSession, 'started'>,
  tool: ToolDefinition,
): ((rule: string) => Severity | undefined) => {
  const decisions = rulesOf(session);
  return (rule) => chosenSeverity(decisions, tool, rule);
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
    if (!tool.readsLeftOut && finding.file !== undefined && leftOut.has(finding.file)) return undefined;
    if (choiceOf(decisions, tool, finding.rule) === 'off') return undefined;
    return chosenSeverity(decisions, tool, finding.rule) ?? reportedSeverity(tool, finding);
  };
}
