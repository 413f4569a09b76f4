import type { EventStore, NewEvent } from '@assay/event-store';
import { organizationStream } from '@assay/identity';
import { deterministicUuid, fromCredits, systemClock } from '@assay/kernel';
import { type ChargeLine, toolLines } from '../../libs/billing/src/domain/charge';
import { chargeLines, chargeSession } from '../../libs/billing/src/domain/charging';
import { type CreditLedger, evolve, hashOf, headOf, seal, unopened } from '../../libs/billing/src/domain/credit-ledger';
import { entryEventId } from '../../libs/billing/src/domain/entry-chain';
import { type LedgerFact, ledgerStream } from '../../libs/billing/src/domain/events';
import { grantCredits } from '../../libs/billing/src/domain/granting';
import { closePeriod, openPeriod } from '../../libs/billing/src/domain/period-roll';
import { refundAndSettle } from '../../libs/billing/src/domain/refunding';
import { LedgerTime } from '../../libs/billing/src/ledger-time';

export const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10'];
const TOOLS = ['secrets', 'injection', 'js-correctness', 'js-suspicious', 'markdown-lint', 'spelling', 'contrast'];
/** Entries of one append: less than a megabyte. */
const ENTRIES = 200;
const LINES: readonly ChargeLine[] = [
  { item: 'base', category: 'base', tool: null, amount: fromCredits(1) },
  ...toolLines('security', fromCredits(1), TOOLS),
];

/**
 * Appends the ledger of one organization, month after month, the same each time, until it has so many entries: each
 * session is charged, charged its lines, refunded a tool and settled, as the domain decides.
 *
 * @returns the number of entries
 */
export async function growLedger(events: EventStore, organizationId: string, atLeast: number): Promise<number> {
  const created = { organizationId, name: 'One', tier: 'business', at: `${MONTHS[0]}-01T00:00:00.000Z` };
  await events.append(organizationStream(organizationId), [{ type: 'OrganizationCreated', data: created }]);
  let ledger: CreditLedger = unopened;
  let count = 0;
  let waiting: NewEvent[] = [];
  const flush = async () => {
    if (waiting.length > 0) await events.append(ledgerStream(organizationId, ledger.period), waiting);
    waiting = [];
  };
  const add = async (facts: readonly LedgerFact[], previousHash?: string) => {
    const entries = seal(ledger, facts, previousHash);
    ledger = entries.reduce(evolve, ledger);
    waiting.push(...entries.map((entry) => ({ ...entry, id: entryEventId(hashOf(entry)) })));
    count += entries.length;
    if (waiting.length >= ENTRIES) await flush();
  };
  for (const [index, period] of MONTHS.entries()) {
    let tick = Date.parse(`${period}-01T00:00:00.000Z`);
    const at = () => new Date((tick += 1_000)).toISOString();
    const closed = ledger;
    await flush();
    const opening = { at: at(), organizationId, period, included: fromCredits(5_000) };
    const facts = openPeriod(closed, opening);
    ledger = unopened;
    await add(facts, headOf(closed));
    const lot = {
      id: `bench-${period}`,
      kind: 'promotional' as const,
      remaining: fromCredits(10_000_000),
      expires: period,
    };
    await add(grantCredits({ at: at(), lot, reason: 'bench' }, ledger));
    const due = (atLeast * (index + 1)) / MONTHS.length;
    for (let number = 0; count < due; number += 1) await session(`${period}/${number}`, at, () => ledger, add);
    if (index < MONTHS.length - 1) await add(closePeriod(ledger, at()));
  }
  await flush();
  // As an operator confirms the clock of today after a long pause.
  await new LedgerTime(events, systemClock).accept();
  return count;
}

async function session(
  name: string,
  at: () => string,
  books: () => CreditLedger,
  add: (facts: readonly LedgerFact[]) => Promise<void>,
): Promise<void> {
  const unique = deterministicUuid(name);
  const sessionId = `ses_${unique}`;
  const subject = { sessionId, scanId: `scn_${unique}`, projectId: null };
  await add(granted(chargeSession({ ...subject, at: at(), lines: LINES, categories: ['security'] }, books())));
  const remainingTools = new Set(TOOLS);
  const lines = { sessionId, linesCounted: 9_000, amount: fromCredits(1), remainingTools };
  await add(granted(chargeLines({ ...lines, at: at() }, books())));
  const summary = { linesScanned: 9_000, issuesByCategory: { security: 3 } };
  const tools = new Map([[TOOLS[0]!, 'failed' as const]]);
  await add(refundAndSettle({ ...summary, sessionId, at: at(), tools, rest: undefined }, books()));
}

function granted(decided: ReturnType<typeof chargeSession>): readonly LedgerFact[] {
  if (!decided.ok) throw new Error(decided.refusal.message);
  return decided.value;
}
