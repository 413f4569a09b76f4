import type { SessionActivities } from '@assay/workflows';

/** What an activity is given besides its input. */
export interface ActivityContext {
  /**
   * Aborted when the session is canceled or the process is stopping; `reason` is the {@link SessionCanceled} or {@link
   * WorkerStopping}.
   */
  readonly signal: AbortSignal;
  /** Says that the activity is alive, and where it is. */
  heartbeat(details: unknown): void;
}

/** The activities as a worker implements them: those of the workflow, each with its context. */
export type SessionWorker = {
  readonly [Name in keyof SessionActivities]: (
    ...given: [...Parameters<SessionActivities[Name]>, context: ActivityContext]
  ) => ReturnType<SessionActivities[Name]>;
};

/** The session's client does not want the rest any more. */
export class SessionCanceled extends Error {
  constructor(readonly sessionId: string) {
    super(`session ${sessionId} was canceled`);
    this.name = 'SessionCanceled';
  }
}

/**
 * The staged copy that a charge or a pass needs is not where it was left: the session is staged again, here or
 * elsewhere.
 */
export class StagedCopyLost extends Error {
  constructor(readonly sessionId: string) {
    super(`the staged copy of session ${sessionId} is gone`);
    this.name = 'StagedCopyLost';
  }
}

/**
 * The process is going down, or the orchestrator gave this attempt up; the session is resumed elsewhere, so nothing
 * must be concluded now.
 */
export class WorkerStopping extends Error {
  constructor(message = 'the worker is stopping; the session is resumed by the next one') {
    super(message);
    this.name = 'WorkerStopping';
  }
}
