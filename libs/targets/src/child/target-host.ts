import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { endWithParent, writeResult } from '@assay/sandbox-child';
import { type TargetContent, stageTarget } from '../staging/stage-target';
import { stagingFailed } from '../staging/errors';
import { type WriteBudget, openWriteBudget } from '../staging/write-budget';
import { sentError } from './sent-errors';
import type { AcquiredFacts, TargetJob, TargetMessage } from './target-job';

/** Milliseconds between two reports of progress. */
const INTERVAL = 250;

const report = (message: TargetMessage): void => writeResult(message);

/**
 * The entry point of the process that brings a target in and stages it. It reads its job from standard input, reports,
 * and ends. All parsers of the target's bytes run here, so that nothing in them can stop the process that answers.
 */
async function serve(): Promise<void> {
  const job = JSON.parse(await text(process.stdin)) as TargetJob;
  const writes = openWriteBudget(job.writes);
  const { content, facts } = await contentOf(job, writes);
  const staged = await stageTarget(content, {
    destination: job.destination,
    limits: job.staging,
    leftOut: job.leftOut,
    installed: job.installed,
    suppressions: job.suppressions,
    neutralise: job.neutralise.map(([source, flags]) => new RegExp(source, flags)),
    writes,
    onProgress,
  });
  await writeFile(job.description, JSON.stringify(staged)).catch((error: unknown) => {
    throw stagingFailed(error);
  });
  report({ kind: 'done', facts });
}

async function contentOf(
  job: TargetJob,
  writes: WriteBudget,
): Promise<{ readonly content: TargetContent; readonly facts: AcquiredFacts }> {
  if (job.acquire.kind === 'content') return { content: job.acquire.content, facts: { leftOut: [] } };
  // A directory needs no reader of archives, and loading them takes longer than staging it.
  const { acquire } = require('./acquire') as typeof import('./acquire');
  return acquire(job.acquire, { ...job, writes, onProgress });
}

let reported = 0;
function onProgress(progress: object): void {
  if (performance.now() - reported < INTERVAL) return;
  reported = performance.now();
  report({ kind: 'progress', progress: progress as Readonly<Record<string, number>> });
}

endWithParent();
serve().then(
  () => process.exit(0),
  (error: unknown) => {
    report({ kind: 'failed', error: sentError(error) });
    process.exit(0);
  },
);
