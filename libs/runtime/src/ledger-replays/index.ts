import { LedgerReplays } from '@assay/billing';
import type { Settings } from '@assay/kernel';
import type { INestApplicationContext } from '@nestjs/common';
import type { ClosingSteps } from '../close-in-order';
import { ReplayThread } from './replay-thread';

/** Takes the replays of audits off the loop that answers over HTTP. */
export function replayOnThread({
  app,
  settings: { eventStoreUrl },
  closing,
}: {
  readonly app: INestApplicationContext;
  readonly settings: Pick<Settings, 'eventStoreUrl'>;
  readonly closing: ClosingSteps;
}): void {
  const thread = new ReplayThread({ eventStoreUrl });
  app.get(LedgerReplays).runElsewhere(thread.replay);
  closing.add('replays of ledgers', () => thread.close());
}
