import { SOURCE_TARGETS, type ToolDefinition } from '../tool';

const formats = { category: 'standards', billing: 'linting', engine: 'eslint', targets: SOURCE_TARGETS } as const;

export const yamlLint: ToolDefinition = {
  ...formats,
  id: 'yaml-lint',
  name: 'YAML',
  description: 'Finds YAML that does not parse, duplicate and empty keys, values that were forgotten, tabs and characters that cannot be seen.',
  files: ['**/*.{yml,yaml}'],
  advice: 'Write the value out; where nothing is meant, write null or ~.',
  rules: {
    'parse-error': { severity: 'high', title: 'YAML that does not parse', fix: 'Correct the indentation, the quotes or the bracket at which the parser stops.' },
    'duplicate-key': { severity: 'medium', weakness: 'dupe-keys', title: 'Key twice in a map: the first value is lost, or the file is refused', fix: 'Remove one of them; most parsers take the last.' },
    'yml/no-empty-key': { severity: 'low', title: 'Empty key', fix: 'Write the key, or remove the colon.' },
    'yml/no-empty-mapping-value': { severity: 'info', title: 'Key without a value' },
    'yml/no-empty-sequence-entry': { severity: 'low', title: 'Entry without a value' },
    'yml/no-empty-document': { severity: 'info', title: 'Empty document', fix: 'Remove the file, or write what it should hold.' },
    'yml/no-irregular-whitespace': { severity: 'low', weakness: 'irregular-whitespace', title: 'Whitespace that is not what it looks like', fix: 'Replace it with a space.' },
    'yml/no-tab-indent': { severity: 'low', title: 'Tab as indentation', fix: 'Indent with spaces, unless the tab is a part of a text.' },
    'yml/no-boolean-key': { severity: 'medium', title: 'Key that YAML reads as a boolean', fix: 'Quote it.' },
    'yml/no-trailing-zeros': { severity: 'medium', title: 'Version that loses its trailing zero: 3.10 is 3.1', fix: 'Quote it.' },
  },
  settings: {
    except: [
      // A trigger of a workflow may be empty.
      { files: ['**/.github/workflows/*.{yml,yaml}'], rules: ['yml/no-empty-mapping-value'] },
      // A volume or network of Compose without any settings.
      { files: ['**/*compose*.{yml,yaml}'], rules: ['yml/no-empty-mapping-value'] },
      { files: ['**/{pnpm-lock.yaml,FUNDING.yml}'], rules: ['yml/no-empty-mapping-value'] },
    ],
  },
};

/** Files that may have comments and trailing commas. */
const WITH_COMMENTS = ['**/{tsconfig,jsconfig}*.json', '**/{.vscode,vscode}/**/*.json', '**/.devcontainer/*.json', '**/devcontainer.json', '**/{appsettings,launchSettings}*.json', '**/{.eslintrc,.swcrc,.babelrc,biome,deno,api-extractor,turbo,nx,wrangler,renovate,cspell,cspell-ext}.json', '**/*.{jsonc,json5}'];

