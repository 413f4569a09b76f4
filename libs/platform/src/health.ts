import type { EventStore } from '@assay/event-store';
import { InfrastructureError } from '@assay/kernel';
import {
  type BuildProgress,
  type FollowedReadModels,
  type ProjectionStatus,
  type ReactorStatus,
  type ReadModelStore,
  leastBuilt,
} from '@assay/read-models';
import type { Logger } from 'pino';
import type { ProcessState, WatchedReactors } from './process-state';
import pTimeout from 'p-timeout';

export interface Check {
  /** `degraded`: it works, and somebody should look. */
  readonly status: 'up' | 'down' | 'degraded';
  readonly reason?: string;
}

export interface Health {
  /** `degraded` answers like `ok`: taking the process out of service would fix nothing. */
  readonly status: 'ok' | 'degraded' | 'unavailable' | 'starting' | 'draining';
  /**
   * `eventStore`, `readModels`, `projections`, `reactors` where they run, the dependencies of the process's roles, and
   * what else has something to say: `ledgers`.
   */
  readonly checks: Readonly<Record<string, Check>>;
  readonly projections: readonly ProjectionStatus[];
  /** The progress of read models that are built for the first time. */
  readonly building?: BuildProgress;
}

/** Whether requests should go to the process. */
export const isServing = ({ status }: Pick<Health, 'status'>): boolean => status === 'ok' || status === 'degraded';

/** The sources of a process's health. */
export interface HealthSources {
  readonly events: Pick<EventStore, 'head'>;
  readonly store: Pick<ReadModelStore, 'ping'>;
  readonly readModels: Pick<FollowedReadModels, 'status'>;
  readonly state: Pick<ProcessState, 'phase' | 'dependencies' | 'watched' | 'projections' | 'reactors'>;
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
  const reactorCheck = async (): Promise<Check | undefined> => {
    const { reactors } = state;
    if (!reactors) return undefined;
    let check: Check | undefined;
    const asked = await ask('the state of the reactors', async () => {
      check = checkOf(reactors, await withTimeout(timeout, () => reactors.status()));
    });
    return check ?? { ...asked, status: 'degraded' };
  };
  const [eventStore, readModelStore, status, reactors, ...others] = await Promise.all([
    ask('the event store', () => events.head()),
    ask('the read models', () => store.ping()),
    ask('the state of the projections', statuses),
    reactorCheck(),
    ...state.dependencies.map(({ what, ping }) => ask(what, ping)),
  ]);
  const building = unbuilt(projections, state);
  const stalled = new Set(state.projections.stalled(projections));
  const watched = await Promise.all(
    state.watched.map(async ({ name, check }): Promise<[string, Check][]> => {
      const checked = await check();
      return checked ? [[name, checked]] : [];
    }),
  );
  const checks = {
    eventStore,
    readModels: readModelStore,
    projections: status.status === 'down' ? status : projectionCheck(projections, stalled, building),
    ...(reactors && { reactors }),
    ...Object.fromEntries(state.dependencies.map(({ name }, index) => [name, others[index]!])),
    ...Object.fromEntries(watched.flat()),
  };
  return {
    status: state.phase === 'serving' ? worstOf(Object.values(checks)) : state.phase,
    checks,
    projections,
    ...(building && { building }),
  };
}

/** A process that serves answers from the generation before while it builds another one. */
const unbuilt = (
  projections: readonly ProjectionStatus[],
  { phase }: Pick<ProcessState, 'phase'>,
): BuildProgress | undefined =>
  leastBuilt(phase === 'serving' ? projections.filter(({ state }) => state === 'not-built') : projections);

function worstOf(checks: readonly Check[]): Health['status'] {
  if (checks.some(({ status }) => status === 'down')) return 'unavailable';
  return checks.some(({ status }) => status === 'degraded') ? 'degraded' : 'ok';
}

/** Requests are still answered: a reactor that is held up degrades the service and does not end it. */
function checkOf({ watch }: WatchedReactors, reactors: readonly ReactorStatus[]): Check {
  const stalled = new Set(watch.stalled(reactors));
  const reasons = reactors.flatMap(({ name, state, setAside }) => [
    ...(state === 'retrying' ? [`${name} tries an event again and again; the log says why`] : []),
    ...(state === 'failed' ? [`${name} has stopped; the log says why`] : []),
    ...(state !== 'retrying' && state !== 'failed' && stalled.has(name) ? [`${name} stands still`] : []),
    ...(setAside > 0 ? [`${name} has set ${setAside} event${setAside === 1 ? '' : 's'} aside`] : []),
  ]);
  return reasons.length === 0 ? { status: 'up' } : { status: 'degraded', reason: reasons.join('; ') };
}

const REASONS: Readonly<Partial<Record<ProjectionStatus['state'], string>>> = {
  failed: 'has stopped; the log says why',
  'not-built': 'has not been built yet',
};

function projectionCheck(
  projections: readonly ProjectionStatus[],
  stalled: ReadonlySet<string>,
  building: BuildProgress | undefined,
): Check {
  if (building) {
    const { percent, position, head } = building;
    return { status: 'down', reason: `built from the log up to ${position} of ${head} (${percent} %)` };
  }
  const reasons = projections.flatMap(({ name, state, lag }) => {
    const reason =
      REASONS[state] ?? (stalled.has(name) ? `stands still, ${lag} behind: the projector is away or stuck` : undefined);
    return reason === undefined ? [] : [`${name} ${reason}`];
  });
  if (reasons.length > 0) return { status: 'down', reason: reasons.join('; ') };
  const aside = projections.flatMap(({ name, setAside = 0 }) =>
    setAside === 0 ? [] : [`${name} has set ${setAside} document${setAside === 1 ? '' : 's'} aside; the log says why`],
  );
  return aside.length === 0 ? { status: 'up' } : { status: 'degraded', reason: aside.join('; ') };
}

const withoutDetails = ({ error, ...status }: ProjectionStatus): ProjectionStatus =>
  error === undefined ? status : { ...status, error: 'the log says what is wrong' };

const withTimeout = <Value>(milliseconds: number, answer: () => Promise<Value>): Promise<Value> =>
  pTimeout(answer(), { milliseconds, message: new InfrastructureError(`no answer within ${milliseconds} ms`) });
