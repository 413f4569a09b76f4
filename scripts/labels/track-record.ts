import { fileRole } from '@assay/source-text';
import { MISTAKE_KINDS, type MistakeKind } from '../../apps/cli/src/output/definite-mistakes';
import { LEAST_SEVERITY, isInItsPlace } from '../../apps/cli/src/output/first-screen';
import { isAtLeast } from '../../apps/cli/src/output/group-findings';
import type { LabelFile, LabelledRow, MendedRow } from './read-labels';

/** Folders of labels of repositories that nobody had looked at while rules were fixed. */
export const UNSEEN = [
  'unseen',
  'unseen-second',
  'unseen-third',
  'unseen-fourth',
  'unseen-fifth',
  'unseen-sixth',
  'unseen-seventh',
  'unseen-eighth',
  'unseen-ninth',
  'unseen-tenth',
  'unseen-eleventh',
  'unseen-twelfth',
  'unseen-thirteenth',
  'unseen-fourteenth',
  'unseen-fifteenth',
  'unseen-sixteenth',
  'unseen-seventeenth',
] as const;

/**
 * Points of useful rows and of all by `tool/rule`, in the order of the names. `apps/cli` says what they are for. Rows
 * that were false or noise and are no longer found, or of low severity now, say nothing about the rule of today.
 */
export function trackRecord(
  files: readonly LabelFile[],
  mended: readonly MendedRow[] = [],
): Record<string, [useful: number, all: number]> {
  const points = new Map<string, [number, number]>();
  const gone = new Set(mended.map((each) => identityOf(each.repository, { ...each, label: each.label ?? 'false' })));
  for (const row of files.flatMap(({ repository, rows }) =>
    rows.filter((row) => !gone.has(identityOf(repository, row))),
  )) {
    const name = `${row.tool}/${row.rule}`;
    const kind = MISTAKE_KINDS.get(name);
    const worth = kind === undefined ? (row.screen ? 2 : 1) : worthOfMistake(row, kind);
    if (worth === 0) continue;
    const [useful, all] = points.get(name) ?? [0, 0];
    points.set(name, [useful + (row.label === 'useful' ? worth : 0), all + worth]);
  }
  return Object.fromEntries([...points].sort(([one], [other]) => (one < other ? -1 : 1)));
}

type Identity = Pick<LabelledRow, 'tool' | 'rule' | 'file' | 'label'>;

const identityOf = (repository: string, { tool, rule, file, label }: Identity): string =>
  JSON.stringify([repository, tool, rule, file, label]);

/**
 * Tests, examples and copies hold mistakes on purpose, which tell nothing about own code. Whether the first screen
 * showed a row does not matter, since the record itself decided it for the later sets.
 */
function worthOfMistake({ file, severity }: LabelledRow, kind: MistakeKind): number {
  const role = file === null ? 'own' : fileRole(file);
  return isInItsPlace(role, kind === 'mistake-of-tests') && isAtLeast(severity, LEAST_SEVERITY) ? 2 : 0;
}

/** One rule a line. */
export const recordText = (record: Readonly<Record<string, readonly number[]>>): string =>
  `${JSON.stringify(record, null, 2).replace(/\[\s+(\d+),\s+(\d+)\s+\]/g, '[$1, $2]')}\n`;
