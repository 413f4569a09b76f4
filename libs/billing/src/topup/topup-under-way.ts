import { type EventStore, load } from '@assay/event-store';
import { RefusedError, formatCredits, toCredits } from '@assay/kernel';
import { autoTopup } from '../domain/topup/auto-topup';
import { topupStream } from '../domain/topup/topup-events';

/**
 * A refusal for lack of credits, with the top-up that is under way: the client may come again when it is over.
 * `details.topup` has its id, its credits and since when (ISO 8601). Any other error as it is.
 */
export async function namingTopup(events: EventStore, organizationId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof RefusedError) || error.refusal.code !== 'INSUFFICIENT_CREDITS') return error;
  const { inFlight } = (await load(events, topupStream(organizationId), autoTopup)).state;
  if (inFlight === undefined) return error;
  const { refusal } = error;
  const { topupId, credits, triggeredAt } = inFlight;
  return new RefusedError({
    ...refusal,
    message: `${refusal.message} An automatic top-up of ${formatCredits(credits)} credits is under way.`,
    details: { ...(refusal.details as object), topup: { topupId, credits: toCredits(credits), since: triggeredAt } },
  });
}
