import { type PackageFault, PackageUnreadable, parsePackageReference } from '@assay/targets';
import type { TargetOf } from '../../domain/session-target';
import { invalid, requireAllowed } from '../refusals';
import type { TargetDefinition } from '../target-definition';
import { TargetGone } from '../target-gone';
import { unsetAddress } from '../target-sources';

declare module '../../domain/session-target' {
  interface TargetFields {
    /** `name`, `name@version`, `name@range`. */
    pkgreg: { readonly package: string };
  }
}

const FAILURE_CODE: Readonly<Record<PackageFault, string>> = {
  'malformed reference': 'PACKAGE_NOT_FOUND',
  'missing package': 'PACKAGE_NOT_FOUND',
  'missing version': 'VERSION_NOT_FOUND',
  closed: 'CREDENTIAL_NEEDED',
  'no integrity': 'INTEGRITY_MISSING',
  'wrong integrity': 'INTEGRITY_MISMATCH',
  registry: 'NOT_A_REGISTRY',
};

export const pkgreg: TargetDefinition<TargetOf<'pkgreg'>> = {
  cataloguedAs: 'package',
  filesHaveRoles: false,
  recordsAreWhole: true,
  fromScan: {
    fields: {
      pkgregPackage: { max: 500, description: 'Needed for pkgreg: name@version, a range, or a package URL.' },
    },
    forms: [{ takes: 'pkgregPackage', target: (value) => ({ kind: 'pkgreg', package: value }) }],
  },
  written: 'pkg:npm/name@version',
  fromText: (text) => (text.startsWith('pkg:') ? { kind: 'pkgreg', package: text } : undefined),

  admit(target, { sources: { guard, addresses } }) {
    if (addresses.pkgreg === undefined) return invalid('pkgregPackage', unsetAddress('pkgreg'));
    const reference = parsePackageReference(target.package.trim());
    if (!reference.ok) return invalid('pkgregPackage', reference.refusal.message);
    requireAllowed(addresses.pkgreg, guard);
    const { name, wanted } = reference.value;
    return { kind: 'pkgreg', package: wanted === '*' ? name : `${name}@${wanted}` };
  },

  /** @throws TargetGone */
  async acquire(target, _, { sources: { addresses } }) {
    // The setting was there when the session was started, and is gone now.
    if (addresses.pkgreg === undefined) throw new TargetGone(unsetAddress('pkgreg'));
    return {
      job: { kind: 'package', reference: target.package, registry: addresses.pkgreg },
      originOf: ({ leftOut, name = '', version = '', integrity = '' }) => ({
        facts: { package: { name, version, integrity } },
        leftOut,
      }),
    };
  },
  failureCode: (error) => (error instanceof PackageUnreadable ? FAILURE_CODE[error.fault] : undefined),

  describe: (target) => (target.package.startsWith('pkg:') ? target.package : `pkg:npm/${target.package}`),
  /** The same for all versions of a package. */
  identity: (target) => `pkgreg:${packageIdentity(target.package)}`,
  view: (target) => ({ sourceType: target.kind, pkgregPackage: target.package }),
  viewFields: { sourceType: 'text', pkgregPackage: 'text' },
};

/** The package's name without its version. An @ at the beginning belongs to a scope. */
const packageIdentity = (name: string): string =>
  decoded(
    name
      .trim()
      .replace(/^pkg:npm\//i, '')
      .replace(/[?#].*$/s, ''),
  ).replace(/(?<=.)@.*$/s, '');

function decoded(text: string): string {
  return text.replace(/%40/gi, '@').replace(/%2f/gi, '/');
}
