export { countLines } from './count-lines';
export { UNKNOWN_LANGUAGE, detectLanguage, endingOfScripts, isBillable, languageKind } from './detect-language';
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
export {
  type IgnoreRules,
  type RuleFile,
  RULES_BYTES,
  isIgnored,
  parseIgnoreRules,
  ruleLines,
} from './git-rules/ignore-rules';
export { SUBMODULES_BYTES, submodulesIn } from './git-rules/submodules';
export { MATCH_STEPS, type MatchBudget, type PathPattern, matches, parsePattern } from './git-rules/path-patterns';
export { isKnownBinary } from './known-binary';
export { plainText } from './plain-text';
export { isPutAway, isShelved } from './shelved';
export { decodeBytes, detectEncoding, isBinary } from './text-encoding';
