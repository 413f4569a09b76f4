import { AutoTopups, autoTopupDocuments } from '@assay/billing';
import { systemClock, timestamp } from '@assay/kernel';
import type { FollowedPlatform } from '@assay/platform';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ClosingSteps } from './close-in-order';
import { runRepeatedly } from './run-repeatedly';

/** Milliseconds. */
const LOOK_EVERY = 60_000;
/** Organizations that are looked after in one go, those that are due longest first. */
const AT_ONCE = 1_000;

/**
 * Looks after automatic top-ups that no entry of a ledger asks about: a charge that was interrupted or not decided yet,
 * and the next try after a declined one.
 */
export function lookAfterTopups({
  platform: { readModels },
  app,
  log,
  closing,
}: {
  readonly platform: Pick<FollowedPlatform, 'readModels'>;
  readonly app: INestApplicationContext;
  readonly log: Logger;
  readonly closing: ClosingSteps;
}): void {
  const topups = app.get(AutoTopups);
  closing.add(
    'automatic top-ups',
    runRepeatedly(
      { what: 'looking after automatic top-ups', every: LOOK_EVERY, afterFailure: LOOK_EVERY, log },
      async () => {
        const due = await readModels.collection(autoTopupDocuments).find({
          where: { dueAt: { lte: timestamp(systemClock) } },
          sort: [['dueAt', 'ascending']],
          limit: AT_ONCE,
        });
        const failures: unknown[] = [];
        for (const { id } of due) await topups.consider(id, null).catch((error: unknown) => failures.push(error));
        if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${due.length} wait`);
      },
    ),
  );
}
