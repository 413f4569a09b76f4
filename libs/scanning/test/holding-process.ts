import { StagingArea } from '../src';

/** Takes a staging folder for itself, says so, and holds it until it is killed. */
async function main(): Promise<void> {
  await new StagingArea(process.argv[2]!).open();
  process.stdout.write('taken\n');
  process.stdin.resume();
}

void main();
