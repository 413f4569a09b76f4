import { type EventStore, type Upcasts, openEventStoreDb, openSqliteEventStore } from '@assay/event-store';
import type { Settings } from '@assay/kernel';
import { type ReadModelStore, openMongoReadModelStore, openSqliteReadModelStore } from '@assay/read-models';
import { type SecretStore, type TextSigner, createFolderSecretStore, createTextSigner } from '@assay/secrets';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version as release } from '../../../package.json';
import type { Logger } from 'pino';

/** Whether the store is a file that one process owns. */
export const isEmbedded = (url: string): boolean => url.startsWith('sqlite:');

interface OpenOptions {
  readonly readOnly?: boolean;
  /** Receives the messages of a server's client. */
  readonly log?: Logger;
}

interface OpenEventStoreOptions extends OpenOptions {
  /** The upcasts of all contexts, so that what is read is in today's shape. */
  readonly upcasts: Upcasts;
  /** An embedded store goes with this process: nothing waits for the disk. */
  readonly brief?: boolean;
}

/**
 * Opens the event store of the settings. `readOnly` opens an embedded store beside a running service. It makes no
 * difference for a server.
 */
export async function openEventStore(
  { eventStoreUrl }: Pick<Settings, 'eventStoreUrl'>,
  { readOnly = false, log, upcasts, brief = false }: OpenEventStoreOptions,
): Promise<EventStore> {
  if (!isEmbedded(eventStoreUrl))
    return openEventStoreDb({ url: eventStoreUrl, upcasts, release, ...(log && { log }) });
  return openSqliteEventStore({ file: await fileOf(eventStoreUrl, readOnly), readOnly, upcasts, brief, release });
}

export async function openReadModelStore(
  { readModelUrl }: Settings,
  { readOnly = false }: OpenOptions = {},
): Promise<ReadModelStore> {
  if (!isEmbedded(readModelUrl)) return openMongoReadModelStore({ url: readModelUrl });
  return openSqliteReadModelStore({ file: await fileOf(readModelUrl, readOnly), readOnly });
}

/** The file of the anchors of ledgers: beside the embedded read models, so that deleting those loses no anchor. */
export const anchorFileOf = ({ readModelUrl }: Pick<Settings, 'readModelUrl'>): string =>
  join(dirname(readModelUrl.slice('sqlite:'.length)), 'ledger-anchors.db');

/**
 * Opens the store of the anchors of ledgers: a file of its own, or on a server the read models' own store. Null if one
 * in a file is only looked at and is not there yet.
 */
export async function openAnchorStore(
  settings: Pick<Settings, 'readModelUrl'>,
  { store, readOnly = false }: { readonly store: ReadModelStore; readonly readOnly?: boolean },
): Promise<ReadModelStore | null> {
  if (!isEmbedded(settings.readModelUrl)) return store;
  const file = anchorFileOf(settings);
  return readOnly && !existsSync(file) ? null : openSqliteReadModelStore({ file, readOnly });
}

/** Opens the secret store. No file is read or created before the first secret is. */
export const openSecretStore = ({ secrets }: Settings): SecretStore => createFolderSecretStore(secrets);

/** The same for what signs texts, with the keys of the secret store. */
export const openTextSigner = ({ secrets }: Settings): TextSigner => createTextSigner(secrets);

async function fileOf(url: string, readOnly: boolean): Promise<string> {
  const file = url.slice('sqlite:'.length);
  if (!readOnly) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return file;
}
