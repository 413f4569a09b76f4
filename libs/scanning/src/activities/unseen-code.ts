import type { EngineProfile, ToolDefinition } from '@assay/analysis';
import { isBillable } from '@assay/source-text';
import type { StagedFile } from '@assay/target-records';
import picomatch from 'picomatch';
import type { UnseenCode } from '../domain/session-events';
import { shownPath } from '../queries/shown-texts';

const PLACES = 3;

type Known = Pick<ToolDefinition, 'files' | 'engine' | 'reads'>;

/**
 * Lists the code in languages that no tool knows, by language, the largest first. A tool for any text, such as for
 * secrets, spelling or copies, knows nothing about mistakes in a language. A tool that leaves out tests still knows
 * their language.
 * @param tools all tools of the catalogue that count in the session, including those that were not requested
 */
export function unseenCode(
  files: readonly StagedFile[],
  tools: readonly Known[],
  engine: (id: string) => Pick<EngineProfile, 'knowsNoLanguage'> | undefined,
): UnseenCode[] {
  const knowing = tools.filter((tool) => tool.reads !== 'history' && !engine(tool.engine)?.knowsNoLanguage);
  const isSeen = matcherOf([...new Set(knowing.flatMap((tool) => [...tool.files]))]);
  const unseen = new Map<string, { files: number; lines: number; first: string[] }>();
  for (const { language, role, leftOut, staged, path, lines } of files) {
    // The notes of a package manager to itself are no code, whatever language it borrows.
    if (leftOut || role === 'lockfile' || !isBillable(language)) continue;
    if (isSeen(staged) || isSeen(plainName(staged))) continue;
    const known = unseen.get(language) ?? { files: 0, lines: 0, first: [] };
    known.files += 1;
    known.lines += lines;
    if (known.first.length < PLACES) known.first.push(shownPath(path));
    unseen.set(language, known);
  }
  return [...unseen]
    .map(([language, counts]) => ({ language, ...counts }))
    .sort((a, b) => b.lines - a.lines || (a.language < b.language ? -1 : 1));
}

/** A path of the same kind, without a meaningful name or folder. */
const plainName = (file: string): string => `source${/\.[^./]+$/.exec(file)?.[0] ?? ''}`;

/** Most patterns name only a file ending. Such a pattern is tested once for each ending, not once for each file. */
function matcherOf(patterns: readonly string[]): (file: string) => boolean {
  const isEnding = (pattern: string) => /^\*\*\/\*\.[\w{},]+$/.test(pattern);
  const byEnding = picomatch(patterns.filter(isEnding), { dot: true });
  const byPlace = picomatch(
    patterns.filter((pattern) => !isEnding(pattern)),
    { dot: true },
  );
  const endings = new Map<string, boolean>();
  return (file) => {
    const ending = file.slice(file.lastIndexOf('/') + 1).replace(/^.*?(?=\.)/, '');
    const known = endings.get(ending) ?? byEnding(`folder/name${ending}`);
    endings.set(ending, known);
    return known || byPlace(file);
  };
}
