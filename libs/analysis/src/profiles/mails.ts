import { each } from './recommended';
import type { RuleChoices } from './rule-choices';

/** A folder or a name of templates that become mails, or pages for a printer. A folder `mail` may be a program's. */
const MAIL = new RegExp(
  String.raw`(?:^|[/_.-])(?:e-?mails?|mailers?|newsletters?|mail[_-]?templates?|pdf)[/_.-]|` +
    String.raw`(?:^|/)(?:templates|views)/(?:[\w.-]+/){0,3}mails?/`,
  'i',
);

/**
 * Whether a file is the template of a mail or of a document, by conventions of its path. No browser shows it as a page.
 * @param path relative to the target, with slashes
 */
export const isMail = (path: string): boolean => MAIL.test(path);

/** Mails have no title, and what a reader of mails makes of their markup is its own affair. */
export const IN_MAILS: RuleChoices = each(
  ['act-markup', 'axe-markup', 'css-errors', 'html-accessibility', 'html-eslint', 'html-standards'],
  'low',
);
