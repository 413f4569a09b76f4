import { jsxAccessibility } from './javascript-oxlint/accessibility';
import { jsPedantic, jsPerformance, jsRestrictions, jsStyle } from './javascript-oxlint/conventions';
import { jsCorrectness, jsSuspicious, oxcBugs } from './javascript-oxlint/correctness';
import { jsdocQuality, nodeApiUsage, promiseUsage, vueScript } from './javascript-oxlint/frameworks';
import { nextjsRules, reactCorrectness, reactPerformance } from './javascript-oxlint/react';
import { jestTests, vitestTests } from './javascript-oxlint/tests';
import { importHygiene, tsCorrectness, tsStyle, unicornModernJs } from './javascript-oxlint/typescript';
import type { ToolDefinition } from './tool';

export const oxlintTools: readonly ToolDefinition[] = [
  jsCorrectness,
  jsSuspicious,
  jsPedantic,
  jsStyle,
  jsPerformance,
  jsRestrictions,
  oxcBugs,
  tsCorrectness,
  tsStyle,
  unicornModernJs,
  importHygiene,
  reactCorrectness,
  reactPerformance,
  jsxAccessibility,
  nextjsRules,
  jsdocQuality,
  jestTests,
  vitestTests,
  promiseUsage,
  nodeApiUsage,
  vueScript,
];
