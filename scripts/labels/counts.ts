import { groupBy } from '../../apps/cli/src/output/group-by';
import { LABELS, type LabelFile, type LabelledRow } from './read-labels';

const WIDTH = 12;

/** How many rows have each label, in all, on the first screen, and by repository, language and tool. */
export function countsText(files: readonly LabelFile[]): string {
  const rows = files.flatMap((file) => file.rows);
  const screen = rows.filter((row) => row.screen);
  return [
    heading(`${files.length} repositories`),
    line('first screen', screen),
    line('first 40', rows),
    '',
    heading('by repository (first screen)'),
    ...files.map((file) =>
      line(
        file.repository,
        file.rows.filter((row) => row.screen),
      ),
    ),
    '',
    heading('by repository (first 40)'),
    ...files.map((file) => line(file.repository, file.rows)),
    '',
    heading('by language (first 40)'),
    ...groups(files.flatMap(({ language, rows: own }) => own.map((row) => [language, row] as const))),
    '',
    heading('by tool (first 40)'),
    ...groups(rows.map((row) => [row.tool, row] as const)),
    '',
  ].join('\n');
}

function groups(entries: readonly (readonly [string, LabelledRow])[]): string[] {
  const byName = groupBy(entries, ([name]) => name);
  return [...byName]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([name, own]) =>
      line(
        name,
        own.map(([, row]) => row),
      ),
    );
}

export const heading = (text: string): string => `${text.padEnd(44)}${['rows', ...LABELS].map(cell).join('')}`;
const cell = (text: string): string => text.padStart(WIDTH);

/** One line: the number of rows, and of each label the number and its share. */
export function line(name: string, rows: readonly Pick<LabelledRow, 'label'>[]): string {
  const shares = LABELS.map((label) => {
    const { length } = rows.filter((row) => row.label === label);
    return rows.length === 0 ? '-' : `${length} ${Math.round((100 * length) / rows.length)}%`;
  });
  return `${name.padEnd(44)}${[String(rows.length), ...shares].map(cell).join('')}`;
}
