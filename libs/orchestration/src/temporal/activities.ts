import type { TemporalActivities } from '@assay/workflows';
import { Context } from '@temporalio/activity';
import type { SessionWorker } from '../session-worker';
import { type AttemptOptions, attempt } from './attempt';
import type { Places } from './places';

export interface ActivityOptions {
  readonly worker: SessionWorker;
  readonly places: Places;
  /** The queue of this process. */
  readonly queue: string;
  readonly stopping: AbortSignal;
}

/** The activities by the queue that they come from. */
interface QueuedActivities {
  readonly shared: Pick<TemporalActivities, 'settle'>;
  readonly staging: Pick<TemporalActivities, 'prepare'>;
  readonly own: Pick<TemporalActivities, 'charge' | 'runPass' | 'clean'>;
}

export function queuedActivities({ worker, places, queue, stopping }: ActivityOptions): QueuedActivities {
  const anywhere = (sessionId: string): AttemptOptions => ({
    sessionId,
    stopping,
    retried: 'infrastructure',
    movable: true,
  });
  const here = (sessionId: string): AttemptOptions => ({ ...anywhere(sessionId), movable: false });
  const run = () => Context.current().info.workflowExecution!;

  return {
    staging: {
      prepare: (sessionId, staging) =>
        attempt(anywhere(sessionId), async (context) => {
          const staged = await places.arrive(sessionId, { ...run(), staging }, () => {
            context.signal.throwIfAborted();
            return worker.prepare(sessionId, context);
          });
          return { ...staged, queue };
        }),
    },
    own: {
      charge: (sessionId) =>
        attempt(here(sessionId), (context) =>
          places.use(sessionId, run().runId, () => {
            context.signal.throwIfAborted();
            return worker.charge(sessionId, context);
          }),
        ),
      runPass: (sessionId, pass) =>
        attempt(here(sessionId), (context) =>
          places.use(sessionId, run().runId, async () => {
            context.signal.throwIfAborted();
            return (await worker.runPass(sessionId, pass, context)) ?? null;
          }),
        ),
      clean: (sessionId) =>
        attempt(here(sessionId), (context) => places.leave(sessionId, () => worker.clean(sessionId, context))),
    },
    shared: {
      settle: (sessionId, ending) =>
        attempt(
          { ...anywhere(sessionId), retried: 'everything' },
          async (context) => (await worker.settle(sessionId, ending, context)) ?? null,
        ),
    },
  };
}
