import type { Severity } from '@assay/kernel';
import { each } from './recommended';
import type { RuleChoices } from './rule-choices';
import { RULES_OF_LITTLE_MATTER, type RulesByTool, selectorsOf } from './rules-of-little-matter';
import { RULES_SELDOM_WORTH_A_LOOK } from './rules-seldom-worth-a-look';

/**
 * Rules that a maintainer thanks for, and for which nobody stops: what keeps a person from using a part of a page, and
 * code that says less than it seems to.
 */
const NOBODY_STOPS_FOR: RulesByTool = {
  'eslint-security': ['security/detect-disable-mustache-escape'],
  'sonar-bugs': [
    'sonarjs/no-all-duplicated-branches',
    'sonarjs/no-element-overwrite',
    'sonarjs/no-identical-expressions',
  ],
  'js-correctness': ['no-dupe-else-if'],
  'oxc-bugs': ['oxc/bad-object-literal-comparison'],
  'biome-security': ['security/noDangerouslySetInnerHtmlWithChildren'],
  'react-correctness': ['react/no-danger-with-children', 'react/no-direct-mutation-state'],
  'nextjs-rules': ['nextjs/no-async-client-component', 'nextjs/no-typos'],
  'svelte-correctness': ['svelte/infinite-reactive-loop', 'svelte/no-raw-special-elements', 'svelte/valid-each-key'],
  'vue-templates': ['vue/no-async-in-computed-properties', 'vue/no-ref-as-operand', 'vue/require-valid-default-prop'],
  'vue-script': ['vue/no-async-in-computed-properties'],
  'vue-accessibility': [
    'vuejs-accessibility/alt-text',
    'vuejs-accessibility/anchor-has-content',
    'vuejs-accessibility/aria-props',
    'vuejs-accessibility/aria-role',
    'vuejs-accessibility/no-aria-hidden-on-focusable',
    'vuejs-accessibility/no-role-presentation-on-focusable',
    'vuejs-accessibility/role-has-required-aria-props',
  ],
  'jsx-accessibility': [
    'jsx-a11y/alt-text',
    'jsx-a11y/anchor-has-content',
    'jsx-a11y/html-has-lang',
    'jsx-a11y/no-aria-hidden-on-focusable',
  ],
  'biome-accessibility': [
    'a11y/noAriaHiddenOnFocusable',
    'a11y/useAltText',
    'a11y/useAnchorContent',
    'a11y/useAriaPropsForRole',
    'a11y/useHtmlLang',
  ],
  'html-eslint': ['@html-eslint/no-aria-hidden-on-focusable', '@html-eslint/no-duplicate-attrs'],
  'act-markup': [
    'aria-attribute-unknown',
    'aria-state-missing',
    'aria-value-invalid',
    'nameless-area',
    'nameless-button',
    'nameless-field',
    'nameless-image',
    'nameless-image-button',
    'role-invalid',
  ],
  'css-errors': ['function-calc-no-unspaced-operator', 'string-no-newline'],
  'scss-errors': [
    'color-no-invalid-hex',
    'function-calc-no-unspaced-operator',
    'scss/dollar-variable-no-missing-interpolation',
    'unit-no-unknown',
  ],
  'lockfile-integrity': ['unusual-host'],
};

const chosen = (rules: RulesByTool, severity: Severity): RuleChoices => each(selectorsOf(rules), severity);

/** The severities of rules about scripts, styles and pages that are lower than in the catalogue. */
export const MILDER: RuleChoices = {
  ...chosen(RULES_OF_LITTLE_MATTER, 'low'),
  ...chosen(RULES_SELDOM_WORTH_A_LOOK, 'low'),
  ...chosen(NOBODY_STOPS_FOR, 'medium'),
};
