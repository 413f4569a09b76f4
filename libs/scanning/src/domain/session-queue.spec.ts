import fc from 'fast-check';
import {
  type QueueRules,
  type SessionQueue,
  MOST_WAITING,
  type SessionQueueEvent,
  type Waiting,
  admit,
  emptyQueue,
  enter,
  inOrder,
  leave,
  refuseFull,
  sessionQueue,
  withdraw,
} from './session-queue';

const rules = (limit: number): QueueRules => ({ organizationId: 'org_1', limit, now: '2026-11-20T10:00:00.000Z' });
const fold = (events: readonly SessionQueueEvent[]): SessionQueue => events.reduce(sessionQueue.evolve, emptyQueue);
const session = (number: number, startedAt = number): Waiting => ({
  sessionId: `ses_${number}`,
  startedAt: `2026-11-20T09:00:00.${String(startedAt).padStart(3, '0')}Z`,
});
const typesAndIds = (events: readonly SessionQueueEvent[]) =>
  events.map(({ type, data }) => (type === 'QueueCarried' ? type : `${type} ${data.sessionId}`));

/** Applies the decisions one after another and returns all events. */
const after = (...decisions: ((queue: SessionQueue) => SessionQueueEvent[])[]): SessionQueueEvent[] =>
  decisions.reduce<SessionQueueEvent[]>((events, decision) => [...events, ...decision(fold(events))], []);
const entering =
  (number: number, limit = 1, startedAt = number) =>
  (queue: SessionQueue) =>
    enter(session(number, startedAt), rules(limit), queue);
const leaving =
  (number: number, limit = 1) =>
  (queue: SessionQueue) =>
    leave(`ses_${number}`, rules(limit), queue);

type Step = {
  readonly does: 'enter' | 'leave' | 'withdraw' | 'admit';
  readonly number: number;
  readonly limit: number;
};
const steps = (limit: fc.Arbitrary<number>) =>
  fc.array(
    fc.record<Step>({
      does: fc.constantFrom('enter', 'enter', 'leave', 'withdraw', 'admit'),
      number: fc.nat(11),
      limit,
    }),
    { maxLength: 300 },
  );
const startedAt = (number: number) => (number * 7) % 12;

function decided({ does, number, limit }: Step, queue: SessionQueue): SessionQueueEvent[] {
  switch (does) {
    case 'enter':
      return enter(session(number, startedAt(number)), rules(limit), queue);
    case 'leave':
      return leave(`ses_${number}`, rules(limit), queue);
    case 'withdraw':
      return withdraw(`ses_${number}`, rules(limit), queue);
    case 'admit':
      return admit(rules(limit), queue);
  }
}

describe("an organization's queue of sessions", () => {
  it('admits at once while there are places, and has the others wait', () =>
    expect(typesAndIds(after(entering(1, 2), entering(2, 2), entering(3, 2)))).toEqual([
      'SessionEnqueued ses_1',
      'SessionAdmitted ses_1',
      'SessionEnqueued ses_2',
      'SessionAdmitted ses_2',
      'SessionEnqueued ses_3',
    ]));

  it('changes nothing for who enters again, running or waiting', () => {
    const queue = fold(after(entering(1), entering(2)));
    expect([entering(1)(queue), entering(2)(queue)]).toEqual([[], []]);
  });

  it('gives a place that became free to who started first, whatever the order of entering', () =>
    expect(typesAndIds(after(entering(1), entering(2, 1, 5), entering(3, 1, 4), leaving(1))).slice(-2)).toEqual([
      'SessionLeft ses_1',
      'SessionAdmitted ses_3',
    ]));

  it('lets who waits leave, and who never came', () => {
    expect(typesAndIds(after(entering(1), entering(2), leaving(2), leaving(7))).at(-1)).toBe('SessionLeft ses_2');
    expect(leave('ses_7', rules(1), emptyQueue)).toEqual([]);
  });

  it('lets only who waits withdraw', () => {
    const queue = fold(after(entering(1), entering(2)));
    expect([typesAndIds(withdraw('ses_1', rules(1), queue)), typesAndIds(withdraw('ses_2', rules(1), queue))]).toEqual([
      [],
      ['SessionLeft ses_2'],
    ]);
  });

  it('fills the places that a larger tier adds, and takes none away with a smaller one', () => {
    const events = after(entering(1), entering(2), entering(3), (queue) => admit(rules(2), queue));
    expect(typesAndIds(events).at(-1)).toBe('SessionAdmitted ses_2');
    expect(admit(rules(0), fold(events))).toEqual([]);
    expect(typesAndIds(leave('ses_1', rules(1), fold(events)))).toEqual(['SessionLeft ses_1']);
  });

  it(
    'never has more running than the limit, nor a free place while somebody waits, and admits in the order of ' +
      'starts',
    () =>
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 4 }).chain((limit) => steps(fc.constant(limit))),
          (history) => {
            let queue = emptyQueue;
            for (const step of history) {
              for (const event of decided(step, queue)) {
                const admitted = event.type === 'SessionAdmitted' ? [event.data.sessionId] : [];
                const next = inOrder(queue).map(({ sessionId }) => sessionId);
                expect(admitted).toEqual(next.slice(0, admitted.length));
                queue = sessionQueue.evolve(queue, event);
              }
              expect(queue.running.size).toBeLessThanOrEqual(step.limit);
              expect(queue.waiting.size > 0 && queue.running.size < step.limit).toBe(false);
              for (const id of queue.running) expect(queue.waiting.has(id)).toBe(false);
            }
          },
        ),
      ),
  );

  it('is the same when only what came since it was last carried is read', () =>
    fc.assert(
      fc.property(steps(fc.integer({ min: 1, max: 3 })), (history) => {
        const events = after(
          ...history.concat(history, history).map((step) => (queue: SessionQueue) => decided(step, queue)),
        );
        const carried = events.findLastIndex(({ type }) => type === 'QueueCarried');
        expect({ ...fold(events.slice(Math.max(0, carried))) }).toEqual(fold(events));
        expect(events.length - carried).toBeLessThan(220);
      }),
    ));
});

