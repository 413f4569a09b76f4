import type { RecordedEvent } from '@assay/event-store';
import {
  type Reactor,
  ReactorRunner,
  type ReactorRunnerOptions,
  type ReadModelStore,
  openSqliteReadModelStore,
} from '../src';
import { deposited, unhandled } from './account-projections';
import { InMemoryEventStore, asEventStore } from './in-memory-event-store';
import { temporaryDirectory } from './temporary-directory';

describe('the reactor runner', () => {
  const directory = temporaryDirectory();
  let events: InMemoryEventStore;
  let store: ReadModelStore;
  let running: ReactorRunner[] = [];
  let files = 0;

  beforeEach(async () => {
    events = new InMemoryEventStore();
    store = await openSqliteReadModelStore({ file: directory.file(`${(files += 1)}.db`) });
  });
  afterEach(async () => {
    await Promise.all(running.map((runner) => runner.stop()));
    running = [];
    await store.close();
  });
  afterAll(() => directory.remove());

  async function started(
    reactors: readonly Reactor[],
    options: Partial<ReactorRunnerOptions> = {},
  ): Promise<ReactorRunner> {
    const runner = new ReactorRunner({
      events: asEventStore(events),
      store,
      reactors,
      backoff: { initialDelayMs: 1, maxDelayMs: 2 },
      ...options,
    });
    running.push(runner);
    await runner.start();
    return runner;
  }

  /** A reactor that remembers the positions it was given, and tells when it has had a number of them. */
  function recorder(
    name: string,
    react: (event: RecordedEvent, attempt: number) => Promise<void> | void = () => undefined,
  ) {
    const seen: number[] = [];
    const waiting = new Set<() => void>();
    let attempts = 0;
    const reactor: Reactor = {
      name,
      handles: ['Deposited'],
      async react(event) {
        await react(event, (attempts += 1));
        seen.push(event.position);
        waiting.forEach((look) => look());
      },
    };
    const reached = (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => seen.length >= count && resolve();
        waiting.add(look);
        look();
      });
    return { reactor, seen, reached };
  }

  it('reacts to the events that it handles, in order, and not again after a stop', async () => {
    const first = recorder('mail');
    const runner = await started([first.reactor]);
    events.append('a', deposited(1), unhandled, deposited(2));
    await first.reached(2);
    await runner.stop();
    await expect(runner.status()).resolves.toMatchObject([{ name: 'mail', state: 'stopped', position: 3, lag: 0 }]);
    events.append('a', deposited(3));
    const second = recorder('mail');
    await started([second.reactor]);
    await second.reached(1);
    expect([first.seen, second.seen]).toEqual([[1, 3], [4]]);
  });

  it('tries a failing reaction again until it is done, never skipping it', async () => {
    const failing = recorder('mail', (event, attempt) => {
      if (event.position === 1 && attempt < 5) throw new Error('no route to host');
    });
    await started([failing.reactor]);
    events.append('a', deposited(1), deposited(2));
    await failing.reached(2);
    expect(failing.seen).toEqual([1, 2]);
  });

  it('shows what fails, holds nobody else up, and does it again after a restart', async () => {
    let failed: () => void;
    const hasFailed = new Promise<void>((resolve) => (failed = resolve));
    const failing = recorder('mail', () => {
      failed();
      throw new Error('no route to host');
    });
    const fine = recorder('chat');
    const runner = await started([failing.reactor, fine.reactor]);
    events.append('a', deposited(1), deposited(2));
    await Promise.all([fine.reached(2), hasFailed]);
    expect((await runner.status())[0]).toMatchObject({
      name: 'mail',
      state: 'retrying',
      position: 0,
      lag: 2,
      error: expect.stringMatching(/position 1 \(Deposited in a\): no route/),
    });
    await runner.stop();
    const mended = recorder('mail');
    const fineStill = recorder('chat');
    await started([mended.reactor, fineStill.reactor]);
    await mended.reached(2);
    expect([mended.seen, fineStill.seen]).toEqual([[1, 2], []]);
  });

  it('finishes the reaction under way before it stops, and begins no other', async () => {
    let begin!: () => void;
    let finish!: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow = recorder('mail', () => (begin(), new Promise<void>((resolve) => (finish = resolve))));
    const runner = await started([slow.reactor]);
    events.append('a', deposited(1), deposited(2));
    await begun;
    const stopped = runner.stop();
    finish();
    await stopped;
    expect(slow.seen).toEqual([1]);
    expect(await store.checkpoint('reactor:mail')).toMatchObject({ position: 1 });
  });

  it('goes on after the subscription broke or fell silent', async () => {
    events.failAfter = [1, 0];
    const steady = recorder('mail');
    await started([steady.reactor], { watchdogMs: 5 });
    events.append('a', deposited(1), deposited(2), deposited(3));
    await steady.reached(3);
    expect(steady.seen).toEqual([1, 2, 3]);
    events.mute = true;
    const deaf = recorder('deaf');
    await started([deaf.reactor], { watchdogMs: 5 });
    events.mute = false;
    await deaf.reached(3);
  });

  describe('on a log that is not the one that it followed', () => {
    const followed = async () => {
      const first = recorder('mail');
      const runner = await started([first.reactor]);
      events.append('a', ...Array.from({ length: 5 }, () => deposited(1)));
      await first.reached(5);
      await runner.stop();
    };
    const anew = async (count: number) => {
      const second = recorder('mail');
      const runner = await started([second.reactor]);
      await second.reached(count);
      await runner.stop();
      return second.seen;
    };

    it.each([
      ['that was restored and is behind', 2, 1],
      ['that was restored and has overtaken it', 2, 7],
      ['that is another one', 0, 3],
    ])('%s, a reactor begins anew', async (_, kept, grown) => {
      await followed();
      events = kept === 0 ? new InMemoryEventStore() : events.restoredTo(kept);
      events.append('b', ...Array.from({ length: grown }, () => deposited(2)));
      const all = Array.from({ length: kept + grown }, (_value, index) => index + 1);
      expect(await anew(all.length)).toEqual(all);
      // Its checkpoint is about this log now.
      events.append('b', deposited(3));
      expect(await anew(1)).toEqual([all.length + 1]);
    });

    it('goes on by a checkpoint of a version that kept no marks', async () => {
      await store.saveCheckpoint({ name: 'reactor:mail', position: 2 });
      events.append('a', deposited(1), deposited(1), deposited(1));
      expect(await anew(1)).toEqual([3]);
    });
  });

  it('refuses two reactors of one name', () => {
    const { reactor } = recorder('mail');
    expect(() => new ReactorRunner({ events: asEventStore(events), store, reactors: [reactor, reactor] })).toThrow(
      /same name/,
    );
  });
});
