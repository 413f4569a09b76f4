import type { Config, LinterOptions } from 'stylelint';

type Rules = NonNullable<Config['rules']>;
export type CustomSyntax = NonNullable<LinterOptions['customSyntax']>;

/** At-rules of common build tools. Browsers never see them. */
const BUILD_TIME_AT_RULES = [
  'tailwind',
  'apply',
  'screen',
  'variants',
  'responsive',
  'config',
  'plugin',
  'source',
  'theme',
  'utility',
  'variant',
  'custom-variant',
  'reference',
  'custom-selector',
  'mixin',
  'include',
  'extend',
];

/** Rules that need more than `true`. As in Stylelint, the primary option comes first. */
export const OPTIONS: Rules = {
  'at-rule-no-unknown': [true, { ignoreAtRules: BUILD_TIME_AT_RULES }],
  'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates-with-different-syntaxes'] }],
  'declaration-property-value-no-unknown': [
    true,
    { ignoreProperties: { '/.*/': ['/theme\\(/', '/--alpha\\(/', '/--spacing\\(/'] } },
  ],
  'font-family-name-quotes': 'always-where-recommended',
  'function-name-case': 'lower',
  'length-zero-no-unit': [true, { ignore: ['custom-properties', 'custom-functions'] }],
  'max-nesting-depth': [4, { ignore: ['pseudo-classes'] }],
  'nesting-selector-no-missing-scoping-root': [
    true,
    { ignoreAtRules: ['mixin', 'define-mixin', 'utility', 'variant', 'custom-variant'] },
  ],
  'no-invalid-position-at-import-rule': [
    true,
    { ignoreAtRules: ['use', 'forward', 'tailwind', 'config', 'plugin', 'source', 'theme'] },
  ],
  // Outlook's own, without which pages of mails fall apart there, and what CSS modules resolve.
  'property-no-unknown': [true, { ignoreProperties: ['/^mso-/', 'composes'] }],
  'selector-pseudo-class-no-unknown': [
    true,
    { ignorePseudoClasses: ['global', 'local', 'deep', 'slotted', 'export', 'import'] },
  ],
  'selector-pseudo-element-colon-notation': 'double',
  'selector-pseudo-element-no-unknown': [
    true,
    { ignorePseudoElements: ['v-deep', 'v-global', 'v-slotted', 'ng-deep'] },
  ],
  'selector-type-case': 'lower',
  'selector-type-no-unknown': [true, { ignore: ['custom-elements'] }],
  'string-no-newline': [true, { ignore: ['at-rule-preludes', 'declaration-values'] }],
  'value-keyword-case': [
    'lower',
    {
      camelCaseSvgKeywords: true,
      ignoreProperties: [
        '/^--/',
        '/^(font|font-family|animation|animation-name|grid-area|grid-row|grid-column|view-transition-name|' +
          'container|container-name)$/',
      ],
    },
  ],
  'value-no-vendor-prefix': [true, { ignoreValues: ['box', 'inline-box'] }],
  // Prefixes that are still needed, because a browser in use knows the property only under this name.
  'property-no-vendor-prefix': [
    true,
    {
      ignoreProperties: [
        '/^-(webkit|moz)-(user-select|text-size-adjust|appearance|box-orient|line-clamp|backdrop-filter|' +
          'mask|mask-image)$/',
      ],
    },
  ],
  'scss/at-rule-no-unknown': [true, { ignoreAtRules: BUILD_TIME_AT_RULES }],
  'scss/load-partial-extension': 'never',
  'a11y/font-size-is-readable': [true, { thresholdInPixels: 10 }],
};

export type StyleLanguage = 'css' | 'scss' | 'markup';

export function languageOf(path: string): StyleLanguage {
  if (path.endsWith('.css')) return 'css';
  return path.endsWith('.scss') ? 'scss' : 'markup';
}

/**
 * The parsers. They all have `map: false`. By default, PostCSS opens the source map that a comment of the file names,
 * which is a path that the target chooses. A malformed inline map would also end the parsing.
 */
export async function syntaxFor(language: StyleLanguage): Promise<CustomSyntax> {
  switch (language) {
    case 'css': {
      const postcss = (await import('postcss')).default;
      return { parse: (css, options) => postcss.parse(css, { ...options, map: false }), stringify: postcss.stringify };
    }
    case 'scss': {
      const scss = (await import('postcss-scss')).default;
      return { parse: (css, options) => scss.parse!(css, { ...options, map: false }), stringify: scss.stringify! };
    }
    case 'markup': {
      const html = require('postcss-html')() as {
        parse: (css: string, options: object) => MarkupDocument;
        stringify: unknown;
      };
      // A document of several style sheets, which PostCSS's types of a syntax do not know.
      return {
        parse: (css: unknown, options: object) => plainStyles(html.parse(String(css), { ...options, map: false })),
        stringify: html.stringify,
      } as unknown as CustomSyntax;
    }
  }
}

interface MarkupDocument {
  nodes: { source?: { lang?: string } }[];
}

/** Removes style blocks in SCSS, Less or Stylus, because the rules for CSS would report their syntax. */
function plainStyles(document: MarkupDocument): MarkupDocument {
  document.nodes = document.nodes.filter(({ source }) => source?.lang === undefined || source.lang === 'css');
  return document;
}
