import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTree } from '@assay/sandbox';
import { apiClient } from '../apps/demo/src/api-client';
import { startChild } from './child-process';
import type { OurServer } from './http/our-server';
import type { Measurement } from './measurement';
import { type SessionRun, runSession } from './session/session-run';
import { copyLargeTarget } from './session/target';

const MAX_CONCURRENT = 5;
/** Milliseconds a tool. */
const TIMEOUT = 900_000;
const BETWEEN_LOOKS = 250;
const MEGABYTE = 1024 * 1024;

/**
 * A session of all tools on a repository of some 150,000 lines: how long it takes, what memory it takes at most, what
 * it finds, and which engine takes how much of it. There is nothing to compare it with; the row says where the time
 * goes.
 */
export async function benchRepository(): Promise<Measurement[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-bench-repository-')));
  const server = startChild('http/our-server');
  try {
    const target = join(folder, 'target');
    await copyLargeTarget(target);
    const { url, key } = await server.ask<OurServer>({ kind: 'start', dataDir: join(folder, 'data'), roots: folder });
    const memory = watchMemory(server.pid);
    const run = await runSession(apiClient(url, key), {
      directory: target,
      maxConcurrent: MAX_CONCURRENT,
      timeout: TIMEOUT,
    });
    return [
      {
        name:
          `session of ${run.tools.length} tools on ${run.lines.toLocaleString('en')} lines, maxConcurrent ` +
          `${MAX_CONCURRENT}`,
        unit: 's',
        ours: run.seconds,
        result: run.seconds,
        notes: breakdown(run),
      },
      {
        name: '… the memory of the service and its engines together, at most',
        unit: 'MB',
        ...same(await memory.most('tree')),
      },
      { name: '… the memory of the service alone, at most', unit: 'MB', ...same(await memory.most('service')) },
      { name: '… what it found', unit: 'findings', ...same(run.findings) },
    ];
  } finally {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const same = (value: number) => ({ ours: value, result: value });

/** Resident megabytes of a process and of it with all that it starts; pages that processes share count for each. */
function watchMemory(pid: number): { most(of: 'service' | 'tree'): Promise<number> } {
  const most = { service: 0, tree: 0 };
  const look = async () => {
    const members = await processTree(pid);
    most.service = Math.max(
      most.service,
      (members.find((member) => member.pid === pid)?.residentBytes ?? 0) / MEGABYTE,
    );
    most.tree = Math.max(most.tree, members.reduce((sum, { residentBytes }) => sum + residentBytes, 0) / MEGABYTE);
  };
  const timer = setInterval(() => void look(), BETWEEN_LOOKS);
  timer.unref();
  return {
    async most(of) {
      await look();
      return most[of];
    },
  };
}

const breakdown = ({ before, after, engines, unfinished }: SessionRun): string[] => [
  ...unfinished,
  `${before.toFixed(1)} s until the first engine, ${after.toFixed(1)} s from the last outcome to the end; on ` +
    `${availableParallelism()} processors`,
  ...[...engines]
    .sort(([, a], [, b]) => b.seconds - a.seconds)
    .map(
      ([engine, { seconds, tools, findings }]) =>
        `${engine.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s, ${tools} tools, ${findings} findings`,
    ),
];
