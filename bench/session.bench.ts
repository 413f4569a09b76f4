import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue, engineProfiles, stageDirectory } from '@assay/analysis';
import { type ApiClient, apiClient } from '../apps/demo/src/api-client';
import { startChild } from './child-process';
import type { OurServer } from './http/our-server';
import { type Measurement, compared, median } from './measurement';
import { type EngineRun, runOneAfterAnother } from './session/one-after-another';
import { copyTarget } from './session/target';

const ROUNDS = 3;
const MAX_CONCURRENT = 5;
/** Milliseconds a tool. */
const TIMEOUT = 300_000;

interface SessionRun {
  readonly seconds: number;
  /** Of it: until the first engine was started, and from the last outcome to the end. */
  readonly before: number;
  readonly after: number;
  readonly tools: readonly string[];
  readonly findings: number;
  /** Seconds by engine, from its start to its last outcome. */
  readonly engines: ReadonlyMap<string, number>;
}

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
    const tree = await stageDirectory({ source: target, destination: join(folder, 'staged'), neutralise: engineProfiles.flatMap(({ neutralise }) => neutralise ?? []) });
    const rounds: { ours: SessionRun; alone: EngineRun[] }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await session(apiClient(url, key), target);
      rounds.push({ ours, alone: await runOneAfterAnother(tree, ours.tools, { timeout: TIMEOUT, scratch: join(folder, 'scratch') }) });
    }
    const measured = rounds.map(({ ours, alone }) => ({ ours: ours.seconds, baseline: sum(alone) }));
    const name = `session of ${rounds[0]!.ours.tools.length} tools on ${tree.totals.lines.toLocaleString('en')} lines, maxConcurrent ${MAX_CONCURRENT}, against its engines one after another`;
    return [compared(name, 's', measured, { atMost: 0.6 }, breakdown(rounds))];
  } finally {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Progress { readonly progress: { readonly running: number } }
interface Report { readonly status: string; readonly duration: number; readonly findingsCount: number }

async function session(api: ApiClient, directory: string): Promise<SessionRun> {
  const began = performance.now();
  const { sessionId } = await api.post<{ sessionId: string }>('/api/sessions', { target: { directory }, maxConcurrent: MAX_CONCURRENT, timeout: TIMEOUT, enableIntelligence: false });
  let firstStart: number | undefined;
  let lastOutcome = began;
  for await (const { event, data } of api.events(`/api/sessions/${sessionId}/events`)) {
    if ((data as Progress).progress.running > 0) firstStart ??= performance.now();
    if (event === 'tool') lastOutcome = performance.now();
    if (event === 'end') break;
  }
  const ended = performance.now();
  const { status, toolReports } = await api.get<{ status: string; toolReports: Record<string, Report> }>(`/api/sessions/${sessionId}`);
  const unfinished = Object.entries(toolReports).filter(([, report]) => report.status !== 'completed').map(([tool, report]) => `${tool} ${report.status}`);
  if (status !== 'completed') throw new Error(`the session ended ${status}: ${unfinished.join(', ')}`);
  const seconds = (milliseconds: number) => milliseconds / 1_000;
  return {
    seconds: seconds(ended - began),
    before: seconds((firstStart ?? began) - began),
    after: seconds(ended - lastOutcome),
    tools: Object.keys(toolReports),
    findings: Object.values(toolReports).reduce((total, { findingsCount }) => total + findingsCount, 0),
    engines: enginesOf(toolReports),
  };
}

function enginesOf(toolReports: Readonly<Record<string, Report>>): Map<string, number> {
  const engines = new Map<string, number>();
  for (const { id, engine } of catalogue) {
    const duration = toolReports[id]?.duration;
    if (duration !== undefined) engines.set(engine, Math.max(engines.get(engine) ?? 0, duration / 1_000));
  }
  return engines;
}

const sum = (runs: readonly EngineRun[]): number => runs.reduce((total, { seconds }) => total + seconds, 0);

function breakdown(rounds: readonly { readonly ours: SessionRun; readonly alone: readonly EngineRun[] }[]): string[] {
  const of = (pick: (run: SessionRun) => number) => median(rounds.map(({ ours }) => pick(ours))).toFixed(1);
  const [{ ours, alone }] = rounds as [(typeof rounds)[number]];
  const rows = alone.map(({ engine, tools, findings }) => ({
    engine, tools: tools.length, findings,
    cold: median(rounds.map((round) => round.alone.find((run) => run.engine === engine)!.seconds)),
    inSession: median(rounds.map((round) => round.ours.engines.get(engine) ?? 0)),
  })).sort((a, b) => b.cold - a.cold);
  return [
    `${of(({ before }) => before)} s until the first engine, ${of(({ after }) => after)} s from the last outcome to the end; ${ours.findings} findings; on ${availableParallelism()} processors`,
    'rounds: ' + rounds.map((round) => `${round.ours.seconds.toFixed(1)} / ${sum(round.alone).toFixed(1)} s`).join(', '),
    ...rows.map(({ engine, tools, cold, inSession, findings }) => `${engine.padEnd(20)} alone ${cold.toFixed(2).padStart(6)} s, in the session ${inSession.toFixed(2).padStart(6)} s, ${tools} tools, ${findings} findings`),
  ];
}
