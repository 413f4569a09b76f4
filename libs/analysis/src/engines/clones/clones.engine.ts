import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, PassReporter, RawFinding } from '../engine';
import { Unreadable, decodeText, oneLine } from '../kit/per-file';
import { type CloneGroup, CloneSearch, type Passage } from './clone-groups';
import { syntaxOf } from './code-tokens';

const VERSION = '1.0.0';

const MAX_BYTES = 1024 * 1024;
const MAX_LINES = 20_000;
/** Longer lines are generated code. */
const MAX_LINE = 20_000;
/** The most places of a group that its message names. */
const PLACES = 5;

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay clones', VERSION);
    for (const tool of pass.tools) {
      const { search, files } = searchIn(pass, tool, report);
      const paths = new Map(pass.files.map(({ staged, path }) => [staged, path]));
      const findings = search.groups().map((group) => found(group, paths));
      for (const finding of findings.sort(byPlace)) report.finding(tool.id, finding);
      report.completed(tool.id, { filesChecked: files });
    }
  },
};

function searchIn({ root, files }: EnginePass, tool: ToolDefinition, report: PassReporter) {
  const looksAt = picomatch([...tool.files], { dot: true });
  const { minTokens, minLines } = tool.settings as { minTokens: number; minLines: number };
  const search = new CloneSearch({ minTokens, minLines });
  const own = files.map(({ staged, size }) => ({ file: staged, size })).filter(({ file }) => looksAt(file));
  for (const { file, size } of own.sort((a, b) => (a.file < b.file ? -1 : 1)))
    try {
      if (!search.add(file, comparable(join(root, file), size), syntaxOf(file)))
        throw new Unreadable('not compared: there is more code than is compared at once');
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      report.unreadable(tool.id, file, error.message);
    }
  return { search, files: own.length };
}

function comparable(path: string, size: number): string {
  if (size > MAX_BYTES) throw new Unreadable('larger than 1 MB');
  const text = decodeText(readFileSync(path));
  const lines = text.split('\n');
  if (lines.length > MAX_LINES) throw new Unreadable(`has more than ${MAX_LINES} lines`);
  if (lines.some((line) => line.length > MAX_LINE))
    throw new Unreadable(`has a line of more than ${MAX_LINE} characters`);
  return text;
}

/**
 * A group is reported once, at its second place, which is usually the copy.
 * @param paths by the paths of the copy, those of the target
 */
function found({ places: [first, second, ...others] }: CloneGroup, paths: ReadonlyMap<string, string>): RawFinding {
  const lines = second.endLine - second.line + 1;
  const placeOf = ({ file, line, endLine }: Passage): string => `${paths.get(file) ?? file}:${line}-${endLine}`;
  const named = [first, ...others].slice(0, PLACES).map(placeOf).join(', ');
  const more = others.length + 1 - PLACES;
  return {
    rule: 'duplicated-code',
    ...second,
    message: oneLine(
      others.length === 0
        ? `${lines} lines are the same as ${named}`
        : `${lines} lines stand in ${others.length + 2} places: also ${named}${more > 0 ? ` and ${more} more` : ''}`,
    ),
  };
}

const byPlace = (a: RawFinding, b: RawFinding): number =>
  a.file! < b.file! ? -1 : a.file! > b.file! ? 1 : a.line! - b.line!;
