import { BILLING_CATEGORIES, type BillingCategory, RefusedError } from '@assay/kernel';
import fc from 'fast-check';
import { ChargeLines } from '../src/commands/charge-lines/charge-lines';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { RefundSession } from '../src/commands/refund-session/refund-session';
import { SettleCharge } from '../src/commands/settle-charge/settle-charge';
import { type QuoteRequest, quotedPrice } from '../src/domain/quote';

import { PRICES } from './prices';
import { BillingWorld } from './billing-world';
import { AT, ORGANIZATION, credits, subject } from './ledger';

const organizationId = ORGANIZATION;
const SECURITY: QuoteRequest = { estimatedLines: 15_000, config: { categories: ['security', 'docs'] } };
const tool = (billing: BillingCategory) => ({ id: `${billing}-tool`, billing });

let world: BillingWorld;
beforeEach(async () => {
  world = await BillingWorld.begin({ tier: 'business', at: AT });
});

const give = (request: QuoteRequest = SECURITY, { quoteId = 'quo_1', projectId = null as string | null } = {}) =>
  world.quotes.give({ quoteId, organizationId, projectId, price: quotedPrice(request, PRICES) });
const charge = (sessionId: string, more: Partial<ChargeSession['input']> = {}) =>
  world.execute(
    new ChargeSession({
      organizationId,
      ...subject(sessionId),
      tools: [tool('security'), tool('linting')],
      aiFeatures: [],
      quoteId: 'quo_1',
      ...more,
    }),
  );
const count = (sessionId: string, lines: number) =>
  world.execute(
    new ChargeLines({ organizationId, sessionId, lines, remainingTools: ['security-tool', 'linting-tool'] }),
  );
const settle = (sessionId: string) =>
  world.execute(new SettleCharge({ organizationId, sessionId, linesScanned: 0, issuesByCategory: {} }));
const refusal = async (refused: Promise<unknown>) => {
  const error = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RefusedError);
  return (error as RefusedError).refusal;
};
const changed = (...whats: string[]) => ({
  code: 'QUOTE_NOT_APPLICABLE',
  details: { quoteId: 'quo_1', changed: whats.map((what) => ({ what })) },
});

