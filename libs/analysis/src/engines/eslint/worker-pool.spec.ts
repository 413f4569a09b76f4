import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sampleTool } from '../../../test/sample-tool';
import type { FileReport, LintJob } from './lint-job';
import { lintInWorkers } from './worker-pool';

/** Answers with what the name of the file says, as a linter would that was given a hostile file. */
const SCRIPTED = `
const { parentPort, workerData } = require('node:worker_threads');
const running = new Int32Array(workerData.running);
parentPort.on('message', ({ index, staged, withoutRules, watched }) => {
  parentPort.postMessage({ kind: 'loaded' });
  if (staged === 'hangs') for (;;);
  for (const rule of staged.startsWith('slow rules ') ? staged.slice(11).split(' ') : [])
    if (!withoutRules.includes('x/' + rule)) {
      for (;;) if (watched) running[0] = Number(rule);
    }
  if (staged === 'ends') process.exit(3);
  if (staged === 'parts') return parentPort.postMessage({ kind: 'broken', reason: 'no parser for it' });
  if (staged === 'throws') throw new Error('out of the blue');
  const answer = () => parentPort.postMessage({ kind: 'linted', report: { index, findings: [], brokenRules: [] } });
  if (staged === 'slow') setTimeout(answer, 50); else answer();
});
parentPort.postMessage({ kind: 'ready' });
`;

const pathOf = (name: string) => JSON.stringify(resolve(__dirname, name));

/** Lints as the worker of the engine does, with two rules of its own. */
const LINTING = `
require(${pathOf('../../../../../test/support/compile-typescript.cjs')});
const { parentPort, workerData } = require('node:worker_threads');
const { fileLinter } = require(${pathOf('file-linter.ts')});
const { RunningRule } = require(${pathOf('running-rule.ts')});
const rules = {
  reports: { create: (context) => ({ Identifier: (node) => context.report({ node, message: 'an identifier' }) }) },
  hangs: { create: () => ({ Identifier() { for (;;); } }) },
};
const parts = {
  plugins: async () => ({ byPrefix: new Map([['x', { rules }]]), unavailable: [] }),
  parsers: async () => ({}),
};
const running = new RunningRule(workerData.running);
const onLoaded = () => parentPort.postMessage({ kind: 'loaded' });
const lint = fileLinter(workerData.tools, parts, { onLoaded, running });
parentPort.on('message', async (job) => parentPort.postMessage({ kind: 'linted', report: await lint(job) }));
parentPort.postMessage({ kind: 'ready' });
`;

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'assay-pool-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(text: string): string {
  const path = join(folder, `worker-${Math.random()}.cjs`);
  writeFileSync(path, text);
  return path;
}

/** The rules x/1 to x/4, which are numbered in the same way. */
const tools = [sampleTool(['x/1', 'x/2', 'x/3', 'x/4'])];

const jobsFor = (names: readonly string[]): LintJob[] =>
  names.map((staged, index) => ({ index, staged, path: `/${staged}`, kind: 'yaml', tools: [] }));

async function lint(names: readonly string[], workers: number, fileTimeout?: number): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  const limit = fileTimeout !== undefined && { fileTimeout };
  await lintInWorkers(jobsFor(names), {
    setup: { tools },
    workers,
    onReport: (report) => reports.push(report),
    script: script(SCRIPTED),
    ...limit,
  });
  return reports;
}

describe('the worker pool', () => {
  it('reports in the order of the files, however many workers there are and whoever is first', async () => {
    const names = ['slow', 'a', 'b', 'slow', 'c', 'slow', 'd'];
    const alone = await lint(names, 1);
    expect(alone.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await lint(names, 4)).toEqual(alone);
  });

  it.each([
    ['ends', 'its worker ended with code 3'],
    ['throws', 'out of the blue'],
  ])('gives up a file whose worker %s, and goes on with the next', async (name, reason) => {
    const reports = await lint(['a', name, 'b', name, 'c'], 1);
    expect(reports.map(({ unreadable }) => unreadable)).toEqual([undefined, reason, undefined, reason, undefined]);
  });

  it('gives up a file that takes too long, even when its worker never yields', async () => {
    const reports = await lint(['a', 'hangs', 'b'], 1, 3_000);
    expect(reports.map(({ unreadable }) => unreadable)).toEqual([undefined, 'took longer than 3 s', undefined]);
  });

  it('lints a file again without the rule that took too long, and gives it up when that is the third one', async () => {
    const reports = await lint(['a', 'slow rules 1', 'b', 'slow rules 2 3 4'], 1, 2_000);
    const slow = (rule: string) => ({ rule, reason: 'took longer than 2 s' });
    expect(reports.map(({ brokenRules }) => brokenRules)).toEqual([[], [slow('x/1')], [], [slow('x/2'), slow('x/3')]]);
    expect(reports.map(({ unreadable }) => unreadable)).toEqual([...Array(3), 'took longer than 2 s']);
  });

  it('finds the rule of ESLint that hangs, and keeps what the others find', async () => {
    const path = join(folder, 'a.js');
    writeFileSync(path, 'name;');
    const reports: FileReport[] = [];
    await lintInWorkers([{ index: 0, staged: 'a.js', path, kind: 'javascript', tools: ['sample'] }], {
      setup: { tools: [sampleTool(['x/reports', 'x/hangs'])] },
      workers: 1,
      onReport: (report) => reports.push(report),
      script: script(LINTING),
      fileTimeout: 5_000,
    });
    expect(reports).toMatchObject([
      { findings: [{ rule: 'x/reports' }], brokenRules: [{ rule: 'x/hangs', reason: 'took longer than 5 s' }] },
    ]);
    expect(reports[0]!.unreadable).toBeUndefined();
  });

  it('fails with the reason when what a file needs cannot be loaded', () =>
    expect(lint(['a', 'parts', 'b'], 1)).rejects.toThrow('no parser for it'));

  it('fails with the reason when a worker cannot start', async () => {
    const start = (text: string) =>
      lintInWorkers(jobsFor(['a']), {
        setup: { tools },
        workers: 1,
        onReport: () => undefined,
        script: script(text),
      });
    await expect(start("throw new Error('no such plugin')")).rejects.toThrow('no such plugin');
    await expect(
      start("require('node:worker_threads').parentPort.postMessage({ kind: 'broken', reason: 'no parser' })"),
    ).rejects.toThrow('no parser');
    await expect(start('process.exit(4)')).rejects.toThrow('ended with code 4');
  });
});
