import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoundLedger } from './accounts';
import { clientOf } from './client';
import { type End, runUntilKilled, untilOver } from './killed-run';
import { Market, ORGANIZATIONS, monthOf } from './market';
import { MoneyLog } from './money-log';
import { type Kind, type Moment, momentOf } from './money-moments';
import { faultSeed, random } from './random';
import { followLog } from './recorded-events';
import { sandboxShopper } from './sandbox-shopper';
import { endLeftovers, runCommand, startProcess } from './service-under-test';

/** The number of kills of each kind. A release is tested with ASSAY_FAULT_PAYMENTS=100. */
const KILLS = Number(process.env['ASSAY_FAULT_PAYMENTS'] ?? 4);
const SEED = faultSeed();
/** After so many kills a service lives until all work is done: unfinished work would otherwise grow with every kill. */
const BREATH = 20;
/** Milliseconds until all is done: purchases without news are looked up after a minute, every half minute. */
const PATIENCE = 300_000;
const TIMEOUT = 240_000 + KILLS * 180_000;
/** The number of organizations that the command audits, too, with one process each. */
const AUDITED = KILLS > 10 ? ORGANIZATIONS : 2;

const chance = random(SEED);
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-money-kills-'));
});
afterAll(async () => {
  await endLeftovers();
  await rm(root, { recursive: true, force: true });
});

/** The kills of one kind, repeated until so many interrupted the work. */
interface Killed {
  readonly kind: Kind;
  readonly ends: Record<End, number>;
}
const counted = (kind: Kind): Killed => ({
  kind,
  ends: { 'died starting': 0, 'died running': 0, 'killed after its work': 0, 'killed after all was done': 0 },
});
const inTheMidst = ({ ends }: Killed): number => ends['died starting'] + ends['died running'];

function tell(killed: readonly Killed[], { credited, triggered, reversed, closed }: MoneyLog): void {
  const kills = killed.map((each) => `${inTheMidst(each)} in the midst of a ${each.kind} ${JSON.stringify(each.ends)}`);
  process.stdout.write(
    `kills: ${kills.join('; ')}; ${credited.size} purchases credited, ${triggered.size} top-ups begun, ` +
      `${reversed.size} reversed, ${[...closed.values()].flat().length} months closed\n`,
  );
}

const audit = async (environment: Readonly<Record<string, string>>, organizationId: string) => {
  const { code, output, errorOutput } = await runCommand(['audit', 'credits', '--org', organizationId], environment);
  expect({ code, said: code === 0 ? '' : output + errorOutput }).toEqual({ code: 0, said: '' });
};

test(
  `after ${KILLS} kills -9 in the midst of purchases, what was paid is credited, once (seed ${SEED})`,
  async () => {
    const dataDir = join(root, 'sandbox');
    const options = { dataDir, roots: root };
    const first = await startProcess(options);
    const key = first.key!;
    await first.kill();
    const log = new MoneyLog();
    const follower = await followLog(dataDir, log.take);
    const shopper = sandboxShopper(key, chance);
    const isDone = async () => {
      await follower.follow();
      return shopper.paid().every((purchaseId) => log.credited.has(purchaseId)) && log.isDone(monthOf(Date.now()));
    };
    const run = (moment: Moment | undefined) =>
      runUntilKilled(options, moment, async (service) => {
        await shopper.shop(service);
        return untilOver(service, moment, { isDone, patience: PATIENCE });
      });

    const killed = counted('purchase');
    for (let kill = 0; inTheMidst(killed) < KILLS; kill += 1) {
      killed.ends[await run(momentOf('purchase', chance))] += 1;
      if (kill % BREATH === BREATH - 1) await run(undefined);
    }
    expect(await run(undefined)).toBe('killed after all was done');
    await follower.follow();

    expect(shopper.paid().filter((purchaseId) => !log.paidAtSandbox.has(purchaseId))).toEqual([]);
    expect(log.credited).toEqual(new Map([...log.paidAtSandbox].map((purchaseId) => [purchaseId, 1])));
    expect(log.paidAtSandbox.size).toBeGreaterThan(KILLS / 2);
    const last = await startProcess(options);
    await expectSoundLedger(clientOf({ url: last.url, key }));
    await last.stop();
    await audit({ ASSAY_DATA_DIR: dataDir }, [...log.opened.keys()][0]!);
    await follower.close();
    tell([killed], log);
  },
  TIMEOUT,
);

