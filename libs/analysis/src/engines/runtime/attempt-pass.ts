import { extname, join } from 'node:path';
import { type SandboxEnd, type SandboxedProcess, startSandboxed, OverlongLine, readLines } from '@assay/sandbox';
import { plainText } from '@assay/source-text';
import type { EnginePass, ListedPackages } from '../engine';
import { engineProfiles } from '../engine-table';
import { MAX_LINE_BYTES, ProtocolViolation, parseHostMessage } from './host-protocol';
import type { FindingsJudge } from './most-severe';
import { programsOf } from './programs';
import { type ToolOutcome, type ToolRun, ToolRuns } from './tool-runs';

export interface PassLimits extends FindingsJudge {
  /** Milliseconds. */
  readonly timeout: number;
  readonly memoryMb: number;
  readonly signal?: AbortSignal;
  /** Called when a tool has its outcome, while others still run. */
  readonly onTool?: (run: ToolRun) => void;
  /** Called with what a pass lists. A pass that is repeated lists it again. */
  readonly onPackages?: (listed: ListedPackages) => void;
  readonly onProgress?: (done: number, total: number) => void;
  /** The script that serves the pass. Default: the one that knows every engine. */
  readonly host?: string;
  /** How the process of an attempt is started. Default: a sandboxed process of its own. */
  readonly start?: typeof startSandboxed;
  /** How the pass is sent to that process. Default: all of it. */
  readonly inputOf?: (pass: HostedPass) => string;
}

/** The input of the process of an attempt: the pass, and where the programs are that its engine starts. */
export interface HostedPass extends EnginePass {
  readonly programs: ReturnType<typeof programsOf>['paths'];
}

/** One run of the host process. */
export interface PassAttempt {
  readonly engine: { readonly name: string; readonly version: string } | undefined;
  /** The tools that the engine itself gave an outcome. */
  readonly settled: ReadonlyMap<string, ToolRun>;
  /** The other tools, with what they had reported. Their outcome follows from how the process ended. */
  readonly unsettled: readonly ToolRun[];
  readonly end: AttemptEnd;
}

interface AttemptEnd {
  /**
   * `faulty`: it crashed, ran out of memory, threw, or ended without an outcome for some tools. Trying again with fewer
   * tools or files may help.
   */
  readonly kind: 'finished' | 'faulty' | 'timed-out' | 'canceled';
  /** The staged file that the engine said it was working on when it ended. */
  readonly workingOn: string | undefined;
}

/** The size of the scratch folder. The reports of an engine on a large repository have up to 70 MB. */
const SCRATCH_MB = 256;

const HOST = join(__dirname, `engine-host${extname(__filename)}`);

/**
 * Runs a pass once. Faults of the engine or the target are part of the result and are not thrown.
 * @throws InfrastructureError if no process can be started
 */
export async function attemptPass(pass: EnginePass, limits: PassLimits): Promise<PassAttempt> {
  const runs = new ToolRuns(pass, performance.now(), limits);
  const said: { engine?: PassAttempt['engine']; broken?: string; workingOn?: string } = {};
  const programs = programsOf(pass.engine);
  const child = await (limits.start ?? startSandboxed)({
    script: limits.host ?? HOST,
    cwd: pass.scratch,
    scratchMb: engineProfiles.find(({ id }) => id === pass.engine)?.scratchMb ?? SCRATCH_MB,
    readable: [pass.root, pass.source, pass.advisories].filter((path) => path !== undefined),
    programs: programs.files,
    timeout: limits.timeout,
    memoryMb: limits.memoryMb,
    input: (limits.inputOf ?? JSON.stringify)({ ...pass, programs: programs.paths }),
    ...(limits.signal && { signal: limits.signal }),
  });
  const violation = await listen(child, (line) => {
    const message = parseHostMessage(line);
    switch (message.kind) {
      case 'engine':
        said.engine = { name: message.name, version: message.version };
        runs.receive(message);
        break;
      case 'packages':
        limits.onPackages?.(message);
        break;
      case 'progress':
        limits.onProgress?.(message.done, message.total);
        break;
      case 'working':
        said.workingOn = message.file;
        break;
      case 'broken':
        said.broken = message.reason;
        break;
      default:
        runs.receive(message);
        if (runs.settled().size === pass.tools.length) child.dismiss();
    }
  });
  const end = await child.ended;
  const settled = new Map(runs.settled());
  const unsettled = runs.settleRest(outcomeOf(end, limits, violation ?? said.broken));
  return { engine: said.engine, settled, unsettled, end: { kind: kindOf(end, unsettled), workingOn: said.workingOn } };
}

/**
 * Reads the results to their end. A violation of the protocol ends the child, because no later result can be trusted.
 */
async function listen(child: SandboxedProcess, receive: (line: string) => void): Promise<string | undefined> {
  try {
    for await (const line of readLines(child.results, MAX_LINE_BYTES)) receive(line);
    return undefined;
  } catch (error) {
    child.stop();
    if (error instanceof ProtocolViolation) return error.message;
    if (error instanceof OverlongLine) return new ProtocolViolation(error.message).message;
    // The pipe was closed, because a process that the engine left behind held it open.
    if (
      (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE' ||
      (error as NodeJS.ErrnoException).code === 'ECONNRESET'
    )
      return undefined;
    throw error;
  }
}

function kindOf(end: SandboxEnd, unsettled: readonly ToolRun[]): AttemptEnd['kind'] {
  if (end.kind === 'timed-out' || end.kind === 'canceled') return end.kind;
  return unsettled.length > 0 ? 'faulty' : 'finished';
}

function outcomeOf(end: SandboxEnd, { timeout, memoryMb }: PassLimits, said: string | undefined): ToolOutcome {
  const failed = (reason: string, timedOut = false): ToolOutcome => ({
    status: 'failed',
    reason: plainText(reason),
    timedOut,
  });
  switch (end.kind) {
    case 'timed-out':
      return failed(`timed out after ${timeout} ms`, true);
    case 'canceled':
      return { status: 'skipped', reason: 'canceled' };
    case 'out-of-memory':
      return failed(`needed more than ${memoryMb} MB of memory`);
    case 'stopped':
      return failed(said ?? 'the pass was stopped');
    case 'crashed':
      return failed(said ?? `the engine was ended by ${end.signal}${lastLine(end.errorOutput)}`);
    case 'exited':
      return failed(said ?? `the engine ended with code ${end.code} before it finished${lastLine(end.errorOutput)}`);
  }
}

function lastLine(errorOutput: string): string {
  const line = errorOutput.trim().split('\n').at(-1)?.trim();
  return line ? `: ${line}` : '';
}
