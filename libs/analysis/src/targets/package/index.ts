export { type PackageFault, PackageUnreadable } from './errors';
export {
  DEFAULT_PACKAGE_LIMITS,
  type FetchPackageOptions,
  type FetchedPackage,
  type PackageLimits,
  fetchPackage,
} from './fetch-package';
export type { PackageFacts } from './package-facts';
export { type PackageReference, parsePackageReference } from './package-reference';
