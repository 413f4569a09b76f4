import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineProfiles } from '@assay/analysis';
import { stageDirectory } from '@assay/targets';
import { apiClient } from '../apps/demo/src/api-client';
import { startChild } from './child-process';
import type { OurServer } from './http/our-server';
import { type Measurement, compared, median } from './measurement';
import { type EngineRun, runOneAfterAnother } from './session/one-after-another';
import { type SessionRun, runSession } from './session/session-run';
import { copyTarget } from './session/target';

const ROUNDS = 3;
const MAX_CONCURRENT = 5;
/** Milliseconds a tool. */
const TIMEOUT = 300_000;

/**
 * A whole session (staging, charging, engine passes, recording, settling) against the same engines alone, one after the
 * other, on a copy that was staged beforehand. The sides take turns.
 */
export async function benchSession(): Promise<Measurement[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-bench-session-')));
  const server = startChild('http/our-server');
  try {
    const target = join(folder, 'target');
    await copyTarget(target);
    const { url, key } = await server.ask<OurServer>({ kind: 'start', dataDir: join(folder, 'data'), roots: folder });
    const tree = await stageDirectory({
      source: target,
      destination: join(folder, 'staged'),
      neutralise: engineProfiles.flatMap(({ neutralise }) => neutralise ?? []),
    });
    const rounds: { ours: SessionRun; alone: EngineRun[] }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await runSession(apiClient(url, key), {
        directory: target,
        maxConcurrent: MAX_CONCURRENT,
        timeout: TIMEOUT,
      });
      if (ours.unfinished.length > 0) throw new Error(`not every tool completed: ${ours.unfinished.join(', ')}`);
      rounds.push({
        ours,
        alone: await runOneAfterAnother(tree, ours.tools, { timeout: TIMEOUT, scratch: join(folder, 'scratch') }),
      });
    }
    const measured = rounds.map(({ ours, alone }) => ({ ours: ours.seconds, baseline: sum(alone) }));
    const name =
      `session of ${rounds[0]!.ours.tools.length} tools on ${tree.totals.lines.toLocaleString('en')} lines, ` +
      `maxConcurrent ${MAX_CONCURRENT}, against its engines one after another`;
    return [compared(name, 's', measured, { atMost: 0.6 }, breakdown(rounds))];
  } finally {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const sum = (runs: readonly EngineRun[]): number => runs.reduce((total, { seconds }) => total + seconds, 0);

function breakdown(rounds: readonly { readonly ours: SessionRun; readonly alone: readonly EngineRun[] }[]): string[] {
  const of = (pick: (run: SessionRun) => number) => median(rounds.map(({ ours }) => pick(ours))).toFixed(1);
  const [{ ours, alone }] = rounds as [(typeof rounds)[number]];
  const rows = alone
    .map(({ engine, tools, findings }) => ({
      engine,
      tools: tools.length,
      findings,
      cold: median(rounds.map((round) => round.alone.find((run) => run.engine === engine)!.seconds)),
      inSession: median(rounds.map((round) => round.ours.engines.get(engine)?.seconds ?? 0)),
    }))
    .sort((a, b) => b.cold - a.cold);
  return [
    `${of(({ before }) => before)} s until the first engine, ${of(({ after }) => after)} s from the last ` +
      `outcome to the end; ${ours.findings} findings; on ${availableParallelism()} processors`,
    'rounds: ' +
      rounds.map((round) => `${round.ours.seconds.toFixed(1)} / ${sum(round.alone).toFixed(1)} s`).join(', '),
    ...rows.map(
      ({ engine, tools, cold, inSession, findings }) =>
        `${engine.padEnd(20)} alone ${cold.toFixed(2).padStart(6)} s, in the session ` +
        `${inSession.toFixed(2).padStart(6)} s, ${tools} tools, ${findings} findings`,
    ),
  ];
}
