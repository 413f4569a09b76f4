import { InfrastructureError, messageOf } from '@assay/kernel';

/** The target is not there or may not be read: whoever named it can mend that. */
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

/** The target has more than the caller's tier or the configuration allows. Nothing of it is kept. */
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

/** Whatever kept a copy from being written: a full disk (ENOSPC, EDQUOT), a read-only one, too many open files. */
export function stagingFailed(error: unknown): InfrastructureError {
  const full = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
  return new InfrastructureError(
    full ? 'no space is left to stage the target' : `the target cannot be staged: ${messageOf(error)}`,
    { cause: error },
  );
}
