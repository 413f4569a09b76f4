import { InfrastructureError, messageOf } from '@assay/kernel';
import { FAILURE } from '@assay/workflows';
import {
  type ActivityCancellationDetails,
  ApplicationFailure,
  ApplicationFailureCategory,
  CancelledFailure,
} from '@temporalio/common';
import { Context } from '@temporalio/activity';
import { type ActivityContext, SessionCanceled, StagedCopyLost, WorkerStopping } from '../session-worker';

/**
 * The most milliseconds between two heartbeats. A running activity learns from the answer to a heartbeat that it was
 * canceled.
 */
const LONGEST_SILENCE = 2_000;

export interface AttemptOptions {
  readonly sessionId: string;
  /** Aborted when the process is stopping. */
  readonly stopping: AbortSignal;
  /** Which errors the server repeats the activity after: faults of the infrastructure, or any error. */
  readonly retried: 'infrastructure' | 'everything';
  /** Whether another worker can take over the activity when this one stops. */
  readonly movable: boolean;
}

/**
 * Runs an activity of the port as an attempt of Temporal's: it gets its signal and a heartbeat, which also beats by
 * itself (an activity that waits for an engine, or for a silent one, is alive); what it throws becomes a failure that
 * the workflow and the server understand.
 */
export async function attempt<Value>(
  { sessionId, stopping, retried, movable }: AttemptOptions,
  run: (context: ActivityContext) => Promise<Value>,
): Promise<Value> {
  const temporal = Context.current();
  const { info, cancellationSignal } = temporal;
  const ended = new AbortController();
  const stop = () => ended.abort(stopping.reason);
  const cancel = () => ended.abort(endedBy(temporal.cancellationDetails, sessionId));
  stopping.addEventListener('abort', stop);
  cancellationSignal.addEventListener('abort', cancel);
  if (stopping.aborted) stop();
  if (cancellationSignal.aborted) cancel();

  let details: unknown;
  const beat = () => temporal.heartbeat(details);
  const beating = info.heartbeatTimeoutMs
    ? setInterval(beat, Math.min(info.heartbeatTimeoutMs / 4, LONGEST_SILENCE))
    : undefined;
  try {
    return await run({
      signal: ended.signal,
      heartbeat: (given) => {
        details = given;
        beat();
      },
    });
  } catch (error) {
    const reason: unknown = ended.signal.aborted ? ended.signal.reason : error;
    const { paused, reset } = temporal.cancellationDetails ?? {};
    if (paused || reset || (reason instanceof SessionCanceled && cancellationSignal.aborted))
      throw new CancelledFailure(messageOf(reason));
    throw failureOf(reason, retried, movable);
  } finally {
    clearInterval(beating);
    stopping.removeEventListener('abort', stop);
    cancellationSignal.removeEventListener('abort', cancel);
  }
}

/**
 * Only a request to cancel ends a session. An attempt that the server gave up is repeated elsewhere, so it records no
 * outcome here.
 */
const endedBy = (details: ActivityCancellationDetails | undefined, sessionId: string): Error =>
  details?.cancelRequested
    ? new SessionCanceled(sessionId)
    : new WorkerStopping('the orchestrator gave this attempt up; it is made again elsewhere');

function failureOf(error: unknown, retried: AttemptOptions['retried'], movable: boolean): ApplicationFailure {
  const fault = error instanceof Error ? error : new Error(messageOf(error));
  const failure = (type: string, retryable: boolean, category?: ApplicationFailureCategory) =>
    ApplicationFailure.create({
      message: fault.message,
      type,
      nonRetryable: !retryable && retried !== 'everything',
      cause: fault,
      ...(category && { category }),
    });
  if (fault instanceof WorkerStopping)
    return failure(FAILURE.workerStopping, movable, ApplicationFailureCategory.BENIGN);
  if (fault instanceof StagedCopyLost) return failure(FAILURE.stagedCopyLost, false, ApplicationFailureCategory.BENIGN);
  if (fault instanceof SessionCanceled)
    return failure(FAILURE.sessionCanceled, false, ApplicationFailureCategory.BENIGN);
  return failure(fault.name, fault instanceof InfrastructureError);
}
