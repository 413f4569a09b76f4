import { type ToolDefinition, engineProfiles } from '@assay/analysis';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dependencies } from '../../package.json';
import { SAMPLES, type SampleSide, expectedFindings, positiveSides } from '../../libs/analysis/test/sample-runs';

/** A file of a sample that can be shown: its path in the sample, and its lines. */
export interface SampleFile {
  readonly path: string;
  readonly lines: readonly string[];
}

/** The text files of one side of a tool's sample, in the order of their paths. */
export const sampleFiles = (tool: string, side: SampleSide): SampleFile[] =>
  filesOf(join(SAMPLES, tool, side)).flatMap((path) => {
    const content = readFileSync(path);
    if (content.includes(0)) return [];
    const lines = content.toString('utf8').split(/\r?\n/);
    return [{ path: relative(join(SAMPLES, tool, side), path), lines }];
  });

/** The rules that a tool's positive samples make it report. */
export const expectedRules = (tool: string): ReadonlySet<string> =>
  new Set(
    positiveSides(tool)
      .flatMap((side) => expectedFindings(tool, side))
      .map((line) => line.slice(line.lastIndexOf(' ') + 1)),
  );

/** Changes whenever the documentation of the tool's rules may have to be made again. */
export function digestOf({ id, engine, rules, settings }: ToolDefinition): string {
  const hash = createHash('sha256');
  for (const path of filesOf(join(SAMPLES, id))) hash.update(relative(SAMPLES, path)).update(readFileSync(path));
  const packages = engineProfiles.find((profile) => profile.id === engine)?.requires ?? [];
  const declared: Readonly<Record<string, string>> = dependencies;
  const versions = packages.map((name) => [name, declared[name]]);
  return hash
    .update(JSON.stringify([Object.keys(rules), settings, versions]))
    .digest('hex')
    .slice(0, 16);
}

const filesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];
