/** Control characters but the tab and the line feed, separators of lines, and marks that reorder what is shown. */
const UNPRINTABLE = /[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?![\t\n])\p{Cc}/gu;

/**
 * Text of others for a terminal, which obeys what it is shown: what would control it is written as an escape, and a
 * line that ends in CRLF ends in a line feed.
 */
export const printable = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same as one line, without what would control a terminal. */
export const printableLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').replace(UNPRINTABLE, ' ');
