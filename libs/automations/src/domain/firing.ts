import { type Fact, type Model, deterministicId, passedOver } from '@assay/kernel';
import type { Action, TriggerType } from './automation-fields';

/** The event that fires an automation. */
export interface FiringTrigger {
  readonly type: TriggerType;
  /** Such as `opened`, `synchronize`. */
  readonly event?: string;
  readonly commitSha?: string;
  /**
   * The order of the branch's events: the previous commit, whether the push was forced, and the time by the host's
   * clock.
   */
  readonly before?: string;
  readonly forced?: true;
  readonly changedAt?: string;
  readonly branch?: string;
  readonly targetBranch?: string;
  readonly pullRequest?: number;
  readonly author?: string;
  /** `owner/repo` or `group/project`, if a code host sent the event. */
  readonly repository?: string;
  /** The target of the scan, if the event names it. */
  readonly targetUrl?: string;
  /** The time at which a schedule was due, and by how many milliseconds it came late. */
  readonly dueAt?: string;
  readonly lateMs?: number;
  /** Consecutive missed due times that share one firing; `dueAt` is the last. */
  readonly missed?: { readonly count: number; readonly from: string; readonly until: string };
}

/** Why a firing starts no scan: a code, and a sentence. */
export interface SkipReason {
  readonly code: string;
  readonly reason: string;
}

interface About {
  readonly historyId: string;
  readonly automationId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly at: string;
}
export interface Scan {
  readonly sessionId: string;
  readonly scanId: string;
}

/** The automation has fired, with the action that it had then. This is the first fact of its stream. */
export type AutomationTriggered = Fact<
  'AutomationTriggered',
  About & {
    readonly key: string;
    readonly automationName: string;
    /** The name of the commit status. Undefined in facts of an earlier release, where it is `assay`. */
    readonly statusName?: string;
    readonly trigger: FiringTrigger;
    readonly action: Action;
  }
>;
/** The firing starts no scan. */
export type AutomationScanSkipped = Fact<'AutomationScanSkipped', About & SkipReason>;
export type AutomationScanStarted = Fact<'AutomationScanStarted', About & Scan>;
/** A newer firing of the same branch has asked that the scan be canceled. */
export type AutomationScanSuperseded = Fact<'AutomationScanSuperseded', About & { readonly by: string }>;
export type AutomationScanEnded = Fact<
  'AutomationScanEnded',
  About &
    Scan & {
      readonly status: 'completed' | 'partial' | 'failed' | 'canceled';
      /** Milliseconds from the start of the session to its end. */
      readonly duration: number;
      /** Undefined unless it failed. */
      readonly error?: { readonly code: string; readonly message: string };
    }
>;
/** The firing is deleted together with its automation. */
export type AutomationFiringDeleted = Fact<
  'AutomationFiringDeleted',
  About & {
    /**
     * The session of its scan, and the commit that waits for a verdict, which will not come. Without `scanId` no start
     * is recorded; a session may exist nevertheless whose start was not recorded yet.
     */
    readonly scanned?: Pick<Scan, 'sessionId'> & {
      readonly scanId?: string;
      readonly firedAt: string;
      readonly statusName?: string;
      readonly trigger: Pick<FiringTrigger, 'type' | 'repository' | 'commitSha'>;
    };
    /** The branch of its verdict; null for a target without branches. Undefined if there was no verdict. */
    readonly judgedBranch?: string | null;
  }
>;

export type FiringEvent =
  | AutomationTriggered
  | AutomationScanSkipped
  | AutomationScanStarted
  | AutomationScanSuperseded
  | AutomationScanEnded
  | AutomationFiringDeleted;

export interface Firing {
  readonly triggered: AutomationTriggered['data'] | undefined;
  readonly skipped: SkipReason | undefined;
  readonly started: Scan | undefined;
  readonly supersededBy: string | undefined;
  readonly ended: AutomationScanEnded['data']['status'] | undefined;
  readonly deleted: boolean;
}

