import { openSqliteEventStore, type RecordedEvent } from '@assay/event-store';
import { join } from 'node:path';

/** Everything that a store recorded but the hourly note that a key was used. Also beside a running service. */
export async function recordedEvents(dataDir: string): Promise<RecordedEvent[]> {
  const store = await openSqliteEventStore({ file: join(dataDir, 'events.db'), readOnly: true });
  try {
    const events: RecordedEvent[] = [];
    for await (const event of store.readAll()) if (event.type !== 'ApiKeyUsed') events.push(event);
    return events;
  } finally {
    await store.close();
  }
}

/** Reads a log that others write, each event once. */
export interface LogFollower {
  /** Reads on to where the log ends now. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** @param take is given each event, in the order of the log */
export async function followLog(dataDir: string, take: (event: RecordedEvent) => void): Promise<LogFollower> {
  const store = await openSqliteEventStore({ file: join(dataDir, 'events.db'), readOnly: true });
  let after = 0;
  return {
    async follow() {
      for await (const event of store.readAll({ after })) {
        after = event.position;
        take(event);
      }
    },
    close: () => store.close(),
  };
}

/** The facts of one type, in the order of the log. */
export const factsOf = <Data>(events: readonly RecordedEvent[], type: string): Data[] =>
  events.filter((event) => event.type === type).map(({ data }) => data as Data);
