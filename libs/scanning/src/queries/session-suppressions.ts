import type { TargetPrepared, UnusedSuppressions } from '../domain/session-events';
import type { SessionDocument } from './session-document';
import { shownPath, shownReason } from './shown-texts';

/** The suppressions of a session's target, as answers and reports show them. */
export interface SessionSuppressions {
  /** Suppressions that are honoured. */
  readonly honoured: number;
  /** Findings that they cover. */
  readonly suppressed: number;
  readonly notHonoured: {
    readonly total: number;
    /** The first ones. */
    readonly first: readonly { readonly place: string; readonly reason: string }[];
  };
  /** Suppressions that cover no finding of this scan; none until it has ended. */
  readonly unused: UnusedSuppressions;
}

/** The part of them that a session's document stores. */
export type SuppressionsDocument = Omit<SessionSuppressions, 'suppressed'>;

export const suppressionsDocument = ({
  declared,
  notHonoured,
  notHonouredTotal,
}: NonNullable<TargetPrepared['data']['suppressions']>): SuppressionsDocument => ({
  honoured: declared.length,
  notHonoured: {
    total: notHonouredTotal,
    first: notHonoured.map(({ place, reason }) => ({ place: shownPath(place), reason: shownReason(reason) })),
  },
  unused: { total: 0, first: [] },
});

export const withUnused = (
  suppressions: SuppressionsDocument,
  { total, first }: UnusedSuppressions,
): SuppressionsDocument => ({
  ...suppressions,
  unused: { total, first: first.map(({ place, names }) => ({ place: shownPath(place), names })) },
});

/** Undefined if the target may suppress nothing, and until it is staged. */
export const suppressionsOf = ({
  suppressions,
  summary,
}: Pick<SessionDocument, 'suppressions' | 'summary'>): SessionSuppressions | undefined =>
  suppressions && { ...suppressions, suppressed: summary?.suppressed ?? 0 };
