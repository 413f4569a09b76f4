import { Purchases, purchaseDocuments } from '@assay/billing';
import { systemClock } from '@assay/kernel';
import { type ReadModels, pagesOf } from '@assay/read-models';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ClosingSteps } from './close-in-order';
import { runRepeatedly } from './run-repeatedly';

/** Milliseconds. */
const LOOK_EVERY = 30_000;
const PAGE = 200;
const FIRST_ASKED_AFTER = 60_000;
const ASKED_AT_LEAST_EVERY = 3_600_000;

/**
 * Asks the payment provider about purchases whose message did not come: first after a minute, then at intervals that
 * grow with their age, to an hour.
 */
export function askAboutPurchases({
  app,
  readModels,
  log,
  closing,
}: {
  readonly app: INestApplicationContext;
  readonly readModels: ReadModels;
  readonly log: Logger;
  readonly closing: ClosingSteps;
}): void {
  const purchases = app.get(Purchases);
  const due = new Map<string, number>();
  const stopping = new AbortController();
  const end = runRepeatedly(
    { what: 'asking the payment provider', every: LOOK_EVERY, afterFailure: LOOK_EVERY, log },
    async () => {
      const unfinished = new Set<string>();
      const documents = readModels.collection(purchaseDocuments);
      for await (const page of pagesOf(documents, { where: { isUnfinished: true }, by: 'startedAt', size: PAGE }))
        for (const { id, document } of page) {
          if (stopping.signal.aborted) return;
          unfinished.add(id);
          const now = systemClock.now().getTime();
          const age = now - Date.parse(document.startedAt);
          if (now < (due.get(id) ?? now + FIRST_ASKED_AFTER - age)) continue;
          due.set(id, now + Math.min(ASKED_AT_LEAST_EVERY, Math.max(FIRST_ASKED_AFTER, age / 2)));
          await purchases.ask(id).catch((error: unknown) => {
            log.warn({ err: error, purchaseId: id }, 'the payment provider could not be asked about a purchase');
          });
        }
      for (const id of due.keys()) if (!unfinished.has(id)) due.delete(id);
    },
  );
  closing.add('asking about purchases', () => {
    stopping.abort();
    return end();
  });
}