describe('a queue in which as many wait as may', () => {
  const waiting = Array.from({ length: MOST_WAITING }, (_, number) => ({
    sessionId: `ses_01a20bd3-88bd-70bc-8e1b-${String(number).padStart(12, '0')}`,
    startedAt: '2026-11-20T09:00:00.000Z',
  }));
  const carried: SessionQueueEvent = {
    type: 'QueueCarried',
    data: { organizationId: 'org_1', running: ['ses_1'], waiting, at: '2026-11-20T10:00:00.000Z' },
  };
  const full = fold([carried]);

  it('is carried in half of what a store takes in one append', () => {
    expect(JSON.stringify(carried).length).toBeLessThan(600_000);
  });

  it('takes no other session, and still knows those that wait', () => {
    expect(() => refuseFull('ses_other', full)).toThrow(/5000 sessions .* wait/);
    expect(() => refuseFull(waiting[17]!.sessionId, full)).not.toThrow();
  });

  it('takes one again once another has left', () => {
    const events = leave(waiting[0]!.sessionId, rules(1), full);
    expect(() => refuseFull('ses_other', events.reduce(sessionQueue.evolve, full))).not.toThrow();
  });
});

/**
 * Two processes that repeat everything, late: each enters a session by the state that it saw earlier, and each handles
 * the facts in the order of the log, at its own pace, as the reactors do. Commands enter the session that they started
 * at any later time, when it may long be over.
 */
describe('a queue that is kept by processes which are held up', () => {
  const LIMIT = 2;
  const SESSIONS = 5;
  type Fact = { readonly type: 'started' | 'over' | 'admitted'; readonly number: number };

  class World {
    readonly log: Fact[] = [];
    queue = emptyQueue;
    readonly over = new Set<number>();
    readonly reactors = [
      { at: 0, entering: undefined as number | undefined },
      { at: 0, entering: undefined as number | undefined },
    ];
    /** Sessions whose command has not entered them yet. */
    readonly commands: number[] = [];
    most = 0;

    decide(decision: (queue: SessionQueue) => SessionQueueEvent[]): void {
      for (const event of decision(this.queue)) {
        this.queue = sessionQueue.evolve(this.queue, event);
        if (event.type === 'SessionAdmitted')
          this.log.push({ type: 'admitted', number: Number(event.data.sessionId.slice(4)) });
      }
      this.count();
    }

    /** Counts the running sessions that are not over: a late entry occupies a place until its end is seen. */
    count(): void {
      const alive = [...this.queue.running].filter((id) => !this.over.has(Number(id.slice(4))));
      this.most = Math.max(this.most, alive.length);
    }

    start(number: number): void {
      this.log.push({ type: 'started', number });
      this.commands.push(number);
    }

    end(number: number): void {
      this.over.add(number);
      this.log.push({ type: 'over', number });
    }

    enterLate(which: number): void {
      const [number] = this.commands.splice(which % Math.max(1, this.commands.length), 1);
      if (number !== undefined) this.decide(entering(number, LIMIT));
    }

    /**
     * One step of a reactor; false once it has seen everything. Anything may happen between looking at a session and
     * entering it.
     */
    step(which: number): boolean {
      const reactor = this.reactors[which]!;
      if (reactor.entering !== undefined) {
        this.decide(entering(reactor.entering, LIMIT));
        reactor.entering = undefined;
        return true;
      }
      const fact = this.log[reactor.at];
      if (!fact) return false;
      reactor.at += 1;
      if (fact.type === 'started' && !this.over.has(fact.number)) reactor.entering = fact.number;
      if (fact.type === 'over' || (fact.type === 'admitted' && this.over.has(fact.number)))
        this.decide(leaving(fact.number, LIMIT));
      return true;
    }
  }

  it('is empty when all sessions are over, and never held more than its limit', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('start', 'end', 'react', 'react', 'react', 'command'),
            fc.nat(SESSIONS - 1),
            fc.nat(1),
          ),
          { maxLength: 200 },
        ),
        (history) => {
          const world = new World();
          const isStarted = (number: number) =>
            world.log.some((fact) => fact.type === 'started' && fact.number === number);
          for (const [does, number, which] of history) {
            if (does === 'start' && !isStarted(number)) world.start(number);
            else if (does === 'command') world.enterLate(number);
            else if (does === 'end' && isStarted(number) && !world.over.has(number)) world.end(number);
            else world.step(which);
          }
          // Each running session ends, one after the other: none waits for ever.
          for (let ended = true; ended; ) {
            while (world.step(0) || world.step(1));
            const [running] = [...world.queue.running].map((id) => Number(id.slice(4)));
            ended = running !== undefined;
            if (running !== undefined) world.end(running);
          }
          while (world.commands.length > 0) world.enterLate(0);
          while (world.step(0) || world.step(1));
          expect({ running: world.queue.running.size, waiting: world.queue.waiting.size }).toEqual({
            running: 0,
            waiting: 0,
          });
          for (let number = 0; number < SESSIONS; number += 1) expect(isStarted(number)).toBe(world.over.has(number));
          expect(world.most).toBeLessThanOrEqual(LIMIT);
        },
      ),
      { numRuns: 300 },
    ));
});
