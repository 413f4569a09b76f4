import { formatCredits, microcredits, minus, sumOf } from '@assay/kernel';
import type { Command } from 'commander';
import { type Charged, chargeOf, toldEntry } from './ledger-events';
import { type Explanation } from './told-events';
import { topicCommand } from './topic';

export const whyCharge = (): Command =>
  topicCommand({
    name: 'charge',
    description: 'what a session or an AI report was charged for, what came back, and what it paid',
    argument: ['<id>', 'of a session, a scan, an AI report, or a transaction of one of them'],
    explain: async (id, app) => explained(await chargeOf(id, app)),
  });

function explained({ sessionId, entries }: Charged): Explanation {
  const amounts = (type: string) =>
    sumOf(entries.flatMap(({ entry }) => (entry.type === type ? [microcredits(amountOf(entry.data))] : [])));
  const [charged, refunded] = [amounts('CreditsCharged'), amounts('CreditsRefunded')];
  const isFinal = entries.some(({ entry }) => entry.type === 'ChargeSettled');
  return {
    answer:
      `${sessionId} was charged ${formatCredits(charged)} credits, and ${formatCredits(refunded)} came back: it ` +
      `${isFinal ? 'paid' : 'has paid'} ${formatCredits(minus(charged, refunded))}. ` +
      (isFinal ? 'That is final.' : 'That is not final: what its tools do not deliver comes back.'),
    events: entries.map(toldEntry),
  };
}

const amountOf = (data: object): number => ('amount' in data ? (data.amount as number) : 0);
