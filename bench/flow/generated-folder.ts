import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GENERATED } from './programs';

/** Writes a program of at least so many lines into a new folder. Each of its files calls into the one before it. */
export async function writeGenerated(
  folder: string,
  lines: number,
  generate: (typeof GENERATED)[string],
): Promise<void> {
  const files = Math.ceil(lines / generate(1).text.split('\n').length);
  await mkdir(folder);
  for (let index = 0; index < files; index += 1) {
    const { name, text } = generate(index);
    await writeFile(join(folder, name), text);
  }
}
