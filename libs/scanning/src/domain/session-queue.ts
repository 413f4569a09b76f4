import { type Fact, type Model, refuseUnknown, refused } from '@assay/kernel';

/**
 * The number of an organization's sessions that run at once is decided on one stream of its own,
 * `queue-<organization>`. A session enters once it has started, and leaves when it is over. If all places are taken, it
 * waits, and free places go to the sessions that started first.
 */
export type SessionQueueEvent = SessionEnqueued | SessionAdmitted | SessionLeft | QueueCarried;

interface Member {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly at: string;
}

/** `startedAt` defines the order: two processes may enqueue sessions in another order than they started. */
export type SessionEnqueued = Fact<'SessionEnqueued', Member & { readonly startedAt: string }>;
export type SessionAdmitted = Fact<'SessionAdmitted', Member>;
export type SessionLeft = Fact<'SessionLeft', Member>;
/** The whole state of the stream so far, so that earlier events need not be read any longer. */
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
  /** The start time of each waiting session. */
  readonly waiting: ReadonlyMap<string, string>;
  /** Events since the queue was last carried. */
  readonly age: number;
}

export const emptyQueue: SessionQueue = { running: new Set(), waiting: new Map(), age: 0 };

/** A fact of an unknown type is refused: carrying the queue without it would lose it. */
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

/** The inputs of every decision: the organization, the number of places, and the time. */
export interface QueueRules {
  readonly organizationId: string;
  readonly limit: number;
  readonly now: string;
}

/** A queue that is never empty would have to be read from its beginning; so it is carried once in so many events. */
const CARRIED_EVERY = 200;

/**
 * The most sessions of an organization that may wait. The event that carries a queue names them all: some 550 KB, and a
 * store takes a megabyte in one append.
 */
export const MOST_WAITING = 5_000;

/** Whether no other session may wait. A session that waits already may stay. */
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

/** Takes a place, or waits for one. Entering again changes nothing. */
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

/** Gives up the wait for a place. A session that has a place keeps it until it is over. */
export function withdraw(sessionId: string, rules: QueueRules, queue: SessionQueue): SessionQueueEvent[] {
  return completed(queue.waiting.has(sessionId) ? [left(sessionId, rules)] : [], rules, queue);
}

/** Fills places that became free for another reason: a larger tier. */
export const admit = (rules: QueueRules, queue: SessionQueue): SessionQueueEvent[] => completed([], rules, queue);

/** Every decision fills the free places, so that none stays free while a session waits, whatever was missed before. */
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

/** The waiting sessions in the order of their start. */
export const inOrder = ({ waiting }: SessionQueue): Waiting[] =>
  [...waiting]
    .map(([sessionId, startedAt]) => ({ sessionId, startedAt }))
    .sort((a, b) =>
      a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : a.sessionId < b.sessionId ? -1 : 1,
    );
