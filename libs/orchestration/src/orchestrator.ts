/** What starting a session's workflow needs to know; everything else its activities read from the event log. */
export interface SessionWorkflowInput {
  readonly sessionId: string;
  /** Passes that run at once. */
  readonly maxConcurrent: number;
  /** Milliseconds that one pass may take. */
  readonly timeout: number;
  /** What an operator sees of it and finds it by. */
  readonly summary: {
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly scanId?: string;
    readonly target: string;
    readonly tools: number;
  };
}

export type WorkflowStatus = 'running' | 'canceling' | 'not-running';

/**
 * Runs one workflow per session, to its end, whatever happens to the process. Every adapter passes the one contract
 * suite in `libs/orchestration/test/contract.ts`.
 */
export interface Orchestrator {
  /**
   * The workflow's id is `session-<sessionId>`: starting it again while it runs changes nothing, and after its end its
   * activities find nothing left to do.
   */
  start(input: SessionWorkflowInput): Promise<void>;
  /**
   * Asks it to stop: running passes are ended, what was not delivered is refunded. Resolves when the request is taken,
   * not when it is done.
   */
  cancel(sessionId: string): Promise<void>;
  status(sessionId: string): Promise<WorkflowStatus>;
  /** Stops taking work and ends what runs, so that a later process resumes it. */
  close(): Promise<void>;
}
