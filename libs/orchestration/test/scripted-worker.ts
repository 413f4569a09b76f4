import type { SessionWorkflowInput } from '../src/orchestrator';
import type { ActivityContext, SessionWorker } from '../src/session-worker';

/** A promise and its keys. */
export function gate<Value = void>() {
  let open!: (value: Value) => void;
  const opened = new Promise<Value>((resolve) => (open = resolve));
  return { open, opened };
}

type Activity = keyof SessionWorker;

/** A worker that records what it is asked, and does what the test says. */
export function scripted(overrides: Partial<SessionWorker> = {}) {
  const calls: string[] = [];
  const ended = gate();
  const called = (activity: Activity, detail?: unknown) =>
    calls.push(detail === undefined ? activity : `${activity} ${JSON.stringify(detail)}`);
  const passes = ['one', 'two', 'three'].map((id) => ({ id, engine: id, tools: [id] }));
  const worker: SessionWorker = {
    async prepare(...given) {
      called('prepare');
      return overrides.prepare?.(...given) ?? {};
    },
    async charge(...given) {
      called('charge');
      return overrides.charge?.(...given) ?? { passes };
    },
    async runPass(id, pass, context) {
      called('runPass', pass.id);
      return overrides.runPass?.(id, pass, context);
    },
    async settle(id, ending, context) {
      called('settle', ending.canceled ? 'canceled' : ending.failure?.code);
      return overrides.settle?.(id, ending, context);
    },
    async clean(id, context) {
      called('clean');
      await overrides.clean?.(id, context);
      ended.open();
    },
  };
  return { worker, calls, ended: ended.opened };
}

/** Runs until somebody ends it. */
export const untilAborted = ({ signal }: ActivityContext) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });

export const input = (sessionId: string, maxConcurrent = 5): SessionWorkflowInput => ({
  sessionId,
  maxConcurrent,
  timeout: 60_000,
  summary: { organizationId: 'org_1', projectId: null, target: '/src', tools: 3 },
});
