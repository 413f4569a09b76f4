/** Where an event stands among those of its branch, by what the host said when it happened. */
export interface PushOrder {
  /** The commit that the branch has after it. */
  readonly commit: string;
  /** The commit that the branch had before it. Undefined if the host does not say, and for a new branch. */
  readonly before?: string;
  /** It may have set the branch back to a commit that was there before. */
  readonly forced?: true;
  /** ISO 8601, by the host's clock. */
  readonly changedAt?: string;
}

/** From which commit to which a push led. */
export interface PushLink {
  readonly before: string;
  readonly commit: string;
}

/**
 * Links kept of a branch. A push that arrives after all of these is recognised as old, too, if the host gives its time.
 */
const LINKS_KEPT = 20;

/**
 * Whether a push happened before or after the newest of those that were told. What the host delivers again, or after it
 * could not be reached, comes in another order than it happened. Undefined if nothing tells.
 */
export function hostOrder(
  told: PushOrder,
  newest: PushOrder,
  links: readonly PushLink[],
): 'before' | 'after' | undefined {
  const isKnown = links.some(({ before, commit }) => before === told.before && commit === told.commit);
  const follows = told.before !== undefined && told.before === newest.commit;
  // Pushes of one second may have times in any order.
  if (follows && !isKnown) return 'after';
  if (told.changedAt !== undefined && newest.changedAt !== undefined && told.changedAt !== newest.changedAt)
    return told.changedAt < newest.changedAt ? 'before' : 'after';
  if (follows || told.commit === newest.commit || (told.forced && !isKnown)) return undefined;
  return links.some(({ before }) => before === told.commit) ? 'before' : undefined;
}

/** With the push, the last of which are kept. */
export function withLink(links: readonly PushLink[], { before, commit }: PushOrder): readonly PushLink[] {
  if (before === undefined) return links;
  const others = links.filter((link) => link.before !== before || link.commit !== commit);
  return [...others, { before, commit }].slice(-LINKS_KEPT);
}
