import { openSqliteEventStore } from '@assay/event-store';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from './child-process';
import type { GrownServer, GrownUsage } from './log/grown-server';
import { type Measurement, compared } from './measurement';
import { type GrownProject, ORGANIZATION, PROJECT, growProject } from './projects/grow-project';
import { type LargestDocument, largestDocuments } from './projects/largest-documents';

/** How many findings the large project has; ASSAY_BENCH_FINDINGS gives another number. */
const LARGE = Number(process.env['ASSAY_BENCH_FINDINGS'] ?? 1_000_000);
const SMALL = 10_000;
/** A folder that keeps the projects for the next run: to make a million findings takes minutes. */
const KEPT = process.env['ASSAY_BENCH_KEPT'];
const ROUNDS = 7;
/** Requests of each kind, side and round: the 99th percentile of fewer would be one or two slow requests. */
const REQUESTS = 700;
/** Requests of each kind and side before the first round: what runs often enough is compiled by then. */
const WARM_UP = 300;
const MOST = 1.2;
const MEGABYTE = 1_048_576;
/** Bytes. */
const LARGEST_DOCUMENT = 4 * MEGABYTE;
const SHOWN_DOCUMENTS = 3;
/** Pages that are asked for in turn. All of them have findings in either project. */
const PAGES: Readonly<Record<string, (scanIds: readonly string[]) => readonly string[]>> = {
  "list of the project's findings": () =>
    ['', '&state=new', '&state=gone', '&state=unchanged', '&severity=high', '&category=security', '&offset=150'].map(
      (more) => `/api/v1/findings?projectId=${PROJECT}${more}`,
    ),
  "list of a scan's findings": (scanIds) =>
    ['', '&severity=high', '&category=security', '&offset=150'].flatMap((more) =>
      [scanIds[0]!, scanIds.at(-1)!].map((scanId) => `/api/v1/findings?scanId=${scanId}${more}`),
    ),
  trend: () => ['', '?days=7', '?days=90'].map((days) => `/api/v1/projects/${PROJECT}/trend${days}`),
  'comparison of two scans': (scanIds) =>
    ['', '?state=new', '?state=gone', '?state=unchanged&offset=100'].flatMap((more) =>
      [1, 25, 49].map((at) => `/api/v1/scans/${scanIds[at - 1]}/compare/${scanIds[at]}${more}`),
    ),
};

interface Side {
  readonly dataDir: string;
  readonly server: GrownServer;
  readonly child: Child;
  readonly scanIds: readonly string[];
  readonly notes: readonly string[];
}

/**
 * A project with a million findings of 50 scans beside one with 10,000, each in a service of its own: what a page of
 * each list, the trend and a comparison cost, at the 99th percentile of requests one after the other. Processor time is
 * that of the whole process: what else the machine does hardly changes it.
 */
