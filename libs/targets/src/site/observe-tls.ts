import { messageOf } from '@assay/kernel';
import type { TargetGuard } from '../network';
import { describeConnection } from './handshake';
import type { Observed, TlsConnection, TlsRecord } from '@assay/target-records';
import { type TimeBudget, TIME_OVER } from './time-budget';

const HANDSHAKE_TIME = 15_000;

/** Makes one record for each host and port of the pages, with and without encryption. */
export async function observeTls(
  urls: readonly string[],
  {
    guard,
    budget,
    signal,
    onProgress,
  }: { guard: TargetGuard; budget: TimeBudget; signal: AbortSignal; onProgress: () => void },
): Promise<TlsRecord[]> {
  const origins = [...new Set(urls.map((url) => new URL(url).origin))];
  const records: TlsRecord[] = [];
  for (const origin of origins) {
    records.push(await observeOrigin(new URL(origin), guard, budget, signal));
    onProgress();
  }
  return records;
}

async function observeOrigin(
  { origin, protocol, hostname, port }: URL,
  guard: TargetGuard,
  budget: TimeBudget,
  signal: AbortSignal,
): Promise<TlsRecord> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const plain = protocol === 'http:';
  const own = Number(port || (plain ? 80 : 443));
  const at = new Date().toISOString();
  // Only port 80 has a usual counterpart with encryption, port 443.
  const encrypted = plain ? (own === 80 ? 443 : undefined) : own;
  if (encrypted === undefined)
    return {
      origin,
      host,
      port: own,
      plain,
      connection: { missing: `port ${own} has no usual counterpart with encryption`, because: 'skipped' },
      at,
    };
  return {
    origin,
    host,
    port: own,
    plain,
    connection: await attempt(
      () => describeConnection({ host, port: encrypted, guard, time: budget.atMost(HANDSHAKE_TIME).left(), signal }),
      budget,
      signal,
    ),
    at,
  };
}

async function attempt(
  describe: () => Promise<TlsConnection>,
  budget: TimeBudget,
  signal: AbortSignal,
): Promise<Observed<TlsConnection>> {
  if (budget.left() === 0) return { missing: TIME_OVER, because: 'failed' };
  try {
    return { observed: await describe() };
  } catch (error) {
    signal.throwIfAborted();
    return { missing: `no encrypted connection could be made: ${messageOf(error)}`, because: 'failed' };
  }
}
