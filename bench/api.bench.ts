import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from './child-process';
import type { Load, LoadResult } from './http/load-generator';
import type { OurServer } from './http/our-server';
import { type Measurement, compared, median } from './measurement';

const CONNECTIONS = 50;
const ROUNDS = 7;
/** Milliseconds of load a side and round. */
const ROUND = 1_500;
const WARM_UP = 4_000;

const PROJECT = {
  name: 'Benchmark',
  description: 'A project of common size',
  platforms: ['web'],
  repositoryUrl: 'https://git.example/benchmark.git',
  defaultBranch: 'main',
};
const QUOTE = {
  estimatedLines: 48_000,
  estimatedIssues: 120,
  config: { categories: ['security', 'accessibility'], aiFeatures: [] },
};

type Request = Pick<Load, 'method' | 'path' | 'headers' | 'body'>;
interface Side {
  readonly server: Child;
  readonly port: number;
}

/**
 * Requests a second of the full application (API key, rate limit, validation, read models) against Fastify alone giving
 * the same answers. Each server, and the generator of the load, is a process of its own; the sides take turns.
 */
export async function benchApi(): Promise<Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-bench-api-'));
  const children = {
    ours: startChild('http/our-server'),
    bare: startChild('http/bare-server'),
    generator: startChild('http/load-generator'),
  };
  try {
    const { url, key } = await children.ours.ask<OurServer>({ kind: 'start', dataDir, roots: dataDir });
    const headers = { authorization: `Bearer ${key}` };
    const { data } = (await answerOf(url, {
      method: 'POST',
      path: '/api/v1/projects',
      headers,
      body: JSON.stringify(PROJECT),
    })) as { data: { id: string } };
    const get: Request = { method: 'GET', path: `/api/v1/projects/${data.id}`, headers };
    const post: Request = { method: 'POST', path: '/api/billing/quote', headers, body: JSON.stringify(QUOTE) };
    const port = await children.bare.ask<number>({
      kind: 'start',
      get: { path: get.path, answer: await answerOf(url, get) },
      post: { path: post.path, answer: await answerOf(url, post) },
    });
    const sides = {
      ours: { server: children.ours, port: Number(new URL(url).port) },
      bare: { server: children.bare, port },
    };
    return [
      await compare('API GET, against bare Fastify', get, sides, children.generator, 0.6),
      await compare('API POST, against bare Fastify', post, sides, children.generator, 0.35),
    ];
  } finally {
    await Promise.all(Object.values(children).map((child) => child.end()));
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function answerOf(url: string, { method, path, headers, body }: Request): Promise<object> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as object;
}

interface Measured {
  readonly rate: number;
  readonly cpuMicroseconds: number;
  readonly generatorLoad: number;
}

async function compare(
  name: string,
  request: Request,
  { ours, bare }: { ours: Side; bare: Side },
  generator: Child,
  goal: number,
): Promise<Measurement> {
  const measure = async ({ server, port }: Side, duration: number): Promise<Measured> => {
    const before = await server.ask<number>({ kind: 'cpu' });
    const { requests, seconds, cpuSeconds } = await generator.ask<LoadResult>({
      ...request,
      port,
      connections: CONNECTIONS,
      duration,
    } satisfies Load);
    const used = (await server.ask<number>({ kind: 'cpu' })) - before;
    return { rate: requests / seconds, cpuMicroseconds: (used / requests) * 1e6, generatorLoad: cpuSeconds / seconds };
  };
  await measure(ours, WARM_UP);
  await measure(bare, WARM_UP);
  const rounds: { ours: Measured; bare: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await measure(ours, ROUND), bare: await measure(bare, ROUND) });
  const cpu = (side: 'ours' | 'bare') => median(rounds.map((round) => round[side].cpuMicroseconds)).toFixed(0);
  return compared(
    name,
    'requests/s',
    rounds.map((round) => ({ ours: round.ours.rate, baseline: round.bare.rate })),
    { atLeast: goal },
    [
      `processor time a request: ours ${cpu('ours')} µs, bare ${cpu('bare')} µs (ratio ` +
        `${median(rounds.map((round) => round.bare.cpuMicroseconds / round.ours.cpuMicroseconds)).toFixed(2)})`,
      `the generator was busy ${Math.round(100 * median(rounds.map((round) => round.bare.generatorLoad)))} % ` +
        `of the time with bare, ${Math.round(100 * median(rounds.map((round) => round.ours.generatorLoad)))} % ` +
        'with ours',
    ],
  );
}
