/** The actions of a pull request that an automation may watch. */
export const PULL_REQUEST_EVENTS = ['opened', 'synchronize', 'reopened', 'ready_for_review'] as const;
export type PullRequestEvent = (typeof PULL_REQUEST_EVENTS)[number];

interface InRepository {
  /** `owner/repo`, or `group/subgroup/project`, as the host writes it. */
  readonly repository: string;
  /** The author; undefined if the host names nobody. */
  readonly author?: string;
}

interface OnBranch extends InRepository {
  readonly branch: string;
  /** The full id of the commit that the branch has after it. */
  readonly commit: string;
  /** The commit that the branch had before it. Undefined if the host does not say, and for a new branch. */
  readonly before?: string;
  /** ISO 8601, by the host's clock. Undefined if the host does not say. */
  readonly changedAt?: string;
  /** The branch may have been set back to a commit that it had before. */
  readonly forced?: true;
}

export type Push = OnBranch & { readonly kind: 'push' };
/** A branch was made of commits that the repository had already. */
export type EmptyPush = OnBranch & { readonly kind: 'empty-push' };
export type BranchDeleted = InRepository & { readonly kind: 'branch-deleted'; readonly branch: string };
export type TagPushed = InRepository & { readonly kind: 'tag'; readonly tag: string; readonly deleted: boolean };
export type PullRequest = OnBranch & {
  readonly kind: 'pull-request';
  readonly event: PullRequestEvent;
  readonly number: number;
  readonly targetBranch: string;
  readonly draft: boolean;
  /**
   * Null if its commits are on a branch of the repository itself. Otherwise whether its author is one of those whom the
   * owner of the repository has chosen: its own, its organization's members and invited collaborators. Undefined if the
   * host does not say that.
   */
  readonly fork: { readonly byCollaborator: boolean | undefined } | null;
};

/** It is merged, closed or a draft again: pushes to its branch are no longer judged as its commits. */
export type PullRequestLeft = InRepository & {
  readonly kind: 'pull-request-left';
  readonly number: number;
  readonly branch: string;
};

/** The event in a repository, as far as automations need it from a host's payload. */
export type Happening = Push | EmptyPush | BranchDeleted | TagPushed | PullRequest | PullRequestLeft;

/** The contents of a payload: the event, or the reason to ignore it. */
export type PayloadReading = { readonly happening: Happening } | { readonly ignored: string };
