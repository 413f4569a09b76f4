import type { ProjectionStatus, Reactor, ReactorStatus } from '@assay/read-models';
import { Counter, Gauge, type Registry } from 'prom-client';
import { decorateReactor } from '../decorators/decorate-reactor';

export function meteredReactions(register: Registry): (reactor: Reactor) => Reactor {
  const reactions = new Counter({
    name: 'assay_reactions_total',
    help: 'Reactions to events by outcome; one that failed is tried again.',
    labelNames: ['reactor', 'outcome'],
    registers: [register],
  });
  return (reactor) =>
    decorateReactor(reactor, async (_, react) => {
      try {
        await react();
        reactions.inc({ reactor: reactor.name, outcome: 'done' });
      } catch (error) {
        reactions.inc({ reactor: reactor.name, outcome: 'failed' });
        throw error;
      }
    });
}

/** Reads a state into its gauges; asked before each scrape. */
export type Refresh = () => Promise<void>;

export function meteredProjections(register: Registry, status: () => Promise<readonly ProjectionStatus[]>): Refresh {
  const gauge = gauges(register, 'projection');
  const position = gauge('assay_projection_position', 'The log position up to which a read model holds everything.');
  const lag = gauge('assay_projection_lag', 'Log positions that a read model is behind the head of the log.');
  const up = gauge(
    'assay_projection_up',
    '1 where the read model answers and advances, 0 where it has failed or is not built.',
  );
  const setAside = gauge('assay_projection_set_aside', 'Documents that could not be made or written.');
  return refreshing([position, lag, up, setAside], status, (projection) => {
    const labels = { projection: projection.name };
    position.set(labels, projection.position);
    setAside.set(labels, projection.setAside ?? 0);
    up.set(labels, projection.state === 'failed' || projection.state === 'not-built' ? 0 : 1);
    if (projection.lag !== undefined) lag.set(labels, projection.lag);
  });
}

export function meteredReactors(register: Registry, status: () => Promise<readonly ReactorStatus[]>): Refresh {
  const gauge = gauges(register, 'reactor');
  const position = gauge('assay_reactor_position', 'The log position up to which a reactor has done its work.');
  const lag = gauge('assay_reactor_lag', 'Log positions that a reactor is behind the head of the log.');
  const retrying = gauge('assay_reactor_retrying', '1 while a reaction is being tried again.');
  const setAside = gauge('assay_reactor_set_aside', 'Events that could not be handled and are kept to be tried again.');
  return refreshing([position, lag, retrying, setAside], status, (reactor) => {
    const labels = { reactor: reactor.name };
    position.set(labels, reactor.position);
    retrying.set(labels, reactor.state === 'retrying' ? 1 : 0);
    setAside.set(labels, reactor.setAside);
    if (reactor.lag !== undefined) lag.set(labels, reactor.lag);
  });
}

const gauges = (register: Registry, label: string) => (name: string, help: string) =>
  new Gauge({ name, help, labelNames: [label], registers: [register] });

/**
 * A number that cannot be read is shown as absent, not as it was: a lag that stands still looks like one that is well.
 */
function refreshing<Status>(
  shown: readonly Gauge[],
  status: () => Promise<readonly Status[]>,
  show: (status: Status) => void,
): Refresh {
  return async () => {
    const current = await status().catch((): readonly Status[] => []);
    for (const gauge of shown) gauge.reset();
    for (const each of current) show(each);
  };
}
