import type { RecordedEvent } from '@assay/event-store';
import { InfrastructureError } from '@assay/kernel';
import {
  type Reactor,
  ReactorRunner,
  type ReactorRunnerOptions,
  type ReadModelStore,
  SetAsideReactions,
  openSqliteReadModelStore,
} from '../src';
import { deposited, unhandled } from './account-projections';
import { FollowedLog } from './followed-log';
import { temporaryDirectory } from './temporary-directory';

describe('the reactor runner', () => {
  const directory = temporaryDirectory();
  let events: FollowedLog;
  let store: ReadModelStore;
  let running: ReactorRunner[] = [];
  let files = 0;

  beforeEach(async () => {
    events = new FollowedLog();
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
      events,
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
      handles: { Deposited: true },
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
    events.write('a', deposited(1), unhandled, deposited(2));
    await first.reached(2);
    await runner.stop();
    await expect(runner.status()).resolves.toMatchObject([{ name: 'mail', state: 'stopped', position: 3, lag: 0 }]);
    events.write('a', deposited(3));
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
    events.write('a', deposited(1), deposited(2));
    await failing.reached(2);
    expect(failing.seen).toEqual([1, 2]);
  });

  it('shows what fails, holds nobody else up, and does it again after a restart', async () => {
    let failed: () => void;
    const hasFailed = new Promise<void>((resolve) => (failed = resolve));
    const failing = recorder('mail', () => {
      failed();
      throw new InfrastructureError('no route to host');
    });
    const fine = recorder('chat');
    const runner = await started([failing.reactor, fine.reactor]);
    events.write('a', deposited(1), deposited(2));
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
    events.write('a', deposited(1), deposited(2));
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
    events.write('a', deposited(1), deposited(2), deposited(3));
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
      events.write('a', ...Array.from({ length: 5 }, () => deposited(1)));
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
      events = kept === 0 ? new FollowedLog() : events.restoredTo(kept);
      events.write('b', ...Array.from({ length: grown }, () => deposited(2)));
      const all = Array.from({ length: kept + grown }, (_value, index) => index + 1);
      expect(await anew(all.length)).toEqual(all);
      // Its checkpoint is about this log now.
      events.write('b', deposited(3));
      expect(await anew(1)).toEqual([all.length + 1]);
    });

    it('that was restored while it was followed, a reactor ends, says why, and begins anew later', async () => {
      const [reactor, told] = [recorder('mail'), [] as object[]];
      let tell!: () => void;
      const wasTold = new Promise<void>((resolve) => (tell = resolve));
      const log = {
        info: () => undefined,
        warn: () => undefined,
        error: (details: object) => (told.push(details), tell()),
      };
      const runner = await started([reactor.reactor], { log, watchdogMs: 1 });
      events.write('a', ...Array.from({ length: 5 }, () => deposited(1)));
      await reactor.reached(5);
      const { subscriptions } = events;
      events.restoreWhileFollowed(2);
      await wasTold;
      const error = expect.stringMatching(
        /cannot be followed from position 5: it ends at 2\. .* a backup was put in place of this one/,
      );
      expect(await runner.status()).toMatchObject([{ state: 'failed', position: 5, error }]);
      events.write('b', deposited(2));
      await runner.stop();
      expect([told, events.subscriptions]).toEqual([[{ follower: 'reactor:mail', seen: 5, error }], subscriptions]);
      expect(await anew(3)).toEqual([1, 2, 3]);
    });

    it('goes on by a checkpoint of a version that kept no marks', async () => {
      await store.saveCheckpoint({ name: 'reactor:mail', position: 2 });
      events.write('a', deposited(1), deposited(1), deposited(1));
      expect(await anew(1)).toEqual([3]);
    });
  });

  describe('an event that cannot be handled', () => {
    const unlucky = () => {
      throw new TypeError('it has no owner');
    };
    const at = (position: number, fails: () => never) => (event: RecordedEvent) =>
      event.position === position ? fails() : undefined;
    const listed = () => SetAsideReactions.listed(store);

    it('is set aside after eight attempts, and those behind it are handled', async () => {
      let attempts = 0;
      const { reactor, reached, seen } = recorder(
        'mail',
        at(2, () => {
          attempts += 1;
          return unlucky();
        }),
      );
      const runner = await started([reactor]);
      events.write('a', deposited(1), deposited(13), deposited(3));
      await reached(2);
      expect([attempts, seen]).toEqual([8, [1, 3]]);
      expect(await listed()).toMatchObject([
        {
          reactor: 'mail',
          position: 2,
          event: { type: 'Deposited', stream: 'a', data: { amount: 13 } },
          error: 'it has no owner',
          attempts: 8,
        },
      ]);
      await runner.stop();
      expect(await runner.status()).toMatchObject([{ setAside: 1, position: 3 }]);
      expect((await runner.status())[0]).not.toHaveProperty('error');
    });

    it('is tried once more at the next start, and is done with when that succeeds', async () => {
      const first = recorder('mail', at(1, unlucky));
      const runner = await started([first.reactor]);
      events.write('a', deposited(1), deposited(2));
      await first.reached(1);
      await runner.stop();

      let tried!: () => void;
      const hasTried = new Promise<void>((resolve) => (tried = resolve));
      const second = recorder(
        'mail',
        at(1, () => (tried(), unlucky())),
      );
      const stillBroken = await started([second.reactor]);
      await hasTried;
      await stillBroken.stop();
      expect(await listed()).toMatchObject([{ position: 1, attempts: 9 }]);
      expect(second.seen).toEqual([]);

      const mended = recorder('mail');
      const third = await started([mended.reactor]);
      await mended.reached(1);
      await third.stop();
      expect(mended.seen).toEqual([1]);
      expect(await listed()).toEqual([]);
      expect(await third.status()).toMatchObject([{ setAside: 0 }]);
    });

    it('is set aside anew after it was done with and fails once more', async () => {
      for (const round of [1, 2]) {
        const failing = recorder('mail', at(1, unlucky));
        const runner = await started([failing.reactor]);
        if (round === 1) events.write('a', deposited(1), deposited(2));
        await failing.reached(1);
        await runner.stop();
        expect(await listed()).toHaveLength(1);
        const mended = recorder('mail');
        const next = await started([mended.reactor]);
        await mended.reached(1);
        await next.stop();
        expect(await listed()).toEqual([]);
        await store.removeCheckpoint('reactor:mail');
      }
    });

    it('is tried again while the runner goes on, where another process can ask for it', async () => {
      const shared = new Proxy(store, {
        get(target, name) {
          const value: unknown = name === 'isExclusive' ? false : Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      let isMended = false;
      const { reactor, reached, seen } = recorder('mail', (event) => {
        if (event.position === 1 && !isMended) unlucky();
      });
      await started([reactor], { store: shared, lookForRequestsMs: 1 });
      events.write('a', deposited(1), deposited(2));
      await reached(1);
      isMended = true;
      expect(await SetAsideReactions.request(store, ({ reactor: name }) => name === 'mail')).toBe(1);
      await reached(2);
      expect(seen).toEqual([2, 1]);
    });

    it('is forgotten with the log that it was in', async () => {
      const first = recorder('mail', at(1, unlucky));
      const runner = await started([first.reactor]);
      events.write('a', deposited(1), deposited(2));
      await first.reached(1);
      await runner.stop();
      events = new FollowedLog();
      events.write('b', deposited(1));
      const second = recorder('mail');
      const anew = await started([second.reactor]);
      await second.reached(1);
      await anew.stop();
      expect(await listed()).toEqual([]);
      expect(second.seen).toEqual([1]);
    });

    it.each<[string, () => Error]>([
      ['a server is away', () => new InfrastructureError('away')],
      [
        'a server is away, as an error of ours says',
        () => new Error('not sent', { cause: new InfrastructureError('away') }),
      ],
      ['a system call fails', () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })],
    ])('is not one that fails while %s: that is tried for ever, in order', async (_, error) => {
      let attempts = 0;
      const { reactor, reached, seen } = recorder('mail', (event) => {
        if (event.position === 1 && (attempts += 1) <= 50) throw error();
      });
      await started([reactor]);
      events.write('a', deposited(1), deposited(2));
      await reached(2);
      expect([attempts, seen]).toEqual([51, [1, 2]]);
      expect(await listed()).toEqual([]);
    });
  });

  it('refuses two reactors of one name', () => {
    const { reactor } = recorder('mail');
    expect(() => new ReactorRunner({ events, store, reactors: [reactor, reactor] })).toThrow(/same name/);
  });
});
