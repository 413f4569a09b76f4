import { RefusedError, deterministicId, noCredits } from '@assay/kernel';
import { specification } from '../../../../kernel/test/specification';
import { AT, ORGANIZATION, credits } from '../../../test/ledger';
import { type AutoTopup, autoTopup } from './auto-topup';
import { changeAutoTopup, refuseDistantThreshold } from './changing';
import { considerTopup, recordOutcome } from './deciding';
import type { LoweringEntry, TopupEvent } from './topup-events';

const topups = specification(autoTopup);
const settings = { triggerThreshold: credits(250), packageId: 'credits-100', maxPerMonth: 2 };
const offer = { id: 'credits-100', credits: credits(100), priceCents: 1_000 };
const changed = (more: object = {}): TopupEvent => ({
  type: 'AutoTopupChanged',
  data: { at: AT, organizationId: ORGANIZATION, by: 'key_1', enabled: true, ...settings, ...more },
});
const entry = (revision: number, before: number, after: number): LoweringEntry => ({
  stream: 'credits-org_1-2026-11',
  revision,
  before: credits(before),
  after: credits(after),
});
const topupId = (n: number) => deterministicId('top', `${ORGANIZATION}/${n}`);

const look =
  (balance: number, more: Partial<Parameters<typeof considerTopup>[0]> = {}) =>
  (state: AutoTopup) =>
    considerTopup({ at: AT, balance: credits(balance), offer, entry: null, ...more }, state);
const triggered = (n: number, balance: number, packages: number, more: object = {}): TopupEvent => ({
  type: 'TopupTriggered',
  data: {
    at: AT,
    balance: credits(balance),
    threshold: credits(250),
    entry: null,
    topupId: topupId(n),
    packageId: 'credits-100',
    packages,
    credits: credits(100 * packages),
    cents: 1_000 * packages,
    ...more,
  },
});
const credited = (n: number): TopupEvent => ({
  type: 'TopupCredited',
  data: { at: AT, topupId: topupId(n), balance: credits(300) },
});
const declined = (n: number, declines: number, retryAt: string | null, at = AT): TopupEvent => ({
  type: 'TopupDeclined',
  data: { at, topupId: topupId(n), reason: 'card_declined', declines, retryAt },
});
const heldBack = (code: string, balance: number, reason: string, more: object = {}): TopupEvent =>
  ({
    type: 'TopupHeldBack',
    data: { at: AT, balance: credits(balance), threshold: credits(250), entry: null, code, reason, ...more },
  }) as TopupEvent;
const CAP_REACHED = '2026-11 has had 2 of 2 top-ups; the next one may run at 2026-12-01T00:00:00.000Z';
const full = [changed(), triggered(1, 249, 1), credited(1), triggered(2, 249, 1), credited(2)];

