import { fromCredits } from '@assay/kernel';
import type { RecordedEvent } from '@assay/event-store';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditAnswer, Client } from './client';
import { eventually } from './eventually';
import { factsOf } from './recorded-events';

interface Posting {
  readonly sessionId: string;
  readonly amount: number;
  readonly lines: readonly { readonly item: string; readonly tool: string | null; readonly amount: number }[];
}

/** Asserts that the ledger is sound: its chain holds, its entries add up, and the read model agrees. */
export async function expectSoundLedger(client: Client): Promise<AuditAnswer> {
  const audit = await client.audit();
  expect(audit.chain.valid).toBe(true);
  expect(audit.drift.difference).toBe(0);
  let balance = 0;
  for (const { amount, balanceAfter } of audit.entries) {
    balance += fromCredits(amount);
    expect(fromCredits(balanceAfter)).toBe(balance);
  }
  expect(fromCredits(audit.recordedBalance)).toBe(balance);
  return audit;
}

/** The final cost of a session, in micro-credits, by the ledger's entries. */
export const costOf = ({ entries }: AuditAnswer, sessionId: string): number =>
  0 -
  entries
    .filter(({ details }) => details.sessionId === sessionId)
    .reduce((sum, { amount }) => sum + fromCredits(amount), 0);

/** The refund of each tool, in micro-credits. Asserts that no item was refunded twice or more than it was charged. */
export function refundsByTool(events: readonly RecordedEvent[], sessionId: string): Record<string, number> {
  const linesOf = (type: string) =>
    factsOf<Posting>(events, type)
      .filter((posting) => posting.sessionId === sessionId)
      .flatMap(({ lines }) => lines);
  const charged = new Map(linesOf('CreditsCharged').map(({ item, amount }) => [item, amount]));
  const refunds = linesOf('CreditsRefunded').filter(({ tool }) => tool !== null);
  expect(new Set(refunds.map(({ item }) => item)).size).toBe(refunds.length);
  for (const { item, amount } of refunds) expect(amount).toBe(charged.get(item));
  return Object.fromEntries(refunds.map(({ tool, amount }) => [tool!, amount]).sort());
}

/**
 * Waits until nothing is staged: a session's copy is removed after its end is recorded.
 * @throws Error naming what is still there, after `within` milliseconds (default: a minute)
 */
export async function nothingIsStaged(dataDir: string, within?: number): Promise<void> {
  let left: string[] = [];
  const look = async () => {
    left = await readdir(join(dataDir, 'staging'));
    return left.length === 0 ? true : undefined;
  };
  await eventually(() => `the staged copy is removed (still there: ${left.join(', ')})`, look, within);
}
