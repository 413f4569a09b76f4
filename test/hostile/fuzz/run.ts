import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { mutated, randomFrom } from './mutations';
import { PARSERS } from './parsers';

/**
 * Gives one parser mutated inputs, each from a seed of its own. It is a process of its own with little memory, so that
 * an input that fills the memory, or that never ends, is told from the others by the number in the file `at`.
 */
async function main(name: string, seed: number, count: number, folder: string): Promise<void> {
  const { samples, tokens = [], refusals, parse } = PARSERS[name]!;
  const [own, pieces] = [samples(), tokens.map((token) => Buffer.from(token))];
  const at = openSync(join(folder, 'at'), 'w');
  let refused = 0;
  for (let index = 0; index < count; index += 1) {
    writeSync(at, String(index).padEnd(12), 0);
    const bytes = mutated(own, randomFrom(seed + index), pieces);
    try {
      await parse(bytes, join(folder, 'own'));
    } catch (error) {
      if (!refusals.some((each) => error instanceof each)) {
        console.log(
          JSON.stringify({ index, error: String(error), stack: (error as Error).stack?.split('\n').slice(0, 6) }),
        );
        process.exit(1);
      }
      refused += 1;
    }
  }
  console.log(JSON.stringify({ refused }));
}

const [name, seed, count, folder] = process.argv.slice(2);
void main(name!, Number(seed), Number(count), folder!);
