import { organizationStream } from '@assay/identity';
import { RefusedError, refused } from '@assay/kernel';
import { BillingWorld } from '../test/billing-world';
import { ORGANIZATION, credits, subject } from '../test/ledger';
import { ChargeSession } from './commands/charge-session/charge-session';
import { SettleCharge } from './commands/settle-charge/settle-charge';
import { verify } from './domain/entry-chain';
import { ledgerStream } from './domain/events';
import { addUpgrades } from './reactors/add-upgrades.reactor';

const organizationId = ORGANIZATION;
const charge = (sessionId: string) =>
  new ChargeSession({
    organizationId,
    ...subject(sessionId),
    tools: [{ id: 'secrets', billing: 'security' }],
    aiFeatures: [],
  });
const refund = (sessionId: string) =>
  new SettleCharge({
    organizationId,
    sessionId,
    linesScanned: 0,
    issuesByCategory: {},
    refunds: [{ tool: 'secrets', reason: 'failed' }],
  });
/** Records the change of tier by its event; no credits are added yet. */
const upgrade = (world: BillingWorld, tier: 'pro', at: string) => {
  const { tiers } = world.prices.current;
  const [includedBefore, included] = [tiers.free.creditsPerMonth, tiers[tier].creditsPerMonth];
  const data = { organizationId, tier, at, upgrade: { from: 'free', includedBefore, included } };
  return world.store.append(organizationStream(organizationId), [{ type: 'OrganizationTierChanged', data }]);
};
const types = async (world: BillingWorld, period: string) =>
  (await world.history.period(organizationId, period)).map(({ entry }) => entry.type);