export const jsonLint: ToolDefinition = {
  ...formats,
  id: 'json-lint',
  name: 'JSON',
  description: 'Finds JSON that does not parse, duplicate keys, and what only some parsers accept: comments, trailing commas, other number formats.',
  files: ['**/*.{json,jsonc,json5}'],
  advice: 'Write what RFC 8259 allows, or name the file .jsonc or .json5.',
  rules: {
    'parse-error': { severity: 'high', title: 'JSON that does not parse' },
    'jsonc/no-dupe-keys': { severity: 'high', weakness: 'dupe-keys', title: 'Key twice in an object: parsers differ in which one they take', fix: 'Keep one of the two: which one a parser takes is not defined.' },
    'jsonc/no-comments': { severity: 'low', title: 'Comment in JSON' },
    'jsonc/comma-dangle': { severity: 'low', title: 'Trailing comma in JSON' },
    'jsonc/quotes': { severity: 'low', title: 'String without double quotes' },
    'jsonc/quote-props': { severity: 'low', title: 'Key without quotes' },
    'jsonc/no-nan': { severity: 'medium', title: 'NaN in JSON' },
    'jsonc/no-infinity': { severity: 'medium', title: 'Infinity in JSON' },
    'jsonc/no-undefined-value': { severity: 'medium', title: 'undefined in JSON' },
    'jsonc/no-hexadecimal-numeric-literals': { severity: 'low', title: 'Hexadecimal number in JSON' },
    'jsonc/no-octal': { severity: 'medium', weakness: 'octal', title: 'Octal number in JSON' },
    'jsonc/no-floating-decimal': { severity: 'low', title: 'Number without digits beside its point' },
    'jsonc/no-plus-sign': { severity: 'medium', title: 'Plus sign before a number' },
    'jsonc/no-multi-str': { severity: 'medium', title: 'String over several lines' },
    'jsonc/no-sparse-arrays': { severity: 'medium', weakness: 'sparse-arrays', title: 'Gap in an array' },
    'jsonc/no-template-literals': { severity: 'medium', title: 'Template literal in JSON' },
    'jsonc/no-regexp-literals': { severity: 'medium', title: 'Regular expression in JSON' },
    'jsonc/no-binary-expression': { severity: 'medium', title: 'Calculation in JSON' },
    'jsonc/no-irregular-whitespace': { severity: 'low', weakness: 'irregular-whitespace', title: 'Whitespace that is not what it looks like' },
    'jsonc/no-useless-escape': { severity: 'info', weakness: 'useless-escape', title: 'Escape that changes nothing' },
  },
  settings: {
    options: { 'jsonc/quotes': ['double', { avoidEscape: false }], 'jsonc/quote-props': ['always'], 'jsonc/comma-dangle': ['never'] },
    except: [
      { files: WITH_COMMENTS, rules: ['jsonc/no-comments', 'jsonc/comma-dangle'] },
      {
        files: ['**/*.json5'],
        rules: ['jsonc/quotes', 'jsonc/quote-props', 'jsonc/no-nan', 'jsonc/no-infinity', 'jsonc/no-hexadecimal-numeric-literals', 'jsonc/no-floating-decimal', 'jsonc/no-plus-sign', 'jsonc/no-multi-str', 'jsonc/no-useless-escape'],
      },
    ],
  },
};

export const tomlLint: ToolDefinition = {
  ...formats,
  id: 'toml-lint',
  name: 'TOML',
  description: 'Finds TOML that does not parse, arrays of mixed types, keys and tables out of order, and numbers that readers and parsers take differently.',
  files: ['**/*.toml'],
  advice: 'Write it so that every TOML parser, and every reader, takes it the same way.',
  rules: {
    'parse-error': { severity: 'high', title: 'TOML that does not parse' },
    'toml/no-mixed-type-in-array': { severity: 'info', title: 'Array of mixed types: an error before TOML 1.0' },
    'toml/no-unreadable-number-separator': { severity: 'low', title: 'Number grouped so that it misleads' },
    'toml/precision-of-integer': { severity: 'medium', title: 'Integer larger than 64 bits' },
    'toml/precision-of-fractional-seconds': { severity: 'low', title: 'Fraction of a second finer than parsers keep' },
    'toml/keys-order': { severity: 'low', title: 'Dotted keys of one table apart from each other' },
    'toml/tables-order': { severity: 'low', title: 'Parts of a table apart from each other' },
  },
};

const h = '@html-eslint';

