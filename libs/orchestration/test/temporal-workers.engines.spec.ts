import { WorkerStopping } from '../src/session-worker';
import { gate, input, scripted, untilAborted } from './scripted-worker';
import { type TemporalService, temporalService } from './temporal-service';
import { startHangingWorker } from './worker-process';

/** Short, so that a lost worker is missed soon; a busy machine sends a heartbeat late by no more. */
const WORKER_LOSS = 5_000;

describe('workers of the Temporal orchestrator', () => {
  let service: TemporalService;
  beforeEach(async () => {
    service = await temporalService({ workerLoss: WORKER_LOSS });
  });
  afterEach(() => service.close());

  it('take a session over whose worker was killed in the middle of a pass', async () => {
    const lost = await startHangingWorker(service.server);
    await service.orchestrator.start(input(service.session('killed')));
    await lost.said('runPass two');
    await lost.kill();

    const { worker, calls, ended } = scripted();
    await service.worker(worker);
    await ended;
    expect(calls.slice(0, 2)).toEqual(['prepare', 'charge']);
    expect(calls.slice(2, 5).sort()).toEqual(['runPass "one"', 'runPass "three"', 'runPass "two"']);
    expect(calls.slice(5)).toEqual(['settle', 'clean']);
  });

  it('hold no more sessions at once than they have places for', async () => {
    const held = [new Set<string>(), new Set<string>()];
    const most = [0, 0];
    const sessions = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => service.session(name));
    const cleaned = new Set<string>();
    const all = gate();
    for (const here of [0, 1]) {
      const { worker } = scripted({
        prepare: async (id) => {
          held[here]!.add(id);
          most[here] = Math.max(most[here]!, held[here]!.size);
          return {};
        },
        clean: async (id) => {
          held[here]!.delete(id);
          cleaned.add(id);
          if (cleaned.size === sessions.length) all.open();
        },
      });
      await service.worker(worker, 1);
    }
    for (const id of sessions) await service.orchestrator.start(input(id));
    await all.opened;
    expect(Math.max(...most)).toBe(1);
  });

  it('take the next session once the one before was canceled while it was staged', async () => {
    const staging = gate();
    const next = gate();
    const canceled = service.session('staging');
    const { worker } = scripted({
      prepare: async (id, context) => {
        if (id !== canceled) return {};
        staging.open();
        return untilAborted(context);
      },
      clean: async (id) => {
        if (id !== canceled) next.open();
      },
    });
    await service.worker(worker, 1);
    await service.orchestrator.start(input(canceled));
    await staging.opened;
    await service.orchestrator.start(input(service.session('next')));
    await service.orchestrator.cancel(canceled);
    await expect(next.opened).resolves.toBeUndefined();
  });

  it('end what ran for a workflow that an operator terminated, and settle it when it is started again', async () => {
    const id = service.session('terminated');
    const running = gate();
    const reason = gate<unknown>();
    let runs = 0;
    const { worker, calls } = scripted({
      charge: async () => (runs++ === 0 ? { passes: [{ id: 'one', engine: 'one', tools: ['one'] }] } : { passes: [] }),
      runPass: async (_, __, context) => {
        running.open();
        await untilAborted(context).catch((error: unknown) => {
          reason.open(error);
          throw error;
        });
      },
    });
    await service.worker(worker, 1);
    await service.orchestrator.start(input(id));
    await running.opened;
    await service.operator.workflow.getHandle(`session-${id}`).terminate('by an operator');
    expect(await reason.opened).toBeInstanceOf(WorkerStopping);
    expect(calls).not.toContain('settle');

    await service.orchestrator.start(input(id));
    await service.operator.workflow.getHandle(`session-${id}`).result();
    expect(calls.slice(-2)).toEqual(['settle', 'clean']);
  });

  it('run a workflow that an operator resets to its end once more', async () => {
    const id = service.session('reset');
    const { worker, calls } = scripted();
    await service.worker(worker);
    await service.orchestrator.start(input(id));
    const workflow = service.operator.workflow.getHandle(`session-${id}`);
    await workflow.result();
    const { events } = await workflow.fetchHistory();
    const steps = events!.filter(({ workflowTaskCompletedEventAttributes }) => workflowTaskCompletedEventAttributes);
    const { runId } = await service.operator.workflowService.resetWorkflowExecution({
      namespace: service.server.namespace,
      requestId: 'once',
      reason: 'by an operator',
      workflowExecution: { workflowId: `session-${id}` },
      workflowTaskFinishEventId: steps[2]!.eventId!,
    });
    calls.length = 0;
    await service.operator.workflow.getHandle(`session-${id}`, runId).result();
    // Its copy was cleaned away: it is staged again, and what there is to do is the activities' to know.
    expect(calls.slice(0, 2)).toEqual(['prepare', 'charge']);
    expect(calls.slice(-2)).toEqual(['settle', 'clean']);
  });

  it('give a session away when they close, to one that is there already', async () => {
    const running = gate();
    const first = scripted({
      runPass: async (_, __, context) => {
        running.open();
        await untilAborted(context);
      },
    });
    const closing = await service.worker(first.worker);
    await service.orchestrator.start(input(service.session('given')));
    await running.opened;
    const second = scripted();
    await service.worker(second.worker);
    await closing.close();
    await closing.closed;
    await second.ended;
    // Where the copy lies is the second one's; the settlement either may take, as long as it is there.
    expect(second.calls.filter((call) => call !== 'settle')).toEqual([
      'prepare',
      'charge',
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^runPass/)),
      'clean',
    ]);
    expect([...first.calls, ...second.calls].filter((call) => call === 'settle')).toHaveLength(1);
    await expect(closing.ping()).rejects.toThrow(/stopped/);
  });

  it('remove the copy of a session whose workflow was ended without a word to them', async () => {
    const id = service.session('left');
    const removed = gate();
    const stuck = gate();
    const { worker } = scripted({
      runPass: async () => stuck.open(),
      clean: async () => removed.open(),
      settle: async () => {
        await stuck.opened;
        throw new Error('not now');
      },
    });
    await service.worker(worker, 1);
    await service.orchestrator.start(input(id));
    await stuck.opened;
    await service.operator.workflow.getHandle(`session-${id}`).terminate('by an operator');
    await expect(removed.opened).resolves.toBeUndefined();
  });

  it('say that they are reached and polled', async () => {
    const running = await service.worker(scripted().worker);
    await expect(running.ping()).resolves.not.toThrow();
    await expect(service.orchestrator.ping()).resolves.not.toThrow();
  });
});
