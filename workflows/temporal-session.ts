import type { SessionActivities } from './session';

/**
 * The arguments of the workflow. All that it decides on is in here or comes from an activity: a replay must decide the
 * same.
 */
export interface SessionWorkflowArguments {
  readonly sessionId: string;
  readonly maxConcurrent: number;
  /** Milliseconds that the engine of one pass may take. */
  readonly timeout: number;
  /** Milliseconds of silence after which a worker counts as lost. */
  readonly workerLoss: number;
  readonly retry: { readonly maxAttempts: number; readonly initialDelay: number; readonly maxDelay: number };
  /** Whether the server knows the search attributes: naming one that it does not know would stop the workflow. */
  readonly searchable: boolean;
}

/** JSON has no `undefined`: a report that is missing is null in the history. */
type Recorded<Result> = [Result] extends [void] ? void : void extends Result ? Exclude<Result, void> | null : Result;

type OnTheWire = {
  readonly [Name in keyof SessionActivities]: (
    ...given: Parameters<SessionActivities[Name]>
  ) => Promise<Recorded<Awaited<ReturnType<SessionActivities[Name]>>>>;
};

/**
 * The activities as they cross the wire: arguments and results are in the history that an operator reads, so they are
 * small. `prepare` comes on the staging queue; charge, runPass and clean on the queue of the worker that staged; settle
 * on the queue of the workflows, so that every worker can settle.
 */
export interface TemporalActivities extends Omit<OnTheWire, 'prepare'> {
  /** `staging` counts from 1. Gives the queue of the worker that has the copy now. */
  prepare(
    sessionId: string,
    staging: number,
  ): Promise<Awaited<ReturnType<OnTheWire['prepare']>> & { readonly queue: string }>;
}

/** The workflow's type at the server. Workflows that run across a release are found by it: never rename it. */
export const SESSION_WORKFLOW = 'session';

export const stagingQueue = (taskQueue: string): string => `${taskQueue}-staging`;

/** The types of failures that the workflow tells apart; they are in the histories, so they keep their names. */
export const FAILURE = {
  sessionCanceled: 'SessionCanceled',
  stagedCopyLost: 'StagedCopyLost',
  workerStopping: 'WorkerStopping',
} as const;

/**
 * Which staging of the session is the current one, in the workflow's memo: by it a worker knows that the session has
 * left it.
 */
export const STAGING_MEMO = 'staging';

/** All of type Keyword. */
export const SEARCH_ATTRIBUTE = {
  organization: 'AssayOrganization',
  project: 'AssayProject',
  scan: 'AssayScan',
  status: 'AssaySessionStatus',
} as const;

/** The name of the query for the {@link SessionProgress}. */
export const PROGRESS_QUERY = 'progress';
