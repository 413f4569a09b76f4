/**
 * Counts physical lines, as an editor does: the line feeds, and one more if the last line has none. Blank lines and
 * comments count. An empty file has no line. A carriage return alone does not end a line.
 */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return bytes.length > 0 && bytes[bytes.length - 1] !== 10 ? lines + 1 : lines;
}
