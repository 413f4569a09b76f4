import type { SessionWorker } from '@assay/orchestration';
import type { Provider } from '@nestjs/common';
import { Charge } from './charge';
import { Prepare } from './prepare';
import { RunPass } from './run-pass';
import { Settle } from './settle';
import { StagingArea } from './staging-area';

/** The injection token of the {@link SessionWorker}: the session's activities, as every orchestrator calls them. */
export const SESSION_WORKER = Symbol('SessionWorker');

export const sessionWorker: Provider<SessionWorker> = {
  provide: SESSION_WORKER,
  inject: [Prepare, Charge, RunPass, Settle, StagingArea],
  useFactory: (
    preparation: Prepare,
    charging: Charge,
    passes: RunPass,
    settlement: Settle,
    staging: StagingArea,
  ): SessionWorker => ({
    prepare: (sessionId, context) => preparation.run(sessionId, context),
    charge: (sessionId, { signal }) => charging.run(sessionId, signal),
    runPass: (sessionId, pass, context) => passes.run(sessionId, pass, context),
    settle: (sessionId, ending) => settlement.run(sessionId, ending),
    clean: (sessionId) => staging.remove(sessionId),
  }),
};
