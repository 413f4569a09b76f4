import { InfrastructureError } from '@assay/kernel';
import { randomUUID } from 'node:crypto';
import type { RetryPolicy } from '../src/retry-policy';
import type { Orchestrator } from '../src/orchestrator';
import { SessionCanceled, type SessionWorker, StagedCopyLost } from '../src/session-worker';
import { gate, input, scripted, untilAborted } from './scripted-worker';

const QUICK_RETRY: RetryPolicy = { maxAttempts: 5, initialDelay: 1, maxDelay: 2 };

/** Two orchestrators of one scope are two processes of one service. They share nothing with other scopes. */
export type CreateOrchestrator = (
  worker: SessionWorker,
  options: { readonly retry: RetryPolicy; readonly scope: string },
) => Promise<Orchestrator>;

/** The behaviour of every orchestrator, for any engine. */
export function orchestratorContract(name: string, create: CreateOrchestrator): void {
  describe(name, () => {
    const opened: Orchestrator[] = [];
    let scope: string;
    beforeEach(() => {
      scope = randomUUID();
    });
    /** A server remembers the sessions of earlier runs of this suite. */
    const session = (name: string) => `ses_${name}_${scope}`;
    const open = async (worker: SessionWorker) => {
      const orchestrator = await create(worker, { retry: QUICK_RETRY, scope });
      opened.push(orchestrator);
      return orchestrator;
    };
    afterEach(async () => {
      for (const orchestrator of opened.splice(0)) await orchestrator.close();
    });

    it('prepares, charges, runs every pass, settles and cleans, in that order', async () => {
      const { worker, calls, ended } = scripted();
      await (await open(worker)).start(input(session('order')));
      await ended;
      expect(calls.slice(0, 2)).toEqual(['prepare', 'charge']);
      expect(calls.slice(2, 5).sort()).toEqual(['runPass "one"', 'runPass "three"', 'runPass "two"']);
      expect(calls.slice(5)).toEqual(['settle', 'clean']);
    });

    it('runs one workflow for a session that is started several times', async () => {
      const held = gate();
      const { worker, calls, ended } = scripted({
        prepare: async () => {
          await held.opened;
          return {};
        },
      });
      const orchestrator = await open(worker);
      await Promise.all([1, 2, 3].map(() => orchestrator.start(input(session('once')))));
      expect(await orchestrator.status(session('once'))).toBe('running');
      held.open();
      await ended;
      expect(calls.filter((call) => call === 'prepare')).toHaveLength(1);
    });

    it('runs at most maxConcurrent passes at once', async () => {
      let running = 0;
      let most = 0;
      const two = gate();
      const { worker, ended } = scripted({
        runPass: async () => {
          most = Math.max(most, ++running);
          if (running === 2) two.open();
          await two.opened;
          running -= 1;
        },
      });
      await (await open(worker)).start(input(session('limit'), 2));
      await ended;
      expect(most).toBe(2);
    });

    it('runs an activity again after an infrastructure fault', async () => {
      let faults = 2;
      const { worker, calls, ended } = scripted({
        prepare: async () => {
          if (faults-- > 0) throw new InfrastructureError('the store is away');
          return {};
        },
      });
      await (await open(worker)).start(input(session('retry')));
      await ended;
      expect(calls.slice(0, 4)).toEqual(['prepare', 'prepare', 'prepare', 'charge']);
    });

    it('settles with the failure of an activity that throws by itself, and does not repeat the activity', async () => {
      const { worker, calls, ended } = scripted({
        charge: async () => {
          throw new TypeError('a bug');
        },
      });
      await (await open(worker)).start(input(session('bug')));
      await ended;
      expect(calls).toEqual(['prepare', 'charge', 'settle "INTERNAL"', 'clean']);
    });

    it('settles with the failure that an activity reports', async () => {
      const { worker, calls, ended } = scripted({
        prepare: async () => ({ failure: { code: 'TARGET_UNREADABLE', message: 'no such directory' } }),
      });
      await (await open(worker)).start(input(session('unreadable')));
      await ended;
      expect(calls).toEqual(['prepare', 'settle "TARGET_UNREADABLE"', 'clean']);
    });

    it('lets the other passes end if one throws', async () => {
      const { worker, calls, ended } = scripted({
        runPass: async (_, { id }) => {
          if (id === 'one') throw new TypeError('a bug');
        },
      });
      await (await open(worker)).start(input(session('pass'), 1));
      await ended;
      expect(calls).toEqual([
        'prepare',
        'charge',
        'runPass "one"',
        'runPass "two"',
        'runPass "three"',
        'settle "INTERNAL"',
        'clean',
      ]);
    });

    it('stages the target again if the copy is lost, and continues with the unfinished passes', async () => {
      const passes = ['one', 'two', 'three'].map((id) => ({ id, engine: id, tools: [id] }));
      const finished = new Set<string>();
      let lost = false;
      const { worker, calls, ended } = scripted({
        charge: async () => ({ passes: passes.filter(({ id }) => !finished.has(id)) }),
        runPass: async (id, pass) => {
          if (pass.id === 'two' && !lost) {
            lost = true;
            throw new StagedCopyLost(id);
          }
          finished.add(pass.id);
        },
      });
      await (await open(worker)).start(input(session('restage'), 1));
      await ended;
      expect(calls).toEqual([
        'prepare',
        'charge',
        'runPass "one"',
        'runPass "two"',
        'prepare',
        'charge',
        'runPass "two"',
        'runPass "three"',
        'settle',
        'clean',
      ]);
    });

    it('gives up a session if its copy is lost again and again', async () => {
      const { worker, calls, ended } = scripted({
        charge: async (id) => {
          throw new StagedCopyLost(id);
        },
      });
      await (await open(worker)).start(input(session('hopeless')));
      await ended;
      expect(calls).toEqual([
        ...Array.from({ length: 5 }, () => ['prepare', 'charge']).flat(),
        'settle "STAGED_COPY_LOST"',
        'clean',
      ]);
    });

    it('is also canceled if the session recorded the request before the workflow got it', async () => {
      const settled = gate<boolean>();
      const { worker, calls } = scripted({
        prepare: async (id) => {
          throw new SessionCanceled(id);
        },
        settle: async (_, { canceled }) => settled.open(canceled),
      });
      await (await open(worker)).start(input(session('recorded')));
      expect(await settled.opened).toBe(true);
      expect(calls).not.toContain('charge');
    });

    it('cancels running passes, and still settles and cleans', async () => {
      const begun = gate();
      let reason: unknown;
      const { worker, calls, ended } = scripted({
        runPass: async (_, __, context) => {
          begun.open();
          await untilAborted(context).catch((error: unknown) => {
            reason = error;
            throw error;
          });
        },
      });
      const orchestrator = await open(worker);
      await orchestrator.start(input(session('cancel')));
      await begun.opened;
      await orchestrator.cancel(session('cancel'));
      await ended;
      expect(reason).toBeInstanceOf(SessionCanceled);
      expect(calls.slice(-2)).toEqual(['settle "canceled"', 'clean']);
    });

    it('repeats settling until it succeeds, because a refund must not be lost', async () => {
      let faults = 10;
      const { worker, calls, ended } = scripted({
        settle: async () => {
          if (faults-- > 0) throw new Error('not now');
        },
      });
      await (await open(worker)).start(input(session('settle')));
      await ended;
      expect(calls.filter((call) => call === 'settle')).toHaveLength(11);
    });

    it('stops without settling, so that the next process resumes the session', async () => {
      const begun = gate();
      const first = scripted({
        runPass: async (_, __, context) => {
          begun.open();
          await untilAborted(context);
        },
      });
      const orchestrator = await open(first.worker);
      await orchestrator.start(input(session('resume')));
      await begun.opened;
      await orchestrator.close();
      expect(first.calls.filter((call) => call.startsWith('settle'))).toEqual([]);

      const second = scripted();
      await (await open(second.worker)).start(input(session('resume')));
      await second.ended;
      expect(second.calls.slice(-2)).toEqual(['settle', 'clean']);
    });

    it('knows nothing of a session that it never ran', async () => {
      const orchestrator = await open(scripted().worker);
      expect(await orchestrator.status(session('unknown'))).toBe('not-running');
      await orchestrator.cancel(session('unknown'));
    });
  });
}
