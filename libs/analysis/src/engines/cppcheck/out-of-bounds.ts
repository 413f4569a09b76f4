/**
 * Whether what lies outside of a buffer is written or read, which Cppcheck does not say. A call that is given a buffer
 * that is too small is taken for one that writes.
 * @param column where Cppcheck points: at the bracket of an index, counted from 1
 */
export function boundsRule(id: string, line: string, column: number): 'out-of-bounds-write' | 'out-of-bounds-read' {
  if (id === 'bufferAccessOutOfBounds') return 'out-of-bounds-write';
  const behind = afterBrackets(line.slice(Math.max(0, column - 1)));
  const isWritten = /^\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/.test(behind);
  return isWritten ? 'out-of-bounds-write' : 'out-of-bounds-read';
}

/** What follows the brackets with which the text begins. */
function afterBrackets(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    else if (text[at] === ']') depth -= 1;
    else if (depth === 0 && text[at]!.trim() !== '') return text.slice(at);
  }
  return '';
}
