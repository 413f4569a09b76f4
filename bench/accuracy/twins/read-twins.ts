import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../cases';

/** One of two programs that differ in what decides: the other one has the other label. */
export interface Twin {
  readonly labelled: Case;
  /** The text of each file, by its place in the folder of the case. The first one has what is labelled. */
  readonly files: ReadonlyMap<string, string>;
}

const HEADING = /^### (?<name>[\w-]+) (?<cwe>\d+) (?<file>\S+)$/;
const NEXT_FILE = /^@@ (?<file>\S+)$/;

/** The twins of a language: what the files in its folder hold. @throws Error for a line that belongs to no twin */
export async function readTwins(folder: string, language: string): Promise<Twin[]> {
  const names = (await readdir(join(folder, language))).filter((name) => name.endsWith('.twins')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, language, name), 'utf8')));
  return texts.flatMap((text) => twinsIn(text, language));
}

/**
 * `### name CWE file` begins a pair, `@@ file` another file of it. A line after `-|` is in the weak program alone, one
 * after `+|` in the safe one alone, any other in both.
 * @throws Error for a line that belongs to no pair
 */
export function twinsIn(text: string, language: string): Twin[] {
  const twins: { labelled: Case; files: Map<string, string> }[] = [];
  let pair: typeof twins = [];
  let file = '';
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const heading = HEADING.exec(line)?.groups;
    if (heading !== undefined) {
      const { name, cwe } = heading as Record<'name' | 'cwe', string>;
      file = heading['file']!;
      pair = [true, false].map((isReal) => {
        const folder = `${isReal ? 'a' : 'b'}/${name}`;
        const labelled = { name: `${language} ${name}`, file: `${folder}/${file}`, cwe: Number(cwe), isReal };
        return { labelled: { ...labelled, pair: `${language} ${name}` }, files: new Map() };
      });
      twins.push(...pair);
      continue;
    }
    file = NEXT_FILE.exec(line)?.groups?.['file'] ?? file;
    if (pair.length === 0) throw new Error(`this line belongs to no pair: ${line.slice(0, 80)}`);
    if (NEXT_FILE.test(line)) continue;
    const own = /^(?<side>[-+])\|(?<code>.*)$/.exec(line)?.groups;
    for (const { labelled, files } of pair)
      if (own === undefined || (own['side'] === '-') === labelled.isReal)
        files.set(file, `${files.get(file) ?? ''}${own?.['code'] ?? line}\n`);
  }
  return twins;
}
