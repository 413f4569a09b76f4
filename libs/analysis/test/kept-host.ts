import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { type SandboxEnd, type SandboxedProcess, readLines, startSandboxed } from '@assay/sandbox';
import type { EngineProfile } from '../src/engines/engine-profile';
import type { ToolDefinition } from '../src/catalogue/tool';
import type { HostedPass, PassLimits } from '../src/engines/runtime/attempt-pass';
import { programsOf } from '../src/engines/runtime/programs';
import type { ToolReference } from './serving-host';

/** The state that all passes of one engine in one spec file share. */
interface KeptHost {
  /** The host's working directory, the only folder that it may write to; the scratch folders are below it. */
  readonly home: string;
  readonly start: (options: Parameters<typeof startSandboxed>[0], pass: HostedPass) => Promise<SandboxedProcess>;
  /** The end of the last pass, because the host runs one at a time. */
  turn: Promise<unknown>;
  close(): Promise<void>;
}

/** The time limit of a host, which may run the passes of a whole spec file. */
const HOST_TIMEOUT = 900_000;
/** The longest pass first compiles a part of Go's library. */
const PASS_TIMEOUT = 280_000;

const hosts = new Map<string, KeptHost>();

afterAll(async () => {
  for (const host of hosts.values()) await host.close();
  hosts.clear();
});

/**
 * Calls `body` with a scratch folder for a pass, and limits with which the pass runs in a sandboxed process that serves
 * all passes of its engine in this spec file: with a process per pass, half of the time of all tests went into
 * starting. The host loads engines as production does; the specs of the sandbox test the confinement.
 */
export async function inKeptHost<T>(
  profile: EngineProfile,
  body: (scratch: string, limits: PassLimits) => Promise<T>,
): Promise<T> {
  const host = hosts.get(profile.id) ?? keepHost(profile.id);
  hosts.set(profile.id, host);
  const run = host.turn.then(async () => {
    const scratch = mkdtempSync(join(host.home, 'pass-'));
    try {
      let pass: HostedPass | undefined;
      return await body(scratch, {
        timeout: PASS_TIMEOUT,
        memoryMb: profile.memoryMb,
        inputOf: (given) => ((pass = given), ''),
        start: (options) => host.start(options, pass!),
      });
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });
  host.turn = run.catch(() => undefined);
  return run;
}

function keepHost(engine: string): KeptHost {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'assay-host-')));
  let host: ServingProcess | undefined;
  return {
    home,
    turn: Promise.resolve(),
    async start({ timeout, memoryMb, signal }, pass) {
      if (host === undefined || host.hasEnded()) host = await serve(home, memoryMb, programsOf(engine).files);
      return host.run(pass, timeout, signal);
    },
    async close() {
      await host?.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

interface ServingProcess {
  hasEnded(): boolean;
  run(pass: HostedPass, timeout: number, signal?: AbortSignal): SandboxedProcess;
  close(): Promise<void>;
}

async function serve(home: string, memoryMb: number, programs: readonly string[]): Promise<ServingProcess> {
  const passes = new PassThrough();
  const child = await startSandboxed({
    script: resolve(__dirname, 'serving-host.ts'),
    cwd: home,
    programs,
    readable: [tmpdir()], // the trees of its passes are made later
    timeout: HOST_TIMEOUT,
    memoryMb,
    input: passes,
  });
  let current: { results: PassThrough; end(end: SandboxEnd): void } | undefined;
  let ended = false;
  const listening = (async () => {
    for await (const line of readLines(child.results, Infinity)) {
      const over = /^\{"kind":"over","code":(\d)\}$/.exec(line);
      if (over) current?.end({ kind: 'exited', code: Number(over[1]), errorOutput: '' });
      else current?.results.write(`${line}\n`);
    }
  })();
  void child.ended.then(async (end) => {
    ended = true;
    await listening;
    current?.end(end);
  });

  const known = new WeakMap<ToolDefinition, number>();
  let tools = 0;
  /** The definitions of one engine's tools have up to 480 KB, which a test sends only once. */
  const reference = (tool: ToolDefinition): ToolReference => {
    const number = known.get(tool);
    if (number !== undefined) return { number };
    known.set(tool, (tools += 1));
    return { number: tools, definition: tool };
  };

  return {
    hasEnded: () => ended,
    run(pass, timeout, signal) {
      const results = new PassThrough();
      const stopWith = (end: SandboxEnd) => () => {
        ended = true; // the next pass gets a new process
        child.stop();
        current?.end(end);
      };
      const stop = stopWith({ kind: 'stopped' });
      const canceled = stopWith({ kind: 'canceled' });
      const timer = setTimeout(stopWith({ kind: 'timed-out' }), timeout);
      signal?.addEventListener('abort', canceled, { once: true });
      const passEnded = new Promise<SandboxEnd>((resolveEnd) => {
        current = {
          results,
          end(end) {
            current = undefined;
            clearTimeout(timer);
            signal?.removeEventListener('abort', canceled);
            results.end();
            resolveEnd(end);
          },
        };
      });
      passes.write(`${JSON.stringify({ ...pass, tools: pass.tools.map(reference) })}\n`);
      return { pid: child.pid, results, ended: passEnded, stop, dismiss: () => undefined };
    },
    async close() {
      passes.end();
      await child.ended;
    },
  };
}
