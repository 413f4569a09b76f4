import { LedgerAnchors, LedgerHistory } from '@assay/billing';
import { openSqliteEventStore } from '@assay/event-store';
import { type Settings, systemClock } from '@assay/kernel';
import { anchorFileOf, isEmbedded, openReadModelStore } from '@assay/platform';
import { upcasts } from '@assay/runtime';
import { existsSync } from 'node:fs';

/**
 * Works with the anchors that are kept beside the read models, as if the log were the one in a file; undefined if none
 * are kept yet.
 */
export async function anchorsBeside<Result>(
  settings: Settings,
  file: string,
  work: (anchors: LedgerAnchors) => Promise<Result>,
): Promise<Result | undefined> {
  const { readModelUrl } = settings;
  if (isEmbedded(readModelUrl) && !existsSync(anchorFileOf({ readModelUrl }))) return undefined;
  const url = isEmbedded(readModelUrl) ? `sqlite:${anchorFileOf({ readModelUrl })}` : readModelUrl;
  const store = await openReadModelStore({ ...settings, readModelUrl: url });
  try {
    const events = await openSqliteEventStore({ file, readOnly: true, upcasts });
    try {
      return await work(new LedgerAnchors(store, events, new LedgerHistory(events, systemClock), systemClock));
    } finally {
      await events.close();
    }
  } finally {
    await store.close();
  }
}
