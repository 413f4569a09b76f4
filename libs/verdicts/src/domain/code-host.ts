import type { CodeHost } from '@assay/kernel';

/** A commit of a repository on a code host. */
export interface HostedCommit {
  readonly host: CodeHost;
  /** `owner/repo` or `group/project`. */
  readonly repository: string;
  readonly sha: string;
}
