import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchApi } from './api.bench';
import { benchAppends } from './appends.bench';
import { type Measurement, reached } from './measurement';
import { benchRebuild } from './rebuild.bench';
import { benchSession } from './session.bench';
import { machineLine, tableOf } from './report';

const BENCHMARKS: Readonly<Record<string, () => Promise<Measurement[]>>> = { appends: benchAppends, rebuild: benchRebuild, api: benchApi, session: benchSession };

/** `npm run bench`: every ratio in one run. Ends with 0 unless something could not be measured; a goal that was missed is shown, not an error. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } } });
  const names = values.only?.flatMap((name) => name.split(',')) ?? Object.keys(BENCHMARKS);
  const unknown = names.filter((name) => !(name in BENCHMARKS));
  if (unknown.length > 0) throw new Error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);

  const machine = { processors: availableParallelism(), model: cpus()[0]?.model ?? 'unknown', node: process.version, loadBefore: loadavg()[0]! };
  const measurements: Measurement[] = [];
  for (const name of names) {
    process.stderr.write(`measuring ${name} …\n`);
    measurements.push(...(await BENCHMARKS[name]!()));
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
