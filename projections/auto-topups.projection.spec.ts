import type { TopupEvent } from '@assay/billing';
import { microcredits } from '@assay/kernel';
import { projected } from '../libs/read-models/test/projected';
import { autoTopups } from './auto-topups.projection';

const stream = 'topup-org_1';
const at = '2026-11-05T10:00:00.000Z';
const retryAt = '2026-11-05T11:00:00.000Z';
type Change = Exclude<TopupEvent, { type: 'TopupHeldBack' }>;

const switched = (enabled: boolean): Change => ({
  type: 'AutoTopupChanged',
  data: { at, organizationId: 'org_1', by: 'key_1', enabled },
});
const triggered: Change = {
  type: 'TopupTriggered',
  data: {
    at,
    balance: microcredits(0),
    threshold: microcredits(1),
    entry: null,
    topupId: 'top_1',
    packageId: 'pack',
    packages: 1,
    credits: microcredits(1),
    cents: 100,
  },
};
const declined = (next: string | null): Change => ({
  type: 'TopupDeclined',
  data: { at, topupId: 'top_1', reason: 'card_declined', declines: 1, retryAt: next },
});
const credited: Change = { type: 'TopupCredited', data: { at, topupId: 'top_1', balance: microcredits(1) } };

describe('the read model of automatic top-ups', () => {
  it.each<[string, Change[], string | null]>([
    ['nothing after settings', [switched(true)], null],
    ['a charge in flight', [switched(true), triggered], at],
    ['a charge in flight after it was turned off, too', [switched(true), triggered, switched(false)], at],
    ['nothing after the credits came', [switched(true), triggered, credited], null],
    ['the next try after a declined charge', [switched(true), triggered, declined(retryAt)], retryAt],
    ['no next try after it was turned off', [switched(true), triggered, declined(retryAt), switched(false)], null],
    ['no next try after the last one', [switched(true), triggered, declined(null)], null],
  ])('says when somebody has to look: %s', (_, events, dueAt) =>
    expect(
      projected(
        autoTopups,
        events.map((event) => ({ ...event, stream })),
      )['org_1'],
    ).toMatchObject({
      organizationId: 'org_1',
      dueAt,
    }),
  );
});
