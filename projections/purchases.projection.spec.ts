import type { PurchaseDocument, PurchaseEvent } from '@assay/billing';
import { projected } from '../libs/read-models/test/projected';
import { purchases } from './purchases.projection';

type Progress = Parameters<typeof purchases.apply>[1];

const at = '2026-11-23T10:00:00.000Z';
const stream = 'purchase-pur_1';
const started = { stream, type: 'PurchaseStarted', data: { at, organizationId: 'org_1' } };
const happened = (type: string) => ({ stream, type, data: { at } });

describe('the purchases that the provider is asked about', () => {
  it.each([
    ['one that was begun', [], true],
    ['one whose page is open', ['CheckoutOpened'], true],
    ['one that was paid', ['PurchasePaid'], false],
    ['one that was declined', ['PurchaseDeclined'], false],
    ['one that has expired', ['PurchaseExpired'], false],
    ['one that was paid after all', ['PurchaseExpired', 'PurchasePaid'], false],
  ])('%s', (_, types, isUnfinished) => {
    const facts = [started, ...types.map(happened)] as unknown as (PurchaseEvent & { stream: string })[];
    expect(projected<PurchaseDocument, Progress, PurchaseEvent>(purchases, facts)).toEqual({
      pur_1: { organizationId: 'org_1', startedAt: at, isUnfinished },
    });
  });
});