describe("an organization's credit account", () => {
  it('opens with its first command, on the tier it has', async () => {
    const world = await BillingWorld.begin({ tier: 'starter' });
    expect(await world.execute(charge('ses_1'))).toMatchObject({
      newBalance: credits(498),
      account: { charged: credits(2), refunded: 0 },
    });
    expect(await types(world, '2026-11')).toEqual(['PeriodOpened', 'CreditsGranted', 'CreditsCharged']);
  });

  it('does not open for an organization that does not exist', async () => {
    const world = await BillingWorld.begin();
    await expect(world.accounts.post('org_nobody', () => [])).rejects.toThrow(RefusedError);
  });

  it('closes the books of a month with the first command of the next, and rolls unused credits over', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2026-12-01T00:00:00.000Z');
    expect(await world.execute(charge('ses_2'))).toMatchObject({ newBalance: credits(48 + 50 - 2) });
    expect(await types(world, '2026-11')).toEqual(['PeriodOpened', 'CreditsGranted', 'CreditsCharged', 'PeriodClosed']);
    expect(await types(world, '2026-12')).toEqual([
      'PeriodOpened',
      'CreditsGranted',
      'ChargesCarried',
      'CreditsCharged',
    ]);
  });

  it('refunds in December what was charged in November', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2026-12-01T00:00:00.000Z');
    expect(await world.execute(refund('ses_1'))).toMatchObject({
      newBalance: credits(48 + 50 + 1),
      charged: credits(2),
      refunded: credits(1),
      toolsRefunded: ['secrets'],
    });
    world.moveTo('2027-01-15T00:00:00.000Z');
    // November's 49 have rolled over once and lapse; December's 50 roll over; January's 50 come.
    expect(await world.execute(refund('ses_1'))).toMatchObject({ newBalance: credits(100) });
  });

  it('answers a settlement that is repeated months later as the first time, in any process', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    const { charged, refunded, toolsRefunded } = await world.execute(refund('ses_1'));
    for (const at of ['2026-12-10', '2027-01-10', '2027-02-10']) {
      world.moveTo(`${at}T00:00:00.000Z`);
      world.restart();
      await world.time.accept();
      expect(await world.execute(refund('ses_1'))).toMatchObject({ charged, refunded, toolsRefunded });
    }
    expect({ charged, refunded }).toEqual({ charged: credits(2), refunded: credits(1) });
    expect(await world.execute(refund('ses_unknown'))).toMatchObject({ charged: 0, refunded: 0, toolsRefunded: [] });
  });

  it('opens the months of an absence in their turn, so that their credits roll over like any others', async () => {
    const active = await BillingWorld.begin();
    const absent = await BillingWorld.begin();
    for (const at of ['2026-11-20', '2026-12-20', '2027-01-20']) {
      active.moveTo(`${at}T00:00:00.000Z`);
      await active.time.confirmed();
      if (!at.startsWith('2027')) await active.execute(charge(`ses_${at}`));
      absent.moveTo(`${at}T00:00:00.000Z`);
      await absent.time.confirmed();
    }
    // In both cases December's credits roll over: the active one spent what had rolled over from November.
    expect(await active.execute(charge('ses_1'))).toMatchObject({ newBalance: credits(50 + 50 - 2) });
    expect(await absent.execute(charge('ses_1'))).toMatchObject({ newBalance: credits(50 + 50 - 2) });
    expect(new Set(absent.store.log.map(({ stream }) => stream))).toEqual(
      new Set([
        organizationStream(organizationId),
        'ledger-time',
        'price-lists',
        ...['2026-11', '2026-12', '2027-01'].map((period) => ledgerStream(organizationId, period)),
      ]),
    );
  });

  it('gives a month that is over what the tier of that month included', async () => {
    const world = await BillingWorld.begin();
    world.moveTo('2027-01-09T00:00:00.000Z');
    await world.time.accept();
    await world.store.append(organizationStream(organizationId), [
      {
        type: 'OrganizationTierChanged',
        data: { organizationId, tier: 'business', at: '2027-01-05T00:00:00.000Z' },
      },
    ]);
    expect(await world.execute(charge('ses_1'))).toMatchObject({ newBalance: credits(50 + 10_000 - 2) });
  });

  it('adds to a month that is opened late what upgrades in it brought', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2026-12-17T00:00:00.000Z');
    await upgrade(world, 'pro', '2026-12-02T00:00:00.000Z');
    // 50 of November, 50 and 30/31 of 1,950 more in December.
    expect((await world.standing()).remaining).toBe(credits('1985.096774'));
    expect(await world.execute(charge('ses_2'))).toMatchObject({ newBalance: credits('1983.096774') });
  });

  it('adds before a month ends what nobody has added yet, and lets it roll over', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    await upgrade(world, 'pro', '2026-11-21T00:00:00.000Z');
    world.moveTo('2026-12-05T00:00:00.000Z');
    expect((await world.standing()).remaining).toBe(credits(48 + 650 + 2_000));
    expect(await world.execute(charge('ses_2'))).toMatchObject({ newBalance: credits(48 + 650 + 2_000 - 2) });
    expect((await types(world, '2026-11')).slice(-2)).toEqual(['CreditsGranted', 'PeriodClosed']);
    expect(verify(await world.entries()).broken).toBeUndefined();
    world.moveTo('2027-01-05T00:00:00.000Z');
    expect(await world.execute(charge('ses_3'))).toMatchObject({ newBalance: credits(4_000 - 2) });
  });

  it('adds what an upgrade brings once, in whichever process and however often', async () => {
    const world = await BillingWorld.begin();
    await upgrade(world, 'pro', '2026-11-21T00:00:00.000Z');
    const reactor = addUpgrades(world.accounts);
    const changed = world.store.log.find(({ type }) => type === 'OrganizationTierChanged')!;
    await reactor.react(changed as Parameters<typeof reactor.react>[0]);
    const processes = [world.anotherProcess(), world.anotherProcess(), world.anotherProcess()];
    await Promise.all(processes.map((accounts) => accounts.addUpgrades(organizationId)));
    expect(await world.accounts.balance(organizationId)).toBe(credits(700));
  });

  it('closes no month under a clock that is years ahead, and goes on when the clock is right again', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    const before = world.store.log.length;
    world.moveTo('2031-05-05T00:00:00.000Z');
    await expect(world.execute(charge('ses_2'))).rejects.toMatchObject({
      refusal: { code: 'CLOCK_AHEAD', details: { newestRecorded: '2026-11-05T10:00:00.000Z' } },
    });
    expect(world.store.log.length).toBe(before);
    world.moveTo('2026-12-05T00:00:00.000Z');
    expect(await world.execute(charge('ses_2'))).toMatchObject({ newBalance: credits(48 + 50 - 2) });
  });

  it.each(['lost-before-writing', 'lost-after-writing'] as const)(
    'opens the next month also when the process died between the two (%s)',
    async (fault) => {
      const world = await BillingWorld.begin();
      await world.execute(charge('ses_1'));
      world.moveTo('2026-12-01T00:00:00.000Z');
      world.store.faults.push(undefined, undefined, fault);
      await expect(world.execute(charge('ses_2'))).rejects.toThrow('the line was cut');
      world.restart();
      world.moveTo('2027-01-01T00:00:00.000Z');
      expect(await world.execute(charge('ses_2'))).toMatchObject({ newBalance: credits(50 + 50 - 2) });
      expect(verify(await world.entries()).broken).toBeUndefined();
      expect(await types(world, '2026-12')).toEqual([
        'PeriodOpened',
        'CreditsGranted',
        'ChargesCarried',
        'CreditsLapsed',
        'PeriodClosed',
      ]);
    },
  );

  it('stays in its month when the clock is set back', async () => {
    const world = await BillingWorld.begin();
    world.moveTo('2026-12-01T00:00:00.000Z');
    expect(await world.execute(charge('ses_1'))).toMatchObject({ newBalance: credits(50 + 50 - 2) });
    for (const at of ['2026-11-30T23:59:00.000Z', '2025-01-01T00:00:00.000Z']) {
      world.moveTo(at);
      world.restart();
      await world.execute(charge(`ses_${at}`));
    }
    expect(await types(world, '2026-12')).toEqual([
      'PeriodOpened',
      'CreditsGranted',
      'CreditsCharged',
      'CreditsCharged',
      'CreditsCharged',
    ]);
    expect((await world.history.period(organizationId, '2026-12')).map(({ entry }) => entry.data.at)).toEqual(
      Array(5).fill('2026-12-01T00:00:00.000Z'),
    );
  });

  it('follows the books that were closed ahead of a clock that was set back', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2026-12-01T00:00:00.000Z');
    await world.execute(charge('ses_2'));
    world.moveTo('2026-11-30T00:00:00.000Z');
    world.restart();
    expect(await world.execute(charge('ses_3'))).toMatchObject({ newBalance: credits(48 + 50 - 4) });
  });

  it('serves racers one after the other, and no one twice', async () => {
    const world = await BillingWorld.begin();
    world.moveTo('2026-12-01T00:00:00.000Z');
    const processes = Array.from({ length: 4 }, () => world.anotherProcess());
    const answers = processes.flatMap((accounts) =>
      ['ses_1', 'ses_2', 'ses_3'].map((sessionId) => {
        const racer = Object.assign(Object.create(world) as BillingWorld, { accounts });
        return racer.execute(charge(sessionId));
      }),
    );
    await Promise.all(answers);
    expect(await world.accounts.balance(organizationId)).toBe(credits(50 + 50 - 3 * 2));
    expect(verify(await world.entries())).toMatchObject({ broken: undefined, entries: { length: 8 } });
  });

  it('takes turns within a process: a refusal or a cut line does not hold up the next one', async () => {
    const world = await BillingWorld.begin();
    await world.accounts.balance(organizationId);
    world.store.faults.push('lost-before-writing');
    const refusing = world.accounts.post(organizationId, () => refused('CONFLICT', 'no'));
    const charging = world.execute(charge('ses_1'));
    await expect(refusing).rejects.toThrow('the line was cut');
    expect(await charging).toMatchObject({ newBalance: credits(48) });
    await expect(world.accounts.post(organizationId, () => refused('CONFLICT', 'no'))).rejects.toThrow('no');
  });

  it('spends the last credits once, however many ask for them at the same time', async () => {
    const world = await BillingWorld.begin();
    const asked = Array.from({ length: 120 }, (_, index) => world.untilAnswered(charge(`ses_${index}`)));
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(25);
    expect(answers.filter((answer) => answer === 'INSUFFICIENT_CREDITS')).toHaveLength(95);
    expect(await world.accounts.balance(organizationId)).toBe(0);
  });
});
