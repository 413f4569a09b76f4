import type { SessionWorker } from '@assay/orchestration';

/** An activity of a session, as metrics and traces name it. */
export interface Activity {
  readonly name: keyof SessionWorker;
  readonly sessionId: string;
  /** The engine of a pass. */
  readonly engine?: string;
}

type AroundActivity = <Value>(activity: Activity, run: () => Promise<Value>) => Promise<Value>;

/** The same worker with something around each of its activities. */
export function decorateActivities(worker: SessionWorker, around: AroundActivity): SessionWorker {
  return {
    prepare: (sessionId, ...rest) => around({ name: 'prepare', sessionId }, () => worker.prepare(sessionId, ...rest)),
    charge: (sessionId, ...rest) => around({ name: 'charge', sessionId }, () => worker.charge(sessionId, ...rest)),
    runPass: (sessionId, pass, ...rest) =>
      around({ name: 'runPass', sessionId, engine: pass.engine }, () => worker.runPass(sessionId, pass, ...rest)),
    settle: (sessionId, ...rest) => around({ name: 'settle', sessionId }, () => worker.settle(sessionId, ...rest)),
    clean: (sessionId, ...rest) => around({ name: 'clean', sessionId }, () => worker.clean(sessionId, ...rest)),
  };
}
