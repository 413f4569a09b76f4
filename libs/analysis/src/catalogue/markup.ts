import { axeRules } from './axe';
import { ARIA_RULES } from './markup-rules/aria';
import { BEHAVIOUR_RULES } from './markup-rules/behaviour';
import { CHANGE_RULES } from './markup-rules/changes';
import { KEYBOARD_RULES } from './markup-rules/keyboard';
import { NAME_RULES } from './markup-rules/names';
import { PAGE_RULES } from './markup-rules/pages';
import { type MarkupRule, listedMarkup } from './markup-rules/rule';
import { USE_RULES } from './markup-rules/use';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const NEEDS_LAYOUT = 'needs the layout that a browser makes';
const NEEDS_CONTENT = 'needs what frames or media hold';
const OUR_OWN = 'judged by act-markup, to the letter of the rule of the W3C';
const NEEDS_PERSON = 'left to a person by axe-core itself where nothing is laid out';
const NEEDS_WHOLE_PAGE = 'needs the page as it is put together';

/** The rules of axe-core that cannot be judged in a file, with the reason. The tools that load a page have them. */
export const AXE_RULES_FOR_BROWSERS: Readonly<Record<string, string>> = {
  'color-contrast': NEEDS_LAYOUT,
  'link-in-text-block': NEEDS_LAYOUT,
  'scrollable-region-focusable': NEEDS_LAYOUT,
  'target-size': NEEDS_LAYOUT,
  'frame-focusable-content': NEEDS_CONTENT,
  'no-autoplay-audio': NEEDS_CONTENT,
  'video-caption': NEEDS_CONTENT,
  'label-content-name-mismatch': NEEDS_LAYOUT,
  'object-alt': NEEDS_LAYOUT,
  'aria-braille-equivalent': NEEDS_PERSON,
  'duplicate-id-aria': NEEDS_PERSON,
  'form-field-multiple-labels': NEEDS_PERSON,
  'frame-title-unique': NEEDS_PERSON,
  'server-side-image-map': NEEDS_PERSON,
  'skip-link': NEEDS_PERSON,
  'th-has-data-cells': NEEDS_PERSON,
  'avoid-inline-spacing': OUR_OWN,
  'meta-refresh': OUR_OWN,
  bypass: NEEDS_WHOLE_PAGE,
  region: NEEDS_WHOLE_PAGE,
};

const axeRulesForFiles = Object.fromEntries(Object.entries(axeRules).filter(([id]) => !Object.hasOwn(AXE_RULES_FOR_BROWSERS, id)));

const FILES: readonly string[] = ['**/!(*.scala).{html,htm,xhtml}', '**/*.{jsx,tsx,vue,svelte}', '**/*.component.ts'];

const common = { category: 'accessibility', billing: 'accessibility', engine: 'markup-accessibility', targets: SOURCE_TARGETS, files: FILES } as const;

const axeMarkup: ToolDefinition = {
  ...common,
  id: 'axe-markup',
  name: 'axe-core on files',
  description: `HTML files and templates of React, Vue, Svelte and Angular, judged by axe-core without a browser. Rules that need one, or that act-markup judges, are left out: ${Object.keys(AXE_RULES_FOR_BROWSERS).join(', ')}.`,
  advice: 'Prefer the native element, and give everything that people use a name.',
  settings: { judges: 'axe' },
  rules: axeRulesForFiles,
};

/** All rules of our own about markup, each with its examples. */
export const MARKUP_RULES: readonly MarkupRule[] = [...ARIA_RULES, ...BEHAVIOUR_RULES, ...CHANGE_RULES, ...KEYBOARD_RULES, ...NAME_RULES, ...PAGE_RULES, ...USE_RULES];

const actMarkup: ToolDefinition = {
  ...common,
  id: 'act-markup',
  name: 'ACT rules on files',
  description: 'HTML files and templates, judged as the W3C’s rules for accessibility tests (ACT) say, where the file alone decides: names, ARIA, languages, tables, contrast of declared colours, orientation, media. What a template leaves open is no finding.',
  advice: 'Prefer the native element, and give everything that people use a name.',
  settings: { judges: 'own' },
  rules: listedMarkup(MARKUP_RULES),
};

export const markupTools: readonly ToolDefinition[] = [axeMarkup, actMarkup];
