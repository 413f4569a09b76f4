import { each } from './recommended';
import type { RuleChoices } from './rule-choices';

/** A folder or a name of templates that become mails, or pages for a printer. A folder `mail` may be a program's. */
const MAIL = new RegExp(
  String.raw`(?:^|[/_.-])(?:e-?mails?|mailers?|newsletters?|mail[_-]?templates?|pdf)[/_.-]|` +
    String.raw`(?:^|/)(?:templates|views)/(?:[\w.-]+/){0,3}mails?/`,
  'i',
);

/** Pages of installers, and those that a framework puts in place for errors, which hardly anybody changes or sees. */
const OF_OTHERS = new RegExp(
  String.raw`\.lproj/|(?:^|[/_.-])(?:installers?|pkg[_-]resources|nsis|wix|inno(?:setup)?)/|` +
    String.raw`(?:^|/)public/(?:[45]\d\d(?:-[\w-]+)?|maintenance|offline)\.html$|` +
    String.raw`(?:^|/)error\.(?:dev|prod)\.html$`,
  'i',
);

/**
 * Pages by which developers look at parts of a program: those for debugging, style guides, those of fonts, stories
 * where Storybook puts them, and pages beside the scripts and tools of the project.
 */
const OF_DEVELOPERS = new RegExp(
  String.raw`(?:^(?:packages/[\w.-]+/)?src/stories/|^(?:tools?|scripts?|hack)/|` +
    String.raw`(?:^|/)(?:debug(?:ging)?|style-?guides?|storybook|kitchen-?sink|fonts?|og-image)/)` +
    String.raw`(?:[\w.-]+/){0,4}[\w.-]+\.(?:html?|jsx|tsx|vue|svelte)$`,
  'i',
);

/**
 * Whether a file is the template of a mail or of a document, a page of an installer, for errors or for developers, by
 * conventions of its path. No browser shows it as a page of the program.
 * @param path relative to the target, with slashes
 */
export const isShownElsewhere = (path: string): boolean =>
  MAIL.test(path) || OF_OTHERS.test(path) || OF_DEVELOPERS.test(path);

/**
 * Mails have no title, developers know their own pages, and what a reader of mails or an installer makes of markup is
 * its own affair.
 */
export const IN_PAGES_ELSEWHERE: RuleChoices = each(
  ['act-markup', 'axe-markup', 'css-errors', 'html-accessibility', 'html-eslint', 'html-standards'],
  'low',
);
