import { MongoClient } from 'mongodb';
import { openMongoReadModelStore, openSqliteReadModelStore } from '@assay/read-models';
import { join } from 'node:path';
import { type Measurement, compared, median } from '../measurement';
import { withEngines } from './with-engines';

const ROUNDS = 7;
const BATCHES = 20;
const BATCH = 100;

const documentOf = (n: number) => ({
  organizationId: `org_${n % 50}`,
  status: n % 3 === 0 ? 'running' : 'completed',
  startedAt: `2026-11-0${(n % 9) + 1}T10:00:00.000Z`,
  findings: n % 17,
  note: 'x'.repeat(180),
});
const INDEXES = [
  ['organizationId', 'startedAt'],
  ['status', 'startedAt'],
] as const;

/**
 * Guarded upserts a second in batches, two indexes: through the adapter, with the bare driver without a guard, and
 * embedded.
 */
export const benchUpserts = (folder: string): Promise<Measurement[]> =>
  withEngines(folder, ({ readModelUrl }) => compareStores(readModelUrl, folder));

async function compareStores(url: string, folder: string): Promise<Measurement[]> {
  const store = await openMongoReadModelStore({ url });
  const embedded = await openSqliteReadModelStore({ file: join(folder, 'read-models.db') });
  const client = await MongoClient.connect(url);
  try {
    const ours = await store.collection({ name: 'bench-ours', indexes: INDEXES });
    const ownFile = await embedded.collection({ name: 'bench-embedded', indexes: INDEXES });
    const bare = client.db().collection<{ _id: string }>('bench-bare');
    for (const fields of INDEXES) await bare.createIndex(Object.fromEntries(fields.map((field) => [field, 1])));
    const rounds: { ours: number; baseline: number }[] = [];
    const embeddedRates: number[] = [];
    let position = 0;
    for (let round = -1; round < ROUNDS; round += 1) {
      const writes = () =>
        Array.from({ length: BATCH }, (_, n) => ({
          id: `ses_${n + (position % 10) * BATCH}`,
          position: (position += 1),
          document: documentOf(position),
        }));
      const ourRate = await rate(() => ours.bulk(writes()));
      const bareRate = await rate(() =>
        bare.bulkWrite(
          writes().map(({ id, document }) => ({
            replaceOne: { filter: { _id: id }, replacement: document, upsert: true },
          })),
          { ordered: false },
        ),
      );
      const embeddedRate = await rate(() => ownFile.bulk(writes()));
      if (round < 0) continue; // warms all up
      rounds.push({ ours: ourRate, baseline: bareRate });
      embeddedRates.push(embeddedRate);
    }
    return [
      compared(
        `guarded upserts through the MongoDB adapter, ${BATCH} at once, against the bare driver without a guard`,
        'documents/s',
        rounds,
        undefined,
        [`the same on the embedded store: ${Math.round(median(embeddedRates)).toLocaleString('en')} documents/s`],
      ),
    ];
  } finally {
    await client.close();
    await embedded.close();
    await store.close();
  }
}

async function rate(batch: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < BATCHES; n += 1) await batch();
  return (BATCHES * BATCH) / ((performance.now() - began) / 1_000);
}
