import { LedgerHistory, PriceVersions } from '@assay/billing';
import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { type Settings, SETTINGS } from '@assay/kernel';
import { openSigningKey } from '@assay/secrets';
import type { INestApplicationContext } from '@nestjs/common';
import { resolve } from 'node:path';
import { version as release } from '../../../../package.json';
import { writeBundle } from './write-bundle';

/** Writes the bundle of a ledger that was audited up to an entry, and says how it is checked. */
export async function exportBundle(
  app: INestApplicationContext,
  { organizationId, directory, head }: { organizationId: string; directory: string; head: string },
): Promise<void> {
  const key = await openSigningKey(app.get<Settings>(SETTINGS).auditKeyFile);
  const stores = {
    history: app.get(LedgerHistory),
    events: app.get<EventStore>(EVENT_STORE),
    versions: app.get(PriceVersions),
  };
  const exportedAt = new Date().toISOString();
  const count = await writeBundle(stores, { organizationId, directory, head, key, exportedAt, release });
  process.stderr.write(
    `${count} ledger ${count === 1 ? 'entry' : 'entries'} exported to ${resolve(directory)}; check them with\n` +
      `  python3 docs/auditor/verify.py ${directory} --key ${key.publicKey}\n`,
  );
}
