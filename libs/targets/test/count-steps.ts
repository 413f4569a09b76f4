import { startCounting } from './counted-steps';

/**
 * Counts the steps of each parser for one input and for another of twice its size, and prints them. It is a process of
 * its own, because V8 counts the blocks of those functions only that it compiles while it counts.
 */
async function main(folder: string): Promise<void> {
  const counting = await startCounting();
  const { FILE_READERS, PARSERS, inFolder } = require('./hostile-inputs') as typeof import('./hostile-inputs');
  for (const [what, size, parser] of [...PARSERS, ...FILE_READERS.map((reader) => inFolder(folder, reader))]) {
    const [once, twice] = [parser(size), parser(size * 2)];
    await once.parse(); // what is set up at the first use is no work of the input
    const steps = [await counting.stepsOf(once.parse), await counting.stepsOf(twice.parse)];
    console.log(JSON.stringify({ what, bytes: [once.bytes, twice.bytes], steps }));
  }
}

void main(process.argv[2]!);
