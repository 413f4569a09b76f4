/** The place of an event among those of its branch, from what the host said when it happened. */
export interface PushOrder {
  /** The commit of the branch after the event. */
  readonly commit: string;
  /** The commit of the branch before the event. Undefined if the host does not say, and for a new branch. */
  readonly before?: string;
  /** A forced push may have set the branch back to an earlier commit. */
  readonly forced?: true;
  /** ISO 8601, by the host's clock. */
  readonly changedAt?: string;
}

/** One push: the commit before it and the commit after it. */
export interface PushLink {
  readonly before: string;
  readonly commit: string;
}

/**
 * The number of links kept for a branch. An older push that arrives later is recognised as old, too, if the host gives
 * its time.
 */
const LINKS_KEPT = 20;

/**
 * Whether a push happened before or after the newest known one. Deliveries that a host repeats, or makes late because
 * it could not reach the service, arrive in another order than they happened. Undefined if the order cannot be told.
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

/** Adds the push and keeps the last links. */
export function withLink(links: readonly PushLink[], { before, commit }: PushOrder): readonly PushLink[] {
  if (before === undefined) return links;
  const others = links.filter((link) => link.before !== before || link.commit !== commit);
  return [...others, { before, commit }].slice(-LINKS_KEPT);
}
