import { LedgerTime } from '@assay/billing';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ClosingSteps } from './close-in-order';
import { runRepeatedly } from './run-repeatedly';

/** Milliseconds: often enough to meet each month. */
const RECORD_EVERY = 3_600_000;

/**
 * Records each month in which the service runs, so that a month without any command does not make the next one look
 * like a leap of the clock. Where the clock did leap, the log says so, at the start and each hour.
 */
export function recordTime({
  app,
  log,
  closing,
}: {
  readonly app: INestApplicationContext;
  readonly log: Logger;
  readonly closing: ClosingSteps;
}): void {
  const time = app.get(LedgerTime);
  closing.add(
    'recording of the time',
    runRepeatedly(
      { what: 'recording the time for the ledger', every: RECORD_EVERY, afterFailure: RECORD_EVERY, log },
      async () => void (await time.confirmed()),
    ),
  );
}
