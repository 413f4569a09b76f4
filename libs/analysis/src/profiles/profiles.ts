import type { FindingCategory } from '@assay/kernel';
import type { RuleChoices } from './rule-choices';

/** Which rules count and how severe they are, as whoever runs a scan chooses it by name. Data: nothing here runs. */
export interface Profile {
  /** One sentence for a person choosing. */
  readonly description: string;
  /** Only tools of these categories count, and the rules that `rules` switches on. Default: all tools. */
  readonly categories?: readonly FindingCategory[];
  /** What differs from the catalogue. */
  readonly rules: RuleChoices;
}

/** Tools that judge by a house style. A project that follows another one is not wrong. */
const HOUSE_STYLES = [
  'js-style',
  'js-pedantic',
  'js-restrictions',
  'unicorn-modern-js',
  'ts-style',
  'jsdoc-quality',
  'biome-complexity',
  'css-conventions',
  'py-pycodestyle',
  'py-naming',
  'py-docstrings',
  'py-upgrade',
  'py-annotations',
  'py-imports',
  'py-simplify',
  'markdown-lint',
  'spelling',
  'prose-quality',
  'inclusive-language',
  'commit-messages',
  'type-coverage',
] as const;

/** What is wrong in any style. */
const DEFECTS_AMONG_STYLES = [
  'js-pedantic/no-new-wrappers',
  'js-restrictions/no-proto',
  'unicorn-modern-js/unicorn/no-new-buffer',
  'py-imports/TC004',
  'py-simplify/SIM220',
  'py-simplify/SIM221',
  'commit-messages/control-characters',
] as const;

/** Rules of taste in tools that otherwise find defects. */
const RULES_OF_TASTE = [
  'ts-correctness/typescript/no-explicit-any',
  'react-performance/react-perf/jsx-no-jsx-as-prop',
  'react-performance/react-perf/jsx-no-new-array-as-prop',
  'react-performance/react-perf/jsx-no-new-object-as-prop',
] as const;

/** Rules about security in tools of other categories. */
const SECURITY_ELSEWHERE = [
  'js-suspicious/no-eval',
  'js-suspicious/no-implied-eval',
  'js-suspicious/no-new-func',
  'js-suspicious/no-script-url',
  'react-correctness/react/iframe-missing-sandbox',
  'react-correctness/react/jsx-no-script-url',
  'react-correctness/react/no-danger',
  'vue-templates/vue/no-v-html',
  'regex-correctness/regexp/no-super-linear-backtracking',
  'nextjs-rules/nextjs/no-unwanted-polyfillio',
  'node-api-usage/unicorn/require-post-message-target-origin',
  'github-actions-lint/credentials',
  'git-hygiene/core-dump',
  'git-hygiene/environment-file',
  'compose-lint/no-unbound-port-interfaces',
  'compose-lint/service-image-require-explicit-tag',
  'dockerfile-lint/latest_tag',
  'dockerfile-lint/missing_tag',
  'dockerfile-lint/sudo_usage',
  'openapi-redocly/security-defined',
  'openapi-spectral/no-eval-in-markdown',
  'openapi-spectral/no-script-tags-in-markdown',
  'swift-safety/secret-in-user-defaults',
  'swift-safety/unsafe-deserialization',
  'swift-safety/weak-hash',
  'broken-links/resource-without-tls',
  'lighthouse-best-practices/is-on-https',
  'lighthouse-best-practices/redirects-http',
] as const;

const each = (selectors: readonly string[], choice: RuleChoices[string]): RuleChoices =>
  Object.fromEntries(selectors.map((selector) => [selector, choice]));

export const PROFILES = {
  recommended: {
    description: 'defects and weaknesses, without what is a matter of style and taste',
    rules: { ...each([...HOUSE_STYLES, ...RULES_OF_TASTE], 'off'), ...each(DEFECTS_AMONG_STYLES, 'on') },
  },
  security: {
    description: 'weaknesses that somebody could exploit, secrets, and nothing else',
    categories: ['security'],
    rules: each(SECURITY_ELSEWHERE, 'on'),
  },
  strict: { description: 'every rule of every tool', rules: {} },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileId = keyof typeof PROFILES;
export const PROFILE_IDS = Object.keys(PROFILES) as readonly ProfileId[];
