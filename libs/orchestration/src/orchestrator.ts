/** The input of a session's workflow. Its activities read everything else from the event log. */
export interface SessionWorkflowInput {
  readonly sessionId: string;
  /** The most passes that run at once. */
  readonly maxConcurrent: number;
  /** Milliseconds that one pass may take. */
  readonly timeout: number;
  /** The attributes of the workflow that an operator sees, and can search by. */
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
 * Runs one workflow per session to its end, even if the process dies. Every adapter passes the contract suite in
 * `libs/orchestration/test/contract.ts`.
 */
export interface Orchestrator {
  /**
   * The workflow's id is `session-<sessionId>`. Starting it again while it runs changes nothing. If it is started again
   * after its end, its activities have nothing left to do.
   */
  start(input: SessionWorkflowInput): Promise<void>;
  /**
   * Asks the workflow to stop. Its running passes are ended, and tools without a result are refunded. The promise
   * resolves when the request is accepted, not when the workflow has ended.
   */
  cancel(sessionId: string): Promise<void>;
  status(sessionId: string): Promise<WorkflowStatus>;
  /** Takes no further work and ends what runs, so that a later process can resume it. */
  close(): Promise<void>;
}
