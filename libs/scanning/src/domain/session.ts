import { type Severity, passedOver, strictlyAfter } from '@assay/kernel';
import { type FindingsCounts, withAllCounted } from './all-counted';
import { unusedAmong } from './unused-suppressions';
import type {
  SessionIntelligence,
  PlannedTool,
  ScanStarted,
  SessionEvent,
  SessionFailure,
  SessionRefund,
  SettlementBegan,
  TargetPrepared,
  ToolCompleted,
  ToolFailed,
  ToolFailureReason,
  ToolSkipReason,
} from './session-events';

type ToolState =
  | { readonly status: 'pending' }
  | { readonly status: 'running'; readonly attempt: number }
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly reason: ToolFailureReason }
  | { readonly status: 'skipped'; readonly reason: ToolSkipReason };

/** What a session must remember to decide; what it shows is the read model's business. */
export interface Session {
  readonly started: ScanStarted['data'] | undefined;
  /** Why its target was last told to wait. */
  readonly delayedBy: string | undefined;
  readonly prepared: TargetPrepared['data'] | undefined;
  readonly refined: boolean;
  /** The planned tools in the order of the plan; one that left the plan is not in it. */
  readonly tools: ReadonlyMap<string, ToolState>;
  /** Of each tool that found more than is kept: how many of each severity are counted alone. */
  readonly notKept: ReadonlyMap<string, Readonly<Record<Severity, number>>>;
  /** The number of the latest attempt at any of its passes. */
  readonly attempts: number;
  readonly cancelRequested: boolean;
  /** Every tool has its outcome and nothing changes them any more; what is left is money and the end. */
  readonly settling: SettlementBegan['data'] | undefined;
  readonly ended: 'completed' | 'partial' | 'failed' | 'canceled' | 'abandoned' | undefined;
  readonly deleted: boolean;
  readonly lastAt: string | undefined;
}

export const notStarted: Session = {
  started: undefined,
  delayedBy: undefined,
  prepared: undefined,
  refined: false,
  tools: new Map(),
  notKept: new Map(),
  attempts: 0,
  cancelRequested: false,
  settling: undefined,
  ended: undefined,
  deleted: false,
  lastAt: undefined,
};

const withTool = (session: Session, tool: string, state: ToolState): Session => ({
  ...session,
  tools: new Map(session.tools).set(tool, state),
});

const withNotKept = (session: Session, { data: { tool, result } }: ToolCompleted | ToolFailed): Session =>
  result.notKept === undefined ? session : { ...session, notKept: new Map(session.notKept).set(tool, result.notKept) };

/** A fact of a type that it does not know is passed over, all but its time, where it has one. */
export function evolve(previous: Session, event: SessionEvent): Session {
  const at: unknown = (event.data as { readonly at?: unknown } | null)?.at;
  const session: Session = typeof at === 'string' ? { ...previous, lastAt: at } : previous;
  switch (event.type) {
    case 'ScanStarted':
      return {
        ...session,
        started: event.data,
        tools: new Map(event.data.tools.map(({ id }) => [id, { status: 'pending' }])),
      };
    case 'PreparationDelayed':
      return { ...session, delayedBy: event.data.reason };
    case 'TargetPrepared':
      return { ...session, prepared: event.data };
    case 'PlanRefined': {
      const tools = new Map(session.tools);
      for (const { tool } of event.data.removed) tools.delete(tool);
      return { ...session, tools, refined: true };
    }
    case 'ToolStarted': {
      const { tool, attempt } = event.data;
      return {
        ...withTool(session, tool, { status: 'running', attempt }),
        attempts: Math.max(session.attempts, attempt),
      };
    }
    case 'ToolCompleted':
      return withNotKept(withTool(session, event.data.tool, { status: 'completed' }), event);
    case 'ToolFailed':
      return withNotKept(withTool(session, event.data.tool, { status: 'failed', reason: event.data.reason }), event);
    case 'ToolSkipped':
      return withTool(session, event.data.tool, {
        status: 'skipped',
        reason: event.data.reason,
      });
    case 'ScanCancelRequested':
      return { ...session, cancelRequested: true };
    case 'SettlementBegan':
      return { ...session, settling: event.data };
    case 'ScanCompleted':
      return { ...session, ended: event.data.status };
    case 'ScanFailed':
      return { ...session, ended: 'failed' };
    case 'ScanCanceled':
      return { ...session, ended: 'canceled' };
    case 'ScanAbandoned':
      return { ...session, ended: 'abandoned' };
    case 'SessionDeleted':
      return { ...session, deleted: true };
    default:
      return passedOver(session, event);
  }
}

export const model = { initial: notStarted, evolve };

/** Started, and neither ended nor gone: there is something left to do. */
export const isOpen = (session: Session): boolean =>
  session.started !== undefined && session.ended === undefined && !session.deleted;
