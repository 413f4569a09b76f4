import type { Severity } from '@assay/kernel';
import { each } from './recommended';

/**
 * Tools that judge whether code does what its author meant, without knowing what it is for. In well-kept projects most
 * of what looks like a grave mistake is a sample, a file for tests, or code that nothing runs: of 29 rows of rules that
 * had no label yet, 10 were worth a look. So a rule of these tools is grave only after labels have shown that it is.
 */
export const TOOLS_OF_CORRECTNESS = [
  'biome-graphql',
  'biome-suspicious',
  'cpp-memory',
  'cppcheck',
  'dockerfile-build',
  'github-actions-lint',
  'graphql-schema',
  'jest-tests',
  'js-correctness',
  'json-lint',
  'logic-errors',
  'node-api-usage',
  'node-compat',
  'npm-publish-lint',
  'openapi-redocly',
  'openapi-spectral',
  'oxc-bugs',
  'promise-usage',
  'py-async',
  'py-bugbear',
  'py-exceptions',
  'py-numpy-pandas',
  'py-pyflakes',
  'py-pytest',
  'py-simplify',
  'react-correctness',
  'react-hooks',
  'regex-correctness',
  'sonar-bugs',
  'sonar-test-quality',
  'svelte-correctness',
  'testing-library',
  'toml-lint',
  'typescript-eslint',
  'vitest-tests',
  'vue-script',
  'vue-templates',
  'yaml-lint',
] as const;

/**
 * Rules of these tools of which two thirds were worth a look, where they were grave in projects that had taught them
 * nothing. `scripts/labels/grave-by-record.spec.ts` holds the list against `docs/labels`.
 */
export const GRAVE_BY_LABELS = [
  'biome-suspicious/suspicious/noDuplicateClassMembers',
  'biome-suspicious/suspicious/noDuplicateObjectKeys',
  'cppcheck/dangling-pointer',
  'dockerfile-build/broken-list',
  'github-actions-lint/job-needs',
  'jest-tests/jest/valid-expect',
  'jest-tests/jest/valid-expect-in-promise',
  'js-correctness/no-const-assign',
  'js-correctness/no-this-before-super',
  'openapi-redocly/no-unresolved-refs',
  'openapi-redocly/operation-parameters-unique',
  'oxc-bugs/oxc/bad-replace-all-arg',
  'py-bugbear/B016',
  'py-bugbear/PLW2101',
  'py-pyflakes/F632',
  'py-pyflakes/F823',
  'regex-correctness/regexp/no-invalid-regexp',
  'sonar-test-quality/sonarjs/async-test-assertions',
  'sonar-test-quality/sonarjs/no-incomplete-assertions',
  'sonar-test-quality/sonarjs/no-same-argument-assert',
  'vue-templates/vue/no-side-effects-in-computed-properties',
  'vue-templates/vue/valid-v-else',
] as const;

/** The rule's own entry wins over that of its tool. `critical` is no limit at all. */
export const GRAVE_BY_RECORD: Readonly<Record<string, Severity>> = {
  ...each(TOOLS_OF_CORRECTNESS, 'medium'),
  ...each(GRAVE_BY_LABELS, 'critical'),
};
