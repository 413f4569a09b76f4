import { Lapses } from '@assay/billing';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ClosingSteps } from './close-in-order';
import { runRepeatedly } from './run-repeatedly';

/** Milliseconds. */
const LOOK_EVERY = 60_000;

/** Lets credits lapse at their time, within a minute, whichever orchestrator runs the sessions. */
export function lapseCredits({
  app,
  log,
  closing,
}: {
  readonly app: INestApplicationContext;
  readonly log: Logger;
  readonly closing: ClosingSteps;
}): void {
  const lapses = app.get(Lapses);
  closing.add(
    'lapsing of credits',
    runRepeatedly({ what: 'letting credits lapse', every: LOOK_EVERY, afterFailure: LOOK_EVERY, log }, () =>
      lapses.lapse(),
    ),
  );
}
