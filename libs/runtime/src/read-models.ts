import type { Settings } from '@assay/kernel';
import { type FollowedPlatform, type ProcessState, untilReachable } from '@assay/platform';
import { projections } from '@assay/projections';
import { type Projector, followReadModels } from '@assay/read-models';
import type { ClosingSteps } from './close-in-order';
import type { Observation } from './observation';
import { type BuildReporter, reportedInSteps } from './reported-builds';
import { startProjector } from './platform';
import { START_PATIENCE, type StoreOpeners, openStores } from './stores';

export interface OpenedPlatform {
  readonly platform: FollowedPlatform;
  /** Where the projections run in this process. */
  readonly projector: Projector | undefined;
}

/** The stores, and read models that are projected here or followed from where another process projects them. */
export async function openReadModels(
  settings: Settings,
  {
    openers,
    observation,
    state,
    closing,
    signal,
    onBuild,
  }: {
    openers: StoreOpeners;
    observation: Observation;
    state: ProcessState;
    closing: ClosingSteps;
    signal: AbortSignal | undefined;
    onBuild: BuildReporter | undefined;
  },
): Promise<OpenedPlatform> {
  const { log, metrics } = observation;
  const stores = await openStores(settings, openers, { log, signal });
  const { store, anchors } = stores;
  const events = observation.events(stores.events);
  closing.add('event store', () => stores.events.close());
  closing.add('read models', () => store.close());
  if (anchors !== store) closing.add('anchors of ledgers', () => anchors.close());

  const common = { settings, events, store, anchors, log, state };
  if (!settings.roles.has('projector')) {
    const readModels = followReadModels({ store, events, projections, log });
    metrics?.projections(() => readModels.status());
    return { platform: { ...common, readModels }, projector: undefined };
  }
  const told = reportedInSteps((progress) => {
    const { percent, position, head, events: read, eventsPerSecond } = progress;
    log.info({ percent, position, head, read, eventsPerSecond }, 'the read models are being built from the log');
    onBuild?.(progress);
  });
  const projector = await untilReachable(() => startProjector({ events, store }, log, told), {
    what: 'a store',
    patience: START_PATIENCE,
    log,
    signal,
  });
  closing.add('projector', () => projector.stop());
  metrics?.projections(() => projector.status());
  return { platform: { ...common, readModels: projector }, projector };
}
