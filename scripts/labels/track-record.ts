import type { LabelFile } from './read-labels';

/** Folders of labels of repositories that nobody had looked at while rules were fixed. */
export const UNSEEN = ['unseen', 'unseen-second', 'unseen-third', 'unseen-fourth', 'unseen-fifth'] as const;

/** Points of useful rows and of all by `tool/rule`, in the order of the names. `apps/cli` says what they are for. */
export function trackRecord(files: readonly LabelFile[]): Record<string, [useful: number, all: number]> {
  const points = new Map<string, [number, number]>();
  for (const { tool, rule, screen, label } of files.flatMap(({ rows }) => rows)) {
    const name = `${tool}/${rule}`;
    const [useful, all] = points.get(name) ?? [0, 0];
    const worth = screen ? 2 : 1;
    points.set(name, [useful + (label === 'useful' ? worth : 0), all + worth]);
  }
  return Object.fromEntries([...points].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** One rule a line. */
export const recordText = (record: Readonly<Record<string, readonly number[]>>): string =>
  `${JSON.stringify(record, null, 2).replace(/\[\s+(\d+),\s+(\d+)\s+\]/g, '[$1, $2]')}\n`;
