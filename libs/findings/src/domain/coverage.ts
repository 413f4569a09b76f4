import { readIndexSet } from './index-set';
import type { Units } from './units';

/**
 * - `examined`: the tool looked at the unit.
 * - `absent`: the target has no such unit any more.
 * - `not examined`: it may be there, and the tool did not look at it.
 */
export type Examination = 'examined' | 'absent' | 'not examined';

/** Tells of any unit whether a tool looked at it. */
export interface Examined {
  of(unit: string): Examination;
}

/**
 * Looks for a unit in a listing, of which the tool examined those with these numbers: see `indexSet`. Several files may
 * have one printable path: each must have been examined then.
 */
export function examinedUnits(examined: string, found: Units): Examined {
  const isIn = readIndexSet(examined, found.units.length);
  const units = new Map<string, boolean>();
  for (const [at, unit] of found.units.entries()) units.set(unit, isIn[at]! && units.get(unit) !== false);
  const hidden = new Set(found.hidden);
  const folders = new Set(found.hiddenFolders);
  const isHidden = (unit: string): boolean => {
    if (hidden.has(unit)) return true;
    for (let end = unit.indexOf('/'), from = 0; end !== -1; from = end + 1, end = unit.indexOf('/', from))
      if (hidden.has(unit.slice(0, end)) || folders.has(unit.slice(from, end).toLowerCase())) return true;
    return false;
  };
  return {
    of(unit) {
      const known = units.get(unit);
      if (known !== undefined) return known ? 'examined' : 'not examined';
      return found.isWhole && !isHidden(unit) ? 'absent' : 'not examined';
    },
  };
}
