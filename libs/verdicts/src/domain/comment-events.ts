import type { Fact } from '@assay/kernel';
import type { CodeHost } from './code-host';

/** Which comment: one an automation and pull request. */
export interface CommentPlace {
  readonly organizationId: string;
  readonly automationId: string;
  readonly host: CodeHost;
  readonly repository: string;
  /** The number of the pull request, or of the merge request in its project. */
  readonly number: number;
}

/** What a comment says: the verdict on a scan, and when its automation fired, which says what is newer. */
export interface CommentSays {
  readonly scanId: string;
  readonly triggeredAt: string;
}

/**
 * Somebody writes it: until then nobody else does. The marker is in the text that is posted, so that a comment is found
 * again of which nobody recorded that it was posted.
 */
export type CommentBegan = Fact<
  'CommentBegan',
  CommentPlace & { readonly marker: string; readonly by: string; readonly until: string; readonly at: string }
>;
export type CommentPosted = Fact<'CommentPosted', CommentSays & { readonly commentId: number; readonly at: string }>;
export type CommentEdited = Fact<'CommentEdited', CommentSays & { readonly at: string }>;
/** Somebody has deleted it on the host. */
export type CommentMissed = Fact<'CommentMissed', { readonly commentId: number; readonly at: string }>;

export type CommentEvent = CommentBegan | CommentPosted | CommentEdited | CommentMissed;

export const commentStream = (commentKey: string): string => `pull-request-comment-${commentKey}`;
