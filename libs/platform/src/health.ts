import type { EventStore } from '@assay/event-store';
import { InfrastructureError } from '@assay/kernel';
import type { FollowedReadModels, ProjectionStatus, ReadModelStore } from '@assay/read-models';
import type { Logger } from 'pino';
import type { ProcessState } from './process-state';
import pTimeout from 'p-timeout';

export interface Check {
  readonly status: 'up' | 'down';
  readonly reason?: string;
}

export interface Health {
  readonly status: 'ok' | 'unavailable' | 'starting' | 'draining';
  /** `eventStore`, `readModels`, `projections`, and the dependencies of the process's roles. */
  readonly checks: Readonly<Record<string, Check>>;
  readonly projections: readonly ProjectionStatus[];
}

/** The sources of a process's health. */
export interface HealthSources {
  readonly events: Pick<EventStore, 'head'>;
  readonly store: Pick<ReadModelStore, 'ping'>;
  readonly readModels: Pick<FollowedReadModels, 'status'>;
  readonly state: Pick<ProcessState, 'phase' | 'dependencies' | 'projections'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Milliseconds. A dependency that needs longer counts as down, because a probe must not hang with it. */
const CHECK_TIMEOUT = 3_000;

/**
 * Checks whether the process can do its work, dependency by dependency. Anybody may read the answer, so addresses and
 * paths appear only in the log.
 */
export async function healthOf(
  { events, store, readModels, state, log }: HealthSources,
  timeout = CHECK_TIMEOUT,
): Promise<Health> {
  const ask = async (what: string, answer: () => Promise<unknown>): Promise<Check> => {
    try {
      await withTimeout(timeout, answer);
      return { status: 'up' };
    } catch (error) {
      log.error({ err: error }, `${what} cannot answer`);
      return { status: 'down', reason: `${what} cannot answer; the log says why` };
    }
  };
  let projections: readonly ProjectionStatus[] = [];
  const statuses = async () => {
    projections = (await withTimeout(timeout, () => readModels.status())).map(withoutDetails);
  };
  const [eventStore, readModelStore, status, ...others] = await Promise.all([
    ask('the event store', () => events.head()),
    ask('the read models', () => store.ping()),
    ask('the state of the projections', statuses),
    ...state.dependencies.map(({ what, ping }) => ask(what, ping)),
  ]);
  const checks = {
    eventStore,
    readModels: readModelStore,
    projections:
      status.status === 'down' ? status : projectionCheck(projections, new Set(state.projections.stalled(projections))),
    ...Object.fromEntries(state.dependencies.map(({ name }, index) => [name, others[index]!])),
  };
  const down = Object.values(checks).some((check) => check.status === 'down');
  return { status: state.phase !== 'serving' ? state.phase : down ? 'unavailable' : 'ok', checks, projections };
}

const REASONS: Readonly<Partial<Record<ProjectionStatus['state'], string>>> = {
  failed: 'has stopped; the log says why',
  'not-built': 'has not been built yet',
};

function projectionCheck(projections: readonly ProjectionStatus[], stalled: ReadonlySet<string>): Check {
  const reasons = projections.flatMap(({ name, state, lag }) => {
    const reason =
      REASONS[state] ?? (stalled.has(name) ? `stands still, ${lag} behind: the projector is away or stuck` : undefined);
    return reason === undefined ? [] : [`${name} ${reason}`];
  });
  return reasons.length === 0 ? { status: 'up' } : { status: 'down', reason: reasons.join('; ') };
}

const withoutDetails = ({ error, ...status }: ProjectionStatus): ProjectionStatus =>
  error === undefined ? status : { ...status, error: 'the log says what is wrong' };

const withTimeout = <Value>(milliseconds: number, answer: () => Promise<Value>): Promise<Value> =>
  pTimeout(answer(), { milliseconds, message: new InfrastructureError(`no answer within ${milliseconds} ms`) });
