import { PeriodTurns } from '@assay/billing';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ClosingSteps } from './close-in-order';
import { runRepeatedly } from './run-repeatedly';

/** Milliseconds: a renewal appears within an hour of the turn of the month. */
const TURN_EVERY = 3_600_000;
const TURN_AFTER_FAILURE = 60_000;

/** Closes and opens the months of all ledgers as time passes, whichever orchestrator runs the sessions. */
export function turnPeriods({
  app,
  log,
  closing,
}: {
  readonly app: INestApplicationContext;
  readonly log: Logger;
  readonly closing: ClosingSteps;
}): void {
  const turns = app.get(PeriodTurns);
  const stopping = new AbortController();
  const end = runRepeatedly(
    { what: 'closing the months that are over', every: TURN_EVERY, afterFailure: TURN_AFTER_FAILURE, log },
    async () => {
      const { opened, failed } = await turns.turn(stopping.signal);
      if (opened.length > 0) log.info({ organizations: opened.length }, 'the books of a new month are open');
      for (const { organizationId, error } of failed)
        log.error({ organizationId, err: error }, 'the books of an organization could not be brought into this month');
    },
  );
  closing.add('closing of months', () => {
    stopping.abort();
    return end();
  });
}
