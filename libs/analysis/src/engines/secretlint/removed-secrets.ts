import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { versionAt } from '@assay/target-records';
import type { EnginePass, PassReporter } from '../engine';
import { type JudgedText, Unreadable, decodeText, judgeEachText, oneLine } from '../kit/per-file';
import type { FoundSecret } from './found-secret';

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
export async function judgeRemoved(
  pass: EnginePass,
  report: PassReporter,
  search: (input: JudgedText) => Promise<readonly FoundSecret[]>,
): Promise<void> {
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
  const still =
    pass.source === undefined
      ? new Set<string>()
      : await valuesIn(pass.source, new Set([...first.values()].map(writtenAs)));
  for (const secret of [...first.values(), ...beyond]) {
    if (still.has(writtenAs(secret))) continue;
    const { problem, file } = secret;
    for (const { id, rules } of pass.tools)
      if (Object.hasOwn(rules, problem.rule))
        report.finding(id, { ...problem, file, message: oneLine(`${problem.message} ${whereIn(file)}`) });
  }
  for (const coverage of completed) report.completed(...coverage);
}

/** What is searched for in the source. */
const writtenAs = ({ trace, value }: FoundSecret): string => trace ?? value;

function whereIn(file: string): string {
  const version = versionAt(file);
  if (!version) return 'in an earlier version of the file';
  const day = version.authored === undefined ? '' : ` of ${new Date(version.authored).toISOString().slice(0, 10)}`;
  return `in commit ${version.commit}${day}; it was removed later, and the history still has it`;
}

/**
 * Runs of characters. Every credential contains at least one of some length, and the longest one is used to find it.
 */
const TOKEN = /[A-Za-z0-9_-]{6,}/g;

/** The values that occur in a file below the folder. Each file is read once, regardless of the number of values. */
async function valuesIn(folder: string, values: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  if (values.size === 0) return found;
  const byToken = new Map<string, string[]>();
  const withoutToken: string[] = [];
  for (const value of values) {
    const longest = (value.match(TOKEN) ?? []).sort((a, b) => b.length - a.length)[0];
    if (longest === undefined) withoutToken.push(value);
    else byToken.set(longest, [...(byToken.get(longest) ?? []), value]);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await textOf(join(entry.parentPath, entry.name));
    const candidates = new Set((text.match(TOKEN) ?? []).flatMap((token) => byToken.get(token) ?? []));
    for (const value of [...candidates, ...withoutToken]) if (text.includes(value)) found.add(value);
  }
  return found;
}

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
