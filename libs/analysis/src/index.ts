export { catalogue } from './catalogue';
export { isAboutValue } from './catalogue/about-value';
export { ruleKind, todaysRule } from './catalogue/aliases';
export { didYouMean } from './catalogue/closest';
export { type CodeExample, type RuleDocumentation, documentationOf } from './catalogue/rule-documentation';
export { type RulePage, type ToolPage, toolPage } from './catalogue/tool-page';
export { type ToolSample, sampleOf } from './catalogue/tool-sample';
export type { RuleDefinition, ToolDefinition } from './catalogue/tool';
export { pointsAtCredential, weaknessOf } from './catalogue/weaknesses';
export type { EngineProfile } from './engines/engine-profile';
export type { HiddenRange, ListedPackage, ListedPackages, RawFinding, RawFix } from './engines/engine';
export { type EngineId, engineProfiles } from './engines/engine-table';
export { engineVersion } from './engines/runtime/engine-version';
export { missingRequirement } from './engines/runtime/missing-requirement';
export { programVersion } from './engines/runtime/programs';
export { reportedSeverity } from './findings/reported-severity';
export { runPassWithRepair } from './engines/runtime/run-with-repair';
export type { ToolRun } from './engines/runtime/tool-runs';
export { type ShownSecret, shownSecrets } from './engines/secretlint/shown-secrets';
export { fingerprintFindings } from './findings/fingerprint';
export { PROFILES_IN_WORDS, PROFILE_IDS, PROFILE_TEXTS, type ProfileId } from './profiles/profile-ids';
export {
  type RuleChoices,
  type RuleDecisions,
  counts,
  severityIn,
  underDecisions,
} from './profiles/rule-choices';
export { type RulesByTool, selectorsOf } from './profiles/rules-of-little-matter';
export { type Snippet, snippetOf } from './findings/snippet';
