import { SOURCE_TARGETS, type ToolDefinition } from '../tool';

export const cssAccessibility: ToolDefinition = {
  id: 'css-accessibility',
  name: 'CSS accessibility',
  description: 'Styles that shut people out: removed focus outlines, motion that cannot be turned off, tiny or justified text, hover effects that the keyboard never shows.',
  category: 'accessibility',
  billing: 'accessibility',
  engine: 'stylelint',
  targets: SOURCE_TARGETS,
  files: ['**/!(*.min).css', '**/*.scss', '**/*.{html,htm,vue,svelte}'],
  advice: 'Try the page with the keyboard only, at 200 % zoom and with reduced motion turned on.',
  rules: {
    'a11y/no-outline-none': { severity: 'medium', title: 'Focus outline removed', weakness: 'focus-outline', fix: 'Keep the outline, or give `:focus-visible` another indicator of the same strength (WCAG 2.4.7).' },
    'a11y/media-prefers-reduced-motion': { severity: 'low', title: 'Motion without a reduced-motion alternative', weakness: 'reduced-motion', fix: 'Turn it off inside `@media (prefers-reduced-motion: reduce)` (WCAG 2.3.3).' },
    'a11y/selector-pseudo-class-focus': { severity: 'low', title: 'Hover style without a focus style', weakness: 'hover-without-focus', fix: 'Add `:focus-visible` to the selector, so that keyboard users see the same (WCAG 2.1.1).' },
    'a11y/font-size-is-readable': { severity: 'low', title: 'Text smaller than 10 px', fix: 'Use at least 12 px, better a size in `rem`, which follows the reader’s setting.' },
    'a11y/no-text-align-justify': { severity: 'info', title: 'Justified text', fix: 'Align text to the start: uneven gaps are hard to read with dyslexia (WCAG 1.4.8).' },
    'a11y/no-obsolete-element': { severity: 'low', title: 'Style for an obsolete element', weakness: 'obsolete-element', fix: 'Use the element that replaced it in HTML.' },
    'a11y/no-obsolete-attribute': { severity: 'low', title: 'Style for an obsolete attribute', weakness: 'obsolete-attribute', fix: 'Use a class instead of the obsolete attribute.' },
  },
};
