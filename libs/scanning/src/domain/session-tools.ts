import { strictlyAfter } from '@assay/kernel';
import { type Session, isDelivering, isFinished, runsIn } from './session';
import type { SessionEvent, ToolCompleted, ToolFailed, ToolSkipReason } from './session-events';

export interface UnusableTool {
  readonly tool: string;
  readonly reason: string;
  readonly cause: 'nothing-to-do' | 'no-database' | 'no-program' | 'not-installed' | 'not-available' | 'circuit-open';
}

/** What an operator may bring beside Assay, and need not. */
const EXCUSED: ReadonlySet<UnusableTool['cause']> = new Set(['no-database', 'no-program']);

/**
 * Takes tools with nothing to look at out of the plan, once, before anything runs. One that the client named, or that
 * this installation lacks, that could not be given what it reads, or whose circuit breaker is open, stays and is
 * skipped with the reason: it is missed, so it must be seen. Asked again, by the worker that continues with the
 * session, it still skips what that one lacks; a circuit that opened since changes nothing for it. One without a
 * database, or without the program of others that it starts, is skipped and excused, unless it was named: who brought
 * none has not asked for it, and is told nevertheless. It is missed where only the worker that continues has none: it
 * was to run.
 */
export function refine(unusable: readonly UnusableTool[], session: Session, now: string): SessionEvent[] {
  if (!isDelivering(session)) return [];
  const named = new Set(session.started?.namedTools);
  const known = unusable.filter(({ tool }) => session.tools.has(tool) && !isFinished(session.tools.get(tool)));
  const leaves = ({ tool, cause }: UnusableTool) => cause === 'nothing-to-do' && !named.has(tool);
  let at = session.lastAt;
  const next = () => (at = strictlyAfter(at, now));
  const skip = (tools: readonly UnusableTool[]) =>
    tools.map(
      ({ tool, reason, cause }): SessionEvent => ({
        type: 'ToolSkipped',
        data: {
          tool,
          reason: 'skipped',
          message: reason,
          ...(EXCUSED.has(cause) && !session.refined && !named.has(tool) && { excused: true as const }),
          at: next(),
        },
      }),
    );
  if (session.refined) return skip(known.filter(({ cause }) => cause !== 'nothing-to-do' && cause !== 'circuit-open'));
  const removed = known.filter(leaves).map(({ tool, reason }) => ({ tool, reason }));
  return [{ type: 'PlanRefined', data: { removed, at: next() } }, ...skip(known.filter((each) => !leaves(each)))];
}

/**
 * Begins an attempt at a pass with those of its tools that have no outcome yet. It takes them over from any attempt
 * before it, which may live on somewhere: what that one still reports is not recorded.
 */
export function startTools(tools: readonly string[], session: Session, now: string): SessionEvent[] {
  if (!isDelivering(session)) return [];
  const attempt = session.attempts + 1;
  let at = session.lastAt;
  return tools
    .filter((tool) => session.tools.has(tool) && !isFinished(session.tools.get(tool)))
    .map((tool) => ({ type: 'ToolStarted', data: { tool, attempt, at: (at = strictlyAfter(at, now)) } }));
}

export type RecordableOutcome =
  | (Omit<ToolCompleted['data'], 'at'> & { readonly status: 'completed' })
  | (Omit<ToolFailed['data'], 'at'> & { readonly status: 'failed' })
  | {
      readonly status: 'skipped';
      readonly tool: string;
      readonly reason: ToolSkipReason;
      readonly message: string;
      /** There is no database of known holes of what the target has: it is excused, unless it was named. */
      readonly cause?: 'no-database';
    };

/** A tool has one outcome: the first that its latest attempt reports. */
export function recordOutcome(
  outcome: RecordableOutcome,
  attempt: number,
  session: Session,
  now: string,
): SessionEvent[] {
  if (!runsIn(attempt, outcome.tool, session)) return [];
  const at = strictlyAfter(session.lastAt, now);
  switch (outcome.status) {
    case 'completed': {
      const { status: _, ...data } = outcome;
      return [{ type: 'ToolCompleted', data: { ...data, at } }];
    }
    case 'failed': {
      const { status: _, ...data } = outcome;
      return [{ type: 'ToolFailed', data: { ...data, at } }];
    }
    case 'skipped':
      return [
        {
          type: 'ToolSkipped',
          data: {
            tool: outcome.tool,
            reason: outcome.reason,
            message: outcome.message,
            ...(outcome.cause === 'no-database' && !isNamed(outcome.tool, session) && { excused: true as const }),
            at,
          },
        },
      ];
  }
}

const isNamed = (tool: string, { started }: Session): boolean => started?.namedTools.includes(tool) === true;
