import { type LedgerEntry, ledgerStream, verify, viewOf } from '@assay/billing';
import type { EventStore, RecordedEvent } from '@assay/event-store';
import { type FindingsRecorded, findingsStream } from '@assay/findings';
import type { SessionEvent } from '../src';
import { TOOLS, type Script } from './scripted-tools';

const ENDINGS = ['ScanCompleted', 'ScanFailed', 'ScanCanceled'];
const OUTCOMES = ['ToolCompleted', 'ToolFailed', 'ToolSkipped'];
const CREDIT = 1_000_000;

type Ending = Extract<SessionEvent, { type: 'ScanCanceled' }>['data'];

export async function allEvents(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of store.readAll()) events.push(event);
  return events;
}

const toolOf = ({ data }: RecordedEvent) => (data as { tool: string }).tool;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

export const ledgerOf = (events: readonly RecordedEvent[], organizationId: string): RecordedEvent<LedgerEntry>[] =>
  events.filter(({ stream }) =>
    stream.startsWith(ledgerStream(organizationId, '')),
  ) as unknown as RecordedEvent<LedgerEntry>[];

/** What its tools do, or that it differs from run to run. */
export type Doings = Script | 'anything';

/** Asserts what must hold of every session once the dust has settled. Gives the sessions that started. */
export function expectSound(events: readonly RecordedEvent[], organizationId: string, script: Doings): string[] {
  const ledger = ledgerOf(events, organizationId);
  const { entries, broken } = verify(
    ledger.map(({ id, stream, revision, type, data }) => ({
      eventId: id,
      stream,
      revision,
      entry: { type, data } as LedgerEntry,
    })),
  );
  expect(broken).toBeUndefined();
  let balance = 0;
  for (const { entry, amount, balanceAfter } of entries) {
    expect(viewOf(entry).amount).toBe(amount);
    expect((balance += amount)).toBe(balanceAfter);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
  const started = events
    .filter(({ type }) => type === 'ScanStarted')
    .map(({ stream }) => stream.slice('session-'.length));
  for (const sessionId of started) expectSoundSession(events, ledger, sessionId, script);
  const charged = new Set(
    ledger.filter(({ type }) => type === 'CreditsCharged').map(({ data }) => (data as { sessionId: string }).sessionId),
  );
  for (const sessionId of charged) if (!started.includes(sessionId)) expect(costOf(ledger, sessionId)).toBe(0);
  return started;
}

export function expectSoundSession(
  events: readonly RecordedEvent[],
  ledger: readonly RecordedEvent<LedgerEntry>[],
  sessionId: string,
  script: Doings,
): void {
  const session = events.filter(({ stream }) => stream === `session-${sessionId}`);
  const endings = session.filter(({ type }) => ENDINGS.includes(type));
  expect(endings).toHaveLength(1);
  const times = session.map(({ data }) => (data as { at: string }).at);
  expect([...new Set(times)].sort()).toEqual(times);

  const removed = new Set(
    session
      .filter(({ type }) => type === 'PlanRefined')
      .flatMap(({ data }) => (data as { removed: { tool: string }[] }).removed.map(({ tool }) => tool)),
  );
  const planned = (session[0]!.data as { tools: { id: string }[] }).tools
    .map(({ id }) => id)
    .filter((id) => !removed.has(id));
  const outcomes = session.filter(({ type }) => OUTCOMES.includes(type));
  expect(outcomes.map(toolOf).sort()).toEqual([...planned].sort());

  const completed = outcomes.filter(({ type }) => type === 'ToolCompleted').map(toolOf);
  expectSoundFindings(events, sessionId, outcomes, script);

  const { refund, summary, intelligence } = endings[0]!.data as Ending;
  const refunds = ledger.filter(
    ({ type, data }) => type === 'CreditsRefunded' && (data as { sessionId: string }).sessionId === sessionId,
  ) as unknown as RecordedEvent<Extract<LedgerEntry, { type: 'CreditsRefunded' }>>[];
  const items = refunds.flatMap(({ data }) => data.lines.map(({ item }) => item));
  expect(new Set(items).size).toBe(items.length);
  expect(refund.refunded).toBe(sum(refunds.map(({ data }) => data.amount)));
  const returning = new Set(
    refunds
      .filter(({ data }) => data.reason !== 'not-applicable')
      .flatMap(({ data }) => data.lines.flatMap(({ tool }) => tool ?? [])),
  );
  expect([...refund.toolsRefunded].sort()).toEqual([...returning].sort());
  for (const tool of refund.toolsRefunded) expect(completed).not.toContain(tool);
  for (const tool of refund.toolsRefunded) expect(planned).toContain(tool);

  expect(summary.toolsRun).toBe(completed.length);
  expect(costOf(ledger, sessionId)).toBe(priceOf(session[0]!.data as { aiFeatures: string[] }, planned, completed));
  expect(intelligence !== null).toBe(
    completed.length > 0 && (session[0]!.data as { aiFeatures: string[] }).aiFeatures.length > 0,
  );
}

/**
 * Everything that a tool with an outcome of its own reported, each once, and nothing once the findings were closed
 * before the end.
 */
function expectSoundFindings(
  events: readonly RecordedEvent[],
  sessionId: string,
  outcomes: readonly RecordedEvent[],
  script: Doings,
): void {
  const batches = events.filter(
    ({ stream, type }) => stream === findingsStream(sessionId) && type === 'FindingsRecorded',
  ) as unknown as RecordedEvent<FindingsRecorded>[];
  const ids = batches.flatMap(({ data }) => data.findings.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const outcome of outcomes) {
    if (outcome.type === 'ToolSkipped') continue;
    const found = batches.filter(({ data }) => data.tool === toolOf(outcome)).flatMap(({ data }) => data.findings);
    if (script !== 'anything') expect(found).toHaveLength(script[toolOf(outcome) as keyof Script].findings);
    expect((outcome.data as { findingsCount: number }).findingsCount).toBe(found.length);
  }
  const close = events.findIndex(
    ({ stream, type }) => stream === findingsStream(sessionId) && type === 'FindingsClosed',
  );
  expect(events.slice(close + 1).filter(({ stream }) => stream === findingsStream(sessionId))).toEqual([]);
  const end = events.findIndex(({ stream, type }) => stream === `session-${sessionId}` && ENDINGS.includes(type));
  expect(close).toBeGreaterThan(-1);
  expect(close).toBeLessThan(end);
}

function costOf(ledger: readonly RecordedEvent<LedgerEntry>[], sessionId: string): number {
  const of = (wanted: string) =>
    ledger
      .filter(({ type, data }) => type === wanted && (data as { sessionId: string }).sessionId === sessionId)
      .map(({ data }) => (data as { amount: number }).amount);
  return sum(of('CreditsCharged')) - sum(of('CreditsRefunded'));
}

/** The price list once more, in its simplest words: a share of a price belongs to each tool that stayed in the plan. */
function priceOf(
  { aiFeatures }: { aiFeatures: readonly string[] },
  planned: readonly string[],
  completed: readonly string[],
): number {
  if (completed.length === 0) return 0;
  const prices = { security: CREDIT, performance: 5 * CREDIT };
  const shares = Object.entries(prices).map(([billing, price]) => {
    const tools = TOOLS.filter((tool) => tool.billing === billing && planned.includes(tool.id))
      .map(({ id }) => id)
      .sort();
    const least = Math.floor(price / tools.length);
    return sum(
      tools.flatMap((tool, index) =>
        completed.includes(tool) ? [least + (index < price - least * tools.length ? 1 : 0)] : [],
      ),
    );
  });
  const base = CREDIT;
  const lines = CREDIT;
  return base + lines + aiFeatures.length * CREDIT + sum(shares);
}
