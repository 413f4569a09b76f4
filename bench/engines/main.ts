import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Measurement, reached } from '../measurement';
import { machineLine, tableOf } from '../report';
import { benchAppends } from './appends.bench';
import { benchLoad } from './load.bench';
import { benchSession } from './session.bench';
import { benchUpserts } from './upserts.bench';

/** Each is given a folder of its own and starts the engines that it needs. */
const BENCHMARKS: Readonly<Record<string, (folder: string) => Promise<Measurement[]>>> = { appends: benchAppends, upserts: benchUpserts, session: benchSession, load: benchLoad };

/**
 * `npm run bench:engines`: the distributed adapters beside the embedded ones and beside their bare clients, on the
 * engines that `npm run test:engines` installs. The event store behind the adapter is the tests' stand-in, not
 * EventStoreDB: its rows compare clients on one server, they say nothing about that server.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } } });
  const names = values.only?.flatMap((name) => name.split(',')) ?? Object.keys(BENCHMARKS);
  const unknown = names.filter((name) => !(name in BENCHMARKS));
  if (unknown.length > 0) throw new Error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);

  const machine = { processors: availableParallelism(), model: cpus()[0]?.model ?? 'unknown', node: process.version, loadBefore: loadavg()[0]! };
  const measurements: Measurement[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-engines-'));
  try {
    for (const name of names) {
      process.stderr.write(`measuring ${name} …\n`);
      measurements.push(...(await BENCHMARKS[name]!(join(folder, name))));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const text = values.json
    ? JSON.stringify({ machine, measurements: measurements.map((measurement) => ({ ...measurement, reached: reached(measurement) })) }, null, 2)
    : `${machineLine(machine)}\n${tableOf(measurements)}`;
  process.stdout.write(`${text}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`The benchmark could not measure: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