export const htmlEslint: ToolDefinition = {
  ...formats,
  id: 'html-eslint',
  name: 'HTML',
  description: 'Checks pages for what browsers, search engines and readers need: language, title, unique ids, names for controls, current elements.',
  targets: [...SOURCE_TARGETS, 'url'],
  files: ['**/!(*.scala).{html,htm}'],
  advice: 'Write the markup as the HTML standard has it.',
  settings: {
    // Rules that the literal text of a template can break, whatever is filled in at run time.
    inTemplates: ['require-img-alt', 'require-frame-title', 'no-obsolete-tags', 'no-obsolete-attrs', 'no-non-scalable-viewport', 'no-positive-tabindex', 'no-aria-hidden-body', 'no-abstract-roles', 'no-target-blank', 'no-invalid-entity'].map((rule) => `${h}/${rule}`),
  },
  rules: {
    [`${h}/require-doctype`]: { severity: 'medium', weakness: 'missing-doctype', title: 'Page without a doctype: browsers fall back to quirks mode' },
    [`${h}/require-lang`]: { severity: 'medium', weakness: 'html-has-lang', title: 'Page without a language', fix: 'Add lang to the html element: lang="en".' },
    [`${h}/require-title`]: { severity: 'medium', weakness: 'missing-title', title: 'Page without a title', fix: 'Add a title that names the page.' },
    [`${h}/require-meta-charset`]: { severity: 'low', weakness: 'missing-charset', title: 'Page without its character set' },
    [`${h}/require-meta-viewport`]: { severity: 'low', weakness: 'missing-viewport', title: 'Page without a viewport' },
    [`${h}/require-img-alt`]: { severity: 'medium', weakness: 'alt-text', title: 'Image without a text alternative', fix: 'Add alt; leave it empty where the picture only decorates.' },
    [`${h}/require-frame-title`]: { severity: 'medium', weakness: 'iframe-has-title', title: 'Frame without a title', fix: 'Add a title that says what the frame shows.' },
    [`${h}/require-li-container`]: { severity: 'medium', title: 'List item outside a list' },
    [`${h}/require-button-type`]: { severity: 'info', weakness: 'button-has-type', title: 'Button that submits a form by default' },
    [`${h}/no-duplicate-id`]: { severity: 'medium', weakness: 'duplicate-id', title: 'Id twice in a page', fix: 'Give each element an id of its own.' },
    [`${h}/no-duplicate-attrs`]: { severity: 'high', weakness: 'duplicate-attribute', title: 'Attribute twice on an element', fix: 'Keep one of the two: a browser takes the first.' },
    [`${h}/no-duplicate-in-head`]: { severity: 'medium', title: 'Element of the head that may be there once' },
    [`${h}/no-duplicate-class`]: { severity: 'info', title: 'Class twice on an element' },
    [`${h}/no-obsolete-tags`]: { severity: 'low', weakness: 'obsolete-element', title: 'Obsolete element' },
    [`${h}/no-obsolete-attrs`]: { severity: 'low', weakness: 'obsolete-attribute', title: 'Obsolete attribute' },
    [`${h}/no-multiple-h1`]: { severity: 'low', title: 'Several main headings' },
    [`${h}/no-skip-heading-levels`]: { severity: 'low', title: 'Heading level skipped' },
    [`${h}/no-empty-headings`]: { severity: 'medium', weakness: 'heading-has-content', title: 'Heading without content' },
    [`${h}/no-nested-interactive`]: { severity: 'medium', title: 'Control inside a control' },
    [`${h}/no-non-scalable-viewport`]: { severity: 'medium', weakness: 'meta-viewport', title: 'Zooming forbidden', fix: 'Remove user-scalable and maximum-scale.' },
    [`${h}/no-positive-tabindex`]: { severity: 'medium', weakness: 'tabindex-no-positive', title: 'Positive tabindex' },
    [`${h}/no-accesskey-attrs`]: { severity: 'info', weakness: 'access-key', title: 'Access key in the way of others' },
    [`${h}/no-aria-hidden-body`]: { severity: 'high', title: 'Page hidden from screen readers', fix: 'Remove aria-hidden from the body.' },
    [`${h}/no-aria-hidden-on-focusable`]: { severity: 'high', weakness: 'aria-hidden-on-focusable', title: 'Hidden element that takes the focus', fix: 'Remove aria-hidden, or take the element out of the order of focus.' },
    [`${h}/no-abstract-roles`]: { severity: 'medium', weakness: 'aria-role', title: 'Abstract role', fix: 'Use one of the roles that extend it.' },
    [`${h}/no-invalid-role`]: { severity: 'medium', weakness: 'aria-role', title: 'Unknown role', fix: 'Correct the name of the role.' },
    [`${h}/no-target-blank`]: { severity: 'low', cwe: 'CWE-1022', title: 'Link opens a window that can navigate this one', fix: 'Add rel="noopener noreferrer".' },
    [`${h}/no-invalid-entity`]: { severity: 'medium', title: 'Unknown character reference' },
    [`${h}/no-ineffective-attrs`]: { severity: 'medium', title: 'Attribute without effect here' },
    [`${h}/no-invalid-attr-value`]: { severity: 'medium', weakness: 'attribute-value', title: 'Attribute value that the standard does not know' },
    [`${h}/svg-require-viewbox`]: { severity: 'info', title: 'SVG that does not scale' },
  },
};
