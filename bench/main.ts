import { benchApi } from './api.bench';
import { benchAppends } from './appends.bench';
import { benchLog } from './log.bench';
import { benchRebuild } from './rebuild.bench';
import { benchRepository } from './repository.bench';
import { runBenchmarks } from './run-benchmarks';
import { benchSession } from './session.bench';
import { benchStart } from './start.bench';

// `npm run bench`: every ratio in one run.
runBenchmarks({
  start: benchStart,
  appends: benchAppends,
  rebuild: benchRebuild,
  api: benchApi,
  session: benchSession,
  repository: benchRepository,
  log: benchLog,
});
