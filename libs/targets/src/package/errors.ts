import { TargetUnreadable } from '../staging/errors';

export type PackageFault =
  | 'malformed reference'
  | 'missing package'
  | 'missing version'
  | 'closed'
  | 'no integrity'
  | 'wrong integrity'
  | 'registry';

/** A package does not exist, is not accessible, or is not what its registry says. */
export class PackageUnreadable extends TargetUnreadable {
  constructor(
    target: string,
    readonly fault: PackageFault,
    what: string,
    options?: ErrorOptions,
  ) {
    super(target, what, options);
    this.name = 'PackageUnreadable';
  }
}
