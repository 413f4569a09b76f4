export type {
  FilesystemRecord,
  ImageRecord,
  NotableEntry,
  ImagePackageList,
  PackagesRecord,
} from './image/image-records';
export type { EntryKind, ImageHistoryEntry, ImageConfig, ImageEntry, UnpackedImage } from './image/image';
export { type NotableFile, type NotableKind, isNotable, needsContent, notableFile } from './image/notable-files';
export { type XmlElement, type XmlValue, decodeBinaryXml } from './mobile/binary-xml';
export type { ApkRecord, BuildFile, IpaRecord, SigningScheme } from './mobile/build-records';
export { Malformed, decoding } from './mobile/malformed';
export { type Plist, isDictionary, isList, isTrueAt, plistLines, textAt, valueAt } from './mobile/plist-values';
export { decodePlist, isBinaryPlist } from './mobile/plist';
export { type Chunk, STRING_POOL, chunksOf, readStringPool } from './mobile/string-pool';
export { decodeXmlPlist } from './mobile/xml-plist';
export { openingTag, valueText, xmlText } from './mobile/xml-text';
export type { CommitRecord, Listed, RepositoryRecord, TreeRecord, UnwantedKind } from './repository/repository-record';
export { versionAt, versionFolder, versionName } from './repository/version-folder';
export { type RobotsLine, ROBOTS_BYTES, robotsLines, robotsRules } from './site/robots-rules';
export type {
  HttpAnswer,
  HttpRecord,
  LighthouseRecord,
  LinkOutcome,
  LinksRecord,
  Observed,
  PageElement,
  PageRecord,
  RobotsAnswer,
  RobotsPage,
  SiteRecord,
  SitemapAnswer,
  TlsConnection,
  TlsRecord,
} from './site/site-records';
export type { RoleBasis, StagedFile, TargetPart } from './staged-file';
export {
  type DeclaredSuppression,
  type NotHonoured,
  type TargetSuppressions,
  SUPPRESSION_KINDS,
  placeOfSuppression,
} from './suppression';
