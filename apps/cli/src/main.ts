#!/usr/bin/env node
import { EXIT } from './exit-status';
import { run } from './run';

run(process.argv).then(
  (status) => {
    process.exitCode = status;
    // What is written to a pipe is flushed before the process ends; what still holds the loop open by then is not
    // waited for.
    process.stdout.write('', () => process.exit(status));
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(EXIT.usage);
  },
);
