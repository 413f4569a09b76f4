import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type EventStore, openSqliteEventStore } from '@assay/event-store';
import { createWhereMissing, openForWriting } from '../libs/event-store/src/sqlite/database-file';
import { type Measurement, compared } from './measurement';

const ROUNDS = 11;
const APPENDS_PER_WRITER = { 1: 300, 64: 30 } as const;
const GOAL = 0.8;

/** An event of common size: about 300 bytes of JSON. */
const eventData = (n: number) => ({
  sessionId: 'ses_0190a6e2-7b1e-7c4e-9d1a-5a4d1c1f0e55',
  tool: 'secrets-source',
  findings: n % 17,
  durationMs: n,
  note: 'x'.repeat(180),
});

/**
 * Durable appends a second, one event each, against the same inserts into the same schema with better-sqlite3 alone
 * (same sync mode, one transaction for as many events as there are writers), in one run, taking turns.
 */
export async function benchAppends(): Promise<Measurement[]> {
  // Not in the system's temporary folder: if that is in memory, a sync costs nothing, and durability is not measured.
  mkdirSync('.assay', { recursive: true });
  const folder = mkdtempSync(join('.assay', 'bench-'));
  try {
    return [await compare(folder, 1), await compare(folder, 64)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(folder: string, writers: 1 | 64): Promise<Measurement> {
  const store = await openSqliteEventStore({ file: join(folder, `ours-${writers}.db`) });
  const raw = openRaw(join(folder, `raw-${writers}.db`), writers);
  const appends = APPENDS_PER_WRITER[writers];
  const rounds: { ours: number; baseline: number }[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const ourRate = await rate(writers * appends, () => appendAll(store, writers, appends));
    const rawRate = await rate(writers * appends, () => raw.insertAll(appends));
    if (round < 0) continue; // warms both up
    rounds.push({ ours: ourRate, baseline: rawRate });
  }
  await store.close();
  raw.close();
  return compared(`durable appends, ${writers} concurrent writer${writers === 1 ? '' : 's'}`, 'events/s', rounds, {
    atLeast: GOAL,
  });
}

async function appendAll(store: EventStore, writers: number, appends: number): Promise<void> {
  const write = async (writer: number) => {
    for (let n = 0; n < appends; n += 1)
      await store.append(`session-${writer}`, [{ type: 'ToolCompleted', data: eventData(n) }]);
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
}

/** The inserts of a program that needs only rows: a prepared INSERT, one transaction per batch. */
function openRaw(file: string, writers: number) {
  createWhereMissing(file);
  const database = openForWriting(file);
  database.exec(
    `INSERT INTO categories (id, name) VALUES (1, 'session'); INSERT INTO types (id, name) VALUES (1, 'ToolCompleted')`,
  );
  for (let writer = 1; writer <= writers; writer += 1)
    database.prepare('INSERT INTO streams (id, name, category) VALUES (?, ?, 1)').run(writer, `session-${writer}`);
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, category, data, metadata, recorded_at) VALUES (?, ?, ?, ' +
      '1, 1, ?, NULL, ?)',
  );
  let revision = -1;
  const insertBatch = database.transaction((n: number) => {
    revision += 1;
    for (let writer = 1; writer <= writers; writer += 1)
      insert.run(writer, revision, randomUUID(), JSON.stringify(eventData(n)), Date.now());
  });
  return {
    insertAll: async (batches: number) => {
      for (let n = 0; n < batches; n += 1) insertBatch(n);
    },
    close: () => database.close(),
  };
}

async function rate(events: number, run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return events / ((performance.now() - began) / 1_000);
}
