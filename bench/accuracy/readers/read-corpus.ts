import { readFile, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type Corpus, languageOf } from '../cases';
import { readAnswers } from './answers';
import { readMarks } from './marks';
import { readSuite } from './suite';

/** Packages, history and what a build leaves behind. */
const LEFT_OUT = /(?:^|\/)(?:\.git|node_modules|vendor|target|build)\//;

/**
 * The cases of a folder, labelled in one of three ways: by a table of answers, by folders that say `safe` and `unsafe`,
 * or by marks at the end of lines.
 * @throws Error if the folder has no labels
 */
export async function readCorpus(folder: string): Promise<Corpus> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !LEFT_OUT.test(`${file}`))
    .sort();
  const sources = files.filter((file) => languageOf(file) !== undefined);
  const answers = files.find((file) => /^expectedresults.*\.csv$/i.test(basename(file)));
  const textOf = (file: string) => readFile(join(folder, file), 'utf8');
  const cases = answers === undefined ? readSuite(sources) : readAnswers(await textOf(answers), sources);
  const labelled = cases.length > 0 ? cases : await readMarks(sources, textOf);
  if (labelled.length === 0) throw new Error(`${folder} has no labels that this script can read`);
  const own = new Set(labelled.map(({ file }) => file));
  return { cases: labelled, support: sources.filter((file) => !own.has(file)) };
}
