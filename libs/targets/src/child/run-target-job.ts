import { rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { InfrastructureError } from '@assay/kernel';
import { type SandboxEnd, type SandboxedProcess, OverlongLine, readLines, startSandboxed } from '@assay/sandbox';
import { plainText } from '@assay/source-text';
import { gitPrograms } from '../repository/run-git';
import { TargetUnreadable } from '../staging/errors';
import type { StagedTarget } from '../staging/stage-target';
import { removeStaged } from '../staging/staged-tree';
import type { WriteBudget } from '../staging/write-budget';
import { MalformedMessage } from '../site/browser/untrusted-json';
import { readDescription } from './read-description';
import { readMessage } from './read-message';
import { thrownError } from './sent-errors';
import { type AcquiredFacts, MAX_LINE_BYTES, type TargetJob, type TargetMessage } from './target-job';

export interface TargetRun {
  readonly acquire: TargetJob['acquire'];
  /** A folder that this creates, with the staged copy. Its parent belongs to this run alone. */
  readonly destination: string;
  readonly limits: TargetJob['limits'];
  readonly staging: TargetJob['staging'];
  /** Files of these roles are left out of the scan. Default: none. */
  readonly leftOut?: TargetJob['leftOut'];
  /** Whether to stage installed dependencies. Default: false. */
  readonly installed?: boolean;
  /** Whether to collect what the target says of findings in its own code. Default: false. */
  readonly suppressions?: boolean;
  readonly neutralise: readonly RegExp[];
  readonly writes: { readonly budget: WriteBudget; readonly bytes: number };
  readonly allowedTargets: string;
  /** Default: 1,500, and what git may take. */
  readonly memoryMb?: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: unknown) => void;
}

const HOST = join(__dirname, `target-host${extname(__filename)}`);
/** Lists of half a million names, twice, and the largest file that is decoded. */
const MEMORY_MB = 1_500;
/** Milliseconds for unpacking and copying, in addition to the time for fetching. */
const STAGING_TIME = 900_000;

/**
 * Brings a target in, and stages it, in a process of its own: with limited time and memory, without the secrets and the
 * other targets of this machine, and without network unless the target is fetched. When this settles, no process
 * remains.
 * @throws PackageUnreadable, RepositoryUnreadable, ImageRefused, ArchiveRefused, TargetNotAllowed, TargetUnreachable,
 *   TargetUnreadable, TargetTooLarge: as they were thrown there; InfrastructureError, the signal's reason
 */
export async function runTargetJob(
  run: TargetRun,
): Promise<{ readonly staged: StagedTarget; readonly facts: AcquiredFacts }> {
  run.signal.throwIfAborted();
  const folder = dirname(run.destination);
  const [target, description] = [join(folder, 'target'), join(folder, 'description.json')];
  const { acquire, destination, limits, staging, neutralise, writes, allowedTargets } = run;
  const job: TargetJob = {
    acquire,
    target,
    destination,
    description,
    limits,
    staging,
    leftOut: run.leftOut ?? [],
    installed: run.installed ?? false,
    suppressions: run.suppressions ?? false,
    neutralise: neutralise.map(({ source, flags }) => [source, flags] as const),
    writes: writes.bytes - writes.budget.taken,
    allowedTargets,
  };
  const child = await startSandboxed({
    script: HOST,
    cwd: folder,
    readable: readableFor(acquire),
    programs: usesGit(acquire) ? await gitPrograms() : [],
    network: acquire.kind === 'image' || acquire.kind === 'package',
    timeout: timeFor(run),
    memoryMb: memoryFor(run),
    input: JSON.stringify(job),
    signal: run.signal,
  });
  try {
    const facts = await outcomeOf(child, run);
    const staged = await readDescription(description, destination);
    return { staged, facts };
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof MalformedMessage || error instanceof OverlongLine)
      throw new TargetUnreadable('the target', `it broke the process that reads it (${error.message})`);
    throw error;
  } finally {
    child.stop();
    await child.ended;
    await rm(description, { force: true });
    await removeStaged(target);
  }
}

function readableFor(acquire: TargetJob['acquire']): string[] {
  switch (acquire.kind) {
    case 'content':
      return [acquire.content.source?.folder, acquire.content.history?.folder].filter((path) => path !== undefined);
    case 'archive':
    case 'build':
    case 'saved-image':
      return [acquire.file];
    case 'repository':
      return [acquire.gitDirectory];
    case 'working-tree':
      return [acquire.source.folder];
    case 'image':
    case 'package':
      return [];
  }
}

const memoryFor = ({ acquire, memoryMb }: Pick<TargetRun, 'acquire' | 'memoryMb'>): number =>
  memoryMb ?? MEMORY_MB + (usesGit(acquire) ? acquire.memoryMb : 0);

type UsesGit = Extract<TargetJob['acquire'], { kind: 'repository' | 'working-tree' }>;

const usesGit = (acquire: TargetJob['acquire']): acquire is UsesGit =>
  acquire.kind === 'repository' || acquire.kind === 'working-tree';

const timeFor = ({ acquire, limits }: Pick<TargetRun, 'acquire' | 'limits'>): number =>
  STAGING_TIME + (acquire.kind === 'content' ? 0 : limits.time);

async function outcomeOf(child: SandboxedProcess, run: TargetRun): Promise<AcquiredFacts> {
  let last: Exclude<TargetMessage, { kind: 'progress' }> | undefined;
  for await (const line of readLines(child.results, MAX_LINE_BYTES)) {
    const message = readMessage(line);
    if (message.kind === 'progress') run.onProgress(message.progress);
    else last ??= message;
  }
  const end = await child.ended;
  run.signal.throwIfAborted();
  if (last?.kind === 'failed') throw thrownError(last.error);
  if (last?.kind === 'done') return last.facts;
  throw failureOf(end, run);
}

function failureOf(end: SandboxEnd, run: TargetRun): Error {
  switch (end.kind) {
    case 'timed-out':
      return new TargetUnreadable(
        'the target',
        `it was not unpacked and copied within ${timeFor(run).toLocaleString('en')} ms: leave out what need not be ` +
          'analysed',
      );
    case 'out-of-memory':
      return new TargetUnreadable(
        'the target',
        `it needs more than ${memoryFor(run).toLocaleString('en')} MB of memory to be unpacked and ` +
          'copied: leave out what need not be analysed',
      );
    case 'crashed':
      return new InfrastructureError(
        `the process that stages the target was ended by ${end.signal}${lastLine(end.errorOutput)}`,
      );
    case 'exited':
      return new InfrastructureError(
        `the process that stages the target ended with code ${end.code}${lastLine(end.errorOutput)}`,
      );
    case 'canceled':
    case 'stopped':
      return new InfrastructureError('the process that stages the target was stopped');
  }
}

function lastLine(errorOutput: string): string {
  const line = errorOutput.trim().split('\n').at(-1)?.trim();
  return line ? `: ${plainText(line, 200)}` : '';
}
