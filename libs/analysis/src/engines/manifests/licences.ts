import type { RawFinding } from '../engine';
import { type ManifestFile, lockedPackages } from '../kit/packages/manifest-files';
import { memberOf, stringOf } from '../kit/positioned-json';

export interface LicencePolicy {
  /**
   * SPDX identifiers of licences that oblige distributors of the program to publish its source. A trailing `-only`,
   * `-or-later` or `+` is ignored.
   */
  readonly strongCopyleft: readonly string[];
  readonly networkCopyleft: readonly string[];
  readonly restricted: readonly string[];
}

/** Judges only licences in lock files. A version 1 lock records none, so it gives no findings. */
export function licenceFindings(locks: readonly ManifestFile[], policy: LicencePolicy): RawFinding[] {
  return locks.flatMap((lock) =>
    lockedPackages(lock).flatMap(({ name, line, entry }) => {
      const licence = stringOf(memberOf(entry, 'license'));
      const rule = licence === undefined ? undefined : judgeLicence(licence, policy);
      return rule === undefined
        ? []
        : [{ rule, file: lock.file, line, message: `${name} is licensed under ${licence}` }];
    }),
  );
}

/** Judges the licences that manifests with a name in a published package declare. */
export function ownLicenceFindings(manifests: readonly ManifestFile[], policy: LicencePolicy): RawFinding[] {
  return manifests.flatMap(({ file, json }) => {
    const [name, member] = [stringOf(memberOf(json, 'name')), memberOf(json, 'license')];
    const licence = stringOf(member) ?? stringOf(memberOf(member, 'type'));
    const rule = name === undefined || licence === undefined ? undefined : judgeLicence(licence, policy);
    return rule === undefined
      ? []
      : [{ rule, file, line: member!.line, message: `${name} is licensed under ${licence}` }];
  });
}

/**
 * The rule that a licence breaks. Of alternatives (`MIT OR GPL-3.0`) the least strict counts, of combined licences the
 * strictest.
 */
export function judgeLicence(expression: string, policy: LicencePolicy): string | undefined {
  const alternatives = expression.replace(/[()]/g, ' ').split(/\s+OR\s+/i);
  const verdicts = alternatives.map((alternative) =>
    worst(alternative.split(/\s+AND\s+/i).map((licence) => verdictOf(licence, policy))),
  );
  return RANKED[Math.min(...verdicts)];
}

const RANKED = [undefined, 'strong-copyleft-licence', 'network-copyleft-licence', 'licence-restricts-use'] as const;
const worst = (verdicts: readonly number[]): number => Math.max(...verdicts);

function verdictOf(licence: string, { strongCopyleft, networkCopyleft, restricted }: LicencePolicy): number {
  // "GPL-2.0 WITH Classpath-exception-2.0" allows the surrounding program to keep its own licence.
  if (/\sWITH\s/i.test(licence)) return 0;
  const id = licence
    .trim()
    .replace(/(-only|-or-later|\+)$/i, '')
    .toUpperCase();
  const listed = (ids: readonly string[]) => ids.some((each) => each.toUpperCase() === id);
  if (listed(restricted)) return 3;
  if (listed(networkCopyleft)) return 2;
  return listed(strongCopyleft) ? 1 : 0;
}
