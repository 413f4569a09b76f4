#!/usr/bin/env node
import { EXIT } from './exit-status';
import { run } from './run';

let outputError: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error) => (outputError ??= error));

run(process.argv).then(
  (status) => {
    process.exitCode = status;
    // What is written to a pipe is flushed before the process ends; what still holds the loop open by then is not
    // waited for. An error of that write is reported a turn later.
    process.stdout.write('', () => setImmediate(() => process.exit(afterOutput(status))));
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(EXIT.usage);
  },
);

/** A reader that has seen enough (`| head`) is no error. A result that was not written whole is none to rely on. */
function afterOutput(status: number): number {
  if (outputError === undefined || outputError.code === 'EPIPE') return status;
  process.stderr.write(`error: the output could not be written: ${outputError.message}\n`);
  return EXIT.usage;
}
