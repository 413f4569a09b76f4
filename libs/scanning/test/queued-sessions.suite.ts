import { load } from '@assay/event-store';
import { deterministicId } from '@assay/kernel';
import fc from 'fast-check';
import { type SessionQueueEvent, CancelSession, isEnding } from '../src';
import { CRASH_PROPERTY, CRASH_PROPERTY_TIMEOUT } from '../../../test/support/crash-runs';
import { MOST_WAITING, type SessionQueue, sessionQueue, sessionQueueStream } from '../src/domain/session-queue';
import { CrashWorld } from './crash-world';
import { type AppendFault, FaultPlan } from './failing-event-store';
import { request, unlessItWasOver } from './requests';
import { scriptOf } from './scripted-tools';
import { ofType } from '../../event-store/test/of-type';
import { type LoggedEvent, allEvents, expectSound } from './session-accounts';

const ALL_WELL = scriptOf(1);
const TOOLS = ['alpha', 'epsilon'];

/** Four sessions of one organization, which may run one at a time, make about 80 appends. */
const histories = fc.record({
  faults: fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: 1, max: 80 }),
      fc.constantFrom<AppendFault>('lost-before', 'lost-after', 'crash-before', 'crash-after'),
    ),
    { selector: ([append]) => append, maxLength: 6 },
  ),
  canceled: fc.subarray([0, 1, 2, 3]),
  forgetful: fc.boolean(),
});

const numbered = (number: number) => deterministicId('ses', `queued ${number}`);

/** The most that were admitted and not over at any point of the log. */
function mostAtOnce(events: readonly LoggedEvent[]): number {
  const running = new Set<string>();
  const over = new Set<string>();
  let most = 0;
  for (const event of events) {
    if (event.type === 'SessionAdmitted' && !over.has(event.data.sessionId)) running.add(event.data.sessionId);
    if (isEnding(event)) {
      running.delete(event.stream.slice('session-'.length));
      over.add(event.stream.slice('session-'.length));
    }
    most = Math.max(most, running.size);
  }
  return most;
}

async function inFreeWorld(
  options: { plan?: FaultPlan; forgetful?: boolean; manual?: boolean },
  live: (world: CrashWorld, queue: () => Promise<SessionQueue>) => Promise<void>,
): Promise<void> {
  const world = await CrashWorld.begin({ script: ALL_WELL, tier: 'free', ...options });
  try {
    await live(
      world,
      async () =>
        (
          await load<SessionQueue, SessionQueueEvent>(
            world.store,
            sessionQueueStream(world.organizationId),
            sessionQueue,
          )
        ).state,
    );
  } finally {
    await world.close();
  }
}

const cancel = (world: CrashWorld, sessionId: string) =>
  world
    .insist(new CancelSession({ organizationId: world.organizationId, sessionId, by: 'key_1' }))
    .catch(unlessItWasOver);

describe('the sessions of an organization that may run one at a time', () => {
  it(
    'all end, one at a time, and are paid for exactly, whatever is lost and however often processes die',
    () =>
      fc.assert(
        fc.asyncProperty(histories, async ({ faults, canceled, forgetful }) =>
          inFreeWorld({ plan: new FaultPlan(new Map(faults)), forgetful }, async (world, queue) => {
            const started = await Promise.all(
              [0, 1, 2, 3].map((number) => world.insist(request(world, { sessionId: numbered(number), tools: TOOLS }))),
            );
            await Promise.all(canceled.map((number) => cancel(world, started[number]!.sessionId)));
            await world.settled();
            await world.reactorsCaughtUp();
            const events = await allEvents(world.store);
            expect(expectSound(events, world.organizationId, ALL_WELL).sort()).toEqual(
              started.map(({ sessionId }) => sessionId).sort(),
            );
            expect(mostAtOnce(events)).toBeLessThanOrEqual(1);
            const { running, waiting } = await queue();
            expect({ running: [...running], waiting: [...waiting] }).toEqual({ running: [], waiting: [] });
            expect(await world.documents()).toEqual(await world.rebuiltDocuments());
          }),
        ),
        CRASH_PROPERTY,
      ),
    CRASH_PROPERTY_TIMEOUT,
  );

  it('are refused, and nothing is charged, while 5,000 wait', () =>
    inFreeWorld({ manual: true }, async (world, queue) => {
      const { organizationId } = world;
      const at = '2026-11-20T10:00:00.000Z';
      const waiting = Array.from({ length: MOST_WAITING }, (_, number) => ({
        sessionId: numbered(number),
        startedAt: at,
      }));
      await world.store.append(sessionQueueStream(organizationId), [
        { type: 'QueueCarried', data: { organizationId, running: ['ses_1'], waiting, at } },
      ]);
      const before = await allEvents(world.store);
      const start = () => world.insist(request(world, { sessionId: numbered(MOST_WAITING), tools: TOOLS }));
      await expect(start()).rejects.toMatchObject({ refusal: { code: 'SESSION_LIMIT_REACHED' } });
      expect(await allEvents(world.store)).toEqual(before);
      // Another process takes one out: what this one saw last is not what decides.
      await world.store.append(sessionQueueStream(organizationId), [
        { type: 'SessionLeft', data: { organizationId, sessionId: numbered(0), at } },
      ]);
      expect(await start()).toMatchObject({ isQueued: true });
      expect((await queue()).waiting.size).toBe(MOST_WAITING);
    }));

  it('are refunded whole when they are canceled before their turn, without a workflow, which then never comes', () =>
    inFreeWorld({ manual: true }, async (world, queue) => {
      const [running, waiting] = [
        await world.insist(request(world, { sessionId: numbered(0), tools: TOOLS })),
        await world.insist(request(world, { sessionId: numbered(1), tools: TOOLS })),
      ];
      await cancel(world, waiting.sessionId);
      await world.until('ScanCanceled');
      await world.reactorsCaughtUp();
      const events = await allEvents(world.store);
      const ofSession = events.filter(({ stream }) => stream === `session-${waiting.sessionId}`);
      const charge = ofType(events, 'CreditsCharged').find(({ data }) => data.sessionId === waiting.sessionId);
      expect(ofSession.at(-1)).toMatchObject({
        type: 'ScanCanceled',
        data: { refund: { refunded: charge!.data.amount, toolsRefunded: ['alpha'] } },
      });
      expect(ofSession.some(({ type }) => type === 'TargetPrepared')).toBe(false);
      expect(ofType(events, 'SessionAdmitted').filter(({ data }) => data.sessionId === waiting.sessionId)).toEqual([]);
      expect([...(await queue()).running]).toEqual([running.sessionId]);
    }));

  it('give their place back also when a process that was held up lets one enter after its end', () =>
    inFreeWorld({}, async (world, queue) => {
      const { sessionId } = await world.insist(request(world, { sessionId: numbered(0), tools: TOOLS }));
      await world.settled();
      await world.reactorsCaughtUp();
      const { organizationId } = world;
      const at = new Date().toISOString();
      const late: SessionQueueEvent[] = [
        { type: 'SessionEnqueued', data: { organizationId, sessionId, startedAt: at, at } },
        { type: 'SessionAdmitted', data: { organizationId, sessionId, at } },
      ];
      await world.store.append(sessionQueueStream(organizationId), late);
      expect([...(await queue()).running]).toEqual([sessionId]);
      await world.reactorsCaughtUp();
      expect([...(await queue()).running]).toEqual([]);
    }));
});
