import { type RunningService, runningService } from '../support/running-service';

let shared: Promise<RunningService> | undefined;

afterAll(async () => {
  if (shared !== undefined) await (await shared).close();
});

/**
 * The service of all suites of a spec file that ask for nothing peculiar: a start takes more than a second of processor
 * time. It has more organizations, directories and events than a suite made.
 */
export const sharedService = (): Promise<RunningService> => (shared ??= runningService());