/** Its tools may still get outcomes. */
export const isDelivering = (session: Session): boolean => isOpen(session) && session.settling === undefined;
const finished = (state: ToolState | undefined): boolean =>
  state !== undefined && state.status !== 'pending' && state.status !== 'running';

export const unfinishedTools = (session: Session): string[] =>
  [...session.tools].filter(([, state]) => !finished(state)).map(([tool]) => tool);
/** Whether this attempt is the one whose outcome of the tool is taken. */
export function runsIn(attempt: number, tool: string, session: Session): boolean {
  const state = session.tools.get(tool);
  return isDelivering(session) && state?.status === 'running' && state.attempt === attempt;
}
export const plannedTools = (session: Session): PlannedTool[] =>
  (session.started?.tools ?? []).filter(({ id }) => session.tools.has(id));

export function start(command: Omit<ScanStarted['data'], 'at'>, session: Session, now: string): SessionEvent[] {
  return session.lastAt === undefined ? [{ type: 'ScanStarted', data: { ...command, at: now } }] : [];
}

/**
 * Closes a stream in which nothing ever started, so that a start that is still under way somewhere cannot happen after
 * its refund.
 */
export function abandon(reason: string, session: Session, now: string): SessionEvent[] {
  return session.lastAt === undefined ? [{ type: 'ScanAbandoned', data: { reason, at: now } }] : [];
}

/** Told once, however often it is looked whether there is still a reason. */
export function delayPreparation(reason: string, session: Session, now: string): SessionEvent[] {
  return isDelivering(session) && !session.prepared && session.delayedBy !== reason
    ? [{ type: 'PreparationDelayed', data: { reason, at: strictlyAfter(session.lastAt, now) } }]
    : [];
}

export function recordPreparation(
  command: Omit<TargetPrepared['data'], 'at'>,
  session: Session,
  now: string,
): SessionEvent[] {
  return isDelivering(session) && !session.prepared
    ? [{ type: 'TargetPrepared', data: { ...command, at: strictlyAfter(session.lastAt, now) } }]
    : [];
}

/** Only after its end: what runs is canceled and refunded first. */
export function remove(session: Session, now: string): SessionEvent[] {
  if (!session.ended || session.deleted) return [];
  const at = strictlyAfter(session.lastAt, now);
  if (!session.started?.automation) return [{ type: 'SessionDeleted', data: { at } }];
  const { sessionId, scanId, automation } = session.started;
  return [{ type: 'SessionDeleted', data: { at, started: { sessionId, scanId, automation } } }];
}

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
 * skipped with the reason: it is missed, so it must be seen. Asked again, by the worker that goes on with the session,
 * it still skips what that one lacks; a circuit that opened since changes nothing for it. One without a database, or
 * without the program of others that it starts, is skipped and excused, unless it was named: who brought none has not
 * asked for it, and is told all the same. It is missed where only the worker that goes on has none: it was to run.
 */
