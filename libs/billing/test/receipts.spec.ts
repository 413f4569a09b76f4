import { BILLING_CATEGORIES, type Microcredits, microcredits, sumOf, toCredits } from '@assay/kernel';
import fc from 'fast-check';
import { sessionCharges } from '../../../projections/session-charges.projection';
import { projected } from '../../read-models/test/projected';
import { ChargeLines } from '../src/commands/charge-lines/charge-lines';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { SettleCharge } from '../src/commands/settle-charge/settle-charge';
import { REFUND_REASONS } from '../src/domain/charge';
import { ledgerStream } from '../src/domain/events';
import { type HeldQuote } from '../src/domain/held-quote';
import { quotedPrice } from '../src/domain/quote';
import { PRICES } from './prices';
import { receiptOf } from '../src/queries/session-receipt/receipt';
import { BillingWorld } from './billing-world';
import { AT, ORGANIZATION, subject } from './ledger';

const organizationId = ORGANIZATION;
const sessionId = 'ses_1';
const TOOLS = BILLING_CATEGORIES.flatMap((billing) =>
  ['a', 'b', 'c'].map((name) => ({ id: `${billing}-${name}`, billing })),
);

const receiptIn = async (
  world: BillingWorld,
  quote: HeldQuote | undefined,
  tools: readonly (typeof TOOLS)[number][],
) => {
  const entries = (await world.facts()).map((entry) => ({ ...entry, stream: ledgerStream(organizationId, '2026-11') }));
  const charge = projected(sessionCharges, entries as never)[sessionId];
  const results = tools.map(
    ({ id, billing }) => [id, { category: billing, status: 'completed', findingsCount: 1 }] as const,
  );
  return receiptOf(sessionId, charge, quote, new Map(results));
};

/** The sum of displayed amounts, in whole micro-credits. */
const exact = (amounts: readonly (number | null)[]): Microcredits =>
  sumOf(amounts.map((amount) => microcredits(Math.round((amount ?? 0) * 1_000_000))));

describe('the receipt of a session', () => {
  it('adds up: each column to its total, each row to what was paid, and all to what the ledger says', () =>
    fc.assert(
      fc.asyncProperty(
        fc.subarray(TOOLS),
        fc.subarray(TOOLS),
        fc.nat(60_000),
        fc.boolean(),
        fc.array(
          fc.record({
            tool: fc.constantFrom(...TOOLS.map(({ id }) => id)),
            reason: fc.constantFrom(...REFUND_REASONS),
          }),
          { maxLength: 6 },
        ),
        fc.option(fc.constantFrom('failed', 'canceled'), { nil: undefined }),
        async (tools, remaining, lines, isQuoted, refunds, refundRest) => {
          const world = await BillingWorld.begin({ tier: 'business', at: AT });
          const categories = [...new Set(tools.map(({ billing }) => billing))];
          const price = quotedPrice({ estimatedLines: lines, config: { categories, aiFeatures: ['summary'] } }, PRICES);
          const quote = isQuoted
            ? await world.quotes.give({ quoteId: 'quo_1', organizationId, projectId: null, price })
            : undefined;
          await world.execute(
            new ChargeSession({
              organizationId,
              ...subject(sessionId),
              tools,
              aiFeatures: ['summary'],
              ...(isQuoted && { quoteId: 'quo_1' }),
            }),
          );
          const remainingTools = remaining.map(({ id }) => id);
          await world.execute(new ChargeLines({ organizationId, sessionId, lines, remainingTools }));
          const { charged, refunded } = await world.execute(
            new SettleCharge({
              organizationId,
              sessionId,
              linesScanned: lines,
              issuesByCategory: {},
              refunds,
              ...(refundRest !== undefined && { refundRest }),
            }),
          );

          const { items, totals } = await receiptIn(world, quote, tools);
          for (const column of ['charged', 'moved', 'refunded', 'paid'] as const)
            expect(exact(items.map((item) => item[column]))).toBe(exact([totals[column]]));
          for (const item of items) {
            expect(exact([item.charged, item.moved, -item.refunded])).toBe(exact([item.paid]));
            expect(item.paid).toBeGreaterThanOrEqual(0);
          }
          expect(totals).toMatchObject({
            charged: toCredits(charged),
            moved: 0,
            refunded: toCredits(refunded),
            quoted: isQuoted ? toCredits(price.total) : null,
          });
          expect(exact(items.map(({ quoted }) => quoted))).toBe(isQuoted ? price.total : 0);
          for (const { id } of tools) expect(items.filter(({ tool }) => tool === id)).toHaveLength(1);
          // The quoted amounts equal the charged ones, item by item.
          expect(items.map(({ quoted }) => quoted)).toEqual(items.map((item) => (isQuoted ? item.charged : null)));
        },
      ),
      { numRuns: 60 },
    ));

  it('shows what was quoted and not yet charged, and a session that was never charged', async () => {
    const world = await BillingWorld.begin({ tier: 'business', at: AT });
    const price = quotedPrice({ estimatedLines: 5, config: { categories: [] } }, PRICES);
    const quote = await world.quotes.give({ quoteId: 'quo_1', organizationId, projectId: null, price });
    const charge = { organizationId, ...subject(sessionId), tools: [], aiFeatures: [], quoteId: 'quo_1' };
    await world.execute(new ChargeSession(charge));
    expect(await receiptIn(world, quote, [])).toMatchObject({
      settledAt: null,
      items: [
        { item: 'base', quoted: 1, charged: 1 },
        { item: 'lines', quoted: 1, charged: 0, paid: 0 },
      ],
      totals: { quoted: 2, charged: 1, paid: 1 },
    });
    expect(receiptOf('ses_2', undefined, undefined, new Map())).toMatchObject({ chargedAt: null, items: [] });
  });
});
