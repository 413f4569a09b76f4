import {
  type SessionWorker,
  StagedCopyLost,
  type TemporalOrchestrator,
  connectTemporalOrchestrator,
  startTemporalWorker,
} from '@assay/orchestration';
import { noAlarm } from '../../libs/orchestration/test/scripted-alarm';
import { gate, input, scripted, untilAborted } from '../../libs/orchestration/test/scripted-worker';
import { startHangingWorker } from '../../libs/orchestration/test/worker-process';

interface Server {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workerLoss: number;
}

/** The server and actions of a scenario. */
interface Stage {
  readonly server: Server;
  readonly sessionId: string;
  readonly orchestrator: TemporalOrchestrator;
  worker(overrides: Partial<SessionWorker>): Promise<void>;
  start(): Promise<void>;
}

/** Paths of sessions through their workflow: the activities' results, and the signals from outside. */
export const scenarios: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  async completed({ worker, start }) {
    await worker({
      runPass: async (_, { tools }) => ({
        outcomes: tools.map((tool) => ({ tool, status: 'completed', findings: 2 })),
      }),
    });
    await start();
  },
  async canceled({ worker, start, orchestrator, sessionId }) {
    const running = gate();
    await worker({
      runPass: async (_, __, context) => {
        running.open();
        await untilAborted(context);
      },
      settle: async () => ({ status: 'canceled', refunded: '12.5', toolsRefunded: 3 }),
    });
    await start();
    await running.opened;
    await orchestrator.cancel(sessionId);
  },
  async 'copy-lost'({ worker, start }) {
    let lost = false;
    await worker({
      runPass: async (id, pass) => {
        if (pass.id !== 'two' || lost) return;
        lost = true;
        throw new StagedCopyLost(id);
      },
    });
    await start();
  },
  async 'worker-lost'({ worker, start, server }) {
    const lost = await startHangingWorker(server);
    await start();
    await lost.said('runPass one');
    await lost.kill();
    await worker({});
  },
  async 'failed-preparation'({ worker, start }) {
    await worker({ prepare: async () => ({ failure: { code: 'TARGET_UNREADABLE', message: 'no such directory' } }) });
    await start();
  },
  async 'broken-pass'({ worker, start }) {
    await worker({
      runPass: async (_, { id }) => {
        if (id === 'one') throw new TypeError('a bug');
      },
    });
    await start();
  },
};

/** Plays a scenario on a server until `ended` resolves, when its workflow is over. */
export async function play(name: string, server: Server, ended: (workflowId: string) => Promise<void>): Promise<void> {
  const sessionId = `ses_${name}`;
  const orchestrator = await connectTemporalOrchestrator(server);
  const closing: (() => Promise<void>)[] = [() => orchestrator.close()];
  try {
    await scenarios[name]!({
      server,
      sessionId,
      orchestrator,
      async worker(overrides) {
        const running = await startTemporalWorker({
          ...server,
          worker: scripted(overrides).worker,
          alarm: noAlarm,
          maxSessions: 1,
        });
        closing.unshift(() => running.close());
      },
      start: () => orchestrator.start(input(sessionId, 2)),
    });
    await ended(`session-${sessionId}`);
  } finally {
    for (const close of closing) await close();
  }
}
