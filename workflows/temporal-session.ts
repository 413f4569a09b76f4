import type { Pass, PassReport, SessionEnding, SessionFailure, SettlementReport } from './session';

/**
 * What the workflow is started with. All that it decides on is in here or comes from an activity: a replay must decide
 * the same.
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

/**
 * The activities as they cross the wire: arguments and results are in the history that an operator reads, so they are
 * small.
 */
export interface TemporalActivities {
  /** On the staging queue. `staging` counts from 1. Gives the queue of the worker that has the copy now. */
  prepare(sessionId: string, staging: number): Promise<{ readonly failure?: SessionFailure; readonly queue: string }>;
  /** This one, runPass and clean: on the queue of that worker. */
  charge(sessionId: string): Promise<{ readonly passes: readonly Pass[]; readonly failure?: SessionFailure }>;
  runPass(sessionId: string, pass: Pass): Promise<PassReport | null>;
  /** On the queue of the workflows: every worker can settle. */
  settle(sessionId: string, ending: SessionEnding): Promise<SettlementReport | null>;
  clean(sessionId: string): Promise<void>;
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
