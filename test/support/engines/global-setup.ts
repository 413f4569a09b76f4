import { startMongoWireServer } from './mongo-wire-server';
import { type ServerProcess } from './server-process';
import { startTemporalServer } from './temporal-server';

const compileAhead = require('../compile-ahead.cjs') as () => void;

/** Jest gives its set-up and its tear-down nothing else in common than the global object. */
export const engines = globalThis as { startedEngines?: ServerProcess[] };

/** One server of each kind for all suites, unless the environment names one. */
export default async function startEngines(): Promise<void> {
  compileAhead();
  const started: ServerProcess[] = [];
  engines.startedEngines = started;
  if (!process.env['ASSAY_TEST_TEMPORAL_ADDRESS']) {
    const server = await startTemporalServer();
    started.push(server);
    process.env['ASSAY_TEST_TEMPORAL_ADDRESS'] = server.address;
  }
  if (!process.env['ASSAY_TEST_MONGODB_URL']) {
    const server = await startMongoWireServer();
    started.push(server);
    process.env['ASSAY_TEST_MONGODB_URL'] = `${server.url}/assay`;
  }
  for (const { failed } of started) void failed.then(endRun);
}

/** Without a server that all suites share, the rest of them would only wait for it, test by test. */
function endRun(why: string): never {
  process.stderr.write(`The tests cannot go on without their server.\n${why}\n`);
  process.exit(1);
}
