/**
 * The session as a Temporal workflow: the one function of `session.ts`, with activities that a server hands to workers.
 *
 * Workflows outlive releases. What this file and what it imports decide is replayed against histories that older code
 * wrote; VERSIONING.md says how to change it, and `test/golden` replays such histories.
 */
import { SearchAttributeType, TimeoutType, defineSearchAttributeKey } from '@temporalio/common';
import {
  ActivityCancellationType,
  ActivityFailure,
  type ActivityOptions,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  TimeoutFailure,
  defineQuery,
  isCancellation,
  log,
  scheduleActivity,
  setCurrentDetails,
  setHandler,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import {
  type Pass,
  type SessionActivities,
  type SessionEnding,
  type SessionRuntime,
  brokenAnalysis,
  runSession,
} from './session';
import * as shown from './session-progress';
import {
  FAILURE,
  PROGRESS_QUERY,
  SEARCH_ATTRIBUTE,
  STAGING_MEMO,
  type SessionWorkflowArguments,
  type TemporalActivities,
  stagingQueue,
} from './temporal-session';

const MINUTE = 60_000;

/**
 * Milliseconds that a pass may wait in its worker for an engine slot, beside other sessions' passes of up to an hour
 * each. Heartbeats say that the worker is alive, and its engine's time is kept by the worker itself; this bound only
 * ends a pass that a fault of ours keeps for ever.
 */
const SLOT_PATIENCE = 6 * 60 * MINUTE;

/** The server refuses a summary of more than 400 bytes, and with it the whole step of the workflow. */
const SUMMARY_LENGTH = 200;

const STATUS = defineSearchAttributeKey(SEARCH_ATTRIBUTE.status, SearchAttributeType.KEYWORD);
const progressQuery = defineQuery<shown.SessionProgress>(PROGRESS_QUERY);

export async function session(input: SessionWorkflowArguments): Promise<SessionEnding> {
  const ending = await runSession(input, new ScheduledActivities(input), RUNTIME);
  // Shown as canceled to the operator who canceled it; what a client canceled before the server knew is merely over.
  if (ending.canceled && CancellationScope.current().consideredCancelled)
    throw new CancelledFailure('the session was canceled and settled');
  return ending;
}

/** Schedules each activity where it must run, and shows operators how far the session is. */
class ScheduledActivities implements SessionActivities {
  private readonly taskQueue = workflowInfo().taskQueue;
  private progress = shown.notBegun;

  constructor(private readonly input: SessionWorkflowArguments) {
    setHandler(progressQuery, () => this.progress);
  }

  async prepare(sessionId: string): ReturnType<SessionActivities['prepare']> {
    this.show(shown.withStaging(this.progress));
    const { staging } = this.progress;
    if (staging > 1) upsertMemo({ [STAGING_MEMO]: staging });
    const options = this.onAnyWorker({
      taskQueue: stagingQueue(this.taskQueue),
      startToCloseTimeout: 60 * MINUTE,
      activityId: numbered('prepare', staging),
      summary: 'stage and measure the target',
    });
    const { queue, ...prepared } = await call('prepare', [sessionId, staging], options);
    this.show(shown.withStagedCopy(this.progress, queue));
    return prepared;
  }

  async charge(sessionId: string): ReturnType<SessionActivities['charge']> {
    const options = this.onOwnWorker({
      startToCloseTimeout: 10 * MINUTE,
      activityId: numbered('charge', this.progress.staging),
      summary: 'refine the plan and charge the lines',
    });
    const charged = await call('charge', [sessionId], options);
    if (!charged.failure) this.show(shown.withPlan(this.progress, charged.passes));
    return charged;
  }

  async runPass(sessionId: string, pass: Pass): Promise<void> {
    this.show(shown.withPassBegun(this.progress, pass));
    try {
      const options = this.onOwnWorker({
        startToCloseTimeout: this.input.timeout + SLOT_PATIENCE,
        activityId: numbered(pass.id, this.progress.staging),
        summary: summaryOf(pass, this.input.timeout),
      });
      const report = await call('runPass', [sessionId, pass], options);
      this.show(shown.withPassEnded(this.progress, pass, report));
    } catch (error) {
      this.show(shown.withPassBroken(this.progress, pass));
      throw error;
    }
  }

  async settle(sessionId: string, ending: SessionEnding): Promise<void> {
    this.show(shown.withSettling(this.progress, ending));
    const options = this.onAnyWorker({
      startToCloseTimeout: 10 * MINUTE,
      activityId: 'settle',
      summary: 'refund what was not delivered and end the session',
      // Without end: what is owed to a client is not given up. Every fault is worth another try.
      retry: { ...retryOf(this.input), maximumAttempts: Number.POSITIVE_INFINITY, nonRetryableErrorTypes: [] },
    });
    const report = await call('settle', [sessionId, ending], options);
    this.show(shown.withEnd(this.progress, ending, report));
  }

  async clean(sessionId: string): Promise<void> {
    if (this.progress.worker === null) return;
    try {
      const options = this.onOwnWorker({
        startToCloseTimeout: 10 * MINUTE,
        scheduleToCloseTimeout: 30 * MINUTE,
        activityId: 'clean',
        summary: 'remove the staged copy',
      });
      await call('clean', [sessionId], options);
    } catch (error) {
      // Its worker looks for copies whose sessions are over, and at its start for all of them.
      log.warn('the staged copy was not removed', { error });
    }
  }

  private show(next: shown.SessionProgress): void {
    if (this.input.searchable && statusOf(next) !== statusOf(this.progress))
      upsertSearchAttributes([{ key: STATUS, value: statusOf(next) }]);
    this.progress = next;
    setCurrentDetails(shown.progressTable(this.progress));
  }

  private onAnyWorker(options: ActivityOptions): ActivityOptions {
    return {
      heartbeatTimeout: this.input.workerLoss,
      cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
      retry: retryOf(this.input),
      ...options,
    };
  }

  /** Only the worker that has the copy takes from its queue, and at once: what waits there has lost its worker. */
  private onOwnWorker(options: ActivityOptions): ActivityOptions {
    const { worker } = this.progress;
    return this.onAnyWorker({ taskQueue: worker!, scheduleToStartTimeout: this.input.workerLoss, ...options });
  }
}

const call = <Name extends keyof TemporalActivities>(
  name: Name,
  given: Parameters<TemporalActivities[Name]>,
  options: ActivityOptions,
) => scheduleActivity<Awaited<ReturnType<TemporalActivities[Name]>>>(name, given, options);

/** Silence is not worth a retry in the same place: the workflow stages the session again instead. */
const retryOf = ({ retry }: SessionWorkflowArguments) => ({
  initialInterval: retry.initialDelay,
  maximumInterval: retry.maxDelay,
  backoffCoefficient: 2,
  maximumAttempts: retry.maxAttempts + 1,
  nonRetryableErrorTypes: ['TemporalTimeout:Heartbeat', 'TemporalTimeout:StartToClose'],
});

/** The attribute that an operator searches by: few values, each change of which is an entry in the history. */
const statusOf = ({ status }: shown.SessionProgress): string =>
  status === 'charging' ? 'staging' : status === 'settling' ? 'running' : status;

/** A pass keeps its id so that it can be found; after a second staging the id gets a number. */
const numbered = (id: string, staging: number): string => (staging === 1 ? id : `${id} (staging ${staging})`);

function summaryOf({ engine, tools }: Pass, timeout: number): string {
  const limit = `, ${timeout / 1000} s at most`;
  const named: string[] = [];
  let length = engine.length + limit.length + 12;
  for (const tool of tools) {
    length += tool.length + 2;
    if (length > SUMMARY_LENGTH) break;
    named.push(tool);
  }
  const more = tools.length - named.length;
  return `${engine}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}${limit}`;
}

const typeOf = (error: unknown): unknown =>
  error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause.type : undefined;

function isSilence(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return (
    cause instanceof TimeoutFailure &&
    (cause.timeoutType === TimeoutType.HEARTBEAT || cause.timeoutType === TimeoutType.SCHEDULE_TO_START)
  );
}

const RUNTIME: SessionRuntime = {
  uncancelable: (run) => CancellationScope.nonCancellable(run),
  isCancellation: (error) => isCancellation(error) || typeOf(error) === FAILURE.sessionCanceled,
  isStagedCopyLost: (error) =>
    typeOf(error) === FAILURE.stagedCopyLost || typeOf(error) === FAILURE.workerStopping || isSilence(error),
  failureOf: (error) =>
    brokenAnalysis(error instanceof ActivityFailure && error.cause ? error.cause.message : String(error)),
};
