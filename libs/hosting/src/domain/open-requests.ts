import { type Fact, type Model, isOneOf, refuseUnknown, sha256Hex } from '@assay/kernel';
import type { DeliveryReceived } from './delivery';
import type { Happening, PullRequest, Push } from './happening';

/**
 * The open merge requests of a branch on hostb. The host reports a push to such a branch twice, as a push and as an
 * update of each merge request, in any order, and may be configured to report only one of them. So a push is followed
 * as an update of each known merge request, and the second report is ignored. Each fact holds the whole state, so only
 * the last one needs to be read.
 */
export type OpenRequestsChanged = Fact<
  'OpenRequestsChanged',
  {
    readonly organizationId: string;
    readonly repository: string;
    readonly branch: string;
    readonly requests: readonly OpenRequest[];
    readonly at: string;
  }
>;

interface OpenRequest {
  readonly number: number;
  readonly targetBranch: string;
  /** How its commits changed since it was opened, the last ones. */
  readonly moves: readonly Move[];
}

interface Move {
  readonly commit: string;
  /** Undefined if the host does not say which commit was there before. */
  readonly before?: string;
  readonly toldBy: 'push' | 'request';
  readonly deliveryId: string;
  /** When it was received. */
  readonly at: string;
  /** The delivery that told the same the other way. */
  readonly againBy?: string;
}

/** So many of a branch are known, the newest ones; one that is not known is followed when the host tells of it. */
const REQUESTS_KEPT = 10;
const MOVES_KEPT = 10;
/** Milliseconds within which the host tells of a push the other way, too. It does so in seconds. */
const TOLD_TWICE_WITHIN = 3_600_000;

export type OpenRequests = readonly OpenRequest[];

/** Each fact carries all that is known: one that is not understood would be lost with the next. */
export const openRequests: Model<OpenRequests, OpenRequestsChanged> = {
  initial: [],
  evolve: (_, event) =>
    isOneOf<OpenRequestsChanged>({ OpenRequestsChanged: true }, event)
      ? event.data.requests
      : refuseUnknown(event, 'The open merge requests of a branch'),
};

export const OPEN_REQUESTS_PREFIX = 'open-requests-';

/** The host does not tell names of projects by their case. */
export const openRequestsStream = (organizationId: string, repository: string, branch: string): string =>
  OPEN_REQUESTS_PREFIX + sha256Hex(JSON.stringify([organizationId, repository.toLowerCase(), branch])).slice(0, 32);

/**
 * The branch whose open requests it changes or is decided by; undefined if it has none. A fork's branch is another one,
 * and what is pushed to it the host tells the fork.
 */
export function branchOfRequests(happening: Happening): string | undefined {
  if (happening.kind === 'tag' || happening.kind === 'empty-push') return undefined;
  return happening.kind === 'pull-request' && happening.fork !== null ? undefined : happening.branch;
}

type Told = Pick<DeliveryReceived['data'], 'deliveryId' | 'happening' | 'at'>;
type Followed = Pick<Told, 'deliveryId' | 'happening'>;

/** The merge requests that are open after a delivery. The same delivery again changes nothing. */
export function afterDelivery({ deliveryId, happening, at }: Told, before: OpenRequests): OpenRequests {
  switch (happening.kind) {
    case 'push':
      return before
        .filter((request) => !isToldNoMore(request, at))
        .map((request) => moved(request, { ...moveOf(happening), toldBy: 'push', deliveryId, at }));
    case 'pull-request':
      return happening.draft ? without(happening.number, before) : withRequest({ deliveryId, at }, happening, before);
    case 'pull-request-left':
      return without(happening.number, before);
    case 'branch-deleted':
      return before.length === 0 ? before : [];
    default:
      return before;
  }
}

/**
 * The events of a delivery that automations follow, each with the key of its firings.
 *
 * @param after the open requests after it
 */
export function followedOf(
  { deliveryId, happening }: Followed,
  after: OpenRequests,
): readonly { readonly key: string; readonly happening: Happening }[] {
  if (happening.kind === 'push' && after.length > 0)
    return after
      .filter((request) => isFirstToldBy(deliveryId, request))
      .map((request) => ({ key: `${deliveryId}/${request.number}`, happening: updateOf(request, happening) }));
  const known = after.find(({ number }) => happening.kind === 'pull-request' && number === happening.number);
  return known && !isFirstToldBy(deliveryId, known) ? [] : [{ key: deliveryId, happening }];
}

const updateOf = ({ number, targetBranch }: OpenRequest, push: Push): PullRequest => ({
  ...push,
  kind: 'pull-request',
  event: 'synchronize',
  number,
  targetBranch,
  draft: false,
  fork: null,
});

const isFirstToldBy = (deliveryId: string, { moves }: OpenRequest): boolean =>
  moves.some((move) => move.deliveryId === deliveryId);

const moveOf = ({ commit, before }: Push | PullRequest) => ({ commit, ...(before !== undefined && { before }) });

function moved(request: OpenRequest, move: Move): OpenRequest {
  const { moves } = request;
  if (moves.some(({ deliveryId, againBy }) => [deliveryId, againBy].includes(move.deliveryId))) return request;
  const same = moves.findLastIndex((told, index) => isSameMove(told, move, index === moves.length - 1));
  if (same === -1) return { ...request, moves: [...moves, move].slice(-MOVES_KEPT) };
  const { againBy = move.deliveryId } = moves[same]!;
  return { ...request, moves: moves.with(same, { ...moves[same]!, againBy }) };
}

/**
 * The host may tell the last commit with each update where pushes follow each other closely. So the commit alone
 * decides where it is the newest, and is scanned already. Each of the others arrives a second time, by the other way: a
 * branch may be set back, and forward again, so that the same commits come twice.
 */
function isSameMove(told: Move, again: Move, isNewest: boolean): boolean {
  if (told.commit !== again.commit) return false;
  return isNewest || (told.againBy === undefined && told.toldBy !== again.toldBy && told.before === again.before);
}

/**
 * The host reports once that a request was merged or closed, and if this service was away then, never again. But for an
 * open request, the host reports each push by the request, too.
 */
function isToldNoMore({ moves }: OpenRequest, at: string): boolean {
  const last = moves.findLastIndex(({ toldBy, againBy }) => toldBy === 'request' || againBy !== undefined);
  const untold = moves[last + 1];
  return untold !== undefined && Date.parse(at) - Date.parse(untold.at) > TOLD_TWICE_WITHIN;
}

function withRequest(
  { deliveryId, at }: Pick<Told, 'deliveryId' | 'at'>,
  request: PullRequest,
  before: OpenRequests,
): OpenRequests {
  const { number, targetBranch } = request;
  const known = before.find((each) => each.number === number);
  const move: Move = { ...moveOf(request), toldBy: 'request', deliveryId, at };
  if (known?.targetBranch === targetBranch && (move.before !== undefined || isFirstToldBy(deliveryId, known)))
    return before.map((each) => (each === known ? moved(each, move) : each));
  // Opened, or to be merged into another branch: whatever was told before, this has another comparison.
  return [...without(number, before), { number, targetBranch, moves: [move] }].slice(-REQUESTS_KEPT);
}

const without = (number: number, requests: OpenRequests): OpenRequests =>
  requests.some((each) => each.number === number) ? requests.filter((each) => each.number !== number) : requests;
