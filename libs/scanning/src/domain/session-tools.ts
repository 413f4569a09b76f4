import { strictlyAfter } from '@assay/kernel';
import { type Session, isDelivering, isFinished, runsIn } from './session';
import type { SessionEvent, ToolCompleted, ToolFailed, ToolSkipReason } from './session-events';

export interface UnusableTool {
  readonly tool: string;
  readonly reason: string;
  readonly cause: 'nothing-to-do' | 'no-database' | 'no-program' | 'not-installed' | 'not-available' | 'circuit-open';
}

/** Causes that excuse a tool: optional things that an operator may install beside Assay. */
const EXCUSED: ReadonlySet<UnusableTool['cause']> = new Set(['no-database', 'no-program']);

/**
 * Takes tools with nothing to examine out of the plan, once, before anything runs. A tool that the client named, that
 * this installation lacks, that cannot get its input, or whose circuit breaker is open, stays and is skipped with the
 * reason, so that its absence is visible. Repeated by the worker that continues the session, it still skips tools that
 * this worker lacks; circuits that opened since change nothing. A tool without its database, or without the external
 * program that it starts, is skipped and excused, unless it was named: the operator did not install it, but the report
 * still says so. It counts as missing if only the continuing worker lacks it, since it was meant to run.
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
 * Begins an attempt at a pass with those of its tools that have no outcome yet. It takes them over from earlier
 * attempts, which may still run somewhere: outcomes that those report are not recorded.
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
      /** There is no vulnerability database for the target: the tool is excused, unless it was named. */
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
