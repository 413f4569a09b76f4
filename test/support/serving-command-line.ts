import { createInterface } from 'node:readline';
import { run } from '../../apps/cli/src/run';

/**
 * Runs one command after another, each a line of standard input with its arguments as JSON, and answers each with a
 * line on standard output. Loading the modules of the command line takes longer than most commands.
 */
const streams = { output: process.stdout, errors: process.stderr };
const answer = process.stdout.write.bind(process.stdout);

async function serve(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const said = { output: '', errors: '' };
    for (const key of ['output', 'errors'] as const)
      streams[key].write = (text: string | Uint8Array) => {
        said[key] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
        return true;
      };
    process.exitCode = undefined; // a command before may have set it
    const status = await run([...process.argv.slice(0, 2), ...(JSON.parse(line) as string[])]);
    answer(`${JSON.stringify({ status, ...said })}\n`);
  }
}

void serve();
