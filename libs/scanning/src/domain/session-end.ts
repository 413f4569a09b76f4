import { strictlyAfter } from '@assay/kernel';
import { type FindingsCounts, withAllCounted } from './all-counted';
import { type Session, type ToolState, isDelivering, isOpen, plannedTools, unfinishedTools } from './session';
import type {
  SessionEvent,
  SessionFailure,
  SessionIntelligence,
  SessionRefund,
  ToolSkipReason,
} from './session-events';
import { unusedAmong } from './unused-suppressions';

/** The message in the report of a canceled tool. */
export const CANCELED = 'canceled before it finished';

/** The message in the report of each tool of a session that would have cost more than its budget. */
const OVER_BUDGET = 'did not run: the session would cost more than its budget, and whatever was charged is returned';

/** The message of a tool that had no time left because all tools together took what the session allows them. */
export const outOfTime = (most: number): string => `did not end: the budget of ${most} s for all tools is used up`;

/**
 * Ends every unfinished tool and fixes the reason for the end of the session, before any money moves: a process that
 * continues the settlement after a crash decides the same refund and the same end.
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
 * The most characters of a message that is repeated for each tool of a session in one append. A store takes a megabyte
 * in one, and a character takes at most 6 bytes of JSON.
 */
const REPEATED_MESSAGE = 500;
/** The most characters of the message of a session's failure, which is recorded once. */
const FAILURE_MESSAGE = 10_000;

const clipped = (message: string, most: number): string =>
  message.length <= most ? message : `${message.slice(0, most - 1)}…`;

function whyUnfinished(failure: SessionFailure | undefined, { cancelRequested }: Session): [ToolSkipReason, string] {
  if (cancelRequested) return ['canceled', CANCELED];
  if (failure?.code === 'BUDGET_EXCEEDED') return ['skipped', OVER_BUDGET];
  return ['skipped', failure ? `the session failed: ${failure.message}` : 'the session ended before it could run'];
}

interface RefundsDue {
  readonly tools: readonly {
    readonly tool: string;
    readonly reason: 'failed' | 'timed-out' | 'skipped' | 'canceled' | 'not-applicable';
  }[];
  /** Why the rest is returned, too: base price, lines and features. No tool completed, so nothing was delivered. */
  readonly rest: 'failed' | 'skipped' | 'canceled' | 'not-applicable' | undefined;
}

/** The credits that a session returns once all its tools have an outcome. */
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

/** The completed tools that proved places to be safe. */
export const provingTools = ({ tools }: Session): ReadonlySet<string> =>
  new Set([...tools].flatMap(([id, state]) => (state.status === 'completed' && state.provesSafe ? [id] : [])));

export const completedTools = (session: Session): number =>
  [...session.tools.values()].filter(({ status }) => status === 'completed').length;

/**
 * The end of a session whose tools all have an outcome: completed, partial, canceled, or failed because no tool worked.
 * A session with an excused tool is partial, too: only the verdict does not wait for that tool.
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
        message: `None of the tools completed; ${whyNone(session, states)}. All credits were returned.`,
      },
    };
  return { kind: 'partial' };
}

/** A budget of less time than each tool may take is what all of them ran out of. */
function whyNone({ started }: Session, states: readonly ToolState[]): string {
  const most = started?.decisions?.mostSeconds;
  const isBudget = most !== undefined && most * 1_000 < started!.timeout;
  const isTime = states.every((state) => state.status !== 'failed' || state.reason === 'timed-out');
  return isBudget && isTime ? `the budget of ${most} s for all tools is used up` : 'their reports say why';
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
    /** Whether a tool that was not requested may need a suppression of that name. Default: no. */
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
