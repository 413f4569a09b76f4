import { type EventStore } from '@assay/event-store';
import { projections as all } from '@assay/projections';
import { Projector, openSqliteReadModelStore } from '@assay/read-models';

/** Builds read models in a new SQLite file, up to the end of a log, and closes it. */
export async function projectStore(file: string, events: EventStore, projections = all): Promise<void> {
  const store = await openSqliteReadModelStore({ file });
  const projector = new Projector({ events, store, projections });
  await projector.start();
  await projector.waitFor(await events.head());
  await projector.stop();
  await store.close();
}

/** The read models for commands about money: ledgers and organizations. */
export const moneyProjections = all.filter(({ name }) => /^(credit|organizations)/.test(name));
