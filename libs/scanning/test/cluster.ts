import { InfrastructureError } from '@assay/kernel';
import { type ActivityContext, SessionCanceled, type SessionWorker, StagedCopyLost } from '@assay/orchestration';
import { type SessionActivities, type SessionRuntime, runSession } from '@assay/workflows';
import type { EngineRunner } from '../src';
import type { AnotherWorker, CrashWorld } from './crash-world';
import { type AppendFault, FailingEventStore, FaultPlan } from './failing-event-store';
import { turns } from './scripted-tools';
import { SlowEventStore } from './slow-event-store';

/**
 * The fate of an activity. `twice`: it runs a second time beside itself. `given up`: its worker counts as lost but
 * continues. `worker lost`: its worker dies in the middle of it.
 */
export type Fate = 'runs' | 'twice' | 'given up' | 'worker lost';

export interface ClusterOptions {
  /** The duration of each message to the event store, in turns of the event loop. */
  readonly turns: () => number;
  readonly engines: EngineRunner;
  /** The faults of each worker, in the order in which they are started. */
  readonly faults: readonly ReadonlyMap<number, AppendFault>[];
  /** The fates of the activities, in the order in which they begin. Further activities just run. */
  readonly fates: readonly Fate[];
  /** Chooses the worker for an activity that any living worker may run. */
  readonly choose: () => number;
}

interface Member extends AnotherWorker {
  readonly events: FailingEventStore;
  readonly lost: () => boolean;
}

/** Ends an abandoned activity for its workflow, whatever the activity still does. */
class GivenUp extends Error {}

/** Several workers and a workflow per session, run by an orchestrator that can only guess whether a worker lives. */
export class Cluster {
  private readonly members: Member[] = [];
  /** Activities that nobody waits for any more, but that still run. */
  private readonly abandoned: Promise<unknown>[] = [];
  private readonly fates: Fate[];

  private constructor(
    private readonly world: CrashWorld,
    private readonly options: ClusterOptions,
  ) {
    this.fates = [...options.fates];
  }

  static async begin(world: CrashWorld, options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(world, options);
    await cluster.join();
    await cluster.join();
    return cluster;
  }

  /** Runs a session's workflow to its end, canceled when the signal is aborted. */
  async run(sessionId: string, signal: AbortSignal): Promise<void> {
    let stagedOn: Member | undefined;
    const here = () => {
      if (!stagedOn || stagedOn.lost()) throw new GivenUp('the worker is lost');
      return stagedOn;
    };
    const context: ActivityContext = { signal, heartbeat: () => undefined };
    const steadily: ActivityContext = { ...context, signal: new AbortController().signal };
    const activities: SessionActivities = {
      prepare: async () => this.activity((stagedOn = this.any()), (worker) => worker.prepare(sessionId, context)),
      charge: async () => this.activity(here(), (worker) => worker.charge(sessionId, context)),
      runPass: async (_, pass) => this.activity(here(), (worker) => worker.runPass(sessionId, pass, context)),
      settle: (_, ending) =>
        this.untilDone(() => this.activity(this.any(), (worker) => worker.settle(sessionId, ending, steadily))),
      // The worker that staged last cleans up, if it lives; the others find leftovers by themselves.
      clean: async () => {
        if (stagedOn && !stagedOn.lost())
          await this.activity(stagedOn, (worker) => worker.clean(sessionId, steadily)).catch(onlyGivenUp);
      },
    };
    await runSession({ sessionId, maxConcurrent: 2 }, activities, RUNTIME);
  }

  /** Waits for all abandoned activities. Returns the staged folders of the living workers after their sweep. */
  async leftovers(): Promise<string[]> {
    for (const outcome of await Promise.allSettled(this.abandoned))
      if (outcome.status === 'rejected' && !isExpected(outcome.reason)) throw outcome.reason;
    const staged: string[] = [];
    for (const member of this.members) {
      if (member.lost()) continue;
      await this.untilDone(() => member.sweep());
      staged.push(...(await member.staged()));
    }
    return staged;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.abandoned);
    for (const member of this.members) await member.close();
  }

  private async activity<Value>(member: Member, run: (worker: SessionWorker) => Promise<Value>): Promise<Value> {
    const fate = this.fates.shift() ?? 'runs';
    const wanted = { still: true };
    const running = this.retried(member, () => run(member.worker), wanted);
    if (fate === 'twice') this.abandoned.push(run(member.worker));
    if (fate === 'given up' || fate === 'worker lost') {
      this.abandoned.push(running);
      await turns(this.options.turns() * 20);
      wanted.still = false;
      if (fate === 'worker lost') {
        member.events.die();
        await this.join();
      }
      throw new GivenUp(fate);
    }
    return running;
  }

  /** Repeats after a fault of the store, as long as somebody waits for the result and the worker lives. */
  private async retried<Value>(
    member: Member,
    run: () => Promise<Value>,
    wanted: { readonly still: boolean },
  ): Promise<Value> {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (member.lost()) throw new GivenUp('the worker is lost', { cause: error });
        if (!(error instanceof InfrastructureError) || !wanted.still) throw error;
        await new Promise(setImmediate);
      }
    }
  }

  private async untilDone<Value>(run: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!isExpected(error)) throw error;
        await new Promise(setImmediate);
      }
    }
  }

  private any(): Member {
    const living = this.members.filter(({ lost }) => !lost());
    return living[this.options.choose() % living.length]!;
  }

  private async join(): Promise<void> {
    const plan = new FaultPlan(this.options.faults[this.members.length] ?? new Map());
    const events = new FailingEventStore(new SlowEventStore(this.world.store, this.options.turns), plan);
    let dead = false;
    void events.died.then(() => (dead = true));
    this.members.push({
      ...(await this.world.anotherWorker({ events, engines: this.options.engines })),
      events,
      lost: () => dead,
    });
  }
}

const isExpected = (error: unknown): boolean =>
  error instanceof InfrastructureError ||
  error instanceof StagedCopyLost ||
  error instanceof SessionCanceled ||
  error instanceof GivenUp;
const onlyGivenUp = (error: unknown) => {
  if (!(error instanceof GivenUp)) throw error;
};

const RUNTIME: SessionRuntime = {
  uncancelable: (run) => run(),
  isCancellation: (error) => error instanceof SessionCanceled,
  isStagedCopyLost: (error) => error instanceof StagedCopyLost || error instanceof GivenUp,
  failureOf: (error) => {
    throw error;
  },
};
