#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from './exit-status';
import { loadLargeModule } from './load-large-module';
import { nameSourcesOf } from './source-positions';

/** The build's bundle of `run` and all its imports (scripts/bundle-command.cjs). */
const BUNDLE = join(__dirname, 'run.bundle.js');

let outputError: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error) => (outputError ??= error));
// A terminal that was closed takes no more messages. Work that is under way must still be able to clean up.
process.stderr.on('error', () => undefined);

commandLine()
  .run(process.argv)
  .then(
    (status) => {
      process.exitCode = status;
      // Flushes output to a pipe before the process ends, and does not wait for anything else that holds the loop open.
      // An error of that write is reported a turn later.
      process.stdout.write('', () => setImmediate(() => process.exit(afterOutput(status))));
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(EXIT.usage);
    },
  );

/** For the version or the list of commands alone, some 60 small files load faster than the bundle. */
function commandLine(): typeof import('./run') {
  const namesCommand = process.argv.slice(2).some((word) => !word.startsWith('-') && word !== 'help');
  if (!namesCommand || !existsSync(BUNDLE)) return require('./run') as typeof import('./run');
  nameSourcesOf(BUNDLE);
  // A service runs for long, and would keep the code.
  return loadLargeModule(BUNDLE, { compiled: !process.argv.includes('serve') }) as typeof import('./run');
}

/**
 * A reader that closes the pipe early (`| head`) is not an error. An incompletely written result cannot be relied on.
 */
function afterOutput(status: number): number {
  if (outputError === undefined || outputError.code === 'EPIPE') return status;
  process.stderr.write(`error: the output could not be written: ${outputError.message}\n`);
  return EXIT.usage;
}
