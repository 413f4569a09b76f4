import { LedgerAnchors } from '@assay/billing';
import { type Platform, createLogger, openAnchorStore, openEventStore, openReadModelStore } from '@assay/platform';
import { projections } from '@assay/projections';
import { readModelsOf } from '@assay/read-models';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ContextsModule, openPlatform, upcasts } from '@assay/runtime';
import { settingsWith } from './settings';

interface Administration {
  readonly app: INestApplicationContext;
  close(): Promise<void>;
}

/**
 * The contexts on the configured stores, without running sessions, for commands that change a store. A store in a file
 * is locked by them meanwhile.
 */
export async function startLocalAdministration(dataDir: string | undefined): Promise<Administration> {
  const platform = await openPlatform(settingsWith({ ASSAY_DATA_DIR: dataDir }));
  const app = await NestFactory.createApplicationContext(ContextsModule.forRoot(platform), {
    logger: ['fatal', 'error', 'warn'],
    abortOnError: false,
  });
  return {
    app,
    async close() {
      const { events, projector, log } = platform;
      await app
        .get(LedgerAnchors)
        .advance()
        .catch((error: unknown) => log.warn({ err: error }, 'the ledgers are not anchored up to what was recorded'));
      await app.close();
      // Waits until the read models have the changes of the command; otherwise a reader beside it, such as an audit,
      // would see them behind. The recorded facts stay if that fails.
      await projector
        .waitFor(await events.head(), { timeoutMs: 60_000 })
        .catch((error: unknown) => log.warn({ err: error }, 'the read models are behind what was recorded'));
      await platform.close();
    },
  };
}

/** The queries on the configured stores, which other processes may have open as well; nothing is written. */
export async function openForReading(dataDir: string | undefined): Promise<Administration> {
  const settings = settingsWith({ ASSAY_DATA_DIR: dataDir });
  const log = createLogger(settings.logLevel);
  const events = await openEventStore(settings, { readOnly: true, upcasts });
  const store = await openReadModelStore(settings, { readOnly: true });
  const anchors = await openAnchorStore(settings, { store, readOnly: true });
  const readModels = readModelsOf(store, projections);
  const platform: Platform = { settings, events, store, readModels, anchors, log };
  const app = await NestFactory.createApplicationContext(ContextsModule.forRoot(platform), {
    logger: ['fatal', 'error', 'warn'],
    abortOnError: false,
  });
  return {
    app,
    async close() {
      await app.close();
      if (anchors && anchors !== store) await anchors.close();
      await store.close();
      await events.close();
    },
  };
}
