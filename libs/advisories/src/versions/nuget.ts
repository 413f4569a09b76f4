import { compareText, compareNumbers, LONGEST_VERSION, type VersionOrder } from './version-order';

const VERSION = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]*)?$/;

/** Semantic Versioning with a fourth number, and names of pre-releases that ignore case. */
export const nugetVersions: VersionOrder = {
  isVersion: (text) => text.length <= LONGEST_VERSION && VERSION.test(text),
  isPreRelease: (text) => VERSION.exec(text)?.[2] !== undefined,
  compare(a, b) {
    const [[, one = '', before], [, other = '', beforeOther]] = [VERSION.exec(a)!, VERSION.exec(b)!];
    const [numbers, others] = [one.split('.'), other.split('.')];
    for (let at = 0; at < 4; at += 1) {
      const order = compareNumbers(numbers[at] ?? '0', others[at] ?? '0');
      if (order !== 0) return order;
    }
    return comparePreReleases(before?.toLowerCase(), beforeOther?.toLowerCase());
  },
};

/** A version without one comes after all of its pre-releases. */
function comparePreReleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [parts, others] = [a.split('.'), b.split('.')];
  for (const [at, part] of parts.entries()) {
    const other = others[at];
    if (other === undefined) return 1;
    const [isNumber, isOther] = [/^\d+$/.test(part), /^\d+$/.test(other)];
    const order =
      isNumber && isOther
        ? compareNumbers(part, other)
        : Number(isOther) - Number(isNumber) || compareText(part, other);
    if (order !== 0) return order;
  }
  return parts.length - others.length;
}
