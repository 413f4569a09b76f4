import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { endWithParent, writeResult } from '@assay/sandbox-child';
import type { Engine, EnginePass, PassReporter } from '../engine';
import type { HostMessage } from './host-protocol';

/** This file imports little more than types, because a pass waits for every module that its host loads. */
const send = (message: HostMessage): void => writeResult(message);

const reporter: PassReporter = {
  engine: (name, version) => send({ kind: 'engine', name, version }),
  finding: (tool, finding) => send({ kind: 'finding', tool, finding }),
  unreadable: (tool, file, reason) => send({ kind: 'unreadable', tool, file, reason }),
  completed: (tool, { filesChecked }) => send({ kind: 'completed', tool, filesChecked }),
  failed: (tool, reason) => send({ kind: 'failed', tool, reason }),
  skipped: (tool, reason, cause) => send({ kind: 'skipped', tool, reason, ...(cause && { cause }) }),
  packages: (listed) => send({ kind: 'packages', ...listed }),
  safe: (tool, place) => send({ kind: 'safe', tool, place }),
  progress: (done, total) => send({ kind: 'progress', done, total }),
  working: (file) => send({ kind: 'working', file }),
};

/** Runs the engine that the pass names. Each report is written to file descriptor 3 at once and in full. */
export const runEngine = (pass: EnginePass, load: (engine: string) => Engine): Promise<void> =>
  load(pass.engine).run(pass, reporter);

/** Says why the engine ended without an outcome for every tool. */
export function reportBroken(error: unknown): void {
  send({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

/**
 * How much of its code a function must have run, in bytes, before V8 optimizes it: four times as much as by itself. A
 * pass is short, and functions that were optimized early are often optimized again when the next file holds something
 * else. A release of V8 that does not know the flag ignores it.
 */
const OPTIMIZE_LATER = '--interrupt-budget=500000';

/**
 * Reads one pass from standard input, runs its engine, and ends the process. Results are written to file descriptor 3
 * at once and in full, so that none is lost if the process is ended.
 */
export function servePass(load: (engine: string) => Engine): void {
  endWithParent();
  setFlagsFromString(OPTIMIZE_LATER);
  const serve = async () => runEngine(JSON.parse(await text(process.stdin)) as EnginePass, load);
  serve().then(
    () => process.exit(0), // an engine may leave timers and workers behind
    (error: unknown) => {
      reportBroken(error);
      process.exit(1);
    },
  );
}
