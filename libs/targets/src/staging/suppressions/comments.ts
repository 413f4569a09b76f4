import { decodeBytes, detectEncoding } from '@assay/source-text';
import { LONGEST_LINE, MARK, type SaidSuppression, readComment } from './suppression-text';

/** The suppressions in the comments of one file, by line. */
export type SaidInLine = SaidSuppression & { readonly line: number };

/**
 * Yields what looks like a suppression in a text, one a line. A text of one line with a million of them takes one look,
 * and a long line is never taken apart.
 */
export function* commentsIn(content: Buffer): Generator<SaidInLine> {
  const encoding = detectEncoding(content);
  // In these encodings the mark has the bytes that it has in ASCII: most files are never decoded.
  if ((encoding === 'utf-8' || encoding === 'latin1') && !content.includes(MARK)) return;
  const text = decodeBytes(content, encoding);
  let mark = text.indexOf(MARK);
  for (let [line, start] = [1, 0]; mark !== -1; line += 1) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    if (mark < end) {
      const said = readComment(text.slice(start, Math.min(end, start + LONGEST_LINE + 1)).replace(/\r$/, ''));
      if (said) yield { line, ...said };
      mark = text.indexOf(MARK, end);
    }
    start = end + 1;
  }
}
