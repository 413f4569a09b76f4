import { SessionCanceled } from '@assay/orchestration';
import fc from 'fast-check';
import { CRASH_PROPERTY, CRASH_PROPERTY_TIMEOUT } from '../../../test/support/crash-runs';
import { CancelSession, type EngineRunner } from '../src';
import { Cluster, type Fate } from './cluster';
import { CrashWorld } from './crash-world';
import type { AppendFault } from './failing-event-store';
import { RUNNABLE, type Script, type ToolScript, scriptedEngines, turns } from './scripted-tools';
import { allEvents, expectSound } from './session-accounts';
import { request, unlessItWasOver } from './requests';

const tool = fc.record({
  findings: fc.nat(4),
  ends: fc.constantFrom<ToolScript['ends']>('completed', 'completed', 'completed', 'failed', 'timed-out', 'skipped'),
});
const script = fc.record(Object.fromEntries(RUNNABLE.map((id) => [id, tool])) as { [Id in keyof Script]: typeof tool });
const fault = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom<AppendFault>('lost-before', 'lost-after'));

const histories = fc.record({
  /** One for each run of an engine, over and over; a single one for engines that do the same each time. */
  scripts: fc.array(script, { minLength: 1, maxLength: 3 }),
  fates: fc.array(fc.constantFrom<Fate>('runs', 'runs', 'twice', 'given up', 'worker lost'), { maxLength: 14 }),
  faults: fc.array(
    fc.uniqueArray(fault, { selector: ([append]) => append, maxLength: 3 }).map((faults) => new Map(faults)),
    { maxLength: 4 },
  ),
  messages: fc.array(fc.constantFrom(0, 0, 1, 5, 50), { minLength: 1, maxLength: 40 }),
  /** A staging of a few files takes as long as some thousand turns. */
  pauses: fc.array(fc.constantFrom(0, 1, 20, 300, 3_000), { minLength: 1, maxLength: 20 }),
  choices: fc.array(fc.nat(9), { minLength: 1, maxLength: 10 }),
  cancelAfter: fc.option(fc.constantFrom(0, 50, 500, 3_000, 10_000), { nil: undefined }),
});

/** The values over and over. */
const cycle = <Value>(values: readonly Value[]) => {
  let next = 0;
  return () => values[next++ % values.length]!;
};

const varyingEngines = (scripts: readonly Script[], pauses: readonly number[]): EngineRunner => {
  const nextPause = cycle(pauses);
  const nextScript = cycle(scripts);
  return (...given) => scriptedEngines(nextScript(), () => turns(nextPause()))(...given);
};

describe('a session on several workers that are lost, taken for lost, and asked twice', () => {
  it(
    'ends once, with one outcome a tool that counts what is recorded, each finding once, and costs exactly ' +
      'what was delivered',
    () =>
      fc.assert(
        fc.asyncProperty(histories, async ({ scripts, fates, faults, messages, pauses, choices, cancelAfter }) => {
          const world = await CrashWorld.begin({ script: scripts[0]!, manual: true });
          const cluster = await Cluster.begin(world, {
            turns: cycle(messages),
            engines: varyingEngines(scripts, pauses),
            faults,
            fates,
            choose: cycle(choices),
          });
          try {
            const { sessionId } = await world.insist(request(world));
            const canceling = new AbortController();
            const running = cluster.run(sessionId, canceling.signal);
            if (cancelAfter !== undefined) {
              await turns(cancelAfter);
              await world
                .insist(new CancelSession({ organizationId: world.organizationId, sessionId, by: 'key_1' }))
                .catch(unlessItWasOver);
              canceling.abort(new SessionCanceled(sessionId));
            }
            await running;
            await world.reactorsCaughtUp(); // it gives its place in the queue back
            const ended = (await allEvents(world.store)).length;
            expect(await cluster.leftovers()).toEqual([]);
            const events = await allEvents(world.store);
            expect(events.slice(ended)).toEqual([]);
            expect(expectSound(events, world.organizationId, scripts.length === 1 ? scripts[0]! : 'anything')).toEqual([
              sessionId,
            ]);
            expect(await world.documents()).toEqual(await world.rebuiltDocuments());
          } finally {
            await cluster.close();
            await world.close();
          }
        }),
        CRASH_PROPERTY,
      ),
    CRASH_PROPERTY_TIMEOUT,
  );
});
