import type { ActivityContext, SessionWorker } from '@assay/orchestration';
import type { Pass, SessionFailure } from '@assay/workflows';
import { Injectable } from '@nestjs/common';
import { Charge } from './charge';
import { Prepare } from './prepare';
import { RunPass } from './run-pass';
import { Settle } from './settle';
import { StagingArea } from './staging-area';

/** The session's activities, as every orchestrator calls them. */
@Injectable()
export class SessionActivitiesWorker implements SessionWorker {
  constructor(
    private readonly preparation: Prepare,
    private readonly charging: Charge,
    private readonly passes: RunPass,
    private readonly settlement: Settle,
    private readonly staging: StagingArea,
  ) {}

  prepare(sessionId: string, context: ActivityContext) {
    return this.preparation.run(sessionId, context);
  }

  charge(sessionId: string) {
    return this.charging.run(sessionId);
  }

  runPass(sessionId: string, pass: Pass, context: ActivityContext) {
    return this.passes.run(sessionId, pass, context);
  }

  settle(sessionId: string, failure: SessionFailure | undefined, _context: ActivityContext, canceled: boolean) {
    return this.settlement.run(sessionId, failure, canceled);
  }

  clean(sessionId: string) {
    return this.staging.remove(sessionId);
  }
}
