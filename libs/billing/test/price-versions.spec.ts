import { defaultPriceList, type PriceList, fromCredits } from '@assay/kernel';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { GiveQuoteHandler, GiveQuote } from '../src/commands/give-quote/give-quote';
import { SettleCharge } from '../src/commands/settle-charge/settle-charge';
import { ChargeLines } from '../src/commands/charge-lines/charge-lines';
import { verify } from '../src/domain/entry-chain';
import type { LedgerEntryOf } from '../src/domain/events';
import { totalOf } from '../src/domain/lot';
import { LedgerReplay } from '../src/queries/audit/ledger-replay';
import { CreditPackagesHandler } from '../src/queries/credit-packages/credit-packages';
import { BillingWorld } from './billing-world';
import { ORGANIZATION, subject } from './ledger';
import { versionsOn } from './prices';

const { prices, tiers } = defaultPriceList();

/** Everything costs ten times as much, and the tier includes less. */
const DEARER: PriceList = {
  ...defaultPriceList(),
  version: 'v2',
  prices: {
    ...prices,
    base: fromCredits(10),
    lines: { price: fromCredits(10), block: 10_000 },
    categories: { ...prices.categories, security: { name: 'Security', price: fromCredits(10) } },
  },
  tiers: { ...tiers, free: { ...tiers.free, creditsPerMonth: fromCredits(40) } },
};

const charge = (sessionId: string, quoteId?: string) =>
  new ChargeSession({
    organizationId: ORGANIZATION,
    ...subject(sessionId),
    tools: [{ id: 'secrets', billing: 'security' }],
    aiFeatures: [],
    ...(quoteId !== undefined && { quoteId }),
  });
const lines = (sessionId: string, count: number) =>
  new ChargeLines({ organizationId: ORGANIZATION, sessionId, lines: count, remainingTools: ['secrets'] });
const settle = (sessionId: string) =>
  new SettleCharge({ organizationId: ORGANIZATION, sessionId, linesScanned: 0, issuesByCategory: {} });

const chargesOf = async (world: BillingWorld) =>
  (await world.entries())
    .map(({ entry }) => entry)
    .filter((entry): entry is LedgerEntryOf<'CreditsCharged'> => entry.type === 'CreditsCharged')
    .map(({ data }) => [data.sessionId, data.amount, data.terms?.prices]);

async function quoted(world: BillingWorld, estimatedLines: number): Promise<string> {
  const standing = { of: () => Promise.resolve({ tier: tiers.free, remaining: 0, included: 0, used: 0 }) };
  const ids = { next: () => 'quo_1' };
  const handler = new GiveQuoteHandler(
    standing as never,
    world.quotes,
    undefined as never,
    world.prices,
    ids as never,
    undefined as never,
  );
  const config = { categories: ['security'] };
  return (await handler.execute(new GiveQuote({ organizationId: ORGANIZATION, estimatedLines, config }))).quoteId;
}

describe('a change of prices', () => {
  it('leaves the past as it was charged, and charges what comes by the new version', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    await world.execute(charge('ses_2'));
    await world.execute(settle('ses_1'));
    world.use(DEARER);
    // Begun under v1, its lines cost what they cost then.
    await world.execute(lines('ses_2', 5));
    await world.execute(settle('ses_2'));
    await world.execute(charge('ses_3'));
    expect(await chargesOf(world)).toEqual([
      ['ses_1', fromCredits(2), defaultPriceList().version],
      ['ses_2', fromCredits(2), defaultPriceList().version],
      ['ses_2', fromCredits(1), undefined],
      ['ses_3', fromCredits(20), 'v2'],
    ]);
    expect(verify(await world.entries())).toMatchObject({ broken: undefined });
    const now = world.clock.now().toISOString();
    const { chain, books } = await new LedgerReplay(world.store).replay(
      { organizationId: ORGANIZATION, now, limit: 1 },
      () => undefined,
    );
    expect([chain.brokenAt, totalOf(books.lots)]).toEqual([undefined, fromCredits(50 - 5 - 20)]);
  });

  it('does not reach a quote: it is paid as it was given, and the charge names the version of the quote', async () => {
    const world = await BillingWorld.begin();
    const quoteId = await quoted(world, 20_000);
    world.use(DEARER);
    await world.execute(charge('ses_1', quoteId));
    await world.execute(lines('ses_1', 19_000));
    expect(await chargesOf(world)).toEqual([
      ['ses_1', fromCredits(2), defaultPriceList().version],
      ['ses_1', fromCredits(2), undefined],
    ]);
  });

  it('does not reach a month that was over: it includes what the list of then had', async () => {
    const world = await BillingWorld.begin({ at: '2026-09-05T10:00:00.000Z' });
    await world.execute(charge('ses_1'));
    world.moveTo('2026-10-20T10:00:00.000Z');
    await world.time.confirmed();
    world.moveTo('2026-11-05T10:00:00.000Z');
    world.use(DEARER);
    await world.execute(charge('ses_2'));
    const granted = (await world.entries())
      .map(({ entry }) => entry)
      .filter((entry): entry is LedgerEntryOf<'CreditsGranted'> => entry.type === 'CreditsGranted');
    expect(granted.map(({ data }) => [data.lot.id, data.lot.remaining])).toEqual([
      ['included-2026-09', fromCredits(50)],
      ['included-2026-10', fromCredits(50)],
      ['included-2026-11', fromCredits(40)],
    ]);
  });

  it('sells the packages of the list, at its price', async () => {
    const [smallest] = defaultPriceList().packages;
    const list = { ...DEARER, packages: [{ ...smallest!, priceCents: 12_50 }] };
    expect(await new CreditPackagesHandler(list).execute()).toEqual([
      { id: 'credits-100', name: '100 credits', credits: 100, price: 12.5, isFeatured: false },
    ]);
  });

  it('needs a new version: one that was used never means something else', async () => {
    const world = await BillingWorld.begin();
    await world.prices.recorded();
    const renamed = { ...DEARER, version: defaultPriceList().version };
    await expect(versionsOn(world.store, world.clock, renamed).recorded()).rejects.toThrow(
      /was used with other conditions: prices\.base was 1000000 and is 10000000; .*tiers\.free\.creditsPerMonth/,
    );
  });

  it('is recorded once, by however many processes, and again where the list before comes back', async () => {
    const world = await BillingWorld.begin();
    const started = (list: PriceList) => versionsOn(world.store, world.clock, list).recorded();
    await Promise.all([started(defaultPriceList()), started(defaultPriceList())]);
    await started(DEARER);
    await started(DEARER);
    await started(defaultPriceList());
    expect((await world.prices.all()).map(({ list }) => list.version)).toEqual([
      defaultPriceList().version,
      'v2',
      defaultPriceList().version,
    ]);
  });
});
