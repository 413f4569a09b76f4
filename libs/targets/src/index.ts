export { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from './archive/archive-limits';
export { type ArchiveFault, ArchiveRefused } from './archive/archive-refused';
export type { LeftOut } from './archive/left-out';
export { type UnpackArchiveOptions, type UnpackedArchive, unpackArchive } from './archive/unpack-archive';
export { type ImageLimits, DEFAULT_IMAGE_LIMITS } from './image/image-limits';
export { type ImageFault, ImageRefused } from './image/image-refused';
export { loadImageArchive } from './image/load-image-archive';
export { pullImage } from './image/pull-image';
export { parseImageReference } from './image/reference';
export type { RegistryFetch } from './image/registry-client';
export { filesystemRecord, imageRecord } from './image/write-image-records';
export { type BuildKind, readBuild } from './mobile/read-build';
export { parseAllowedTargets } from './network/allow-list';
export { TargetNotAllowed, TargetUnreachable } from './network/errors';
export { type TargetGuard, createTargetGuard } from './network/guard';
export { guardedFetch } from './network/guarded-fetch';
export { type PackageFault, PackageUnreadable } from './package/errors';
export { fetchPackage } from './package/fetch-package';
export { type PackageReference, parsePackageReference } from './package/package-reference';
export { cloneRepository } from './repository/clone-repository';
export { type RepositoryFault, RepositoryUnreadable } from './repository/errors';
export { requireGit } from './repository/git-version';
export type { NoHistory, RepositoryHistory } from './repository/read-history';
export { isBranchName, parseRepository } from './repository/repository-reference';
export { detectBrowserConfinement } from './site/browser/browser-confinement';
export { findChromium } from './site/browser/find-chromium';
export { observeSite } from './site/observe-site';
export { checkDirectoryAllowed } from './staging/directory-roots';
export { TargetTooLarge, TargetUnreadable } from './staging/errors';
export { type StageDirectoryOptions, stageDirectory } from './staging/stage-directory';
export {
  type StagedTarget,
  type TargetContent,
  type TargetFolder,
  type TargetRecord,
  partOf,
  stageTarget,
} from './staging/stage-target';
export { type Skipped, type StagedTotals, type StagedTree, readOriginal, removeStaged } from './staging/staged-tree';
export { type StagingLimits, DEFAULT_STAGING_LIMITS } from './staging/staging-limits';
export { type FolderUploadStoreOptions, createFolderUploadStore } from './upload/folder-upload-store';
export { type UploadKind, recogniseUpload } from './upload/upload-kind';
export { type NewUpload, type Upload, type UploadStore, UploadTooLarge } from './upload/upload-store';
