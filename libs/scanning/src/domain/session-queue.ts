import { type Fact, type Model, refuseUnknown, refused } from '@assay/kernel';

/**
 * How many of an organization's sessions run at once is decided on one stream of its own, `queue-<organization>`. A
 * session enters once it has started, and leaves when it is over. Who comes when all places are taken waits, and the
 * places that become free go to those who started first.
 */
export type SessionQueueEvent = SessionEnqueued | SessionAdmitted | SessionLeft | QueueCarried;

interface Member {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly at: string;
}

/** `startedAt` is what the order goes by: two processes may enqueue in another order than sessions started. */
export type SessionEnqueued = Fact<'SessionEnqueued', Member & { readonly startedAt: string }>;
export type SessionAdmitted = Fact<'SessionAdmitted', Member>;
export type SessionLeft = Fact<'SessionLeft', Member>;
/** All that the stream says up to here, so that what was before need not be read any more. */
export type QueueCarried = Fact<
  'QueueCarried',
  {
    readonly organizationId: string;
    readonly running: readonly string[];
    readonly waiting: readonly Waiting[];
    readonly at: string;
  }
>;

export interface Waiting {
  readonly sessionId: string;
  readonly startedAt: string;
}

export interface SessionQueue {
  readonly running: ReadonlySet<string>;
  /** When each started. */
  readonly waiting: ReadonlyMap<string, string>;
  /** Events since the queue was carried. */
  readonly age: number;
}

export const emptyQueue: SessionQueue = { running: new Set(), waiting: new Map(), age: 0 };

/** A fact of a type that it does not know is refused: a queue that is carried on without it would lose it. */
function evolve({ running, waiting, age }: SessionQueue, event: SessionQueueEvent): SessionQueue {
  const { type, data } = event;
  switch (type) {
    case 'SessionEnqueued':
      return { running, waiting: new Map(waiting).set(data.sessionId, data.startedAt), age: age + 1 };
    case 'SessionAdmitted':
      return { running: new Set(running).add(data.sessionId), waiting: without(waiting, data.sessionId), age: age + 1 };
    case 'SessionLeft':
      return {
        running: new Set([...running].filter((id) => id !== data.sessionId)),
        waiting: without(waiting, data.sessionId),
        age: age + 1,
      };
    case 'QueueCarried':
      return {
        running: new Set(data.running),
        waiting: new Map(data.waiting.map(({ sessionId, startedAt }) => [sessionId, startedAt])),
        age: 0,
      };
    default:
      return refuseUnknown(event, "an organization's queue of sessions");
  }
}

function without(waiting: ReadonlyMap<string, string>, sessionId: string): ReadonlyMap<string, string> {
  const rest = new Map(waiting);
  rest.delete(sessionId);
  return rest;
}

export const sessionQueue: Model<SessionQueue, SessionQueueEvent> = { initial: emptyQueue, evolve };
export const sessionQueueStream = (organizationId: string): string => `queue-${organizationId}`;

/** What every decision needs: whose queue it is, how many may run at once, and the time. */
export interface QueueRules {
  readonly organizationId: string;
  readonly limit: number;
  readonly now: string;
}

/** A queue that is never empty would be read from its beginning for ever; once in so many events it is carried. */
const CARRIED_EVERY = 200;

/**
 * Sessions of an organization that may wait. The event that carries a queue names them all: some 550 KB, and a store
 * takes a megabyte in one append.
 */
export const MOST_WAITING = 5_000;

/** Whether no other session may wait. One that waits already is no other one. */
export const isFull = (sessionId: string, { waiting }: SessionQueue): boolean =>
  waiting.size >= MOST_WAITING && !waiting.has(sessionId);

/** @throws RefusedError SESSION_LIMIT_REACHED */
export function refuseFull(sessionId: string, queue: SessionQueue): void {
  if (isFull(sessionId, queue))
    refused(
      'SESSION_LIMIT_REACHED',
      `${MOST_WAITING} sessions of this organization wait for their turn; cancel some of them, or start this one later`,
    );
}

/** Takes a place, or waits for one. Entering again changes nothing of it. */
export function enter({ sessionId, startedAt }: Waiting, rules: QueueRules, queue: SessionQueue): SessionQueueEvent[] {
  const { organizationId, now: at } = rules;
  const known = queue.running.has(sessionId) || queue.waiting.has(sessionId);
  return completed(
    known ? [] : [{ type: 'SessionEnqueued', data: { organizationId, sessionId, startedAt, at } }],
    rules,
    queue,
  );
}

/** Gives up the place, or the wait for one. */
export function leave(sessionId: string, rules: QueueRules, queue: SessionQueue): SessionQueueEvent[] {
  const known = queue.running.has(sessionId) || queue.waiting.has(sessionId);
  return completed(known ? [left(sessionId, rules)] : [], rules, queue);
}

/** Gives up the wait for a place. Who has one keeps it until it is over. */
export function withdraw(sessionId: string, rules: QueueRules, queue: SessionQueue): SessionQueueEvent[] {
  return completed(queue.waiting.has(sessionId) ? [left(sessionId, rules)] : [], rules, queue);
}

/** Places that have become free for another reason: a larger tier. */
export const admit = (rules: QueueRules, queue: SessionQueue): SessionQueueEvent[] => completed([], rules, queue);

/** Every decision fills the free places, so that none stays free while somebody waits, whatever was missed before. */
function completed(first: readonly SessionQueueEvent[], rules: QueueRules, queue: SessionQueue): SessionQueueEvent[] {
  const { organizationId, limit, now: at } = rules;
  const then = first.reduce(evolve, queue);
  const admitted = inOrder(then)
    .slice(0, Math.max(0, limit - then.running.size))
    .map(({ sessionId }): SessionQueueEvent => ({ type: 'SessionAdmitted', data: { organizationId, sessionId, at } }));
  const events = [...first, ...admitted];
  const after = admitted.reduce(evolve, then);
  if (events.length === 0 || after.age < CARRIED_EVERY) return events;
  return [
    ...events,
    { type: 'QueueCarried', data: { organizationId, running: [...after.running], waiting: inOrder(after), at } },
  ];
}

const left = (sessionId: string, { organizationId, now: at }: QueueRules): SessionQueueEvent => ({
  type: 'SessionLeft',
  data: { organizationId, sessionId, at },
});

/** Those who wait, in the order of their start. */
export const inOrder = ({ waiting }: SessionQueue): Waiting[] =>
  [...waiting]
    .map(([sessionId, startedAt]) => ({ sessionId, startedAt }))
    .sort((a, b) =>
      a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : a.sessionId < b.sessionId ? -1 : 1,
    );
