import type { Microcredits } from '@assay/kernel';
import { balanceOf } from '../src/domain/credit-ledger';
import { verify } from '../src/domain/entry-chain';
import type { RecordedEvent } from '@assay/event-store';
import { OPEN_CHARGES } from '../../../test/support/ledger-sizes';
import { BillingWorld } from './billing-world';
import type { AppendFault } from './failing-appends';
import { ORGANIZATION as organizationId, credits } from './ledger';
import { charge, november, settle } from './november';
import recorded from './recorded/ledger.json';

const current = async (world: BillingWorld) => (await world.accounts.post(organizationId, () => [])).ledger;

/** Dies at the given append of the opening, and what comes after it is a new process. */
async function openedAfterCrash(world: BillingWorld, append: number, fault: AppendFault): Promise<BillingWorld> {
  const crashing = world.copy();
  crashing.store.faults.push(...Array<undefined>(append).fill(undefined), fault);
  await expect(current(crashing)).rejects.toThrow('the line was cut');
  crashing.restart();
  await current(crashing);
  return crashing;
}

describe('a month with 300 open charges, on a store that takes 1 MB an append', () => {
  let world: BillingWorld;
  let undisturbed: BillingWorld;
  beforeAll(async () => {
    world = await november(300);
    undisturbed = world.copy();
    await current(undisturbed);
  });

  it('opens in several appends, with each open charge and each settled one of the last day', async () => {
    expect(undisturbed.store.written.length).toBeGreaterThan(3);
    const before = (await world.history.period(organizationId, '2026-11')).length;
    const ledger = await current(undisturbed);
    expect(ledger.status).toBe('open');
    expect(ledger.openCharges.size).toBe(300);
    expect(await undisturbed.execute(charge('ses_305'))).toMatchObject({ position: expect.any(Number) });
    const { broken, entries } = verify(await undisturbed.entries());
    expect(broken).toBeUndefined();
    expect(entries.length).toBeGreaterThan(before + 3);
  });

  it.each(['lost-before-writing', 'lost-after-writing'] as const)(
    'is the same to the last hash when a process died at any of its appends (%s)',
    async (fault) => {
      const expected = (await undisturbed.entries()).map(({ eventId }) => eventId);
      for (let append = 0; append < undisturbed.store.written.length; append += 1) {
        const crashed = await openedAfterCrash(world, append, fault);
        expect((await crashed.entries()).map(({ eventId }) => eventId)).toEqual(expected);
      }
    },
  );

  it.each([
    ['a charge', charge('ses_new'), ['CreditsCharged']],
    ['a settlement', settle('ses_7'), ['ChargeSettled']],
    ['a charge that was made in November', charge('ses_7'), []],
  ])('takes %s only once it is open', async (_, command, decided) => {
    const half = world.copy();
    half.store.faults.push(undefined, undefined, 'lost-before-writing');
    await expect(half.untilAnswered(command)).resolves.toBe('accepted');
    const carried = half.store.log.slice(world.store.log.length).map(({ type }) => type);
    expect(carried.filter((type) => type !== 'ChargesCarried')).toEqual([
      'PeriodClosed',
      'PeriodOpened',
      'CreditsGranted',
      ...decided,
    ]);
    expect(carried.lastIndexOf('ChargesCarried')).toBe(carried.length - 1 - decided.length);
  });

  it('knows each charge as open while it is being opened', async () => {
    const half = world.copy();
    half.store.faults.push(undefined, undefined, 'lost-before-writing');
    await expect(current(half)).rejects.toThrow('the line was cut');
    half.restart();
    for (const sessionId of ['ses_0', 'ses_299'])
      expect(await half.accounts.hasOpenCharge(organizationId, sessionId)).toBe(true);
    expect(await half.accounts.hasOpenCharge(organizationId, 'ses_305')).toBe(false);
    expect(await half.accounts.balance(organizationId)).toBe(balanceOf(await current(undisturbed)));
  });

  it('is opened once by processes that race', async () => {
    const racing = world.copy();
    const processes = Array.from({ length: 3 }, () => racing.anotherProcess());
    const opened = await Promise.all(processes.map((accounts) => accounts.post(organizationId, () => [])));
    expect(opened.map(({ ledger }) => ledger.openCharges.size)).toEqual([300, 300, 300]);
    expect(verify(await racing.entries())).toMatchObject({ broken: undefined });
    expect((await racing.entries()).length).toBe((await undisturbed.entries()).length);
  });
});

describe(`a month with ${OPEN_CHARGES} open charges`, () => {
  it('opens although a process dies at each append', async () => {
    const world = await november(OPEN_CHARGES, 10);
    const appends = world.store.written.length;
    let crashes = -1;
    for (let died = true; died; crashes += 1) {
      world.restart();
      world.store.faults.splice(0, Infinity, 'lost-after-writing');
      died = await current(world).then(
        () => false,
        () => true,
      );
    }
    world.store.faults.length = 0;
    const ledger = await current(world);
    expect([ledger.status, ledger.openCharges.size]).toEqual(['open', OPEN_CHARGES]);
    expect(crashes).toBe(world.store.written.length - appends);
    expect(crashes).toBeGreaterThan(OPEN_CHARGES / 250);
    expect(Math.max(...world.store.written.slice(appends))).toBeLessThan(400_000);
    expect(verify(await world.entries()).broken).toBeUndefined();
  }, 240_000);
});

describe('a ledger that an earlier release recorded, each month opened in one append', () => {
  const events = recorded as unknown as RecordedEvent[];
  const restored = async (): Promise<BillingWorld> => {
    const world = await BillingWorld.begin();
    const revisionOf = (index: number) =>
      events.slice(0, index).filter(({ stream }) => stream === events[index]!.stream).length;
    world.store.restore(
      events.map((event, index) => ({
        ...event,
        revision: revisionOf(index),
        position: index + 1,
        metadata: {},
        recordedAt: '',
      })),
    );
    world.moveTo('2027-02-20T00:00:00.000Z');
    return world;
  };

  it('is verified to its last hash', async () => {
    const { broken, entries } = verify(await (await restored()).entries());
    expect(broken).toBeUndefined();
    expect(entries).toHaveLength(events.length - 1);
  });

  it('goes on where it was', async () => {
    const world = await restored();
    const last = events.at(-1)!.data as { balance: Microcredits };
    expect(await world.accounts.balance(organizationId)).toBe(last.balance);
    expect(await world.execute(charge('ses_5'))).toMatchObject({ newBalance: last.balance - credits(2) });
    world.moveTo('2027-03-01T00:00:00.000Z');
    expect((await current(world)).openCharges.size).toBe(2);
    expect(verify(await world.entries()).broken).toBeUndefined();
  });
});
