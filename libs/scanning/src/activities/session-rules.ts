import {
  PROFILES,
  type ProfileId,
  type RuleDecisions,
  type ToolDefinition,
  choiceOf,
  chosenSeverity,
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

/** Engines that run a rule for all their tools may report of one that does not count. */
export const countsIn = (
  session: Pick<OpenSession, 'started'>,
  tool: ToolDefinition,
): ((finding: { readonly rule: string }) => boolean) => {
  const decisions = rulesOf(session);
  return ({ rule }) => choiceOf(decisions, tool, rule) !== 'off';
};

/** The severity that was decided for the rule, whatever the engine says of one finding. */
export const decidedSeverity = (
  session: Pick<OpenSession, 'started'>,
  tool: ToolDefinition,
): ((rule: string) => Severity | undefined) => {
  const decisions = rulesOf(session);
  return (rule) => chosenSeverity(decisions, tool, rule);
};
