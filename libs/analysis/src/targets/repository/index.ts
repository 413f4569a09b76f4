export { type CloneLimits, type CloneOptions, type ClonedRepository, cloneRepository } from './clone-repository';
export { type RepositoryFault, RepositoryUnreadable } from './errors';
export { requireGit } from './git-version';
export type { NoHistory, RepositoryHistory } from './read-history';
export type { RepositoryRecord } from './repository-record';
export { type RepositoryHost, type RepositoryReference, isBranchName, parseRepository } from './repository-reference';
export { versionName } from './version-folder';
export type { VersionsLeftOut } from './write-versions';
