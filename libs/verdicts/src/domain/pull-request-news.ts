import type { CodeHost } from '@assay/kernel';

/** The content of the outbox for a comment. The text of the comment is made from the verdict when it is written. */
export interface PullRequestNews {
  readonly host: CodeHost;
  readonly repository: string;
  /** Null if the event named no number: it then means the open pull requests of the branch. */
  readonly number: number | null;
  readonly branch: string;
  readonly automationId: string;
  readonly automationName: string;
  /** When the automation fired: of two verdicts on a pull request the later one stands. */
  readonly triggeredAt: string;
  readonly sessionId: string;
  readonly scanId: string;
}

/** The content of the outbox for the annotations of a commit. */
export interface AnnotationNews {
  readonly host: CodeHost;
  readonly repository: string;
  readonly sha: string;
  /**
   * The name of the check run. Each automation has its own for each branch and pull request, because a host shows only
   * the later of two check runs with one name.
   */
  readonly name?: string;
  readonly sessionId: string;
  readonly scanId: string;
}
