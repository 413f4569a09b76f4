export { type CloneLimits, type CloneOptions, type ClonedRepository, cloneRepository } from './clone-repository';
export { type RepositoryFault, RepositoryUnreadable } from './errors';
export { type RepositoryHost, type RepositoryReference, isBranchName, parseRepository } from './repository-reference';
