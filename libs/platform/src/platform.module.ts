import { type EventStore, EVENT_STORE } from '@assay/event-store';
import {
  type Clock,
  type Settings,
  CLOCK,
  ID_SOURCE,
  PRICE_LIST,
  SETTINGS,
  readPriceList,
  systemClock,
  timeOrderedIds,
} from '@assay/kernel';
import {
  type FollowedReadModels,
  type ReadModelStore,
  type ReadModels,
  ANCHOR_STORE,
  READ_MODELS,
  READ_MODEL_STORE,
} from '@assay/read-models';
import { SECRET_STORE, TEXT_SIGNER } from '@assay/secrets';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from './logger';
import type { ProcessState } from './process-state';
import { openSecretStore, openTextSigner } from './stores';

/**
 * The connections that a process opens before Nest starts, so that a store that cannot be opened causes a clear error
 * and not a failed injection.
 */
export interface Platform {
  readonly settings: Settings;
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly readModels: ReadModels;
  /** Default: the store of the read models. Null if it does not exist yet. */
  readonly anchors?: ReadModelStore | null;
  readonly log: Logger;
  /** The time for commands and queries. Default: the system's. */
  readonly clock?: Clock;
}

/** A platform whose read models report their progress, for a process that serves or works. */
export interface FollowedPlatform extends Platform {
  readonly readModels: FollowedReadModels;
  readonly state: ProcessState;
}

/** Provides the ports to every context. Only the module that calls `forRoot` knows their adapters. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(platform: Platform): DynamicModule {
    const { settings, events, store, readModels, anchors = store, log, clock = systemClock } = platform;
    const providers = [
      { provide: SETTINGS, useValue: settings },
      { provide: PRICE_LIST, useValue: readPriceList(settings.pricesFile) },
      { provide: EVENT_STORE, useValue: events },
      { provide: READ_MODEL_STORE, useValue: store },
      { provide: READ_MODELS, useValue: readModels },
      { provide: ANCHOR_STORE, useValue: anchors },
      { provide: SECRET_STORE, useValue: openSecretStore(settings) },
      { provide: TEXT_SIGNER, useValue: openTextSigner(settings) },
      { provide: CLOCK, useValue: clock },
      { provide: ID_SOURCE, useValue: timeOrderedIds },
      { provide: LOGGER, useValue: log },
    ];
    return { module: PlatformModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
