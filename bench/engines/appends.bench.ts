import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type NewEvent, openEventStoreDb } from '@assay/event-store';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StandInProcess } from '../../test/support/eventstoredb/process';
import { type Goal, type Measurement, compared, median } from '../measurement';

const ROUNDS = 9;
const APPENDS_PER_WRITER = { 1: 200, 64: 20 } as const;
/** Only many writers have a goal for the cost of another form of call: a single writer mostly waits for the server. */
const GOALS: Partial<Record<number, Goal>> = { 64: { atLeast: 0.8 } };

/** An event of common size: about 300 bytes of JSON. */
const eventData = (n: number) => ({
  sessionId: 'ses_0190a6e2-7b1e-7c4e-9d1a-5a4d1c1f0e55',
  tool: 'secrets-source',
  findings: n % 17,
  durationMs: n,
  note: 'x'.repeat(180),
});

/** By the id, the adapter recognises a repeated append, so the appends of one stream take turns. */
const FORMS: readonly (readonly [what: string, event: (n: number) => NewEvent])[] = [
  ['without ids', (n) => ({ type: 'ToolCompleted', data: eventData(n) })],
  ['with ids', (n) => ({ id: randomUUID(), type: 'ToolCompleted', data: eventData(n) })],
];

/**
 * Appends a second, one event each, through the adapter and through the bare client on the same server, taking turns.
 */
export async function benchAppends(folder: string): Promise<Measurement[]> {
  const server = new StandInProcess(join(folder, 'events.db'));
  await server.start();
  try {
    return await compareClients(server.url);
  } finally {
    await server.kill();
  }
}

async function compareClients(url: string): Promise<Measurement[]> {
  const store = await openEventStoreDb({ url });
  const client = EventStoreDBClient.connectionString(url);
  try {
    const measurements: Measurement[] = [];
    for (const writers of [1, 64] as const)
      for (const [form, event] of FORMS) {
        const appends = APPENDS_PER_WRITER[writers];
        const rounds: { ours: Rate; bare: Rate }[] = [];
        for (let round = -1; round < ROUNDS; round += 1) {
          const ours = await rate(writers, appends, (stream, n) => store.append(`ours-${stream}`, [event(n)]));
          const bare = await rate(writers, appends, (stream, n) =>
            client.appendToStream(
              `bare-${stream}`,
              jsonEvent({ id: randomUUID(), type: 'ToolCompleted', data: eventData(n) }),
            ),
          );
          if (round >= 0) rounds.push({ ours, bare }); // the first one warms both up
        }
        const cpu = (of: 'ours' | 'bare') => median(rounds.map((round) => round[of].cpuMicroseconds)).toFixed(0);
        measurements.push(
          compared(
            `appends ${form} through the EventStoreDB adapter, ${writers} concurrent ` +
              `writer${writers === 1 ? '' : 's'}, against the bare client`,
            'events/s',
            rounds.map(({ ours, bare }) => ({ ours: ours.aSecond, baseline: bare.aSecond })),
            GOALS[writers],
            [`processor time of the client: ${cpu('ours')} µs an append, the bare client's ${cpu('bare')} µs`],
          ),
        );
      }
    return measurements;
  } finally {
    await client.dispose();
    await store.close();
  }
}

interface Rate {
  readonly aSecond: number;
  /** The time of one append in this process, which runs only the client. */
  readonly cpuMicroseconds: number;
}

async function rate(
  writers: number,
  appends: number,
  append: (writer: number, n: number) => Promise<unknown>,
): Promise<Rate> {
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < appends; n += 1) await append(writer, n);
    }),
  );
  const { user, system } = process.cpuUsage(cpuBefore);
  const count = writers * appends;
  return {
    aSecond: count / ((performance.now() - began) / 1_000),
    cpuMicroseconds: (user + system) / count,
  };
}
