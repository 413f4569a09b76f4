import { messageOf } from '@assay/kernel';
import { type SessionActivities, type SessionRuntime, brokenAnalysis, runSession } from '@assay/workflows';
import PQueue from 'p-queue';
import type { Orchestrator, SessionWorkflowInput, WorkflowStatus } from '../orchestrator';
import {
  type ActivityContext,
  SessionCanceled,
  type SessionWorker,
  StagedCopyLost,
  WorkerStopping,
} from '../session-worker';
import { type FairOptions, FairQueue } from './fair-queue';
import { DEFAULT_RETRY, type RetryPolicy } from '../retry-policy';
import { type OnRetry, untilDone, withRetries } from './retry';

interface EmbeddedOrchestratorOptions {
  readonly worker: SessionWorker;
  /**
   * The most sessions that run at once in this process. Other sessions wait in the order of their start, and the
   * organizations take turns.
   */
  readonly maxSessions?: number;
  readonly retry?: RetryPolicy;
  /**
   * Whether the session may be what ended earlier processes. Such sessions run one after another, so that the innocent
   * ones among them are not ended with it again. Default: none.
   */
  readonly isSuspicious?: (sessionId: string) => Promise<boolean>;
  /**
   * Called for each fault of an activity that is tried again. Settling is repeated without a limit, and an operator
   * must be able to see why.
   */
  readonly onRetry?: (sessionId: string, activity: keyof SessionActivities, error: unknown, attempt: number) => void;
  /**
   * Called for a workflow that broke. Only cleaning can break it, because settling is never given up. The next start of
   * the process resumes the workflow.
   */
  readonly onFault?: (sessionId: string, error: unknown) => void;
}

/**
 * Runs session workflows in this process. It stores no state: the event log shows which sessions are unfinished, and
 * the reactor that starts workflows starts them again after a crash.
 */
export class EmbeddedOrchestrator implements Orchestrator {
  private readonly running = new Map<string, AbortController>();
  private readonly stopping = new AbortController();
  private readonly queue: PQueue<FairQueue, FairOptions>;
  private readonly suspicious = new PQueue({ concurrency: 1 });

  constructor(private readonly options: EmbeddedOrchestratorOptions) {
    this.queue = new PQueue({ concurrency: options.maxSessions ?? 4, queueClass: FairQueue });
  }

  async start(input: SessionWorkflowInput): Promise<void> {
    const { sessionId } = input;
    this.stopping.signal.throwIfAborted();
    if (this.running.has(sessionId)) return;
    const cancellation = new AbortController();
    this.running.set(sessionId, cancellation);
    const run = () => this.run(input, cancellation.signal);
    const inTurn = () => this.queue.add(run, { owner: input.summary.organizationId });
    try {
      const isSuspicious = (await this.options.isSuspicious?.(sessionId)) ?? false;
      this.stopping.signal.throwIfAborted();
      void (isSuspicious ? this.suspicious.add(inTurn) : inTurn());
    } catch (error) {
      this.running.delete(sessionId);
      throw error;
    }
  }

  private async run(input: SessionWorkflowInput, canceled: AbortSignal): Promise<void> {
    const { sessionId } = input;
    try {
      await runSession(input, this.activities(canceled), RUNTIME);
    } catch (error) {
      if (!(error instanceof WorkerStopping)) this.options.onFault?.(sessionId, error);
    } finally {
      this.running.delete(sessionId);
    }
  }

  async cancel(sessionId: string): Promise<void> {
    this.running.get(sessionId)?.abort(new SessionCanceled(sessionId));
  }

  async status(sessionId: string): Promise<WorkflowStatus> {
    const cancellation = this.running.get(sessionId);
    if (!cancellation) return 'not-running';
    return cancellation.signal.aborted ? 'canceling' : 'running';
  }

  async close(): Promise<void> {
    this.suspicious.clear();
    this.queue.clear();
    this.stopping.abort(new WorkerStopping());
    await this.queue.onIdle();
  }

  private activities(canceled: AbortSignal): SessionActivities {
    const { worker, retry = DEFAULT_RETRY, onRetry } = this.options;
    const stopping = this.stopping.signal;
    const cancelable = AbortSignal.any([stopping, canceled]);
    const context = (signal: AbortSignal): ActivityContext => ({ signal, heartbeat: () => undefined });
    const told =
      (sessionId: string, activity: keyof SessionActivities): OnRetry =>
      (error, attempt) =>
        onRetry?.(sessionId, activity, error, attempt);
    return {
      prepare: (sessionId) =>
        withRetries(
          () => worker.prepare(sessionId, context(cancelable)),
          retry,
          cancelable,
          told(sessionId, 'prepare'),
        ),
      charge: (sessionId) =>
        withRetries(() => worker.charge(sessionId, context(cancelable)), retry, cancelable, told(sessionId, 'charge')),
      runPass: (sessionId, pass) =>
        withRetries(
          () => worker.runPass(sessionId, pass, context(cancelable)),
          retry,
          cancelable,
          told(sessionId, 'runPass'),
        ),
      settle: (sessionId, ending) =>
        untilDone(
          () => worker.settle(sessionId, ending, context(stopping)),
          retry,
          stopping,
          told(sessionId, 'settle'),
        ),
      clean: (sessionId) =>
        withRetries(() => worker.clean(sessionId, context(stopping)), retry, stopping, told(sessionId, 'clean')),
    };
  }
}

const RUNTIME: SessionRuntime = {
  uncancelable: (run) => run(),
  isCancellation: (error) => error instanceof SessionCanceled,
  isStagedCopyLost: (error) => error instanceof StagedCopyLost,
  failureOf: (error) => brokenAnalysis(messageOf(error)),
};
