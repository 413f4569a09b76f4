import type { SessionActivities } from '@assay/workflows';

/** The context of an activity, in addition to its input. */
export interface ActivityContext {
  /**
   * Aborted when the session is canceled or the process is stopping; `reason` is the {@link SessionCanceled} or {@link
   * WorkerStopping}.
   */
  readonly signal: AbortSignal;
  /** Reports that the activity is alive, and its progress. */
  heartbeat(details: unknown): void;
}

/** The activities that a worker implements: those of the workflow, each with its context. */
export type SessionWorker = {
  readonly [Name in keyof SessionActivities]: (
    ...given: [...Parameters<SessionActivities[Name]>, context: ActivityContext]
  ) => ReturnType<SessionActivities[Name]>;
};

/** The session's client canceled it. */
export class SessionCanceled extends Error {
  constructor(readonly sessionId: string) {
    super(`session ${sessionId} was canceled`);
    this.name = 'SessionCanceled';
  }
}

/**
 * The staged copy that a charge or a pass needs is missing. The session is then staged again, on this worker or another
 * one.
 */
export class StagedCopyLost extends Error {
  constructor(readonly sessionId: string) {
    super(`the staged copy of session ${sessionId} is gone`);
    this.name = 'StagedCopyLost';
  }
}

/**
 * The process is stopping, or the orchestrator gave up this attempt. Another attempt resumes the session, so this one
 * must not record an outcome.
 */
export class WorkerStopping extends Error {
  constructor(message = 'the worker is stopping; the session is resumed by the next one') {
    super(message);
    this.name = 'WorkerStopping';
  }
}
