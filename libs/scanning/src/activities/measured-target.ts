import { countRoles } from '@assay/targets';
import { placeOfSuppression } from '@assay/target-records';
import type { TargetPrepared, TargetSuppressed } from '../domain/session-events';
import { shownPath } from '../queries/shown-texts';
import type { StagedCopy } from './staging-area';

/** The number of left-out files that a session lists. The others are counted. */
const LEFT_OUT_SHOWN = 50;
const NOT_HONOURED_SHOWN = 20;

/** The measurements of its copy that a session records. */
export function measured({
  totals,
  files,
  skipped,
  parts,
  origin,
  suppressions,
}: StagedCopy): Omit<TargetPrepared['data'], 'at'> {
  const leftOut = [...(origin?.leftOut ?? []), ...skipped, ...(parts?.history?.skipped ?? [])];
  return {
    files: totals.files,
    bytes: totals.bytes,
    lines: origin?.unbilled ? 0 : totals.lines,
    languages: Object.fromEntries(Object.entries(totals.byLanguage).map(([language, { lines }]) => [language, lines])),
    leftOut: leftOut.slice(0, LEFT_OUT_SHOWN).map(({ path, reason, count }) => ({
      path,
      reason: count === 1 ? reason : `${reason} (${count === 'unknown' ? 'not counted' : `${count} of them`})`,
    })),
    // A folder that was not entered counts as one file, because its contents are not known.
    leftOutTotal: leftOut.reduce((sum, { count }) => sum + (count === 'unknown' ? 1 : count), 0),
    roles: countRoles(files).map((count) => ({ ...count, lines: origin?.unbilled ? 0 : count.lines })),
    ...(origin && { target: origin.facts }),
    ...(origin?.common && { common: origin.common }),
    ...(suppressions && { suppressions: suppressed(suppressions, files) }),
  };
}

/** A comment in a file that no tool examines has no effect. */
function suppressed(
  { declared, notHonoured, notHonouredTotal }: NonNullable<StagedCopy['suppressions']>,
  files: StagedCopy['files'],
): TargetSuppressed {
  const read = new Set(files.map(({ path }) => path));
  return {
    declared: declared
      .filter(({ kind, file }) => kind === 'file' || read.has(file))
      .map((each) => ({ place: placeOfSuppression(each), names: each.names })),
    // One event has them all, and a path may have thousands of characters.
    notHonoured: notHonoured
      .slice(0, NOT_HONOURED_SHOWN)
      .map(({ place, reason }) => ({ place: shownPath(place), reason })),
    notHonouredTotal,
  };
}
