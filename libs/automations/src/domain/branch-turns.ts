import { type Fact, type Model, isOneOf, refuseUnknown, sha256Hex } from '@assay/kernel';
import type { FiringTrigger } from './firing';
import { type PushLink, type PushOrder, hostOrder, withLink } from './push-order';

/**
 * Decides which firing of an automation may scan a branch: one at a time, and only the newest waits. So however many
 * pushes come, at most one scan of the branch runs, and one firing follows it. Each fact holds the whole state, so only
 * the last one needs to be read.
 */
type BranchTurnDecided = Fact<'BranchTurnDecided', BranchTurns & { readonly automationId: string }>;

export interface Entrant {
  readonly historyId: string;
  /** The log position of its AutomationTriggered, which gives the order of firings. */
  readonly position: number;
  /** Undefined if the event names no commit, and in facts of an earlier release. */
  readonly push?: PushOrder;
}

export interface BranchTurns {
  /** The firing that has the turn. */
  readonly holder: string | null;
  readonly waiting: Entrant | null;
  /** The newest firing of all. A firing whose event is older and arrives later gets no turn. */
  readonly newest: Entrant | null;
  /** Firings that waited and were overtaken. They are kept until their streams record that they start no scan. */
  readonly displaced: readonly string[];
  /** The last pushes that had or waited for a turn. Undefined in facts of an earlier release. */
  readonly links?: readonly PushLink[];
}

/** Each fact holds the whole state, so the next fact would lose the contents of one that is not understood. */
export const branchTurns: Model<BranchTurns, BranchTurnDecided> = {
  initial: { holder: null, waiting: null, newest: null, displaced: [] },
  evolve(_, event) {
    if (!isOneOf<BranchTurnDecided>({ BranchTurnDecided: true }, event))
      return refuseUnknown(event, 'The order of firings of a branch');
    const { automationId: __, ...turns } = event.data;
    return turns;
  },
};

/** The pull request or branch of an automation whose firings take turns. Undefined if the event named neither. */
export const branchOf = ({ pullRequest, branch }: FiringTrigger): string | undefined =>
  pullRequest !== undefined ? `pull/${pullRequest}` : branch === undefined ? undefined : `branch/${branch}`;

export const branchTurnsStream = (automationId: string, branch: string): string =>
  `branch-turns-${automationId}-${sha256Hex(branch).slice(0, 32)}`;

/** The position of the event among those of its branch, as the host states it. */
export const pushOrderOf = ({ commitSha, before, forced, changedAt }: FiringTrigger): PushOrder | undefined =>
  commitSha === undefined
    ? undefined
    : { commit: commitSha, ...(before && { before }), ...(forced && { forced }), ...(changedAt && { changedAt }) };

/**
 * Takes the turn if it is free; otherwise waits, in place of an older firing. A firing older than the newest gets no
 * turn.
 */
export function enter(entrant: Entrant, turns: BranchTurns): BranchTurns {
  if (stands(entrant.historyId, turns) || isOvertaken(entrant, turns)) return turns;
  const links = entrant.push && { links: withLink(turns.links ?? [], entrant.push) };
  if (turns.holder === null) return { ...turns, ...links, holder: entrant.historyId, newest: entrant };
  const overtaken = turns.waiting === null ? [] : [turns.waiting.historyId];
  return { ...turns, ...links, waiting: entrant, newest: entrant, displaced: [...turns.displaced, ...overtaken] };
}

/** Gives the turn to the waiting firing. */
export function leave(historyId: string, turns: BranchTurns): BranchTurns {
  if (turns.holder === historyId) return { ...turns, holder: turns.waiting?.historyId ?? null, waiting: null };
  return turns.waiting?.historyId === historyId ? { ...turns, waiting: null } : turns;
}

/** Drops displaced firings whose streams have recorded it. */
export const forget = (noted: ReadonlySet<string>, turns: BranchTurns): BranchTurns => ({
  ...turns,
  displaced: turns.displaced.filter((historyId) => !noted.has(historyId)),
});

/** Whether the firing holds the turn or waits for it. */
const stands = (historyId: string, { holder, waiting }: BranchTurns): boolean =>
  holder === historyId || waiting?.historyId === historyId;

/** By the host's order if it states one, else by the order of arrival. */
function isOvertaken({ position, push }: Entrant, { newest, links = [] }: BranchTurns): boolean {
  if (newest === null) return false;
  const order = push && newest.push && hostOrder(push, newest.push, links);
  return order === undefined ? position <= newest.position : order === 'before';
}

/** A fact only if the state has changed. */
export const decidedTurns = (
  automationId: string,
  before: BranchTurns,
  after: BranchTurns,
): readonly BranchTurnDecided[] =>
  JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [{ type: 'BranchTurnDecided', data: { automationId, ...after } }];
