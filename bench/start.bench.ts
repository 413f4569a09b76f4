import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { processTree } from '@assay/sandbox';
import { type Measurement, compared } from './measurement';

const ROUNDS = 5;
const MEGABYTE = 1024 * 1024;
/** Milliseconds after which a service that has nothing to do is weighed: V8 gives back what its start took by then. */
const IDLE = 90_000;
const MAIN = join(__dirname, `../apps/cli/src/main${extname(__filename)}`);

/** One file of each kind; each has a finding. */
const FILES = {
  'app.js': 'const name = process.argv[2];\nif (name == 1) eval(name);\n',
  'app.py': 'import os\n\n\ndef run(name=[]):\n    os.system("ls " + name)\n',
  'guide.md': '# Guide\n\nThe [next page](missing.md) says more.\n',
};

/**
 * How long a person waits who types a command. Everything is compared with a Node process that does nothing, started
 * right before it: 0.07 s on a machine on which `--help` may take 0.2 s, `serve` 1 s and a scan of one file 2 s.
 */
export async function benchStart(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-start-'));
  try {
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
    const measurements: Measurement[] = [];
    for (const [args, atMost] of [
      [['--version'], 3],
      [['--help'], 3],
      ...Object.keys(FILES).map((name) => [['scan', join(folder, name), '--json'], 29] as const),
    ] as const)
      measurements.push(await row(`assay ${args.join(' ').replace(`${folder}/`, '')}`, atMost, () => ended(args)));
    let idle = 0;
    const ready = async () => {
      const service = await serve(join(folder, 'data'));
      idle = service.megabytes;
      return service.seconds;
    };
    measurements.push(await row('assay serve, until it is ready', 15, ready));
    measurements.push({
      name: '… and its memory without work',
      unit: 'MB',
      ours: idle,
      result: idle,
      goal: { atMost: 110 },
    });
    return measurements;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function row(name: string, atMost: number, seconds: () => Promise<number>): Promise<Measurement> {
  const rounds: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ baseline: await nothing(), ours: await seconds() });
  return compared(`${name} / an empty Node process`, 's', rounds, { atMost });
}

const since = (start: number): number => (performance.now() - start) / 1_000;

async function nothing(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return since(start);
}

/** Seconds that the command takes. */
async function ended(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, MAIN, ...args], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`assay ${args.join(' ')} ended with ${code}`);
  return since(start);
}

async function serve(dataDir: string): Promise<{ seconds: number; megabytes: number }> {
  const start = performance.now();
  const args = ['serve', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, [...process.execArgv, MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  try {
    const said = once(child.stdout, 'data');
    const [code] = (await Promise.race([said.then(() => [undefined]), exit])) as [number | null | undefined];
    if (code !== undefined) throw new Error(`assay serve ended with ${code}`);
    const seconds = since(start);
    await new Promise((resolve) => setTimeout(resolve, IDLE));
    const [own] = await processTree(child.pid!);
    return { seconds, megabytes: (own?.residentBytes ?? 0) / MEGABYTE };
  } finally {
    child.kill('SIGTERM');
    await exit;
    await rm(dataDir, { recursive: true, force: true });
  }
}
