import { type EventStore, openSqliteEventStore } from '@assay/event-store';
import {
  EmbeddedOrchestrator,
  type Orchestrator,
  type Scheduler,
  type SessionWorker,
  type SessionWorkflowInput,
  type TemporalOrchestrator,
  type TemporalWorker,
} from '@assay/orchestration';
import { type ReadModelStore, openSqliteReadModelStore } from '@assay/read-models';
import { join } from 'node:path';
import type { Openers } from '../../libs/runtime/src/stores';

/** Settings with engines that several processes can share; {@link sharedEngines} replaces them. */
export const SHARED = {
  ASSAY_EVENT_STORE_URL: 'esdb://events.invalid:2113',
  ASSAY_READ_MODEL_URL: 'mongodb://models.invalid/assay',
  ASSAY_ORCHESTRATOR: 'temporal://workflows.invalid:7233/default',
};

export interface SharedEngines {
  readonly openers: Openers;
  /** Terminates every workflow as an operator can: nothing runs any more, and no worker is notified. */
  terminateWorkflows(): Promise<void>;
  readonly running: () => readonly string[];
  close(): Promise<void>;
}

/**
 * Engines that several services of one test process share, so that roles can be tested separately without servers: the
 * stores are files that are opened once, and the replacement of Temporal gives each session to a worker that has
 * announced itself.
 */
export async function sharedEngines(folder: string): Promise<SharedEngines> {
  const events = await openSqliteEventStore({ file: join(folder, 'events.db') });
  const store = await openSqliteReadModelStore({ file: join(folder, 'read-models.db') });
  const sessions = workflowServer();
  return {
    openers: {
      openEventStore: async () => unclosed<EventStore>(events),
      openReadModelStore: async () => unclosed<ReadModelStore>(store),
      connectTemporalOrchestrator: async () => sessions.client(),
      connectTemporalScheduler: async () => withoutSchedules,
      startTemporalWorker: async ({ worker }) => sessions.worker(worker),
    },
    terminateWorkflows: () => sessions.terminate(),
    running: () => sessions.running(),
    async close() {
      await store.close();
      await events.close();
    },
  };
}

/** No automation of these tests has a schedule. */
const withoutSchedules: Scheduler = {
  set: async () => undefined,
  remove: async () => undefined,
  list: async () => [],
  close: async () => undefined,
};

/** A store that stays open for the other suites when one suite closes it. */
const unclosed = <Store extends object>(store: Store): Store =>
  new Proxy(store, {
    get(target, name) {
      if (name === 'close') return async () => undefined;
      const member = Reflect.get(target, name) as unknown;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });

function workflowServer() {
  const workflows = new Map<string, SessionWorkflowInput>();
  let runner: { readonly worker: SessionWorker; orchestrator: EmbeddedOrchestrator } | undefined;
  const run = (input: SessionWorkflowInput) => runner?.orchestrator.start(input);
  const leave = async () => {
    await runner?.orchestrator.close();
    runner = undefined;
  };
  return {
    client: (): TemporalOrchestrator => {
      const orchestrator: Orchestrator = {
        async start(input) {
          workflows.set(input.sessionId, input);
          await run(input);
        },
        async cancel(sessionId) {
          await runner?.orchestrator.cancel(sessionId);
        },
        status: async (sessionId) => (workflows.has(sessionId) ? 'running' : 'not-running'),
        close: async () => undefined,
      };
      return { ...orchestrator, ping: async () => undefined };
    },
    async worker(worker: SessionWorker): Promise<TemporalWorker> {
      runner = { worker, orchestrator: new EmbeddedOrchestrator({ worker }) };
      for (const input of workflows.values()) await run(input);
      let end = () => {};
      const closed = new Promise<void>((resolve) => (end = resolve));
      return { closed, ping: async () => undefined, close: () => leave().then(end) };
    },
    async terminate() {
      workflows.clear();
      if (!runner) return;
      await runner.orchestrator.close();
      runner.orchestrator = new EmbeddedOrchestrator({ worker: runner.worker });
    },
    running: () => [...workflows.keys()],
  };
}
