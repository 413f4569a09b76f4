import {
  ArchiveRefused,
  type ImageFault,
  ImageRefused,
  type PackageFault,
  PackageUnreadable,
  type RepositoryFault,
  RepositoryUnreadable,
  TargetNotAllowed,
  TargetTooLarge,
  TargetUnreachable,
  TargetUnreadable,
} from '@assay/targets';
import { InfrastructureError } from '@assay/kernel';
import { SecretUnreadable } from '@assay/secrets';
import type { SessionFailure } from '../domain/session-events';

/** What was there when the session started is not there any more. */
export class TargetGone extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TargetGone';
  }
}

const REPOSITORY_CODE: Readonly<Record<RepositoryFault, string>> = {
  'missing repository': 'REPOSITORY_NOT_FOUND',
  'missing branch': 'BRANCH_NOT_FOUND',
  'missing commit': 'COMMIT_GONE',
  'credential needed': 'CREDENTIAL_NEEDED',
  'credential refused': 'CREDENTIAL_REFUSED',
  redirect: 'REPOSITORY_MOVED',
  'hostile content': 'REPOSITORY_REFUSED',
  'not a repository': 'NOT_A_REPOSITORY',
};

const PACKAGE_CODE: Readonly<Record<PackageFault, string>> = {
  'malformed reference': 'PACKAGE_NOT_FOUND',
  'missing package': 'PACKAGE_NOT_FOUND',
  'missing version': 'VERSION_NOT_FOUND',
  closed: 'CREDENTIAL_NEEDED',
  'no integrity': 'INTEGRITY_MISSING',
  'wrong integrity': 'INTEGRITY_MISMATCH',
  registry: 'NOT_A_REGISTRY',
};

/** The rest are `IMAGE_` and the fault. */
const IMAGE_CODE: Readonly<Partial<Record<ImageFault, string>>> = {
  UNAUTHORIZED: 'CREDENTIAL_NEEDED',
  INVALID_ANSWER: 'NOT_A_REGISTRY',
  NOT_FOUND: 'IMAGE_NOT_FOUND',
};

/**
 * What no retry mends is the session's failure, each kind by a code of its own; undefined for what a retry may mend,
 * and for a mistake of ours.
 */
export function acquisitionFailure(error: unknown): SessionFailure | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : { code, message: (error as Error).message };
}

/** The kinds of what cannot be read come before what they are kinds of. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof InfrastructureError) return undefined;
  if (error instanceof TargetNotAllowed) return 'TARGET_NOT_ALLOWED';
  if (error instanceof TargetUnreachable) return 'TARGET_UNREACHABLE';
  if (error instanceof RepositoryUnreadable) return REPOSITORY_CODE[error.fault];
  if (error instanceof PackageUnreadable) return PACKAGE_CODE[error.fault];
  if (error instanceof TargetUnreadable) return 'TARGET_UNREADABLE';
  if (error instanceof TargetTooLarge) return 'TARGET_TOO_LARGE';
  if (error instanceof TargetGone) return 'TARGET_GONE';
  if (error instanceof SecretUnreadable) return 'CREDENTIAL_UNREADABLE';
  if (error instanceof ArchiveRefused) return `ARCHIVE_${error.code}`;
  if (error instanceof ImageRefused) return IMAGE_CODE[error.code] ?? `IMAGE_${error.code}`;
  return undefined;
}
