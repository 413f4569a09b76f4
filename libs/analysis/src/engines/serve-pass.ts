import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Engine, EnginePass, PassReporter } from './engine';
import type { HostMessage } from './host-protocol';

/** Nothing but types is imported here: a pass waits for every module that its host loads. */
const RESULTS = 3;
/** Open for as long as the parent lives. */
const LIFELINE = 4;

/**
 * The pipe blocks: an engine that finds faster than the parent reads waits for it. Where something made it non-blocking,
 * waiting a millisecond does the same without burning the core that the parent needs.
 */
function send(message: HostMessage): void {
  let rest = Buffer.from(`${JSON.stringify(message)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(RESULTS, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

const reporter: PassReporter = {
  engine: (name, version) => send({ kind: 'engine', name, version }),
  finding: (tool, finding) => send({ kind: 'finding', tool, finding }),
  unreadable: (tool, file, reason) => send({ kind: 'unreadable', tool, file, reason }),
  completed: (tool, { filesChecked }) => send({ kind: 'completed', tool, filesChecked }),
  failed: (tool, reason) => send({ kind: 'failed', tool, reason }),
  skipped: (tool, reason) => send({ kind: 'skipped', tool, reason }),
  progress: (done, total) => send({ kind: 'progress', done, total }),
  working: (file) => send({ kind: 'working', file }),
};

/**
 * Serves the one pass that standard input holds with the engine it names, writes results to file descriptor 3 at once
 * and in full, so that nothing reported is lost when the process is ended, and ends the process.
 */
export function servePass(load: (engine: string) => Engine): void {
  endWithParent();
  const serve = async () => {
    const pass = JSON.parse(await text(process.stdin)) as EnginePass;
    await load(pass.engine).run(pass, reporter);
  };
  serve().then(
    () => process.exit(0), // an engine may leave timers and workers behind
    (error: unknown) => {
      send({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
}

/** For machines whose kernel does not end a child with its parent: noticed as soon as the engine yields. Group 0 is this process and what it started. */
function endWithParent(): void {
  new Socket({ fd: LIFELINE }).on('close', () => process.kill(0, 'SIGKILL')).on('error', () => undefined).resume().unref();
}
