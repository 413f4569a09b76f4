import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, startCluster } from './cluster';
import { type Engines, startEngines } from './engines';

const ROOT = resolve(__dirname, '../..');
const SAMPLES = join(ROOT, 'samples');
const run = promisify(execFile);

let folder: string;
let engines: Engines;
let cluster: Cluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-demo-'));
  engines = await startEngines(folder);
  cluster = await startCluster({ engines, folder, name: 'demo', roots: SAMPLES });
}, 240_000);

afterAll(async () => {
  await cluster?.kill();
  await engines?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** The output of the demo. @throws when it does not end with 0 */
async function transcript(environment: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['-r', join(ROOT, 'test/support/compile-typescript.cjs'), join(ROOT, 'apps/demo/src/main.ts')],
    {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NO_COLOR: '1',
        ASSAY_DEMO_SAMPLES: SAMPLES,
        ...environment,
      },
    },
  );
  return stdout;
}

const TOOL_LINE = /^[✓✗-] +\d+\/(\d+) +\d+ % +/;

/**
 * Removes what may differ between runs: ids, hashes, durations, the listening address, and the order in which tools
 * report.
 */
function comparable(text: string): string[] {
  const lines = text.split('\n').slice(text.split('\n').findIndex((line) => line.startsWith('—')));
  const plain = lines
    .filter((line) => !line.startsWith('The demo took'))
    .map((line) =>
      line
        .replace(/\b(ses|scn|prj|fnd|org|txn|key)_[\w-]+/g, '$1_')
        .replace(/\b[0-9a-f]{12}…/g, '<hash>')
        .replace(/ +\d+ ms$/, '')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'),
    );
  const sorted: string[] = [];
  for (let index = 0; index < plain.length; ) {
    const block = plain.slice(index).findIndex((line) => !TOOL_LINE.test(line));
    if (block > 0)
      sorted.push(
        ...plain
          .slice(index, index + block)
          .map((line) => line.replace(TOOL_LINE, 'of $1: '))
          .sort(),
      );
    else sorted.push(plain[index]!);
    index += Math.max(1, block);
  }
  return sorted;
}

test('the demo tells the same story on one process and on a cluster of engines', async () => {
  const embedded = comparable(await transcript({}));
  const distributed = comparable(await transcript({ ASSAY_DEMO_URL: cluster.url, ASSAY_DEMO_KEY: cluster.key }));
  expect(embedded.filter((line) => line.startsWith('of ')).length).toBeGreaterThan(60);
  expect(distributed).toEqual(embedded);
}, 240_000);

test('all processes end well when they are asked to', () => expect(cluster.stop()).resolves.not.toThrow(), 60_000);
