import { formatCredits } from '@assay/kernel';
import type { TopupEvent } from './topup-events';

/** An event of automatic top-ups as a sentence. */
export function topupWords({ type, data }: TopupEvent): string {
  switch (type) {
    case 'AutoTopupChanged': {
      const { enabled, triggerThreshold, packageId, maxPerMonth, by } = data;
      if (!enabled || triggerThreshold === undefined) return `Automatic top-ups were turned off with the key ${by}.`;
      return (
        `Automatic top-ups were set with the key ${by}: below ${formatCredits(triggerThreshold)} credits, packages ` +
        `${packageId} are bought, at most ${maxPerMonth} times a month.`
      );
    }
    case 'TopupTriggered': {
      const { balance, owed, threshold, packages, packageId, credits, cents, topupId } = data;
      const debt = owed === undefined ? '' : `, and ${formatCredits(owed)} were owed`;
      return (
        `The balance was ${formatCredits(balance)}, below ${formatCredits(threshold)}${debt}: top-up ${topupId} of ` +
        `${formatCredits(credits)} credits (${packages} × ${packageId}) for $${(cents / 100).toFixed(2)} was begun.`
      );
    }
    case 'TopupHeldBack':
      return (
        `The balance was ${formatCredits(data.balance)}, below ${formatCredits(data.threshold)}; no top-up runs now, ` +
        `because ${data.reason}.`
      );
    case 'TopupCredited':
      return `Top-up ${data.topupId} was paid and credited: the balance was ${formatCredits(data.balance)} then.`;
    case 'TopupDeclined':
      return (
        `The charge for top-up ${data.topupId} was declined (${data.reason}), ${ordinal(data.declines)} in a row; ` +
        `${data.retryAt === null ? 'no other one is tried' : `the next one is tried at ${data.retryAt}`}.`
      );
    case 'AutoTopupTurnedOff':
      return `Automatic top-ups were turned off, because ${data.reason}. Choose another card and turn them on again.`;
    default:
      return 'Something was recorded that a newer release of Assay knows.';
  }
}

const ordinal = (count: number): string => ['the first', 'the second', 'the third'][count - 1] ?? `number ${count}`;
