import { InfrastructureError } from '@assay/kernel';
import type { Orchestrator, SessionWorkflowInput } from '../src/orchestrator';
import type { RetryOptions } from '../src/embedded/retry';
import { type ActivityContext, SessionCanceled, type SessionWorker } from '../src/session-worker';

/** A promise and its keys. */
function gate<Value = void>() {
  let open!: (value: Value) => void;
  const opened = new Promise<Value>((resolve) => (open = resolve));
  return { open, opened };
}

type Activity = keyof SessionWorker;

/** A worker that records what it is asked, and does what the test says. */
function scripted(overrides: Partial<SessionWorker> = {}) {
  const calls: string[] = [];
  const ended = gate();
  const called = (activity: Activity, detail?: unknown) => calls.push(detail === undefined ? activity : `${activity} ${JSON.stringify(detail)}`);
  const passes = ['one', 'two', 'three'].map((id) => ({ id, engine: id, tools: [id] }));
  const worker: SessionWorker = {
    async prepare(...given) { called('prepare'); return overrides.prepare?.(...given) ?? {}; },
    async charge(...given) { called('charge'); return overrides.charge?.(...given) ?? { passes }; },
    async runPass(id, pass, context) { called('runPass', pass.id); await overrides.runPass?.(id, pass, context); },
    async settle(id, failure, context) { called('settle', failure?.code); await overrides.settle?.(id, failure, context); },
    async clean(id, context) { called('clean'); await overrides.clean?.(id, context); ended.open(); },
  };
  return { worker, calls, ended: ended.opened };
}

const untilAborted = ({ signal }: ActivityContext) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });

const input = (sessionId: string, maxConcurrent = 5): SessionWorkflowInput => ({
  sessionId, maxConcurrent, timeout: 60_000, summary: { organizationId: 'org_1', projectId: null, target: '/src', tools: 3 },
});

const QUICK_RETRY: RetryOptions = { maxAttempts: 5, initialDelay: 1, maxDelay: 2 };

/** What every orchestrator does, whatever runs underneath. */
export function orchestratorContract(name: string, create: (worker: SessionWorker, retry: RetryOptions) => Promise<Orchestrator>): void {
  describe(name, () => {
    const opened: Orchestrator[] = [];
    const open = async (worker: SessionWorker) => {
      const orchestrator = await create(worker, QUICK_RETRY);
      opened.push(orchestrator);
      return orchestrator;
    };
    afterEach(async () => {
      for (const orchestrator of opened.splice(0)) await orchestrator.close();
    });

    it('prepares, charges, runs every pass, settles and cleans, in that order', async () => {
      const { worker, calls, ended } = scripted();
      await (await open(worker)).start(input('ses_order'));
      await ended;
      expect(calls.slice(0, 2)).toEqual(['prepare', 'charge']);
      expect(calls.slice(2, 5).sort()).toEqual(['runPass "one"', 'runPass "three"', 'runPass "two"']);
      expect(calls.slice(5)).toEqual(['settle', 'clean']);
    });

    it('runs one workflow for a session, however often it is started', async () => {
      const held = gate();
      const { worker, calls, ended } = scripted({ prepare: async () => { await held.opened; return {}; } });
      const orchestrator = await open(worker);
      await Promise.all([1, 2, 3].map(() => orchestrator.start(input('ses_once'))));
      expect(await orchestrator.status('ses_once')).toBe('running');
      held.open();
      await ended;
      expect(calls.filter((call) => call === 'prepare')).toHaveLength(1);
    });

    it('runs at most maxConcurrent passes at once', async () => {
      let running = 0;
      let most = 0;
      const { worker, ended } = scripted({
        runPass: async () => {
          most = Math.max(most, ++running);
          await new Promise(setImmediate);
          running -= 1;
        },
      });
      await (await open(worker)).start(input('ses_limit', 2));
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
      await (await open(worker)).start(input('ses_retry'));
      await ended;
      expect(calls.slice(0, 4)).toEqual(['prepare', 'prepare', 'prepare', 'charge']);
    });

    it('settles with the failure when an activity breaks by itself, and does not run it again', async () => {
      const { worker, calls, ended } = scripted({ charge: async () => { throw new TypeError('a bug'); } });
      await (await open(worker)).start(input('ses_bug'));
      await ended;
      expect(calls).toEqual(['prepare', 'charge', 'settle "INTERNAL"', 'clean']);
    });

    it('settles with the failure that an activity reports', async () => {
      const { worker, calls, ended } = scripted({ prepare: async () => ({ failure: { code: 'TARGET_UNREADABLE', message: 'no such directory' } }) });
      await (await open(worker)).start(input('ses_unreadable'));
      await ended;
      expect(calls).toEqual(['prepare', 'settle "TARGET_UNREADABLE"', 'clean']);
    });

    it('lets the other passes end when one breaks', async () => {
      const { worker, calls, ended } = scripted({ runPass: async (_, { id }) => { if (id === 'one') throw new TypeError('a bug'); } });
      await (await open(worker)).start(input('ses_pass', 1));
      await ended;
      expect(calls).toEqual(['prepare', 'charge', 'runPass "one"', 'runPass "two"', 'runPass "three"', 'settle "INTERNAL"', 'clean']);
    });

    it('cancels running passes, and settles and cleans all the same', async () => {
      const begun = gate();
      let reason: unknown;
      const { worker, calls, ended } = scripted({
        runPass: async (_, __, context) => {
          begun.open();
          await untilAborted(context).catch((error: unknown) => { reason = error; throw error; });
        },
      });
      const orchestrator = await open(worker);
      await orchestrator.start(input('ses_cancel'));
      await begun.opened;
      await orchestrator.cancel('ses_cancel');
      await ended;
      expect(reason).toBeInstanceOf(SessionCanceled);
      expect(calls.slice(-2)).toEqual(['settle', 'clean']);
    });

    it('settles again and again until it is done: a refund is not given up', async () => {
      let faults = 10;
      const { worker, calls, ended } = scripted({ settle: async () => { if (faults-- > 0) throw new Error('not now'); } });
      await (await open(worker)).start(input('ses_settle'));
      await ended;
      expect(calls.filter((call) => call === 'settle')).toHaveLength(11);
    });

    it('stops without settling, so that the next process resumes the session', async () => {
      const begun = gate();
      const first = scripted({ runPass: async (_, __, context) => { begun.open(); await untilAborted(context); } });
      const orchestrator = await open(first.worker);
      await orchestrator.start(input('ses_resume'));
      await begun.opened;
      await orchestrator.close();
      expect(first.calls.filter((call) => call.startsWith('settle'))).toEqual([]);

      const second = scripted();
      await (await open(second.worker)).start(input('ses_resume'));
      await second.ended;
      expect(second.calls.slice(-2)).toEqual(['settle', 'clean']);
    });

    it('knows nothing of a session that it never ran', async () => {
      const orchestrator = await open(scripted().worker);
      expect(await orchestrator.status('ses_unknown')).toBe('not-running');
      await orchestrator.cancel('ses_unknown');
    });
  });
}
