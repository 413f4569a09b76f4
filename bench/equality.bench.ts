import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Scanned, namedTrees, scan } from './command-line';
import type { Measurement } from './measurement';
import { copyTarget } from './session/target';

/** The number of scans on the machine as it is, and beside processes that take all of its processors. */
const SCANS = 5;
const SHOWN = 10;

/**
 * Whether the same files give the same findings on a busy machine: ten scans of a tree, five of them beside two busy
 * processes for each processor.
 */
export async function benchEquality(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-equality-'));
  try {
    const [named] = namedTrees();
    const tree = named ?? join(folder, 'target');
    if (named === undefined) await copyTarget(tree);
    const scans: string[][] = [];
    for (let round = 0; round < SCANS; round += 1) {
      scans.push(identities(await scan(tree)));
      scans.push(identities(await besideHogs(() => scan(tree))));
    }
    const differing = [...new Set(scans.flatMap((each) => differences(scans[0]!, each)))];
    return [
      {
        name: `findings of ${basename(tree)} not in each of ${scans.length} scans, ${SCANS} of them on a busy machine`,
        unit: 'findings',
        ours: differing.length,
        result: differing.length,
        goal: { atMost: 0 },
        notes: [
          `each found ${[...new Set(scans.map(({ length }) => length))].join(' or ')}`,
          ...differing.slice(0, SHOWN),
        ],
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The fields of a finding that must be equal; and the tools that did not complete. */
const identities = ({ findings, tools }: Scanned): string[] => [
  ...findings.map((each) => `${each.fingerprint} ${each.severity} ${each.rule} ${each.file}:${each.line}`),
  ...tools.filter(({ status }) => status !== 'completed').map(({ toolName, status }) => `${toolName} ${status}`),
];

/** The entries that one of the two has more often than the other. */
function differences(one: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const each of one) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of other) counts.set(each, (counts.get(each) ?? 0) - 1);
  return [...counts].filter(([, count]) => count !== 0).map(([each]) => each);
}

async function besideHogs<Value>(work: () => Promise<Value>): Promise<Value> {
  const hogs: ChildProcess[] = Array.from({ length: availableParallelism() * 2 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const hog of hogs) hog.kill('SIGKILL');
  }
}
