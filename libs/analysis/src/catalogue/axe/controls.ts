import { axeTool } from './axe-tool';

export const axeForms = axeTool({
  id: 'axe-forms',
  name: 'Forms on the page',
  description: 'Fields of the rendered page that people cannot tell apart: without a label, with several, or with an autocomplete that no browser understands.',
  advice: 'Give each field one visible `<label>`.',
  rules: {
    'autocomplete-valid': { impact: 'serious', title: 'Invalid autocomplete', wcag: ['1.3.5'], weakness: 'autocomplete-valid', fix: 'Use the tokens of the HTML standard that fit the field, so that browsers can fill it.' },
    'form-field-multiple-labels': { impact: 'moderate', title: 'Field with several labels', wcag: ['3.3.2'], fix: 'Keep one: screen readers read the first, the last or all of them.' },
    label: { impact: 'critical', title: 'Form control without a label', wcag: ['4.1.2'], weakness: 'missing-label', fix: 'Add a `<label for="…">`, or `aria-label` where no text can be shown.' },
    'label-title-only': { impact: 'serious', title: 'Form control that only a tooltip or hidden text labels', fix: 'Show a label: a `title` appears for the mouse only.' },
    'select-name': { impact: 'critical', title: 'Selection without a label', wcag: ['4.1.2'], weakness: 'missing-label', fix: 'Add a `<label for="…">`.' },
  },
});

export const axeNameRoleValue = axeTool({
  id: 'axe-name-role-value',
  name: 'Names of controls on the page',
  description: 'Buttons, links, headings and other elements of the rendered page that a screen reader announces without a name.',
  advice: 'Give every control text that says what it does.',
  rules: {
    'aria-hidden-focus': { impact: 'serious', title: 'Focusable element hidden from assistive technology', wcag: ['4.1.2'], weakness: 'hidden-focusable', fix: 'Remove `aria-hidden`, or take the element out of the tab order too; `inert` does both.' },
    'button-name': { impact: 'critical', title: 'Button without a name', wcag: ['4.1.2'], weakness: 'missing-accessible-name', fix: 'Give the button text, or an `aria-label` where it shows a picture only.' },
    'empty-heading': { impact: 'minor', title: 'Empty heading', weakness: 'empty-heading', fix: 'Give the heading text, or remove it.' },
    'empty-table-header': { impact: 'minor', title: 'Empty header cell', fix: 'Give the header text, or make it a `<td>`.' },
    'input-button-name': { impact: 'critical', title: 'Button of a form without a name', wcag: ['4.1.2'], weakness: 'missing-accessible-name', fix: 'Say what it does in `value`.' },
    'link-name': { impact: 'serious', title: 'Link without text', wcag: ['2.4.4', '4.1.2'], weakness: 'missing-accessible-name', fix: 'Give the link text, or the picture in it an `alt`.' },
    'summary-name': { impact: 'serious', title: 'Summary without text', wcag: ['4.1.2'], weakness: 'missing-accessible-name', fix: 'Say in `<summary>` what it opens.' },
  },
});

export const axeKeyboard = axeTool({
  id: 'axe-keyboard',
  name: 'Keyboard on the page',
  description: 'Obstacles for people who use the rendered page by keyboard: regions that cannot be reached or skipped, nested controls, a tab order out of step.',
  advice: 'Go through the page with the Tab key alone: everything must be reachable, in reading order, with the focus in sight.',
  rules: {
    accesskeys: { impact: 'serious', title: 'Access key given twice', fix: 'Give each its own key, better none: they take keys from screen readers.' },
    bypass: { impact: 'serious', title: 'No way past what every page repeats', wcag: ['2.4.1'], fix: 'Put the content into `<main>`, or begin the page with a link to it.' },
    'frame-focusable-content': { impact: 'serious', title: 'Frame that the keyboard cannot enter', wcag: ['2.1.1'], fix: 'Remove `tabindex="-1"` from a frame with controls in it.' },
    'nested-interactive': { impact: 'serious', title: 'Control inside of a control', wcag: ['4.1.2'], fix: 'Put them side by side: the inner one is not announced, or cannot be reached.' },
    region: { impact: 'moderate', title: 'Content outside of all landmarks', fix: 'Put it into `<main>`, `<nav>`, `<header>`, `<footer>` or a named `<section>`.' },
    'scrollable-region-focusable': { impact: 'serious', title: 'Scrolling region that the keyboard cannot scroll', wcag: ['2.1.1', '2.1.3'], fix: 'Add `tabindex="0"`, or put something focusable into it.' },
    'skip-link': { impact: 'moderate', title: 'Skip link that leads nowhere', fix: 'Give its target the id that it names, and `tabindex="-1"`.' },
    tabindex: { impact: 'serious', title: 'Positive tabindex', weakness: 'tabindex-no-positive', fix: 'Use 0 or -1, and put the elements into reading order.' },
  },
});
