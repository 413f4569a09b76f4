/**
 * Physical lines: line feeds, and one more where the last line has none. Blank lines and comments count, as in an
 * editor; an empty file has none. A carriage return alone ends no line.
 */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return bytes.length > 0 && bytes[bytes.length - 1] !== 10 ? lines + 1 : lines;
}
