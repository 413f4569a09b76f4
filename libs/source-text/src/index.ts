export { countLines } from './count-lines';
export { UNKNOWN_LANGUAGE, detectLanguage, isBillable, languageKind } from './detect-language';
export { type FileRole, FILE_ROLES, fileRole } from './file-role';
export { isKnownBinary } from './known-binary';
export { plainText } from './plain-text';
export { decodeBytes, detectEncoding, isBinary } from './text-encoding';
