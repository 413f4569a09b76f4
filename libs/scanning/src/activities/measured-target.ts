import { countRoles } from '@assay/targets';
import type { TargetPrepared } from '../domain/session-events';
import type { StagedCopy } from './staging-area';

/** The number of left-out files that a session lists. The others are counted. */
const LEFT_OUT_SHOWN = 50;

/** The measurements of its copy that a session records. */
export function measured({ totals, files, skipped, parts, origin }: StagedCopy): Omit<TargetPrepared['data'], 'at'> {
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
    ...(origin ? { target: origin.facts } : {}),
  };
}
