import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Engine, EnginePass, PassReporter } from './engine';
import type { HostMessage } from './host-protocol';

/**
 * The entry of the sandboxed child process: reads one pass from standard input, loads the engine it names, and writes
 * results to file descriptor 3 at once and in full, so that nothing reported is lost when the process is ended.
 */
const RESULTS = 3;

function send(message: HostMessage): void {
  let rest = Buffer.from(`${JSON.stringify(message)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(RESULTS, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error; // EAGAIN: the pipe is full, the parent is reading
    }
  }
}

const reporter: PassReporter = {
  engine: (name, version) => send({ kind: 'engine', name, version }),
  finding: (tool, finding) => send({ kind: 'finding', tool, finding }),
  unreadable: (tool, file, reason) => send({ kind: 'unreadable', tool, file, reason }),
  completed: (tool, { filesChecked }) => send({ kind: 'completed', tool, filesChecked }),
  failed: (tool, reason) => send({ kind: 'failed', tool, reason }),
  skipped: (tool, reason) => send({ kind: 'skipped', tool, reason }),
  progress: (done, total) => send({ kind: 'progress', done, total }),
};

async function main(): Promise<void> {
  const pass = JSON.parse(await text(process.stdin)) as EnginePass;
  const extension = __filename.endsWith('.ts') ? 'ts' : 'js';
  const { engine } = require(`./${pass.engine}/${pass.engine}.engine.${extension}`) as { engine: Engine };
  await engine.run(pass, reporter);
}

main().then(
  () => process.exit(0), // an engine may leave timers and workers behind
  (error: unknown) => {
    send({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
