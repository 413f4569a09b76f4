export { catalogue } from './catalogue';
export * from './catalogue/tool';
export { pointsAtCredential, weaknessOf } from './catalogue/weaknesses';
export { engineProfiles } from './engines';
export * from './engines/engine';
export * from './engines/engine-profile';
export type { StagedFile, TargetPart } from './engines/staged-file';
export { missingRequirement } from './engines/missing-requirement';
export {
  type PassLimits,
  type PassRun,
  type ToolOutcome,
  type ToolRun,
  type UnreadableFile,
  runPass,
} from './engines/run-pass';
export { runPassWithRepair } from './engines/run-with-repair';
export { MAX_FINDINGS } from './engines/tool-runs';
export { type Confinement, type Protection, type ProtectionName, detectConfinement } from './sandbox/confinement';
export { type TreeMember, processTree } from './sandbox/process-tree';
export { countLines } from './sources/count-lines';
export { UNKNOWN_LANGUAGE, detectLanguage, isBillable, languageKind } from './sources/detect-language';
export { type FingerprintedFinding, fingerprintFindings } from './sources/fingerprint';
export { plainText } from './sources/plain-text';
export { type Snippet, snippet, snippetOf } from './sources/snippet';
export {
  type ArchiveFault,
  type ArchiveLimits,
  ArchiveRefused,
  type LeftOut,
  type UnpackArchiveOptions,
  type UnpackedArchive,
  DEFAULT_ARCHIVE_LIMITS,
  unpackArchive,
} from './targets/archive';
export { type StageDirectoryOptions, stageDirectory } from './targets/directory';
export { checkDirectoryAllowed } from './targets/directory-roots';
export { TargetTooLarge, TargetUnreadable } from './targets/errors';
export {
  type StagedTarget,
  type TargetContent,
  type TargetFolder,
  type TargetRecord,
  partOf,
  stageTarget,
} from './targets/stage-target';
export * from './targets/image';
export * from './targets/mobile';
export * from './targets/network';
export * from './targets/package';
export { type PackageReference, parsePackageReference } from './targets/package/package-reference';
export * from './targets/repository';
export * from './targets/site';
export { type Skipped, type StagedTotals, type StagedTree, readOriginal, removeStaged } from './targets/staged-tree';
export { DEFAULT_STAGING_LIMITS, type StagingLimits } from './targets/staging-limits';
export {
  type FolderUploadStoreOptions,
  type NewUpload,
  type Upload,
  type UploadKind,
  type UploadStore,
  UploadTooLarge,
  createFolderUploadStore,
  recogniseUpload,
} from './targets/upload';