export async function benchProjects(): Promise<Measurement[]> {
  const folder = KEPT ?? (await mkdtemp(join(tmpdir(), 'assay-bench-projects-')));
  const sides: Side[] = [];
  try {
    for (const findings of [LARGE, SMALL]) sides.push(await startSide(join(folder, String(findings)), findings));
    const [ours, baseline] = sides as [Side, Side];
    const rows: Measurement[] = [];
    for (const [name, pagesOf] of Object.entries(PAGES))
      rows.push(...(await comparePages(name, { ours, baseline, pagesOf })));
    for (const { child } of sides.splice(0)) await child.end();
    return [...rows, rowOfDocuments(largestDocuments(ours.dataDir), [...ours.notes, ...baseline.notes])];
  } finally {
    await Promise.all(sides.map(({ child }) => child.end()));
    if (KEPT === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function startSide(dataDir: string, wanted: number): Promise<Side> {
  const { scanIds, findings, position, note } = await grown(dataDir, wanted);
  const child = startChild('log/grown-server');
  const server = await child.ask<GrownServer>({ kind: 'start', dataDir, organizationId: ORGANIZATION });
  const seconds = await child.ask<number>({ kind: 'compared', position });
  const { peakMegabytes } = await child.ask<GrownUsage>({ kind: 'usage' });
  const notes = [
    `${findings} findings in ${scanIds.length} scans: ${note}; started in ${server.seconds.toFixed(0)} s, and all ` +
      `scans compared ${seconds.toFixed(0)} s later; ${peakMegabytes.toFixed(0)} MB at most`,
  ];
  return { dataDir, server, child, scanIds, notes };
}

async function grown(dataDir: string, wanted: number): Promise<GrownProject & { readonly note: string }> {
  const done = join(dataDir, 'grown.json');
  if (existsSync(done)) return { ...(JSON.parse(await readFile(done, 'utf8')) as GrownProject), note: 'kept' };
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'events.db');
  const events = await openSqliteEventStore({ file });
  const began = performance.now();
  const project = await growProject(events, wanted);
  await events.close();
  const megabytes = (await stat(file)).size / MEGABYTE;
  await writeFile(done, JSON.stringify(project));
  return { ...project, note: `${megabytes.toFixed(0)} MB of events in ${secondsSince(began).toFixed(0)} s` };
}

const secondsSince = (began: number): number => (performance.now() - began) / 1_000;

async function asked({ url, key }: GrownServer, path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.text() };
}

interface Pages {
  readonly ours: Side;
  readonly baseline: Side;
  readonly pagesOf: (scanIds: readonly string[]) => readonly string[];
}

/** Milliseconds of one request. */
interface Took {
  readonly wall: number;
  readonly cpu: number;
}

async function comparePages(name: string, { ours, baseline, pagesOf }: Pages): Promise<Measurement[]> {
  const first = { ours: await firstOf(ours, pagesOf), baseline: await firstOf(baseline, pagesOf) };
  await measuredInTurn({ ours, baseline, pagesOf }, WARM_UP);
  const rounds: { ours: Took; baseline: Took }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await measuredInTurn({ ours, baseline, pagesOf }, REQUESTS));
  const rowOf = (unit: keyof Took, label: string, notes: readonly string[]) =>
    compared(
      `p99 of a page of the ${name}, ${LARGE} findings / ${SMALL}, ${label}`,
      'µs',
      rounds.map((round) => ({ ours: 1_000 * round.ours[unit], baseline: 1_000 * round.baseline[unit] })),
      { atMost: MOST },
      notes,
    );
  const notes = [
    `the first answers, at most: ${first.ours.toFixed(0)} ms, of the small project ${first.baseline.toFixed(0)} ms`,
  ];
  return [rowOf('cpu', 'processor time', notes), rowOf('wall', 'by the clock', [])];
}

/** Milliseconds of the slowest of the first answers: a comparison is made with the first one, and kept. */
async function firstOf({ server, scanIds }: Side, pagesOf: Pages['pagesOf']): Promise<number> {
  let most = 0;
  for (const path of pagesOf(scanIds)) {
    const began = performance.now();
    const { status, body } = await asked(server, path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 500)}`);
    if (/"total":0\b/.test(body)) throw new Error(`${path} has no findings`);
    most = Math.max(most, performance.now() - began);
  }
  return most;
}

/** One request of each side after the other: what else the machine does for a while hits both alike. */
async function measuredInTurn({ ours, baseline, pagesOf }: Pages, requests: number) {
  const sides = { ours: await startCounting(ours, pagesOf), baseline: await startCounting(baseline, pagesOf) };
  for (let request = 0; request < requests; request += 1) {
    await sides.ours.ask(request);
    await sides.baseline.ask(request);
  }
  return { ours: sides.ours.slowest(), baseline: sides.baseline.slowest() };
}

async function startCounting({ server, child, scanIds }: Side, pagesOf: Pages['pagesOf']) {
  const paths = pagesOf(scanIds);
  const all: { wall: number[]; cpu: number[] } = { wall: [], cpu: [] };
  const cpuSeconds = async () => (await child.ask<GrownUsage>({ kind: 'usage' })).cpuSeconds;
  let before = await cpuSeconds();
  return {
    ask: async (request: number): Promise<void> => {
      const began = performance.now();
      await asked(server, paths[request % paths.length]!);
      all.wall.push(performance.now() - began);
      const after = await cpuSeconds();
      all.cpu.push((after - before) * 1_000);
      before = after;
    },
    slowest: (): Took => ({ wall: percentile(all.wall, 99), cpu: percentile(all.cpu, 99) }),
  };
}

const percentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1]!;

function rowOfDocuments(documents: readonly LargestDocument[], notes: readonly string[]): Measurement {
  const largest = documents[0]!.bytes;
  const shown = documents
    .slice(0, SHOWN_DOCUMENTS)
    .map(({ readModel, bytes }) => `${readModel}: ${(bytes / 1_000).toFixed(0)} kB at most`);
  return {
    name: `the largest document of the read models of ${LARGE} findings`,
    unit: 'bytes',
    ours: largest,
    result: largest,
    goal: { atMost: LARGEST_DOCUMENT },
    notes: [...shown, ...notes],
  };
}
