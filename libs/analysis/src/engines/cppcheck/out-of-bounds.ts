/**
 * The rule for an access outside of a buffer: Cppcheck does not say whether it is a read or a write. A call with a
 * buffer that is too small counts as a write.
 * @param column the place that Cppcheck reports: the bracket of an index, counted from 1
 */
export function boundsRule(id: string, line: string, column: number): 'out-of-bounds-write' | 'out-of-bounds-read' {
  if (id === 'bufferAccessOutOfBounds') return 'out-of-bounds-write';
  const behind = afterBrackets(line.slice(Math.max(0, column - 1)));
  const isWritten = /^\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/.test(behind);
  return isWritten ? 'out-of-bounds-write' : 'out-of-bounds-read';
}

/** The text after the brackets at its beginning. */
function afterBrackets(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    else if (text[at] === ']') depth -= 1;
    else if (depth === 0 && text[at]!.trim() !== '') return text.slice(at);
  }
  return '';
}
