import type { FindingCategory, Severity } from '@assay/kernel';
import type { FileRole } from '@assay/source-text';
import { OPTIONAL_DOCKERFILE_RULES } from '../catalogue/dockerfile';
import { OPTIONAL_INFRASTRUCTURE_RULES } from '../catalogue/infrastructure';
import { MILDER } from './milder';
import {
  DEFECTS_AMONG_STYLES,
  DEFECTS_OF_LITTLE_MATTER,
  HOUSE_STYLES,
  IN_COPIES,
  IN_DOCUMENTS,
  IN_EXAMPLES,
  IN_TESTS,
  MEASURES,
  RULES_OF_TASTE,
  SAID_ELSEWHERE,
  each,
} from './recommended';
import type { ProfileId } from './profile-ids';
import type { RuleChoices } from './rule-choices';
import { RULES_OF_NO_MATTER } from './rules-of-no-matter';
import { IN_PAGES_ELSEWHERE } from './pages-elsewhere';
import { IN_SCRIPTS } from './scripts';
import { SELDOM_AS_GRAVE } from './seldom-as-grave';

/**
 * A profile says which rules count and how severe they are. The person who runs a scan chooses it by name. Profiles are
 * data: nothing here runs.
 */
export interface Profile {
  /** Only tools of these categories count, and the rules that `rules` switches on. Default: all tools. */
  readonly categories?: readonly FindingCategory[];
  /** The choices that differ from the catalogue. */
  readonly rules: RuleChoices;
  /** Upper limits of severities. An engine may give a single finding less. */
  readonly atMost?: Readonly<Record<string, Severity>>;
  /**
   * The choices that differ in files of a role. A severity here is an upper limit for findings in such files. It never
   * raises the severity of a finding.
   */
  readonly inRole?: Readonly<Partial<Record<FileRole, RuleChoices>>>;
  /** The same for own code that only the developers run, where the file's role has no choice for the rule. */
  readonly inScripts?: RuleChoices;
  /** The same for folders of what was put away. */
  readonly inPutAway?: RuleChoices;
  /** The same for folders that are called legacy. */
  readonly inLegacy?: RuleChoices;
  /** The same for templates of mails, and for pages of installers and of errors. */
  readonly inPagesElsewhere?: RuleChoices;
}

/**
 * Tools about what is built and deployed, where nothing that was put away counts. Those for Terraform are not here:
 * their engine knows whether something calls the module.
 */
const OF_WHAT_IS_DEPLOYED = [
  'ansible-security',
  'cloudformation-security',
  'compose-lint',
  'compose-security',
  'dockerfile-build',
  'dockerfile-lint',
  'dockerfile-security',
  'kubernetes-reliability',
  'kubernetes-security',
  'server-settings',
] as const;

/** Rules about security that belong to tools of other categories. */
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
  'github-actions-lint/untrusted-in-script',
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

export const PROFILES = {
  recommended: {
    rules: {
      ...MILDER,
      ...each(
        [
          ...HOUSE_STYLES,
          ...MEASURES,
          ...RULES_OF_TASTE,
          ...RULES_OF_NO_MATTER,
          ...SAID_ELSEWHERE,
          ...OPTIONAL_INFRASTRUCTURE_RULES,
          ...OPTIONAL_DOCKERFILE_RULES,
        ],
        'off',
      ),
      ...each(DEFECTS_AMONG_STYLES, 'on'),
      ...each(DEFECTS_OF_LITTLE_MATTER, 'low'),
    },
    atMost: SELDOM_AS_GRAVE,
    inScripts: IN_SCRIPTS,
    inPutAway: each(OF_WHAT_IS_DEPLOYED, 'low'),
    inLegacy: each(OF_WHAT_IS_DEPLOYED, 'medium'),
    inPagesElsewhere: IN_PAGES_ELSEWHERE,
    inRole: { test: IN_TESTS, example: IN_EXAMPLES, documentation: IN_DOCUMENTS, vendored: IN_COPIES },
  },
  security: {
    categories: ['security'],
    rules: each(SECURITY_ELSEWHERE, 'on'),
  },
  strict: { rules: {} },
} as const satisfies Readonly<Record<ProfileId, Profile>>;
