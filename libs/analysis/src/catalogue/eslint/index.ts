import type { ToolDefinition } from '../tool';
import { htmlEslint, jsonLint, tomlLint, yamlLint } from './formats';
import { svelteCorrectness, vueAccessibility, vueTemplates } from './frameworks';
import { browserCompat, nodeCompat } from './platforms';
import { cognitiveComplexity, reactHooks, regexCorrectness, sonarBugs, typescriptEslint } from './quality';
import { domXssSinks, eslintSecurity, highEntropyStrings, microsoftSdl, svelteRawHtml } from './security';
import { sonarSecurity } from './sonar-security';
import { sonarTestQuality, testingLibrary } from './tests';

/** Names weaknesses by the rule's name without its `no-`, as Oxlint and Biome do for their rules from these plugins. */
const withSharedNames = (tool: ToolDefinition): ToolDefinition => ({
  ...tool,
  rules: Object.fromEntries(
    Object.entries(tool.rules).map(([rule, meaning]) => {
      const name = rule.slice(rule.lastIndexOf('/') + 1).replace(/^no-/, '');
      return [rule, meaning.cwe === undefined ? { weakness: name, ...meaning } : meaning];
    }),
  ),
});

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
  withSharedNames(typescriptEslint),
  sonarTestQuality,
  testingLibrary,
  reactHooks,
  withSharedNames(vueTemplates),
  svelteCorrectness,
  vueAccessibility,
  browserCompat,
  withSharedNames(nodeCompat),
  yamlLint,
  jsonLint,
  tomlLint,
  htmlEslint,
];
