import type { ToolDefinition } from '../tool';
import { axeAria } from './aria';
import { axeColorContrast, axeLanguage, axeTextAlternatives, axeTimeMedia } from './content';
import { axeForms, axeKeyboard, axeNameRoleValue } from './controls';
import { axeStructure } from './structure';

export const axeTools: readonly ToolDefinition[] = [axeAria, axeForms, axeTextAlternatives, axeColorContrast, axeStructure, axeKeyboard, axeNameRoleValue, axeLanguage, axeTimeMedia];

/** The meaning of every rule of axe-core, for all tools that run it. Lighthouse runs some of them too. */
export const axeRules: ToolDefinition['rules'] = Object.assign({}, ...axeTools.map(({ rules }) => rules)) as ToolDefinition['rules'];

const DEPRECATED = 'deprecated by axe-core';
const EXPERIMENTAL = 'experimental: axe-core itself does not rely on it';
const LEVEL_AAA = 'of level AAA, which WCAG does not ask of whole sites';

/** The rules of axe-core that no tool runs, with the reason. */
export const LEFT_OUT_AXE_RULES: Readonly<Record<string, string>> = {
  'aria-roledescription': DEPRECATED,
  'audio-caption': DEPRECATED,
  'duplicate-id': DEPRECATED,
  'duplicate-id-active': DEPRECATED,
  'landmark-complementary-is-top-level': DEPRECATED,
  'css-orientation-lock': EXPERIMENTAL,
  'focus-order-semantics': EXPERIMENTAL,
  'hidden-content': EXPERIMENTAL,
  'p-as-heading': EXPERIMENTAL,
  'table-fake-caption': EXPERIMENTAL,
  'td-has-header': EXPERIMENTAL,
  'color-contrast-enhanced': LEVEL_AAA,
  'identical-links-same-purpose': LEVEL_AAA,
  'meta-refresh-no-exceptions': LEVEL_AAA,
  'frame-tested': 'about the test, not about the page: a frame that axe-core could not enter',
};
