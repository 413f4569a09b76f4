import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type NewEvent, openEventStoreDb } from '@assay/event-store';
import { randomUUID } from 'node:crypto';
import { type Measurement, compared } from '../measurement';
import { withEngines } from './with-engines';

const ROUNDS = 7;
const APPENDS_PER_WRITER = { 1: 200, 64: 20 } as const;

/** An event of common size: about 300 bytes of JSON. */
const eventData = (n: number) => ({
  sessionId: 'ses_0190a6e2-7b1e-7c4e-9d1a-5a4d1c1f0e55',
  tool: 'secrets-source',
  findings: n % 17,
  durationMs: n,
  note: 'x'.repeat(180),
});

/**
 * Appends a second, one event each, through the adapter and through the bare client on the same server, taking turns.
 */
export const benchAppends = (folder: string): Promise<Measurement[]> =>
  withEngines(folder, ({ eventStoreUrl }) => compareClients(eventStoreUrl));

async function compareClients(url: string): Promise<Measurement[]> {
  const store = await openEventStoreDb({ url });
  const client = EventStoreDBClient.connectionString(url);
  try {
    const measurements: Measurement[] = [];
    for (const writers of [1, 64] as const) {
      const appends = APPENDS_PER_WRITER[writers];
      const rounds: { ours: number; baseline: number }[] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        const ours = await rate(writers, appends, (stream, n) =>
          store.append(`ours-${stream}`, [{ type: 'ToolCompleted', data: eventData(n) } satisfies NewEvent]),
        );
        const baseline = await rate(writers, appends, (stream, n) =>
          client.appendToStream(
            `bare-${stream}`,
            jsonEvent({ id: randomUUID(), type: 'ToolCompleted', data: eventData(n) }),
          ),
        );
        if (round >= 0) rounds.push({ ours, baseline }); // the first one warms both up
      }
      measurements.push(
        compared(
          `appends through the EventStoreDB adapter, ${writers} concurrent writer${writers === 1 ? '' : 's'}, ` +
            'against the bare client',
          'events/s',
          rounds,
          undefined,
        ),
      );
    }
    return measurements;
  } finally {
    await client.dispose();
    await store.close();
  }
}

async function rate(
  writers: number,
  appends: number,
  append: (writer: number, n: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < appends; n += 1) await append(writer, n);
    }),
  );
  return (writers * appends) / ((performance.now() - began) / 1_000);
}