describe('a quote', () => {
  it('is the same one when it is asked for again under its id, with the same end', async () => {
    const first = await give();
    world.elapse(0.005);
    expect(await give({ estimatedLines: 90_000 })).toEqual(first);
    expect(first).toMatchObject({ expiresAt: '2026-11-05T10:15:00.000Z', price: { total: credits(4) } });
  });

  it('is what the session pays that names it, base, tools and lines', async () => {
    const { price } = await give();
    await charge('ses_1');
    expect((await count('ses_1', 10_001)).charged).toBe(price.total);
  });

  it('is charged exactly, whatever it is made of and however prices change after it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.subarray([...BILLING_CATEGORIES]),
        fc.subarray(['summary', 'priority_scoring']),
        fc.nat(100_000),
        fc.nat(500_000),
        fc.integer({ min: 1, max: 5 }),
        async (categories, aiFeatures, estimatedLines, price, each) => {
          const fresh = await BillingWorld.begin({ tier: 'business', at: AT });
          // Prices of another day: the ledger must not look at those of today.
          const base = { ...PRICES, base: credits('0.7'), lines: { price: price as typeof PRICES.base, block: 3_000 } };
          const quoted = quotedPrice({ estimatedLines, config: { categories, aiFeatures } }, base);
          await fresh.quotes.give({ quoteId: 'quo_1', organizationId, projectId: null, price: quoted });
          const tools = categories.flatMap((billing) =>
            Array.from({ length: each }, (_, n) => ({ id: `${billing}-${n}`, billing })),
          );
          await fresh.execute(
            new ChargeSession({
              organizationId,
              ...subject('ses_1'),
              tools,
              aiFeatures: ['summary', 'priority_scoring'],
              quoteId: 'quo_1',
            }),
          );
          const remainingTools = tools.map(({ id }) => id);
          const { charged, refunded } = await fresh.execute(
            new ChargeLines({ organizationId, sessionId: 'ses_1', lines: estimatedLines, remainingTools }),
          );
          expect([charged, refunded]).toEqual([quoted.total, 0]);
        },
      ),
      { numRuns: 40 },
    ));

  it('is held until it expires, and no longer', async () => {
    await give();
    world.moveTo('2026-11-05T10:14:59.999Z');
    await charge('ses_1');
    await give(SECURITY, { quoteId: 'quo_2' });
    world.moveTo('2026-11-05T10:29:59.999Z');
    expect(await refusal(charge('ses_2', { quoteId: 'quo_2' }))).toMatchObject({
      code: 'QUOTE_NOT_APPLICABLE',
      message: expect.stringContaining('it expired at 2026-11-05T10:29:59.999Z') as unknown,
      details: { changed: [{ what: 'expiry', quoted: '2026-11-05T10:29:59.999Z' }] },
    });
  });

  it('is not found by another organization', async () => {
    await world.quotes.give({
      quoteId: 'quo_1',
      organizationId: 'org_2',
      projectId: null,
      price: quotedPrice({}, PRICES),
    });
    expect(await refusal(charge('ses_1'))).toMatchObject({
      code: 'QUOTE_NOT_FOUND',
      details: { changed: [{ what: 'organization' }] },
    });
  });

  it('is refused to a session of other tools, project and features, each named', async () => {
    await give(
      { estimatedIssues: 10, config: { categories: ['security'], aiFeatures: ['summary', 'issue_explanations'] } },
      { projectId: 'prj_2' },
    );
    const refused = await refusal(charge('ses_1', { tools: [tool('accessibility')], aiFeatures: ['summary'] }));
    expect(refused).toMatchObject(changed('project', 'tools', 'aiFeatures'));
    expect(refused.message).toContain('it is for project prj_2, and the session is for prj_1');
    expect(refused.message).toContain('config.categories [accessibility]');
    expect(refused.message).toContain('it has issue_explanations (price: 1)');
    expect(await world.facts()).not.toContainEqual(expect.objectContaining({ type: 'CreditsCharged' }));
  });

  it.each([
    [10_000, 'fewer'],
    [20_001, 'more'],
  ])(
    'is refused for a target of %d lines, which is %s blocks begun, and nothing is charged for them',
    async (lines) => {
      await give();
      await charge('ses_1');
      expect(await refusal(count('ses_1', lines))).toMatchObject({
        ...changed('size'),
        message: expect.stringContaining(`it is for 15000 lines, and the target has ${lines}`) as unknown,
      });
    },
  );

  it('is paid by one session, also after that has ended and the month has turned', async () => {
    world.moveTo('2026-11-30T23:50:00.000Z');
    await give();
    await charge('ses_1');
    expect(await refusal(charge('ses_2'))).toMatchObject(changed('use'));
    world.moveTo('2026-12-01T00:01:00.000Z');
    expect(await refusal(charge('ses_2'))).toMatchObject(changed('use'));
    await settle('ses_1');
    expect(await refusal(charge('ses_2'))).toMatchObject(changed('use'));
  });

  it('stays used where the month turns after its session has ended', async () => {
    world.moveTo('2026-11-30T23:50:00.000Z');
    await give();
    await charge('ses_1');
    await settle('ses_1');
    world.moveTo('2026-12-01T00:01:00.000Z');
    world.restart();
    expect(await refusal(charge('ses_2'))).toMatchObject(changed('use'));
  });

  it('is free again where its session never began', async () => {
    await give();
    await charge('ses_1');
    await world.execute(new RefundSession({ organizationId, sessionId: 'ses_1', reason: 'not-started' }));
    expect((await charge('ses_2')).account.charged).toBe(credits(2));
  });

  it('changes nothing for a session that has paid it already, whatever it asks for now', async () => {
    await give();
    const { paidFor } = await charge('ses_1');
    world.elapse(1);
    const again = await charge('ses_1', { tools: [tool('performance')] });
    expect(again.paidFor).toEqual(paidFor);
    expect(again.account.charged).toBe(credits(2));
  });

  it('is refused where the balance covers the start and not the whole of it', async () => {
    await give({ ...SECURITY, estimatedLines: 100_000_000 });
    expect(await refusal(charge('ses_1'))).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: { required: 10_002, balance: 10_000 },
    });
  });

  it('is paid once by sessions that name it at the same moment, in whichever process', async () => {
    await give();
    const processes = Array.from({ length: 8 }, () => world.anotherProcess());
    const outcomes = await Promise.allSettled(processes.map((accounts, n) => world.chargeIn(accounts, `ses_${n}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
