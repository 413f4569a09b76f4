import type { Settings } from '@assay/kernel';
import { TARGET_SOURCES, type TargetSources } from '@assay/scanning';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ClosingSteps } from './close-in-order';
import { runRepeatedly } from './run-repeatedly';

/** Milliseconds. */
const SWEEP_EVERY = 600_000;

/** The processes that take uploads in remove those that expired, and what a crash left of one that was coming in. */
export function sweepUploads({
  settings: { roles },
  app,
  log,
  closing,
}: {
  readonly settings: Settings;
  readonly app: INestApplicationContext;
  readonly log: Logger;
  readonly closing: ClosingSteps;
}): void {
  if (!roles.has('api')) return;
  const { uploads } = app.get<TargetSources>(TARGET_SOURCES);
  closing.add(
    'upload sweeping',
    runRepeatedly(
      { what: 'sweeping the uploads', every: SWEEP_EVERY, afterFailure: SWEEP_EVERY, log },
      async () => void (await uploads.sweep()),
    ),
  );
}
