import { type Model, passedOver } from '@assay/kernel';
import type { CommentEvent, CommentPlace, CommentSays } from './comment-events';

/** A comment that people have deleted this often is unwanted. */
const MOST_DELETED = 2;

interface KeptComment {
  /** The marker of the existing comment, or of the one that is being posted. */
  readonly marker: string | undefined;
  /** When a delivery began to post a comment with that marker. */
  readonly since: string | undefined;
  /** The host's id of the comment, once it is known. */
  readonly commentId: number | undefined;
  readonly deleted: number;
  readonly says: CommentSays | undefined;
  readonly writing: { readonly by: string; readonly until: string } | undefined;
}

/** Ignores facts of unknown types. */
export const keptComment: Model<KeptComment, CommentEvent> = {
  initial: {
    marker: undefined,
    since: undefined,
    commentId: undefined,
    deleted: 0,
    says: undefined,
    writing: undefined,
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CommentBegan': {
        const { marker, by, until, at } = event.data;
        const since = marker === state.marker ? state.since : at;
        return { ...state, marker, since, writing: { by, until } };
      }
      case 'CommentPosted': {
        const { commentId, scanId, triggeredAt } = event.data;
        return { ...state, commentId, says: { scanId, triggeredAt }, writing: undefined };
      }
      case 'CommentEdited': {
        const { scanId, triggeredAt } = event.data;
        return { ...state, says: { scanId, triggeredAt }, writing: undefined };
      }
      case 'CommentMissed':
        return { ...state, marker: undefined, since: undefined, commentId: undefined, deleted: state.deleted + 1 };
      default:
        return passedOver(state, event);
    }
  },
};

interface Beginning extends CommentPlace {
  /** The writer: the id of a notification. */
  readonly by: string;
  readonly triggeredAt: string;
  readonly at: string;
  /** Until when no other delivery may write. */
  readonly until: string;
  /** A random text for a new comment. */
  readonly marker: string;
}

/** The next step for a comment. */
export type CommentTurn =
  | { readonly kind: 'write' }
  /** Another delivery writes it, until then at the latest. */
  | { readonly kind: 'wait'; readonly until: string }
  /** The comment already has a newer verdict. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'unwanted' };

export function turnOf({ by, triggeredAt, at }: Beginning, { says, deleted, writing }: KeptComment): CommentTurn {
  if (says && says.triggeredAt > triggeredAt) return { kind: 'outdated' };
  if (deleted >= MOST_DELETED) return { kind: 'unwanted' };
  if (writing && writing.by !== by && writing.until > at) return { kind: 'wait', until: writing.until };
  return { kind: 'write' };
}

/** No event if it is not this comment's turn. */
export function beginComment(beginning: Beginning, state: KeptComment): CommentEvent[] {
  if (turnOf(beginning, state).kind !== 'write') return [];
  const { organizationId, automationId, host, repository, number, by, until, at } = beginning;
  const marker = state.marker ?? beginning.marker;
  const data = { organizationId, automationId, host, repository, number, marker, by, until, at };
  return [{ type: 'CommentBegan', data }];
}
