import { Unreadable } from './per-file';

const MAX_MARKS = 4_000;
const MAX_INDENT = 400;

/**
 * Refuses Markdown that would take parsers too long. They pair the marks of a paragraph: 40,000 `*` and `_` in one
 * paragraph kept micromark busy for 17 s, and the time grows with the square. Nested lists are parsed again for each
 * level.
 * @throws Unreadable for such a text
 */
export function refuseCostlyMarkdown(text: string): void {
  let marks = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const indent = /^[\s>]*/.exec(line)![0].length;
    if (indent > MAX_INDENT) throw new Unreadable(`a line is nested more than ${MAX_INDENT} characters deep`);
    if (indent === line.length || /^[\s>]*(?:[-+*]\s|\d+[.)]\s|\||#)/.test(line)) marks = 0; // the paragraph ends here
    marks += line.match(/[*_[\]~`]/g)?.length ?? 0;
    if (marks > MAX_MARKS) throw new Unreadable(`a paragraph holds more than ${MAX_MARKS} marks`);
  }
}
