export { countLines } from './count-lines';
export { UNKNOWN_LANGUAGE, detectLanguage, isBillable, languageKind } from './detect-language';
export { type ContentBasis, roleOfContent } from './content-role';
export {
  type FileRole,
  FILE_ROLES,
  INCLUSIONS,
  type Inclusion,
  LEFT_OUT_ROLES,
  fileRole,
  isCertain,
  placeOfRole,
  rolesLeftOut,
} from './file-role';
export { isKnownBinary } from './known-binary';
export { plainText } from './plain-text';
export { decodeBytes, detectEncoding, isBinary } from './text-encoding';
