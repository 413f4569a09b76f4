import type { ToolDefinition } from '../tool';
import { htmlEslint, jsonLint, tomlLint, yamlLint } from './formats';
import { svelteCorrectness, vueAccessibility, vueTemplates } from './frameworks';
import { browserCompat, nodeCompat } from './platforms';
import { cognitiveComplexity, reactHooks, regexCorrectness, sonarBugs, typescriptEslint } from './quality';
import { domXssSinks, eslintSecurity, highEntropyStrings, microsoftSdl, svelteRawHtml } from './security';
import { sonarSecurity } from './sonar-security';
import { sonarTestQuality, testingLibrary } from './tests';

export const eslintTools: readonly ToolDefinition[] = [
  eslintSecurity,
  microsoftSdl,
  domXssSinks,
  highEntropyStrings,
  sonarSecurity,
  svelteRawHtml,
  sonarBugs,
  cognitiveComplexity,
  regexCorrectness,
  typescriptEslint,
  sonarTestQuality,
  testingLibrary,
  reactHooks,
  vueTemplates,
  svelteCorrectness,
  vueAccessibility,
  browserCompat,
  nodeCompat,
  yamlLint,
  jsonLint,
  tomlLint,
  htmlEslint,
];
