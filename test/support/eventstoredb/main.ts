import { parseArgs } from 'node:util';
import { startStandIn } from './server';

/**
 * `main.ts --file <db> [--port <n>]`: prints its connection string when it listens; ends with SIGTERM. Kill it and
 * start it again as you like.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { file: { type: 'string' }, port: { type: 'string', default: '0' } } });
  if (values.file === undefined) throw new Error('--file names the database file of the stand-in');
  const standIn = await startStandIn({ file: values.file, port: Number(values.port) });
  process.once('SIGTERM', () => void standIn.close().then(() => process.exit(0)));
  process.stdout.write(`${standIn.url}\n`);
}

void main();
