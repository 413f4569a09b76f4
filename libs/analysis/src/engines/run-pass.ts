import { join, extname } from 'node:path';
import { createInterface } from 'node:readline';
import { startSandboxed } from '../sandbox/sandboxed-process';
import type { EnginePass, RawFinding } from './engine';
import type { HostMessage } from './host-protocol';

export type ToolOutcome =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly reason: string; readonly timedOut: boolean }
  | { readonly status: 'skipped'; readonly reason: string };

export interface ToolRun {
  readonly tool: string;
  readonly outcome: ToolOutcome;
  readonly findings: readonly RawFinding[];
  readonly filesChecked: number;
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[];
  /** Milliseconds from the start of the pass to the tool's outcome. */
  readonly duration: number;
}

export interface PassRun {
  readonly engine: { readonly name: string; readonly version: string } | undefined;
  readonly tools: readonly ToolRun[];
}

export interface PassLimits {
  /** Milliseconds. */
  readonly timeout: number;
  readonly memoryMb: number;
  readonly signal?: AbortSignal;
  /** Called when a tool has its outcome, while others still run. */
  readonly onTool?: (run: ToolRun) => void;
  readonly onProgress?: (done: number, total: number) => void;
}

const HOST = join(__dirname, `host${extname(__filename)}`);

/** Runs one pass in a sandboxed child process. Never rejects because of what the engine or the target did: that is a tool's outcome. */
export async function runPass(pass: EnginePass, limits: PassLimits): Promise<PassRun> {
  const started = performance.now();
  const runs = new Map(pass.tools.map(({ id }) => [id, { findings: [] as RawFinding[], unreadable: [] as { file: string; reason: string }[] }]));
  const ended = new Map<string, ToolRun>();
  let engine: PassRun['engine'];
  let broken: string | undefined;

  const settle = (tool: string, outcome: ToolOutcome, filesChecked = 0) => {
    const run = runs.get(tool);
    if (!run || ended.has(tool)) return;
    const settled = { tool, outcome, ...run, filesChecked, duration: Math.round(performance.now() - started) };
    ended.set(tool, settled);
    limits.onTool?.(settled);
  };
  const receive = (message: HostMessage) => {
    switch (message.kind) {
      case 'engine': engine = { name: message.name, version: message.version }; break;
      case 'finding': runs.get(message.tool)?.findings.push(message.finding); break;
      case 'unreadable': runs.get(message.tool)?.unreadable.push({ file: message.file, reason: message.reason }); break;
      case 'completed': settle(message.tool, { status: 'completed' }, message.filesChecked); break;
      case 'failed': settle(message.tool, { status: 'failed', reason: message.reason, timedOut: false }); break;
      case 'skipped': settle(message.tool, { status: 'skipped', reason: message.reason }); break;
      case 'progress': limits.onProgress?.(message.done, message.total); break;
      case 'broken': broken = message.reason; break;
    }
  };

  const child = startSandboxed({ script: HOST, cwd: pass.scratch, timeout: limits.timeout, memoryMb: limits.memoryMb, input: JSON.stringify(pass), ...(limits.signal ? { signal: limits.signal } : {}) });
  const read = (async () => {
    for await (const line of createInterface({ input: child.results, crlfDelay: Infinity })) receive(JSON.parse(line) as HostMessage);
  })();
  const end = await child.ended;
  await read;

  for (const { id } of pass.tools) {
    switch (end.kind) {
      case 'timed-out': settle(id, { status: 'failed', reason: `timed out after ${limits.timeout} ms`, timedOut: true }); break;
      case 'canceled': settle(id, { status: 'skipped', reason: 'canceled' }); break;
      case 'out-of-memory': settle(id, { status: 'failed', reason: `needed more than ${limits.memoryMb} MB of memory`, timedOut: false }); break;
      case 'crashed': settle(id, { status: 'failed', reason: `the engine was ended by ${end.signal}`, timedOut: false }); break;
      case 'exited': settle(id, { status: 'failed', reason: broken ?? `the engine ended with code ${end.code} before it finished: ${end.errorOutput.trim().split('\n').at(-1) ?? ''}`, timedOut: false }); break;
    }
  }
  return { engine, tools: pass.tools.map(({ id }) => ended.get(id)!) };
}
