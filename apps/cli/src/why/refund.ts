import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { formatCredits, sumOf } from '@assay/kernel';
import { type SessionEvent, isEnding, sessionStream } from '@assay/scanning';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { type Charged, chargeOf, toldEntry } from './ledger-events';
import type { Explanation, ToldEvent } from './told-events';
import { topicCommand } from './topic';

export const whyRefund = (): Command =>
  topicCommand({
    name: 'refund',
    description: 'which credits of a session or an AI report came back, for which tools, and what happened to them',
    argument: ['<id>', 'of a session, a scan, an AI report, or a transaction of one of them'],
    explain: async (id, app) => explained(await chargeOf(id, app), app),
  });

async function explained({ sessionId, entries }: Charged, app: INestApplicationContext): Promise<Explanation> {
  const refunds = entries.flatMap((item) =>
    item.entry.type === 'CreditsRefunded' ? [{ item, data: item.entry.data }] : [],
  );
  if (refunds.length === 0) {
    const isFinal = entries.some(({ entry }) => entry.type === 'ChargeSettled');
    const answer = isFinal
      ? `Nothing of ${sessionId} came back: all that it paid for was delivered.`
      : `Nothing of ${sessionId} has come back so far; its charge is not final.`;
    return { answer, events: entries.map(toldEntry) };
  }
  const tools = new Set(refunds.flatMap(({ data }) => data.lines.flatMap(({ tool }) => (tool === null ? [] : [tool]))));
  const amount = sumOf(refunds.map(({ data }) => data.amount));
  const events = [...(await outcomes(sessionId, tools, app)), ...refunds.map(({ item }) => toldEntry(item))];
  return {
    answer:
      `${formatCredits(amount)} credits of ${sessionId} came back` +
      `${tools.size === 0 ? '' : `, for ${[...tools].sort().join(', ')}`}.`,
    events: events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

/**
 * The words of the session about the tools whose share came back. A deleted project's session says nothing any more.
 */
async function outcomes(
  sessionId: string,
  tools: ReadonlySet<string>,
  app: INestApplicationContext,
): Promise<ToldEvent[]> {
  const told: ToldEvent[] = [];
  for await (const event of app.get<EventStore>(EVENT_STORE).readStream<SessionEvent>(sessionStream(sessionId))) {
    const { type, data } = event;
    if ((type === 'ToolFailed' || type === 'ToolSkipped') && tools.has(data.tool))
      told.push({ at: data.at, type, text: `${data.tool}: ${data.message}` });
    else if (isEnding(event)) told.push({ at: event.data.at, type, text: 'The session ended.' });
  }
  return told;
}
