/**
 * Text that others wrote, in one line: without control characters, and without those that cannot be seen or turn the
 * order of what is read. Cut to a number of characters.
 */
export function plainText(text: string, most: number): string {
  const cleaned = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...cleaned];
  return characters.length <= most ? cleaned : `${characters.slice(0, most - 1).join('')}…`;
}

/**
 * Text that others wrote as a code span of Markdown. In one, no host looks for mentions, references, links, markup,
 * formulas or commands; an escape would not keep them from that, since they look at what is shown. It is left by a run
 * of as many backticks as it was entered with, so it is entered with more than the text has.
 */
export function quoted(text: string, most: number): string {
  const plain = plainText(text, most) || '(empty)';
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}
