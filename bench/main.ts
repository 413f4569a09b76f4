import { benchApi } from './api.bench';
import { benchAppends } from './appends.bench';
import { benchAudit } from './audit.bench';
import { benchEquality } from './equality.bench';
import { benchFlow } from './flow.bench';
import { benchGrowth } from './growth.bench';
import { benchLedger } from './ledger.bench';
import { benchLog } from './log.bench';
import { benchPage } from './page.bench';
import { benchProjects } from './projects.bench';
import { benchRebuild } from './rebuild.bench';
import { benchRepository } from './repository.bench';
import { runBenchmarks } from './run-benchmarks';
import { benchSession } from './session.bench';
import { benchStart } from './start.bench';
import { benchTrees } from './trees.bench';

// `npm run bench`: every ratio in one run.
runBenchmarks({
  start: benchStart,
  appends: benchAppends,
  rebuild: benchRebuild,
  api: benchApi,
  session: benchSession,
  repository: benchRepository,
  trees: benchTrees,
  equality: benchEquality,
  log: benchLog,
  audit: benchAudit,
  projects: benchProjects,
  page: benchPage,
  ledger: benchLedger,
  flow: benchFlow,
  growth: benchGrowth,
});
