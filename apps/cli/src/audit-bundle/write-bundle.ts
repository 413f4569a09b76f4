import { type AiReportEvent, aiReportsStream } from '@assay/ai-reports';
import {
  type LedgerEntry,
  type LedgerEntryOf,
  type LedgerHistory,
  type PriceVersions,
  hashOf,
  isAiReportCharge,
} from '@assay/billing';
import type { EventStore } from '@assay/event-store';
import { organizationStream } from '@assay/identity';
import { canonicalJson } from '@assay/kernel';
import { isEnding } from '@assay/scanning';
import type { SigningKey } from '@assay/secrets';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailed } from '../exit-status';
import { LinesFile } from './lines-file';

const FORMAT = 'assay-audit/1';

interface BundleOptions {
  readonly organizationId: string;
  readonly directory: string;
  /** The hash of the newest entry that was audited: what was appended since is not part of the bundle. */
  readonly head: string;
  readonly key: SigningKey;
  readonly exportedAt: string;
  readonly release: string;
}

/** A month of the bundle: each begins with the hash with which the one before it ends. */
interface ExportedPeriod {
  readonly period: string;
  readonly follows: string;
  entries: number;
  last: string;
  balance: number;
  closed: boolean;
}

/**
 * Writes what an auditor needs to check a ledger elsewhere: its entries, the events they rest on, the prices, and a
 * manifest of all of it, which is signed. The signature is written last: a bundle without it is not whole.
 *
 * @returns how many entries it has
 * @throws CommandFailed if the directory holds something
 */
export async function writeBundle(
  {
    history,
    events,
    versions,
  }: { readonly history: LedgerHistory; readonly events: EventStore; readonly versions: PriceVersions },
  { organizationId, directory, head, key, exportedAt, release }: BundleOptions,
): Promise<number> {
  await emptyDirectory(directory);
  const { periods, settled, file: entries } = await writeEntries(history, { organizationId, directory, head });
  const files = {
    'entries.jsonl': entries,
    'events.jsonl': await writeEvents(events, { organizationId, directory, settled }),
    'prices.json': await writePrices(directory, versions),
  };
  const count = periods.reduce((sum, period) => sum + period.entries, 0);
  const { sign, ...publicKey } = key;
  const manifest = canonicalJson({
    format: FORMAT,
    organizationId,
    exportedAt,
    release,
    entries: count,
    head,
    balance: periods.at(-1)?.balance ?? 0,
    periods,
    files,
    key: publicKey,
  });
  await writeWhole(join(directory, 'manifest.json'), manifest);
  await writeWhole(join(directory, 'manifest.sig'), sign(Buffer.from(manifest)).toString('base64'));
  return count;
}

async function emptyDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0)
    throw new CommandFailed(`${directory} is not empty: name a directory that is new or empty`);
}

async function writeEntries(
  history: LedgerHistory,
  { organizationId, directory, head }: Pick<BundleOptions, 'organizationId' | 'directory' | 'head'>,
) {
  const file = new LinesFile(join(directory, 'entries.jsonl'));
  const periods: ExportedPeriod[] = [];
  const settled: Settled[] = [];
  for await (const { stream, revision, eventId, entry } of history.entries(organizationId)) {
    await file.write(canonicalJson({ stream, revision, id: eventId, type: entry.type, data: entry.data }));
    const last = hashOf(entry);
    if (entry.type === 'PeriodOpened') periods.push(opened(entry));
    Object.assign(periods.at(-1)!, {
      entries: revision + 1,
      last,
      balance: entry.data.balance,
      closed: entry.type === 'PeriodClosed',
    });
    if (entry.type === 'ChargeSettled') settled.push(settledOf(entry.data));
    if (last === head) break;
  }
  return { periods, settled, file: await file.end() };
}

type Settled = Pick<LedgerEntryOf<'ChargeSettled'>['data'], 'sessionId' | 'scanId' | 'charged'>;
const settledOf = ({ sessionId, scanId, charged }: Settled): Settled => ({ sessionId, scanId, charged });

const opened = ({ data }: LedgerEntry & { readonly type: 'PeriodOpened' }): ExportedPeriod => ({
  period: data.period,
  follows: data.previousHash,
  entries: 0,
  last: '',
  balance: 0,
  closed: false,
});

/**
 * The organization's own events, of each settled session its end, and of help with findings what was delivered: of
 * those, no more than the ledger repeats.
 */
async function writeEvents(
  events: EventStore,
  { organizationId, directory, settled }: { organizationId: string; directory: string; settled: readonly Settled[] },
) {
  const file = new LinesFile(join(directory, 'events.jsonl'));
  for await (const { stream, revision, id, type, data } of events.readStream(organizationStream(organizationId)))
    await file.write(canonicalJson({ stream, revision, id, type, data }));
  for (const { sessionId } of settled.filter((charge) => !isAiReportCharge(charge.sessionId))) {
    // Its newest events: what follows an end is that it was deleted.
    for await (const event of events.readStream(`session-${sessionId}`, { direction: 'backwards', limit: 5 })) {
      if (!isEnding(event)) continue;
      const { stream, revision, id, type, data } = event;
      await file.write(canonicalJson({ stream, revision, id, type, data: { at: data.at, refund: data.refund } }));
      break;
    }
  }
  for (const [scanId, reportIds] of helpByScan(settled))
    for await (const { stream, revision, id, type, data } of events.readStream<AiReportEvent>(aiReportsStream(scanId)))
      if (type === 'IssueHelpDelivered' && reportIds.has(data.reportId)) {
        const { at, reportId, feature, texts, missing } = data;
        const delivered = texts.map(({ findingId }) => findingId);
        await file.write(
          canonicalJson({ stream, revision, id, type, data: { at, reportId, feature, delivered, missing } }),
        );
      }
  return file.end();
}

/** The charges of AI reports, by scan: each of their streams is read once. What cost nothing returns nothing. */
function helpByScan(settled: readonly Settled[]): Map<string, Set<string>> {
  const byScan = new Map<string, Set<string>>();
  for (const { sessionId, scanId, charged } of settled)
    if (isAiReportCharge(sessionId) && charged > 0)
      byScan.set(scanId, (byScan.get(scanId) ?? new Set()).add(sessionId));
  return byScan;
}

/** Each list that was ever in force, under the version that charges name. */
async function writePrices(directory: string, versions: PriceVersions) {
  const file = new LinesFile(join(directory, 'prices.json'));
  await file.write(canonicalJson({ versions: await versions.all() }));
  return file.end();
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
