/** The code up to the brace that closes the block in which it begins. */
export function blockFrom(code: string, start: number): string {
  let depth = 1;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}' && (depth -= 1) === 0) return code.slice(start, at);
  }
  return code.slice(start);
}
