import { escapeHtml } from '@assay/kernel';
import type { MessageTexts } from './message-texts';

export interface EmailParts {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Characters: longer ones are cut by what shows them. */
const LONGEST_SUBJECT = 200;

/** A notification as a mail: a plain part that says all, and an HTML part without anything that is loaded. */
export function emailMessage({ title, text, facts: rows, link: report }: MessageTexts): EmailParts {
  const link = report === null ? [] : ['', `The report: ${report}`];
  return {
    subject: title.length <= LONGEST_SUBJECT ? title : `${title.slice(0, LONGEST_SUBJECT - 1)}…`,
    text: [title, '', text, '', ...rows.map(([name, value]) => `${name}: ${value}`), ...link, ''].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><dl>`,
      ...rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`),
      '</dl>',
      ...(report === null ? [] : [`<p><a href="${escapeHtml(report)}">The report</a></p>`]),
      '</body></html>',
    ].join('\n'),
  };
}
