import { type FactTypes, plus } from '@assay/kernel';
import type { RecordedEvent } from '@assay/event-store';
import type { Reactor } from '@assay/read-models';
import { type LedgerEntryOf, ledgerOfStream } from '../domain/events';
import { type LoweringEntry, type TopupEvent } from '../domain/topup/topup-events';
import { type AutoTopups, TopupUnanswered } from '../topup/auto-topups';

type Lowering = LedgerEntryOf<'CreditsCharged' | 'CreditsLapsed'>;
/** A new month has room for top-ups again, a reversal takes credits back, new settings may want a top-up at once. */
type Renewing = LedgerEntryOf<'PeriodOpened' | 'PurchaseReversed'> | Extract<TopupEvent, { type: 'AutoTopupChanged' }>;

const HANDLED: FactTypes<Lowering | Renewing> = {
  CreditsCharged: true,
  CreditsLapsed: true,
  PeriodOpened: true,
  PurchaseReversed: true,
  AutoTopupChanged: true,
};

/** Looks whether a balance that was lowered is to be topped up. */
export const topUpBalances = (topups: Pick<AutoTopups, 'consider'>): Reactor<Lowering | Renewing> => ({
  name: 'top-up-balances',
  handles: HANDLED,
  async react(event) {
    try {
      if (event.type === 'AutoTopupChanged') await topups.consider(event.data.organizationId, null);
      else await topups.consider(ledgerOfStream(event.stream).organizationId, lowering(event));
    } catch (error) {
      // A top-up that waits for charges in flight asks again each minute, and says so in the log. Others need not wait.
      if (!(error instanceof TopupUnanswered)) throw error;
    }
  },
});

function lowering(
  event: RecordedEvent<Lowering | LedgerEntryOf<'PeriodOpened' | 'PurchaseReversed'>>,
): LoweringEntry | null {
  if (event.type === 'PeriodOpened' || event.type === 'PurchaseReversed') return null;
  const { stream, revision } = event;
  const { balance: after, amount } = event.data;
  return { stream, revision, before: plus(after, amount), after };
}
