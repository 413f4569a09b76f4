import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const markdownLint: ToolDefinition = {
  id: 'markdown-lint',
  name: 'Markdown',
  description: 'Markdown that renders otherwise than meant: broken links and references, reversed links, tables that do not add up, pictures without a description.',
  category: 'standards',
  billing: 'docs',
  engine: 'markdownlint',
  targets: SOURCE_TARGETS,
  files: ['**/*.{md,markdown}'],
  advice: 'Look at the rendered page at this place.',
  rules: {
    MD001: { severity: 'low', title: 'Heading level skipped', weakness: 'heading-order', fix: 'Go down one level at a time.' },
    MD005: { severity: 'info', title: 'List items of one level indented differently', fix: 'Indent them alike; some renderers make another list of them.' },
    MD011: { severity: 'low', title: 'Link written the wrong way round', fix: 'Write `[text](address)`.' },
    MD018: { severity: 'low', title: 'Heading without a space after the #', fix: 'Add the space; it is plain text otherwise.' },
    MD020: { severity: 'low', title: 'Closed heading without a space before the #', fix: 'Add the spaces; it is plain text otherwise.' },
    MD023: { severity: 'low', title: 'Indented heading', fix: 'Begin the heading at the start of the line.' },
    MD024: { severity: 'info', title: 'Two headings of a section with the same text', fix: 'Tell them apart: links reach the first one only.' },
    MD028: { severity: 'info', title: 'Blank line inside a quotation', fix: 'Put `>` on the blank line; some renderers make two quotations of it.' },
    MD029: { severity: 'info', title: 'Numbered list out of order', fix: 'Number the items 1, 2, 3, or all of them 1.' },
    MD031: { severity: 'info', title: 'Code block without blank lines around it', fix: 'Add the blank lines; some renderers miss the block.' },
    MD034: { severity: 'info', title: 'Bare address', fix: 'Write `<https://…>`, or give the link a text.' },
    MD037: { severity: 'low', title: 'Spaces inside emphasis marks', fix: 'Remove the spaces; the marks are shown otherwise.' },
    MD038: { severity: 'info', title: 'Spaces inside a code span', fix: 'Remove the spaces.' },
    MD039: { severity: 'info', title: 'Spaces inside a link text', fix: 'Remove the spaces.' },
    MD040: { severity: 'info', title: 'Code block without a language', fix: 'Name the language after the fence (`text` if there is none).' },
    MD042: { severity: 'low', title: 'Link without a target', fix: 'Give the address, or remove the link.' },
    MD045: { severity: 'low', title: 'Picture without a text alternative', weakness: 'img-alt', fix: 'Describe it: `![what it shows](file)`.' },
    MD051: { severity: 'low', title: 'Link to a heading that does not exist', weakness: 'missing-reference', fix: 'Correct the fragment; it is the heading in lower case with hyphens.' },
    MD052: { severity: 'low', title: 'Reference to a link that is not defined', weakness: 'missing-reference', fix: 'Define it: `[label]: https://…`.' },
    MD053: { severity: 'low', title: 'Link definition that is not used, or given twice', fix: 'Remove it.' },
    MD056: { severity: 'low', title: 'Table row with too few or too many cells', fix: 'Give each row as many cells as the header; the surplus is not shown.' },
    MD059: { severity: 'low', title: 'Link text that says nothing', weakness: 'link-text', fix: 'Say where the link leads; screen readers list links without their sentence.' },
  },
};

export const markdownlintTools: readonly ToolDefinition[] = [markdownLint];
