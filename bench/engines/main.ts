import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from '../measurement';
import { runBenchmarks } from '../run-benchmarks';
import { benchAppends } from './appends.bench';
import { benchFailover } from './failover.bench';
import { benchLoad } from './load.bench';
import { benchSession } from './session.bench';
import { benchSlices } from './slices.bench';
import { benchUpserts } from './upserts.bench';
import { benchWaits } from './waits.bench';

/** The benchmark in a folder of its own; it starts the engines that it needs. */
const inFolder = (benchmark: (folder: string) => Promise<Measurement[]>) => async (): Promise<Measurement[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-engines-'));
  try {
    return await benchmark(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

// `npm run bench:engines`: the distributed adapters beside the embedded ones and beside their bare clients, on the
// engines that `npm run test:engines` installs. The event store behind the adapter is the tests' stand-in, not
// EventStoreDB: its rows compare clients on one server, they say nothing about that server.
runBenchmarks({
  appends: inFolder(benchAppends),
  upserts: inFolder(benchUpserts),
  session: inFolder(benchSession),
  load: inFolder(benchLoad),
  waits: inFolder(benchWaits),
  failover: inFolder(benchFailover),
  slices: inFolder(benchSlices),
});
