import { TargetUnreadable } from '../staging/errors';

export type RepositoryFault =
  | 'missing repository'
  | 'missing branch'
  | 'missing commit'
  | 'credential needed'
  | 'credential refused'
  | 'redirect'
  | 'hostile content'
  | 'not a repository';

/** A repository does not exist, is not accessible, or has content that git itself refuses. */
export class RepositoryUnreadable extends TargetUnreadable {
  constructor(
    target: string,
    readonly fault: RepositoryFault,
    what: string,
    options?: ErrorOptions,
  ) {
    super(target, what, options);
    this.name = 'RepositoryUnreadable';
  }
}