/** A fact of an unknown type is skipped. */
export const firing: Model<Firing, FiringEvent> = {
  initial: {
    triggered: undefined,
    skipped: undefined,
    started: undefined,
    supersededBy: undefined,
    ended: undefined,
    deleted: false,
  },
  evolve(state, event) {
    const { type, data } = event;
    switch (type) {
      case 'AutomationTriggered':
        return { ...state, triggered: data };
      case 'AutomationScanSkipped':
        return { ...state, skipped: { code: data.code, reason: data.reason } };
      case 'AutomationScanStarted':
        return { ...state, started: { sessionId: data.sessionId, scanId: data.scanId } };
      case 'AutomationScanSuperseded':
        return { ...state, supersededBy: data.by };
      case 'AutomationScanEnded':
        return { ...state, ended: data.status };
      case 'AutomationFiringDeleted':
        return { ...state, deleted: true };
      default:
        return passedOver(state, event);
    }
  },
};

/** The same key of an automation gives the same firing, however often the command comes. */
export const historyIdOf = (automationId: string, key: string): string =>
  deterministicId('run', `${automationId}/${key}`);

/** The scan of a firing has this session id, however often its start is tried. */
export const sessionIdOf = (historyId: string): string => deterministicId('ses', historyId);

export const firingStream = (historyId: string): string => `firing-${historyId}`;

/** Whether no further step follows. */
export const isOver = (state: Firing): boolean =>
  state.deleted || state.skipped !== undefined || state.ended !== undefined;

const isOpen = (state: Firing): boolean => state.triggered !== undefined && !isOver(state);

const aboutOf = ({ triggered }: Firing, at: string): About => {
  const { historyId, automationId, organizationId, projectId } = triggered!;
  return { historyId, automationId, organizationId, projectId, at };
};

/** Records the firing, and in the same append that it starts no scan if that is already known. */
export function recordTrigger(
  triggered: AutomationTriggered['data'],
  skip: SkipReason | undefined,
  state: Firing,
): FiringEvent[] {
  if (state.triggered !== undefined || state.deleted) return [];
  const fact: AutomationTriggered = { type: 'AutomationTriggered', data: triggered };
  return skip === undefined ? [fact] : [fact, ...recordSkip(skip, firing.evolve(state, fact), triggered.at)];
}

/** Applies only before a scan has started. */
export const recordSkip = ({ code, reason }: SkipReason, state: Firing, at: string): FiringEvent[] =>
  isOpen(state) && state.started === undefined
    ? [{ type: 'AutomationScanSkipped', data: { ...aboutOf(state, at), code, reason } }]
    : [];

export const recordStart = ({ sessionId, scanId }: Scan, state: Firing, at: string): FiringEvent[] =>
  isOpen(state) && state.started === undefined
    ? [{ type: 'AutomationScanStarted', data: { ...aboutOf(state, at), sessionId, scanId } }]
    : [];

export const recordSuperseded = (by: string, state: Firing, at: string): FiringEvent[] =>
  isOpen(state) && state.supersededBy === undefined
    ? [{ type: 'AutomationScanSuperseded', data: { ...aboutOf(state, at), by } }]
    : [];

/** The start may not be recorded yet: a session can end before the process that started it has recorded it. */
export function recordEnd(
  end: Scan & Pick<AutomationScanEnded['data'], 'status' | 'duration' | 'error'>,
  state: Firing,
  at: string,
): FiringEvent[] {
  if (!isOpen(state)) return [];
  return [...recordStart(end, state, at), { type: 'AutomationScanEnded', data: { ...aboutOf(state, at), ...end } }];
}

/** The end of a scan whose session was deleted with its project. The duration is unknown. */
export const endOfGone = (scan: Scan, at: string) => ({ ...scan, status: 'canceled' as const, duration: 0, at });

/** @param judgedBranch the branch of its verdict */
export function recordDeletion(state: Firing, at: string, judgedBranch?: string | null): FiringEvent[] {
  const { triggered, started, skipped, supersededBy, deleted } = state;
  if (triggered === undefined || deleted) return [];
  const data: AutomationFiringDeleted['data'] = {
    ...aboutOf(state, at),
    ...(judgedBranch !== undefined && { judgedBranch }),
  };
  if (skipped || supersededBy !== undefined) return [{ type: 'AutomationFiringDeleted', data }];
  const { statusName, at: firedAt } = triggered;
  const { type, repository, commitSha } = triggered.trigger;
  const scanned = {
    ...(started ?? { sessionId: sessionIdOf(data.historyId) }),
    firedAt,
    ...(statusName !== undefined && { statusName }),
    trigger: { type, ...(repository !== undefined && { repository }), ...(commitSha !== undefined && { commitSha }) },
  };
  return [{ type: 'AutomationFiringDeleted', data: { ...data, scanned } }];
}
