import type { CodeHost } from './code-host';

/** What the outbox holds of a comment. What it says is made from the verdict when it is written. */
export interface PullRequestNews {
  readonly host: CodeHost;
  readonly repository: string;
  /** Null if the event named none: those that are open for the branch are meant. */
  readonly number: number | null;
  readonly branch: string;
  readonly automationId: string;
  readonly automationName: string;
  /** When the automation fired: of two verdicts on a pull request the later one stands. */
  readonly triggeredAt: string;
  readonly sessionId: string;
  readonly scanId: string;
}

/** What the outbox holds of the annotations of a commit. */
export interface AnnotationNews {
  readonly host: CodeHost;
  readonly repository: string;
  readonly sha: string;
  /**
   * The name of the check run. Each automation has one of its own for each branch and pull request, because a host
   * shows only the later of two with one name.
   */
  readonly name?: string;
  readonly sessionId: string;
  readonly scanId: string;
}
