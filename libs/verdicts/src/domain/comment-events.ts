import type { CodeHost, Fact } from '@assay/kernel';

/** The place of a comment: one per automation and pull request. */
export interface CommentPlace {
  readonly organizationId: string;
  readonly automationId: string;
  readonly host: CodeHost;
  readonly repository: string;
  /** The number of the pull request, or of the merge request in its project. */
  readonly number: number;
}

/** The content of a comment: the verdict on a scan, and when its automation fired, which tells the newer of two. */
export interface CommentSays {
  readonly scanId: string;
  readonly triggeredAt: string;
}

/**
 * A delivery has begun to write the comment; no other one writes until then. The posted text contains the marker, so
 * that a comment can be found even if nobody recorded that it was posted.
 */
export type CommentBegan = Fact<
  'CommentBegan',
  CommentPlace & { readonly marker: string; readonly by: string; readonly until: string; readonly at: string }
>;
export type CommentPosted = Fact<'CommentPosted', CommentSays & { readonly commentId: number; readonly at: string }>;
export type CommentEdited = Fact<'CommentEdited', CommentSays & { readonly at: string }>;
/** The comment was deleted on the host. */
export type CommentMissed = Fact<'CommentMissed', { readonly commentId: number; readonly at: string }>;

export type CommentEvent = CommentBegan | CommentPosted | CommentEdited | CommentMissed;

export const commentStream = (commentKey: string): string => `pull-request-comment-${commentKey}`;
