import { escapeHtml } from '@assay/kernel';
import type { VerdictNews } from '../domain/verdict-news';
import { facts, headline, whatChanged } from './verdict-texts';

export interface EmailParts {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Characters: longer ones are cut by what shows them. */
const LONGEST_SUBJECT = 200;

/** A verdict as a mail: a plain part that says all, and an HTML part without anything that is loaded. */
export function emailMessage(news: VerdictNews): EmailParts {
  const title = headline(news);
  const rows = facts(news);
  const link = news.link === null ? [] : ['', `The report: ${news.link}`];
  return {
    subject: title.length <= LONGEST_SUBJECT ? title : `${title.slice(0, LONGEST_SUBJECT - 1)}…`,
    text: [title, '', whatChanged(news), '', ...rows.map(([name, value]) => `${name}: ${value}`), ...link, ''].join(
      '\n',
    ),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(whatChanged(news))}</p><dl>`,
      ...rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`),
      '</dl>',
      ...(news.link === null ? [] : [`<p><a href="${escapeHtml(news.link)}">The report</a></p>`]),
      '</body></html>',
    ].join('\n'),
  };
}
