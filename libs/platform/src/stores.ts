import { type EventStore, openSqliteEventStore } from '@assay/event-store';
import type { Settings } from '@assay/kernel';
import { type ReadModelStore, openSqliteReadModelStore } from '@assay/read-models';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Opens the event store that the settings name. `readOnly` looks on beside a running service. */
export async function openEventStore({ eventStoreUrl }: Settings, { readOnly = false } = {}): Promise<EventStore> {
  const file = await fileOf(eventStoreUrl, readOnly);
  return openSqliteEventStore({ file, readOnly });
}

export async function openReadModelStore({ readModelUrl }: Settings, { readOnly = false } = {}): Promise<ReadModelStore> {
  const file = await fileOf(readModelUrl, readOnly);
  return openSqliteReadModelStore({ file, readOnly });
}

/** The settings let no other scheme through. */
async function fileOf(url: string, readOnly: boolean): Promise<string> {
  const file = url.slice('sqlite:'.length);
  if (!readOnly) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return file;
}
