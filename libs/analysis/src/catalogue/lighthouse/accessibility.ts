import { axeRules } from '../axe';
import type { ToolDefinition } from '../tool';
import { ON_LIGHTHOUSE } from './on-lighthouse';

/** Lighthouse runs axe-core, so its audits are rules of axe-core by the same names: they mean the same. */
const AUDITS = [
  'accesskeys', 'aria-allowed-attr', 'aria-allowed-role', 'aria-command-name', 'aria-conditional-attr', 'aria-deprecated-role', 'aria-dialog-name',
  'aria-hidden-body', 'aria-hidden-focus', 'aria-input-field-name', 'aria-meter-name', 'aria-progressbar-name', 'aria-prohibited-attr',
  'aria-required-attr', 'aria-required-children', 'aria-required-parent', 'aria-roles', 'aria-text', 'aria-toggle-field-name', 'aria-tooltip-name',
  'aria-treeitem-name', 'aria-valid-attr', 'aria-valid-attr-value', 'button-name', 'color-contrast', 'definition-list', 'dlitem', 'document-title',
  'frame-title', 'heading-order', 'html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch', 'image-alt', 'image-redundant-alt',
  'input-button-name', 'input-image-alt', 'label', 'link-in-text-block', 'link-name', 'list', 'listitem', 'meta-refresh', 'meta-viewport',
  'object-alt', 'select-name', 'skip-link', 'tabindex', 'table-duplicate-name', 'target-size', 'td-headers-attr', 'valid-lang',
];

export const lighthouseAccessibility: ToolDefinition = {
  ...ON_LIGHTHOUSE,
  id: 'lighthouse-accessibility',
  name: 'Lighthouse accessibility',
  description: 'The part of accessibility that Lighthouse scores: names, contrast, ARIA, lists, languages and the tab order of the page as a telephone shows it.',
  category: 'accessibility',
  billing: 'accessibility',
  advice: 'Listen to the page with a screen reader, and go through it with the keyboard alone.',
  rules: Object.fromEntries(AUDITS.map((audit) => [audit, axeRules[audit]!])),
};