describe('an automatic top-up', () => {
  it('runs when the balance is below the threshold, of as many packages as the gap takes', () => {
    topups
      .given([changed()])
      .when(look(249))
      .then([triggered(1, 249, 1)]);
    topups
      .given([changed()])
      .when(look(149))
      .then([triggered(1, 149, 2)]);
    topups
      .given([changed()])
      .when(look(150))
      .then([triggered(1, 150, 1)]);
    topups
      .given([changed()])
      .when(look(0))
      .then([triggered(1, 0, 3)]);
  });

  it('covers what was spent beyond nothing, too', () =>
    topups
      .given([changed()])
      .when(look(-60))
      .then([triggered(1, -60, 4)]));

  it('does not run where the balance reaches the threshold, where it is off, or was never set', () => {
    topups.given([changed()]).when(look(250)).then([]);
    topups
      .given([changed(), changed({ enabled: false })])
      .when(look(0))
      .then([]);
    topups.given([]).when(look(0)).then([]);
  });

  it('is the only one until its credits are there', () => {
    topups
      .given([changed(), triggered(1, 249, 1)])
      .when(look(10))
      .then([]);
    topups
      .given([changed(), triggered(1, 249, 1), credited(1)])
      .when(look(10))
      .then([triggered(2, 10, 3)]);
  });

  it('runs as often in a month as it may, and says once why it does not run again', () => {
    const crossing = entry(7, 260, 240);
    topups
      .given(full)
      .when(look(240, { entry: crossing }))
      .then([heldBack('month-cap', 240, CAP_REACHED, { entry: crossing })]);
    const told = [...full, heldBack('month-cap', 240, CAP_REACHED, { entry: crossing })];
    topups
      .given(told)
      .when(look(239, { entry: entry(8, 240, 239) }))
      .then([]);
    // A reactor that starts from the beginning reads the same entry again.
    topups
      .given(told)
      .when(look(239, { entry: crossing }))
      .then([]);
    const next = entry(12, 300, 200);
    topups
      .given(told)
      .when(look(200, { entry: next }))
      .then([heldBack('month-cap', 200, CAP_REACHED, { entry: next })]);
  });

  it('counts by months of UTC', () => {
    const at = '2026-12-01T00:00:00.000Z';
    topups
      .given(full)
      .when(look(249, { at }))
      .then([triggered(3, 249, 1, { at })]);
    topups
      .given(full)
      .when(look(249, { at: '2026-11-30T23:59:59.999Z' }))
      .then([heldBack('month-cap', 249, CAP_REACHED, { at: '2026-11-30T23:59:59.999Z' })]);
  });

  it('says that its package is no longer sold', () =>
    topups
      .given([changed()])
      .when(look(1, { offer: undefined }))
      .then([heldBack('package-gone', 1, 'the package credits-100 is no longer sold; choose another one')]));

  it('is tried again an hour and a day after a card was declined, and does not count where it was', () => {
    const second = '2026-11-05T11:00:00.000Z';
    const third = '2026-11-06T11:00:00.000Z';
    const decline = (at: string) => (state: AutoTopup) =>
      recordOutcome(
        { at, topupId: state.inFlight!.topupId, outcome: { status: 'declined', reason: 'card_declined' } },
        state,
      );
    const once = [changed(), triggered(1, 0, 3)];
    topups
      .given(once)
      .when(decline(AT))
      .then([declined(1, 1, second)]);
    const waiting = [...once, declined(1, 1, second)];
    expect(waiting.reduce(autoTopup.evolve, autoTopup.initial).retryAt).toBe(second);
    topups
      .given(waiting)
      .when(look(0, { at: '2026-11-05T10:59:59.999Z' }))
      .then([]);
    topups
      .given(waiting)
      .when(look(0, { at: second }))
      .then([triggered(2, 0, 3, { at: second })]);
    const twice = [...waiting, triggered(2, 0, 3, { at: second })];
    topups
      .given(twice)
      .when(decline(second))
      .then([declined(2, 2, third, second)]);
    const thrice = [...twice, declined(2, 2, third, second), triggered(3, 0, 3, { at: third })];
    const reason = '3 charges in a row were declined, the last one because of card_declined';
    const off: TopupEvent = { type: 'AutoTopupTurnedOff', data: { at: third, topupId: topupId(3), reason } };
    topups
      .given(thrice)
      .when(decline(third))
      .then([declined(3, 3, null, third), off]);
    const over = [...thrice, declined(3, 3, null, third), off];
    expect(over.reduce(autoTopup.evolve, autoTopup.initial).retryAt).toBeUndefined();
    topups
      .given(over)
      .when(look(0, { at: '2027-01-01T00:00:00.000Z' }))
      .then([]);
    topups
      .given([...over, changed({ at: third })])
      .when(look(0, { at: third }))
      .then([triggered(4, 0, 3, { at: third })]);
  });

  it('records once what it came to', () => {
    const credit = (state: AutoTopup) =>
      recordOutcome({ at: AT, topupId: topupId(1), outcome: { status: 'credited', balance: credits(300) } }, state);
    topups
      .given([changed(), triggered(1, 249, 1)])
      .when(credit)
      .then([credited(1)]);
    topups
      .given([changed(), triggered(1, 249, 1), credited(1)])
      .when(credit)
      .then([]);
    topups.given(full).when(credit).then([]);
  });
});

describe('the settings of automatic top-ups', () => {
  const change =
    (enabled: boolean, given: object = {}) =>
    (state: AutoTopup) =>
      changeAutoTopup({ at: AT, organizationId: ORGANIZATION, by: 'key_1', enabled, settings: given }, state);

  it('are recorded when they change', () => {
    topups.given([]).when(change(true, settings)).then([changed()]);
    topups.given([changed()]).when(change(true, settings)).then([]);
    topups
      .given([changed()])
      .when(change(true, { ...settings, maxPerMonth: 3 }))
      .then([changed({ maxPerMonth: 3 })]);
  });

  it('stay when they are turned off', () => {
    topups
      .given([changed()])
      .when(change(false))
      .then([changed({ enabled: false })]);
    topups.given([]).when(change(false)).then([]);
  });

  it('are recorded anew where a declined charge waits, which ends the wait', () => {
    const waiting = [changed(), triggered(1, 0, 3), declined(1, 1, '2026-11-05T11:00:00.000Z')];
    topups.given(waiting).when(change(true, settings)).then([changed()]);
    topups
      .given([...waiting, changed()])
      .when(look(0))
      .then([triggered(2, 0, 3)]);
  });

  it('take no threshold that is worth more than a hundred packages', () => {
    expect(() => refuseDistantThreshold(credits(10_000), offer)).not.toThrow();
    expect(() => refuseDistantThreshold(credits('10000.000001'), offer)).toThrow(RefusedError);
    expect(() => refuseDistantThreshold(noCredits, offer)).not.toThrow();
  });
});
