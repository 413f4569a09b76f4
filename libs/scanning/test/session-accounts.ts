import { LEDGER_STREAM_PREFIX, type LedgerEntry, ledgerStream, verify, viewOf } from '@assay/billing';
import type { EventStore, RecordedEvent } from '@assay/event-store';
import { type FindingsEvent, UnitsListings, examinedUnits, findingsStream } from '@assay/findings';
import { ofType } from '../../event-store/test/of-type';
import { type SessionEvent, type SessionQueueEvent, type ToolEnd, isEnding, isToolEnd } from '../src';
import type { CircuitTrialGranted } from '../src/domain/circuit-trial';
import { TOOLS, type Script } from './scripted-tools';

const CREDIT = 1_000_000;

/** The types of events that these checks read. */
export type LoggedEvent = RecordedEvent<
  SessionEvent | SessionQueueEvent | FindingsEvent | LedgerEntry | CircuitTrialGranted
>;

export async function allEvents(store: EventStore): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for await (const event of store.readAll<LoggedEvent>()) events.push(event);
  return events;
}

const isLedgerEntry = (event: LoggedEvent): event is RecordedEvent<LedgerEntry> =>
  event.stream.startsWith(LEDGER_STREAM_PREFIX);
const isOfSession = (event: LoggedEvent): event is RecordedEvent<SessionEvent> => event.stream.startsWith('session-');
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

export const ledgerOf = (events: readonly LoggedEvent[], organizationId: string): RecordedEvent<LedgerEntry>[] =>
  events.filter(isLedgerEntry).filter(({ stream }) => stream.startsWith(ledgerStream(organizationId, '')));

/** The script of the tools, or `anything` if it differs from run to run. */
export type Doings = Script | 'anything';

/** Asserts the invariants of every session once all work has ended. Returns the sessions that started. */
export function expectSound(events: readonly LoggedEvent[], organizationId: string, script: Doings): string[] {
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
  expect(entries).not.toEqual([]);
  let balance = 0;
  for (const { entry, amount, balanceAfter } of entries) {
    expect(viewOf(entry).amount).toBe(amount);
    expect((balance += amount)).toBe(balanceAfter);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
  const started = ofType(events, 'ScanStarted').map(({ stream }) => stream.slice('session-'.length));
  for (const sessionId of started) expectSoundSession(events, ledger, sessionId, script);
  const charged = new Set(ofType(ledger, 'CreditsCharged').map(({ data }) => data.sessionId));
  for (const sessionId of charged) if (!started.includes(sessionId)) expect(costOf(ledger, sessionId)).toBe(0);
  return started;
}

export function expectSoundSession(
  events: readonly LoggedEvent[],
  ledger: readonly RecordedEvent<LedgerEntry>[],
  sessionId: string,
  script: Doings,
): void {
  const session = events.filter(isOfSession).filter(({ stream }) => stream === `session-${sessionId}`);
  const endings = session.filter(isEnding);
  expect(endings).toHaveLength(1);
  const times = session.map(({ data }) => data.at);
  expect([...new Set(times)].sort()).toEqual(times);

  const removed = new Set(ofType(session, 'PlanRefined').flatMap(({ data }) => data.removed.map(({ tool }) => tool)));
  const [start] = ofType(session, 'ScanStarted');
  const planned = start!.data.tools.map(({ id }) => id).filter((id) => !removed.has(id));
  const outcomes = session.filter(isToolEnd);
  expect(outcomes.map(({ data }) => data.tool).sort()).toEqual([...planned].sort());
  expect(start!.data.tools).not.toEqual([]);

  const completed = ofType(outcomes, 'ToolCompleted').map(({ data }) => data.tool);
  expectSoundFindings(events, sessionId, outcomes, script);

  const { refund, summary, intelligence } = endings[0]!.data;
  const refunds = ofType(ledger, 'CreditsRefunded').filter(({ data }) => data.sessionId === sessionId);
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
  expect(costOf(ledger, sessionId)).toBe(priceOf(start!.data, planned, completed));
  expect(intelligence !== null).toBe(completed.length > 0 && start!.data.aiFeatures.length > 0);
}

/**
 * Every finding of a tool with an outcome of its own is recorded once, and no finding after the findings were closed
 * before the end.
 */
function expectSoundFindings(
  events: readonly LoggedEvent[],
  sessionId: string,
  outcomes: readonly ToolEnd[],
  script: Doings,
): void {
  const batches = ofType(events, 'FindingsRecorded').filter(({ stream }) => stream === findingsStream(sessionId));
  const ids = batches.flatMap(({ data }) => data.findings.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const outcome of outcomes) {
    if (outcome.type === 'ToolSkipped') continue;
    const { tool, findingsCount } = outcome.data;
    const found = batches.filter(({ data }) => data.tool === tool).flatMap(({ data }) => data.findings);
    expect(found).toHaveLength(script === 'anything' ? findingsCount : script[tool as keyof Script].findings);
    expect(findingsCount).toBe(found.length);
  }
  for (const outcome of outcomes) if (outcome.type === 'ToolCompleted') expectCoverage(events, sessionId, outcome.data);
  const close = events.findIndex(
    ({ stream, type }) => stream === findingsStream(sessionId) && type === 'FindingsClosed',
  );
  expect(events.slice(close + 1).filter(({ stream }) => stream === findingsStream(sessionId))).toEqual([]);
  const end = events.findIndex((event) => event.stream === `session-${sessionId}` && isEnding(event));
  expect(close).toBeGreaterThan(-1);
  expect(close).toBeLessThan(end);
}

/** The listing of units that an outcome refers to is recorded whole, and marks the units that the tool examined. */
function expectCoverage(
  events: readonly LoggedEvent[],
  sessionId: string,
  { coverage, at }: Extract<ToolEnd, { type: 'ToolCompleted' }>['data'],
): void {
  const listings = new UnitsListings();
  for (const { stream, data } of ofType(events, 'UnitsListed'))
    if (stream === findingsStream(sessionId) && data.at <= at) listings.add(data);
  const found = listings.find(coverage!.listing)!;
  const examined = examinedUnits(coverage!.examined, found);
  expect(['a.txt', 'b.js', 'c.js'].map((unit) => examined.of(unit))).toEqual(['examined', 'not examined', 'absent']);
}

function costOf(ledger: readonly RecordedEvent<LedgerEntry>[], sessionId: string): number {
  const of = (wanted: 'CreditsCharged' | 'CreditsRefunded') =>
    ofType(ledger, wanted)
      .filter(({ data }) => data.sessionId === sessionId)
      .map(({ data }) => data.amount);
  return sum(of('CreditsCharged')) - sum(of('CreditsRefunded'));
}

/** A second, simple computation of the price: each tool that stayed in the plan has a share of a price. */
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