test(
  `after ${KILLS} kills -9 each in the midst of a provider's event, a top-up and the close of a month, nothing is ` +
    `lost and nothing happened twice (seed ${SEED})`,
  async () => {
    const dataDir = join(root, 'market');
    const market = new Market({ dataDir, roots: root, patience: PATIENCE }, chance);
    await market.open();
    const kinds = (['provider event', 'top-up', 'period close'] as const).map(counted);
    for (let round = 0; kinds.some((each) => inTheMidst(each) < KILLS); round += 1) {
      const killed = kinds[round % kinds.length]!;
      if (killed.kind === 'period close') await market.passMonth();
      killed.ends[await market.run(momentOf(killed.kind, chance))] += 1;
      if (round % BREATH === BREATH - 1) await market.run(undefined);
    }
    expect(await market.run(undefined)).toBe('killed after all was done');

    const last = await market.startAgain();
    for (const key of market.keys) await expectSoundLedger(clientOf({ url: last.url, key }));
    await last.stop();
    await market.follow();
    expectPaymentsBookedOnce(market);
    expectTopupsChargedOnce(market);
    expectMonthsTurnedOnce(market.log);
    for (const organizationId of [...market.log.opened.keys()].slice(0, AUDITED))
      await audit({ ...market.environment(), ASSAY_DATA_DIR: dataDir }, organizationId);
    await market.close();
    tell(kinds, market.log);
  },
  TIMEOUT,
);

/** Expects each payment to be credited once, and each refund to be reversed once. */
function expectPaymentsBookedOnce({ provider, log }: Market): void {
  const payments = provider.payments();
  const ids = payments.map(({ purchaseId }) => purchaseId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(log.credited).toEqual(new Map(ids.map((purchaseId) => [purchaseId, 1])));
  const back = payments.filter(({ refunded }) => refunded > 0);
  expect(log.reversed).toEqual(new Map(back.map(({ purchaseId }) => [purchaseId, log.started.get(purchaseId)!])));
  expect(back.length).toBeGreaterThan(KILLS / 2);
}

/** Expects each top-up to end once: credited if the provider took money for it, and declined otherwise. */
function expectTopupsChargedOnce({ provider, log }: Market): void {
  const charged = new Set(provider.payments().map(({ purchaseId }) => purchaseId));
  expect(log.ended).toEqual(
    new Map([...log.triggered].map((topupId) => [topupId, [charged.has(topupId) ? 'credited' : 'declined']])),
  );
  expect([...log.ended.values()].flat().filter((end) => end === 'credited').length).toBeGreaterThan(KILLS / 2);
}

/**
 * Expects each month of each organization to be opened once, after the one before was closed, with its included
 * credits.
 */
function expectMonthsTurnedOnce({ opened, closed, included }: MoneyLog): void {
  expect(opened.size).toBe(ORGANIZATIONS);
  for (const [organizationId, months] of opened) {
    const first = Date.parse(`${months[0]!}-01`);
    expect(months).toEqual(months.map((_, n) => monthOf(addedMonths(first, n))));
    expect(closed.get(organizationId)).toEqual(months.slice(0, -1));
    const granted = months.map((month) => included.get(`${organizationId} included-${month}`));
    expect(granted).toEqual(months.map(() => 1));
  }
}

function addedMonths(at: number, months: number): number {
  const from = new Date(at);
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
}
