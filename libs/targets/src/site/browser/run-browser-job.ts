import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type SandboxEnd, type SandboxedProcess, OverlongLine, readLines, startSandboxed } from '@assay/sandbox';
import { plainText } from '@assay/source-text';
import type { TargetGuard } from '../../network';
import { type BrowserConfinement, detectBrowserConfinement } from './browser-confinement';
import { type BrowserJob, type BrowserMessage, MAX_LINE_BYTES, PROXY_SOCKET } from './browser-job';
import { type BrowserFolder, browserRunNeeds } from './browser-needs';
import { openGuardingProxy } from './guarding-proxy';
import { readMessage } from './read-message';
import { MalformedMessage } from './untrusted-json';

export interface BrowserLimits {
  /** Bytes over the network in both directions, for one load of a page. */
  readonly bytes: number;
  /** Milliseconds for one page, from the start of its browser to the end. */
  readonly time: number;
  /** Resident memory of all processes of the browser. Memory that processes share counts for each of them. */
  readonly memoryMb: number;
}

export interface BrowserRun extends Pick<BrowserJob, 'kind' | 'url' | 'chromium'> {
  readonly guard: TargetGuard;
  readonly limits: BrowserLimits;
  /** A folder that is created for this run and removed after it. */
  readonly folder: string;
  readonly signal?: AbortSignal;
  /** Default: all protections that work on this machine. */
  readonly confinement?: BrowserConfinement;
}

type Messages = { readonly [Kind in BrowserMessage['kind']]?: Extract<BrowserMessage, { kind: Kind }> };

export interface BrowserOutcome {
  /** The messages of the browser's process, by kind. */
  readonly messages: Messages;
  /** Why messages are missing; undefined if the browser has finished its job. */
  readonly failure: string | undefined;
  /** See GuardingProxy. */
  readonly refusals: ReadonlyMap<string, string>;
}

const HOST = join(__dirname, 'child', `browser-host${extname(__filename)}`);

/** Milliseconds that the child gets to report its results before it is killed. */
const REPORT_TIME = 2_000;

/**
 * Runs one browser for one page, with its own profile and proxy. When this settles, no process and no file remains. The
 * behaviour of the page is in the outcome, not thrown.
 * @throws the signal's reason, InfrastructureError when no process can be started
 */
export async function runBrowserJob({
  kind,
  url,
  chromium,
  guard,
  limits,
  folder,
  signal,
  ...run
}: BrowserRun): Promise<BrowserOutcome> {
  signal?.throwIfAborted();
  const confinement = run.confinement ?? (await detectBrowserConfinement(chromium));
  const at: BrowserFolder = { scratch: join(folder, 'scratch'), socket: join(folder, PROXY_SOCKET) };
  await mkdir(folder, { mode: 0o700 });
  await mkdir(at.scratch);
  let child: SandboxedProcess | undefined;
  let exhausted = false;
  const mark = `x-assay-${randomBytes(16).toString('hex')}`;
  const proxy = await openGuardingProxy({
    guard,
    folder,
    mark,
    bytes: limits.bytes,
    onExhausted: () => {
      exhausted = true;
      child?.stop();
    },
  });
  try {
    const time = Math.max(1_000, limits.time - REPORT_TIME);
    const job: BrowserJob = { kind, url, chromium, mark, sandbox: confinement.sandbox, time };
    child = await startBrowser(job, { at, limits, confinement, ...(signal && { signal }) });
    const { messages, violation } = await readMessages(child);
    const end = await child.ended;
    signal?.throwIfAborted();
    const failure = exhausted
      ? `it loads more than ${limits.bytes.toLocaleString('en')} bytes`
      : (violation ?? messages.failed?.reason ?? explainEnd(end, limits));
    return { messages, failure, refusals: proxy.refusals };
  } finally {
    child?.stop();
    await proxy.close();
    // A killed process may hold its files for another moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

interface Starting extends Required<Pick<BrowserRun, 'limits' | 'confinement'>>, Pick<BrowserRun, 'signal'> {
  readonly at: BrowserFolder;
}

const startBrowser = (job: BrowserJob, { at, limits, confinement, signal }: Starting): Promise<SandboxedProcess> =>
  startSandboxed({
    ...browserRunNeeds(job.chromium, at),
    script: HOST,
    timeout: limits.time,
    memoryMb: limits.memoryMb,
    confinement,
    input: JSON.stringify(job),
    environment: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    ...(signal && { signal }),
  });

async function readMessages(child: SandboxedProcess): Promise<{ messages: Messages; violation?: string }> {
  const messages: Record<string, BrowserMessage> = {};
  try {
    for await (const line of readLines(child.results, MAX_LINE_BYTES)) {
      const message = readMessage(line);
      messages[message.kind] ??= message;
    }
  } catch (error) {
    child.stop();
    if (error instanceof MalformedMessage || error instanceof OverlongLine)
      return { messages: messages as Messages, violation: error.message };
    // The pipe was closed from this side, because a leftover process held it open.
    if (!['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
  return { messages: messages as Messages };
}

/** Why a browser's process was ended before its job was done; undefined if it ended by itself. */
export function explainEnd(
  end: SandboxEnd,
  { time, memoryMb }: Pick<BrowserLimits, 'time' | 'memoryMb'>,
): string | undefined {
  switch (end.kind) {
    case 'timed-out':
      return `the browser was not done with it within ${time.toLocaleString('en')} ms`;
    case 'out-of-memory':
      return `the browser needs more than ${memoryMb} MB of memory for it`;
    case 'canceled':
    case 'stopped':
      return 'the browser was stopped';
    case 'crashed':
      return `the browser was ended by ${end.signal}${lastLine(end.errorOutput)}`;
    case 'exited':
      return end.code === 0
        ? undefined
        : `the browser's process ended with code ${end.code}${lastLine(end.errorOutput)}`;
  }
}

function lastLine(errorOutput: string): string {
  const line = errorOutput.trim().split('\n').at(-1)?.trim();
  return line ? `: ${plainText(line, 200)}` : '';
}
