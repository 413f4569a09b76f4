import { type Severity, passedOver, strictlyAfter } from '@assay/kernel';
import type {
  PlannedTool,
  ScanStarted,
  SessionEvent,
  SettlementBegan,
  TargetPrepared,
  ToolCompleted,
  ToolFailed,
  ToolFailureReason,
  ToolSkipReason,
} from './session-events';

export type ToolState =
  | { readonly status: 'pending' }
  | { readonly status: 'running'; readonly attempt: number }
  | { readonly status: 'completed'; readonly provesSafe?: true }
  | { readonly status: 'failed'; readonly reason: ToolFailureReason }
  | { readonly status: 'skipped'; readonly reason: ToolSkipReason };

/** The state of a session that decisions need; read models hold what is shown. */
export interface Session {
  readonly started: ScanStarted['data'] | undefined;
  /** The last recorded reason why its target waits. */
  readonly delayedBy: string | undefined;
  readonly prepared: TargetPrepared['data'] | undefined;
  readonly refined: boolean;
  /** The planned tools in the order of the plan; one that left the plan is not in it. */
  readonly tools: ReadonlyMap<string, ToolState>;
  /** How many findings of each severity are only counted, by each tool that found more than is kept. */
  readonly notKept: ReadonlyMap<string, Readonly<Record<Severity, number>>>;
  /** The number of the latest attempt at any of its passes. */
  readonly attempts: number;
  readonly cancelRequested: boolean;
  /** Every tool has a final outcome; only the refund and the end are left. */
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

/** A fact of an unknown type is skipped, except for its time, if it has one. */
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
      return withNotKept(
        withTool(session, event.data.tool, {
          status: 'completed',
          ...(event.data.safePlaces && { provesSafe: true as const }),
        }),
        event,
      );
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

/** Whether it has started, and is neither ended nor deleted. */
export const isOpen = (session: Session): boolean =>
  session.started !== undefined && session.ended === undefined && !session.deleted;
/** Whether its tools may still get outcomes. */
export const isDelivering = (session: Session): boolean => isOpen(session) && session.settling === undefined;
export const isFinished = (state: ToolState | undefined): boolean =>
  state !== undefined && state.status !== 'pending' && state.status !== 'running';

export const unfinishedTools = (session: Session): string[] =>
  [...session.tools].filter(([, state]) => !isFinished(state)).map(([tool]) => tool);
/** Whether this attempt may record the tool's outcome. */
export function runsIn(attempt: number, tool: string, session: Session): boolean {
  const state = session.tools.get(tool);
  return isDelivering(session) && state?.status === 'running' && state.attempt === attempt;
}
export const plannedTools = (session: Session): PlannedTool[] =>
  (session.started?.tools ?? []).filter(({ id }) => session.tools.has(id));

export function start(command: Omit<ScanStarted['data'], 'at'>, session: Session, now: string): SessionEvent[] {
  return session.lastAt === undefined ? [{ type: 'ScanStarted', data: { ...command, at: now } }] : [];
}

/** Closes a stream in which nothing ever started, so that a start that is still under way cannot follow its refund. */
export function abandon(reason: string, session: Session, now: string): SessionEvent[] {
  return session.lastAt === undefined ? [{ type: 'ScanAbandoned', data: { reason, at: now } }] : [];
}

/** Recorded once, however often the reason is checked. */
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

/** Only after its end: a running session is canceled and refunded first. */
export function remove(session: Session, now: string): SessionEvent[] {
  if (!session.ended || session.deleted) return [];
  const at = strictlyAfter(session.lastAt, now);
  if (!session.started?.automation) return [{ type: 'SessionDeleted', data: { at } }];
  const { sessionId, scanId, automation } = session.started;
  return [{ type: 'SessionDeleted', data: { at, started: { sessionId, scanId, automation } } }];
}

export function requestCancel(by: string, session: Session, now: string): SessionEvent[] {
  return isDelivering(session) && !session.cancelRequested
    ? [{ type: 'ScanCancelRequested', data: { by, at: strictlyAfter(session.lastAt, now) } }]
    : [];
}
