#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from './exit-status';
import { nameSourcesOf } from './source-positions';

/** What a build makes of `run` and all that it needs (scripts/bundle-command.cjs). */
const BUNDLE = join(__dirname, 'run.bundle.js');

let outputError: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error) => (outputError ??= error));

commandLine()
  .run(process.argv)
  .then(
    (status) => {
      process.exitCode = status;
      // Output to a pipe is flushed before the process ends; what still holds the loop open by then is not waited for.
      // An error of that write is reported a turn later.
      process.stdout.write('', () => setImmediate(() => process.exit(afterOutput(status))));
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(EXIT.usage);
    },
  );

/** Who asks only for the version or the list of commands gets them from some 60 small files sooner. */
function commandLine(): typeof import('./run') {
  const namesCommand = process.argv.slice(2).some((word) => !word.startsWith('-') && word !== 'help');
  if (!namesCommand || !existsSync(BUNDLE)) return require('./run') as typeof import('./run');
  nameSourcesOf(BUNDLE);
  return require(BUNDLE) as typeof import('./run');
}

/** A reader that has seen enough (`| head`) is no error. A result that was not written whole cannot be relied on. */
function afterOutput(status: number): number {
  if (outputError === undefined || outputError.code === 'EPIPE') return status;
  process.stderr.write(`error: the output could not be written: ${outputError.message}\n`);
  return EXIT.usage;
}
