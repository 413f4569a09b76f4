import {
  type CreditEntryDocument,
  LedgerHistory,
  type RecordedEntry,
  creditEntryDocuments,
  ledgerWords,
  transactionId,
} from '@assay/billing';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandFailed } from '../exit-status';
import type { ToldEvent } from './told-events';

/** The subject of a charge: a session, or an AI report. */
export interface Charged {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly entries: readonly RecordedEntry[];
}

/**
 * The entries about a charge, from the ledger itself: the read model only says whose ledger to read.
 *
 * @param id of the session, of its scan, of the AI report, or of one of their transactions
 */
export async function chargeOf(id: string, app: INestApplicationContext): Promise<Charged> {
  const found = await entryAbout(id, app);
  const sessionId = found?.details.aiReportId ?? found?.details.sessionId;
  if (!found || sessionId === undefined)
    throw new CommandFailed(
      `no ledger of this store has a charge of ${id}: name a session (ses_…), a scan (scn_…), an AI report (air_…) ` +
        'or a transaction (txn_…) of one of them',
    );
  const entries: RecordedEntry[] = [];
  for await (const item of app.get(LedgerHistory).entries(found.organizationId))
    if ('sessionId' in item.entry.data && item.entry.data.sessionId === sessionId) entries.push(item);
  return { organizationId: found.organizationId, sessionId, entries };
}

async function entryAbout(id: string, app: INestApplicationContext): Promise<CreditEntryDocument | undefined> {
  const documents = app.get<ReadModels>(READ_MODELS).collection(creditEntryDocuments);
  if (id.startsWith(transactionId(''))) return (await documents.get(id))?.document;
  const field = id.startsWith('air_') ? 'aiReportId' : id.startsWith('scn_') ? 'scanId' : 'sessionId';
  return (await documents.find({ where: { [`details.${field}`]: id }, limit: 1 }))[0]?.document;
}

export const toldEntry = ({ entry }: RecordedEntry): ToldEvent => ({
  at: entry.data.at,
  type: entry.type,
  text: ledgerWords(entry),
});
