import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type StagedFile, versionAt } from '@assay/target-records';
import picomatch from 'picomatch';
import { secretlintTools } from '../../catalogue/secrets';
import type { EnginePass, PassReporter } from '../engine';
import { Unreadable, decodeText, judgeEachText, oneLine } from '../kit/per-file';
import { type FoundSecret, RANK } from './found-secret';
import type { SecretSearch } from './search-secrets';

interface Occurrence extends FoundSecret {
  readonly file: string;
}

/** The most values that are searched in the source. Of further values, every occurrence is reported. */
const MOST_VALUES = 20_000;
const MAX_SOURCE_BYTES = 4 * 1024 * 1024;

/**
 * Reports secrets in earlier versions of files that are no longer in the source. Each is reported once, at its first
 * occurrence. Secrets that are still in the source are reported there.
 */
export async function judgeRemoved(pass: EnginePass, report: PassReporter, search: SecretSearch): Promise<void> {
  const first = new Map<string, Occurrence>();
  const beyond: Occurrence[] = [];
  const completed: [tool: string, coverage: { filesChecked: number }][] = [];
  await judgeEachText(pass, { ...report, completed: (...coverage) => void completed.push(coverage) }, async (input) => {
    for (const secret of await search(input)) {
      if (first.has(secret.value)) continue;
      const occurrence = { ...secret, file: input.file.staged };
      if (first.size < MOST_VALUES) first.set(secret.value, occurrence);
      else beyond.push(occurrence);
    }
    return [];
  });
  const isStill = pass.source === undefined ? () => false : await stillIn(pass.source, first.values(), search);
  for (const secret of [...first.values(), ...beyond]) {
    if (isStill(secret)) continue;
    const { problem, file } = secret;
    for (const { id, rules } of pass.tools)
      if (Object.hasOwn(rules, problem.rule))
        report.finding(id, { ...problem, file, message: oneLine(`${problem.message} ${whereIn(file)}`) });
  }
  for (const coverage of completed) report.completed(...coverage);
}

/** The text that is searched for in the source. */
const writtenAs = ({ trace, value }: FoundSecret): string => trace ?? value;

/** A shorter text may be a word, which stands in the source and is no secret there. */
const SHORTEST_UNMISTAKABLE = 16;
const isUnmistakable = ({ trace, rank, value }: FoundSecret): boolean =>
  trace !== undefined || (rank >= RANK.format && value.length >= SHORTEST_UNMISTAKABLE);

function whereIn(file: string): string {
  const version = versionAt(file);
  if (!version) return 'in an earlier version of the file';
  const day = version.authored === undefined ? '' : ` of ${new Date(version.authored).toISOString().slice(0, 10)}`;
  return `in commit ${version.commit}${day}; it was removed later, and the history still has it`;
}

/** This tool reports a secret that the source still has, in the files that it opens. */
const IN_SOURCE = secretlintTools.find(({ id }) => id === 'secrets-source')!;

/** Runs of characters, of which the longest one of a value is used to find it. */
const RUN = /[A-Za-z0-9_-]+/g;
const longestRun = (value: string): string =>
  (value.match(RUN) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');

/**
 * Which secrets the source still has. The text of a token says so wherever it stands. A password does where it is a
 * secret again: its text may be a word of a document, and nothing would tell of it then. Each file is read once, and
 * searched for secrets where a run of one stands in it.
 */
async function stillIn(
  folder: string,
  secrets: Iterable<FoundSecret>,
  search: SecretSearch,
): Promise<(secret: FoundSecret) => boolean> {
  const written = new Map<string, Set<string>>();
  const runs = new Set<string>();
  for (const secret of secrets) {
    const run = longestRun(writtenAs(secret));
    if (!isUnmistakable(secret)) runs.add(run);
    else written.set(run, (written.get(run) ?? new Set()).add(writtenAs(secret)));
  }
  const texts = new Set<string>();
  const values = new Set<string>();
  const isSearched = picomatch([...IN_SOURCE.files], { dot: true });
  if (written.size === 0 && runs.size === 0) return () => false;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll('\\', '/');
    if (!entry.isFile() || !isSearched(path)) continue;
    const text = await textOf(file);
    const present = new Set(text.match(RUN));
    for (const run of present)
      for (const each of written.get(run) ?? []) if (!texts.has(each) && text.includes(each)) texts.add(each);
    // A value of signs alone has no run, and is searched for everywhere.
    if (!runs.has('') && ![...present].some((run) => runs.has(run))) continue;
    for (const { value } of await search({ file: sourceFile(path, text), text })) values.add(value);
  }
  return (secret) => (isUnmistakable(secret) ? texts.has(writtenAs(secret)) : values.has(secret.value));
}

const sourceFile = (path: string, { length }: string): StagedFile => ({
  staged: path,
  path,
  size: length,
  lines: 0,
  language: '',
});

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes.length > MAX_SOURCE_BYTES) return '';
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof Unreadable) return ''; // an image
    throw error;
  }
}