export function refine(unusable: readonly UnusableTool[], session: Session, now: string): SessionEvent[] {
  if (!isDelivering(session)) return [];
  const named = new Set(session.started?.namedTools);
  const known = unusable.filter(({ tool }) => session.tools.has(tool) && !finished(session.tools.get(tool)));
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
    .filter((tool) => session.tools.has(tool) && !finished(session.tools.get(tool)))
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

export function requestCancel(by: string, session: Session, now: string): SessionEvent[] {
  return isDelivering(session) && !session.cancelRequested
    ? [{ type: 'ScanCancelRequested', data: { by, at: strictlyAfter(session.lastAt, now) } }]
    : [];
}

/** What the report of a tool that was canceled says. */
export const CANCELED = 'canceled before it finished';

/**
 * Gives every unfinished tool its end and fixes why the session ends, before any money moves: whoever goes on with the
 * settlement after a crash comes to the same refund and the same end.
 */
export function beginSettlement(failure: SessionFailure | undefined, session: Session, now: string): SessionEvent[] {
  if (!isDelivering(session)) return [];
  const [reason, why] = whyUnfinished(failure, session);
  const message = clipped(why, REPEATED_MESSAGE);
  let at = session.lastAt;
  const next = () => (at = strictlyAfter(at, now));
  const skipped = unfinishedTools(session).map(
    (tool): SessionEvent => ({ type: 'ToolSkipped', data: { tool, reason, message, at: next() } }),
  );
  const told = failure ? { ...failure, message: clipped(failure.message, FAILURE_MESSAGE) } : null;
  return [...skipped, { type: 'SettlementBegan', data: { failure: told, at: next() } }];
}

/**
 * Characters of a message that is repeated for each of 150 tools in one append. A store takes a megabyte of one, and a
 * character takes 6 bytes of JSON at most.
 */
const REPEATED_MESSAGE = 500;
/** Characters of the message of a session's failure, which is recorded once. */
const FAILURE_MESSAGE = 10_000;

const clipped = (message: string, most: number): string =>
  message.length <= most ? message : `${message.slice(0, most - 1)}…`;

function whyUnfinished(failure: SessionFailure | undefined, { cancelRequested }: Session): [ToolSkipReason, string] {
  if (cancelRequested) return ['canceled', CANCELED];
  return ['skipped', failure ? `the session failed: ${failure.message}` : 'the session ended before it could run'];
}

interface RefundsDue {
  readonly tools: readonly {
    readonly tool: string;
    readonly reason: 'failed' | 'timed-out' | 'skipped' | 'canceled' | 'not-applicable';
  }[];
  /** Why all the rest comes back too, base price, lines and features: no tool completed, so nothing was delivered. */
  readonly rest: 'failed' | 'skipped' | 'canceled' | 'not-applicable' | undefined;
}

/** What a session whose tools all have an outcome gives back. */
export function refundsDue(session: Session): RefundsDue {
  const removed = (session.started?.tools ?? [])
    .filter(({ id }) => !session.tools.has(id))
    .map(({ id }) => ({ tool: id, reason: 'not-applicable' as const }));
  const undelivered = [...session.tools].flatMap(([tool, state]) =>
    state.status === 'failed' || state.status === 'skipped' ? [{ tool, reason: state.reason }] : [],
  );
  return { tools: [...removed, ...undelivered], rest: completedTools(session) > 0 ? undefined : whyNothing(session) };
}

function whyNothing(session: Session): Exclude<RefundsDue['rest'], undefined> {
  if (session.cancelRequested) return 'canceled';
  if (session.settling?.failure || [...session.tools.values()].some(({ status }) => status === 'failed'))
    return 'failed';
  return session.tools.size === 0 ? 'not-applicable' : 'skipped';
}

export const completedTools = (session: Session): number =>
  [...session.tools.values()].filter(({ status }) => status === 'completed').length;

/**
 * How a session whose tools all have an outcome ends: all well, in part, canceled, or failed because nothing worked.
 * One that lacks an excused tool ends in part, too: it is the verdict alone that does not wait for it.
 */
export function outcomeOf(
  session: Session,
): { kind: 'completed' | 'partial' | 'canceled' } | { kind: 'failed'; error: SessionFailure } {
  if (session.cancelRequested) return { kind: 'canceled' };
  const failure = session.settling?.failure;
  if (failure) return { kind: 'failed', error: failure };
  const states = [...session.tools.values()];
  if (states.every(({ status }) => status === 'completed')) return { kind: 'completed' };
  if (completedTools(session) === 0 && states.some(({ status }) => status === 'failed'))
    return {
      kind: 'failed',
      error: {
        code: 'ALL_TOOLS_FAILED',
        message: 'None of the tools completed; their reports say why. All credits were returned.',
      },
    };
  return { kind: 'partial' };
}

function unusedSuppressions(
  session: Session,
  used: Pick<Parameters<typeof unusedAmong>[1], 'suppressing' | 'mayBeNeededElsewhere'>,
) {
  const tools = new Map([...session.tools].map(([tool, { status }]) => [tool, status === 'completed']));
  return unusedAmong(session.prepared?.suppressions?.declared ?? [], { tools, ...used });
}

export function end(
  command: {
    summary: FindingsCounts;
    refund: SessionRefund;
    intelligence: SessionIntelligence | null;
    /** The places of the suppressions that cover a finding. Default: none. */
    suppressing?: ReadonlySet<string>;
    /** Whether a tool that was not asked for may need a suppression of that name. Default: no. */
    mayBeNeededElsewhere?: (names: string) => boolean;
  },
  session: Session,
  now: string,
): SessionEvent[] {
  if (!isOpen(session)) return [];
  const at = strictlyAfter(session.lastAt, now);
  const count = (status: ToolState['status']) =>
    [...session.tools.values()].filter((state) => state.status === status).length;
  const summary = {
    ...withAllCounted(
      command.summary,
      plannedTools(session).map(({ id, category }) => ({ category, notKept: session.notKept.get(id) })),
    ),
    toolsRun: count('completed'),
    toolsSkipped: count('skipped'),
    toolsFailed: count('failed'),
  };
  const { suppressing = new Set<string>(), mayBeNeededElsewhere } = command;
  const unused = unusedSuppressions(session, { suppressing, mayBeNeededElsewhere });
  const ending = {
    summary,
    refund: command.refund,
    intelligence: command.intelligence,
    ...(unused && { unusedSuppressions: unused }),
    at,
  };
  const outcome = outcomeOf(session);
  switch (outcome.kind) {
    case 'canceled':
      return [{ type: 'ScanCanceled', data: ending }];
    case 'failed':
      return [{ type: 'ScanFailed', data: { ...ending, error: outcome.error } }];
    default:
      return [{ type: 'ScanCompleted', data: { ...ending, status: outcome.kind } }];
  }
}
