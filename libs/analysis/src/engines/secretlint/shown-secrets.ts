import { SECRET_FORMATS } from '../../catalogue/secret-formats';
import { PRESET_TOKEN } from '../../catalogue/secret-writing/tokens';
import type { HiddenRange } from '../engine';
import type { Assignment } from './assignments/assignment';
import { judge } from './assignments/judge';
import { type Writing, writingOf } from './assignments/languages';
import { kindOfName } from './assignments/names';
import { assignmentsIn } from './assignments/scan';
import { classOf } from './assignments/values';
import { writtenIn } from './assignments/written';
import { credentialUrlsIn } from './credential-urls';
import { FormatSearch, NamedFormats } from './formats/format-search';
import { Positions, linesOfRange } from './found-secret';
import { privateKeysIn } from './private-keys';

export interface ShownSecret extends HiddenRange {
  /** Not only the value of a name that promises a secret, but one that is credible as well. */
  readonly isCredible: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly isCredible: boolean;
}

/** Names and neighbours of a value stand on lines beside it. */
const MARGIN = 8;
/** No more of a line is shown. The rest of a secret that begins before has to be seen to know it. */
const MOST_OF_LINE = 1_000;

/**
 * Where secrets stand on lines that are going to be shown. They are found by what is written there, whatever tool has
 * a finding on the lines. Work grows with the number of the lines.
 * @param wanted numbers of lines, from 1
 */
export function shownSecrets(
  path: string,
  lines: readonly string[],
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, readonly ShownSecret[]> {
  const byLine = new Map<number, ShownSecret[]>();
  const add = (text: string, firstLine: number, found: readonly Range[]) => {
    const positions = new Positions(text);
    for (const { start, end, isCredible } of found)
      for (const range of linesOfRange(text, positions, start, end)) {
        const line = range.line + firstLine - 1;
        if (!wanted.has(line)) continue;
        const known = byLine.get(line);
        if (known) known.push({ ...range, line, isCredible });
        else byLine.set(line, [{ ...range, line, isCredible }]);
      }
  };
  const writing = writingOf(path);
  for (const [from, to] of segmentsOf(wanted, lines.length)) {
    const text = lines
      .slice(from - 1, to)
      .map((line) => line.slice(0, MOST_OF_LINE))
      .join('\n');
    add(text, from, rangesIn(path, writing, text));
  }
  // A key may begin long before the lines that are shown.
  if (wanted.size > 0 && lines.some((line) => line.includes('PRIVATE KEY'))) {
    const text = lines.join('\n');
    add(
      text,
      1,
      privateKeysIn(text).map(({ start, end }) => ({ start, end, isCredible: true })),
    );
  }
  return byLine;
}

/** The wanted lines with their margins, those that touch each other as one. */
function segmentsOf(wanted: ReadonlySet<number>, count: number): [from: number, to: number][] {
  const segments: [number, number][] = [];
  for (const line of [...wanted].sort((a, b) => a - b)) {
    const last = segments.at(-1);
    const to = Math.min(count, line + MARGIN);
    if (last && line - MARGIN <= last[1] + 1) last[1] = to;
    else segments.push([Math.max(1, line - MARGIN), to]);
  }
  return segments;
}

/** Compiled for the first text, because most commands show none. */
let formats: { readonly search: FormatSearch; readonly named: NamedFormats } | undefined;

function rangesIn(path: string, writing: Writing, text: string): Range[] {
  formats ??= { search: new FormatSearch(SECRET_FORMATS), named: new NamedFormats(SECRET_FORMATS) };
  const { search, named } = formats;
  const surroundings = { path, writing, text, isTrial: false };
  const isCredible = (assignment: Assignment): boolean =>
    named.formatOf(assignment.name.toLowerCase().replace(/[^a-z\d]/g, ''), assignment.value) !== undefined ||
    judge(assignment, surroundings) !== undefined ||
    // A test or a label gets no finding. It is hidden nevertheless: whether it is one is a guess.
    (assignment.isQuoted && kindOfName(assignment.name) === 'password' && classOf(assignment.value) !== 'nothing');
  return [
    ...search.search(text).map(({ start, end }) => ({ start, end, isCredible: true })),
    ...credentialUrlsIn(text).map(({ start, end }) => ({ start, end, isCredible: true })),
    ...[...text.matchAll(PRESET_TOKEN)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
      isCredible: true,
    })),
    ...[...assignmentsIn(text, writing), ...writtenIn(text)].map((assignment) => ({
      start: assignment.start,
      end: assignment.end,
      isCredible: isCredible(assignment),
    })),
  ];
}
