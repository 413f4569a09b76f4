import { type Fact, type Model, isOneOf, refuseUnknown, sha256Hex } from '@assay/kernel';
import type { FiringTrigger } from './firing';
import { type PushLink, type PushOrder, hostOrder, withLink } from './push-order';

/**
 * Which firing of an automation may scan a branch: one at a time, and the newest is the only one that waits. So however
 * many pushes come, at most one scan of the branch runs, and one firing follows it. Each fact carries the whole state:
 * the last one is all that needs to be read.
 */
type BranchTurnDecided = Fact<'BranchTurnDecided', BranchTurns & { readonly automationId: string }>;

export interface Entrant {
  readonly historyId: string;
  /** The position of its AutomationTriggered in the log, which gives the order of firings. */
  readonly position: number;
  /** Undefined if it names no commit, and in what an earlier release recorded. */
  readonly push?: PushOrder;
}

export interface BranchTurns {
  /** Whose turn it is. */
  readonly holder: string | null;
  readonly waiting: Entrant | null;
  /** The newest of all. A firing that happened earlier and arrives later gets no turn. */
  readonly newest: Entrant | null;
  /** Firings that waited and were overtaken, kept until it is recorded that they start no scan. */
  readonly displaced: readonly string[];
  /** The pushes that had or waited for a turn, the last ones. Undefined in what an earlier release recorded. */
  readonly links?: readonly PushLink[];
}

/**
 * Each fact carries the whole state, so the contents of a fact that is not understood would be lost with the next one.
 */
export const branchTurns: Model<BranchTurns, BranchTurnDecided> = {
  initial: { holder: null, waiting: null, newest: null, displaced: [] },
  evolve(_, event) {
    if (!isOneOf<BranchTurnDecided>({ BranchTurnDecided: true }, event))
      return refuseUnknown(event, 'The order of firings of a branch');
    const { automationId: __, ...turns } = event.data;
    return turns;
  },
};

/** What of one automation takes turns: a pull request, or a branch. Undefined if the event named neither. */
export const branchOf = ({ pullRequest, branch }: FiringTrigger): string | undefined =>
  pullRequest !== undefined ? `pull/${pullRequest}` : branch === undefined ? undefined : `branch/${branch}`;

export const branchTurnsStream = (automationId: string, branch: string): string =>
  `branch-turns-${automationId}-${sha256Hex(branch).slice(0, 32)}`;

/** What the event says of its place among those of its branch. */
export const pushOrderOf = ({ commitSha, before, forced, changedAt }: FiringTrigger): PushOrder | undefined =>
  commitSha === undefined
    ? undefined
    : { commit: commitSha, ...(before && { before }), ...(forced && { forced }), ...(changedAt && { changedAt }) };

/** Takes the turn if it is free; otherwise waits, in place of an older one. An older one than the newest gets none. */
export function enter(entrant: Entrant, turns: BranchTurns): BranchTurns {
  if (stands(entrant.historyId, turns) || isOvertaken(entrant, turns)) return turns;
  const links = entrant.push && { links: withLink(turns.links ?? [], entrant.push) };
  if (turns.holder === null) return { ...turns, ...links, holder: entrant.historyId, newest: entrant };
  const overtaken = turns.waiting === null ? [] : [turns.waiting.historyId];
  return { ...turns, ...links, waiting: entrant, newest: entrant, displaced: [...turns.displaced, ...overtaken] };
}

/** The turn goes to the one that waits. */
export function leave(historyId: string, turns: BranchTurns): BranchTurns {
  if (turns.holder === historyId) return { ...turns, holder: turns.waiting?.historyId ?? null, waiting: null };
  return turns.waiting?.historyId === historyId ? { ...turns, waiting: null } : turns;
}

/** These have it noted. */
export const forget = (noted: ReadonlySet<string>, turns: BranchTurns): BranchTurns => ({
  ...turns,
  displaced: turns.displaced.filter((historyId) => !noted.has(historyId)),
});

/** Holds the turn or waits for it. */
const stands = (historyId: string, { holder, waiting }: BranchTurns): boolean =>
  holder === historyId || waiting?.historyId === historyId;

/** By what the host says of their order, else by the order in which they were told. */
function isOvertaken({ position, push }: Entrant, { newest, links = [] }: BranchTurns): boolean {
  if (newest === null) return false;
  const order = push && newest.push && hostOrder(push, newest.push, links);
  return order === undefined ? position <= newest.position : order === 'before';
}

/** Only a change is a fact. */
export const decidedTurns = (
  automationId: string,
  before: BranchTurns,
  after: BranchTurns,
): readonly BranchTurnDecided[] =>
  JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [{ type: 'BranchTurnDecided', data: { automationId, ...after } }];
