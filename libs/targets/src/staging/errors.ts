import { InfrastructureError, messageOf } from '@assay/kernel';

/** The target does not exist or cannot be read. The user who named it can fix that. */
export class TargetUnreadable extends Error {
  constructor(
    readonly target: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(`${target}: ${what}`, options);
    this.name = 'TargetUnreadable';
  }
}

/** The target is larger than the caller's tier or the configuration allows. Nothing of it is kept. */
export class TargetTooLarge extends Error {
  constructor(
    readonly limit: 'bytes' | 'files' | 'depth',
    readonly allowed: number,
    unit: string,
  ) {
    super(`the target has more than ${allowed.toLocaleString('en')} ${unit}`);
    this.name = 'TargetTooLarge';
  }
}

/** A copy could not be written: the disk is full (ENOSPC, EDQUOT) or read-only, or too many files are open. */
export function stagingFailed(error: unknown): InfrastructureError {
  const full = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
  return new InfrastructureError(
    full ? 'no space is left to stage the target' : `the target cannot be staged: ${messageOf(error)}`,
    { cause: error },
  );
}
