import { LedgerAnchors } from '@assay/billing';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ClosingSteps } from './close-in-order';
import { runRepeatedly } from './run-repeatedly';

/** Milliseconds: what is taken out of a ledger sooner than that, nobody can have relied on for long. */
const ANCHOR_EVERY = 10_000;
const LAST_TURN = 2_000;

/**
 * Keeps outside the log how far each ledger has come. Where the log contradicts that, the log of this process says so
 * once, and each audit does.
 */
export function anchorLedgers({
  app,
  log,
  closing,
}: {
  readonly app: INestApplicationContext;
  readonly log: Logger;
  readonly closing: ClosingSteps;
}): void {
  const anchors = app.get(LedgerAnchors);
  const stopping = new AbortController();
  let isUpToDate = false;
  const told = new Set<string>();
  const end = runRepeatedly(
    { what: 'anchoring the ledgers', every: ANCHOR_EVERY, afterFailure: ANCHOR_EVERY, log },
    async () => {
      const contradictions = await anchors.advance(stopping.signal);
      isUpToDate = !stopping.signal.aborted;
      for (const contradiction of contradictions) {
        if (told.has(contradiction)) continue;
        told.add(contradiction);
        log.error({ contradiction }, 'a ledger lacks what it had: run `assay audit credits`');
      }
    },
  );
  closing.add('anchoring of ledgers', async () => {
    stopping.abort();
    await end();
    // The entries of the last seconds are anchored. A ledger that is anchored for the first time may take longer, and
    // continues later.
    if (isUpToDate) await anchors.advance(AbortSignal.timeout(LAST_TURN));
  });
}
