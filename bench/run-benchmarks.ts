import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Measurement, reached } from './measurement';
import { machineLine, tableOf } from './report';

/**
 * The benchmarks that the command line names (`--only`, all without it), one after the other, as a table or `--json`.
 * Ends the process: with 0 unless something could not be measured; a goal that was missed is shown, not an error.
 */
export function runBenchmarks(benchmarks: Readonly<Record<string, () => Promise<Measurement[]>>>): void {
  run(benchmarks).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(
        `The benchmark could not measure: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exit(1);
    },
  );
}

async function run(benchmarks: Readonly<Record<string, () => Promise<Measurement[]>>>): Promise<void> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
  });
  const names = values.only?.flatMap((name) => name.split(',')) ?? Object.keys(benchmarks);
  const unknown = names.filter((name) => !(name in benchmarks));
  if (unknown.length > 0)
    throw new Error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`);

  const machine = {
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    node: process.version,
    loadBefore: loadavg()[0]!,
  };
  const measurements: Measurement[] = [];
  for (const name of names) {
    process.stderr.write(`measuring ${name} …\n`);
    measurements.push(...(await benchmarks[name]!()));
  }
  const text = values.json
    ? JSON.stringify(
        {
          machine,
          measurements: measurements.map((measurement) => ({ ...measurement, reached: reached(measurement) })),
        },
        null,
        2,
      )
    : `${machineLine(machine)}\n${tableOf(measurements)}`;
  process.stdout.write(`${text}\n`);
}
