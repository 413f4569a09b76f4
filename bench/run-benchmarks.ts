import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Measurement, reached } from './measurement';
import { machineLine, tableOf } from './report';

type Benchmarks = Readonly<Record<string, () => Promise<Measurement[]>>>;

/** An error of the command line. */
class WrongUsage extends Error {}

/**
 * Runs the benchmarks in `--only` (all without it) one after the other, and prints a table or, with `--json`, JSON.
 * Ends the process with 0 unless a measurement failed; a missed goal is shown, but is not an error. Ends with 3 if the
 * command line is wrong.
 */
export function runBenchmarks(benchmarks: Benchmarks): void {
  run(benchmarks).then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof WrongUsage) {
        process.stderr.write(`${error.message}\n\n${usageOf(benchmarks)}`);
        process.exit(3);
      }
      process.stderr.write(
        `The benchmark could not measure: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exit(1);
    },
  );
}

const usageOf = (benchmarks: Benchmarks): string =>
  `Usage: npm run ${process.env['npm_lifecycle_event'] ?? 'bench'} -- [--only <name>[,<name>...]] [--json]\n` +
  'Measures, each as a ratio within one run, and prints a table, or JSON. What there is to measure:\n' +
  `  ${Object.keys(benchmarks).join(', ')}\n`;

function optionsGiven() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true },
      },
    }).values;
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

async function run(benchmarks: Benchmarks): Promise<void> {
  const values = optionsGiven();
  if (values.help) {
    process.stdout.write(usageOf(benchmarks));
    return;
  }
  const names = values.only?.flatMap((name) => name.split(',')) ?? Object.keys(benchmarks);
  const unknown = names.filter((name) => !(name in benchmarks));
  if (unknown.length > 0) throw new WrongUsage(`There is no benchmark ${unknown.join(', ')}.`);

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
