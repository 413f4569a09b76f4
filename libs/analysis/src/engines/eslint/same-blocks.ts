const indentOf = (line: string | undefined): number => line?.search(/\S/) ?? -1;

/**
 * Whether a key of JSON that is laid out in lines has the value that the same key has above, in the same object. A list
 * or an object counts with all its lines.
 * @param at the line of the key, counted from 1
 */
export function isSameBlock(text: string, at: number): boolean {
  const lines = text.split(/\r?\n/);
  const begin = at - 1;
  const indent = indentOf(lines[begin]);
  const key = /^\s*("(?:[^"\\]|\\.)*"\s*:)/.exec(lines[begin] ?? '')?.[1];
  if (key === undefined) return false;
  for (let before = begin - 1; before >= 0 && indentOf(lines[before]) !== -1; before -= 1) {
    if (indentOf(lines[before]) < indent) return false;
    if (indentOf(lines[before]) === indent && lines[before]!.trimStart().startsWith(key))
      return blockAt(lines, before) === blockAt(lines, begin);
  }
  return false;
}

/** The lines of an entry, up to the bracket that ends it, without the comma behind it. */
function blockAt(lines: readonly string[], begin: number): string {
  const indent = indentOf(lines[begin]);
  const length = /[[{]\s*$/.test(lines[begin]!)
    ? lines.slice(begin + 1).findIndex((line) => indentOf(line) <= indent) + 1
    : 0;
  const block = lines.slice(begin, begin + length + 1).join('\n');
  return block.replace(/,?\s*$/, '');
}
