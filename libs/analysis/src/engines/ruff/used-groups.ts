const indentOf = (line: string): number => line.search(/\S/);

const LEAVES = /^\s*(?:raise|return|break|continue)\b/;

/**
 * Whether each use of a name above a line, in the loop that gives it its value, stands in a branch that leaves the loop
 * or continues with its next step: the line then never follows one.
 * @param above the lines above, the nearest last
 */
export function isUsedOnlyWhereItLeaves(name: string, line: string, above: readonly string[]): boolean {
  if (!/^\w+$/.test(name)) return false;
  const begin = above.findLastIndex((each) => new RegExp(`^\\s*for\\s.*\\b${name}\\b.*\\sin\\s`).test(each));
  if (begin < 0 || indentOf(above[begin]!) >= indentOf(line)) return false;
  const body = [...above.slice(begin + 1), line];
  const uses = body.flatMap((each, at) => (at < body.length - 1 && hasName(each, name) ? [at] : []));
  return uses.length > 0 && uses.every((at) => isLeftBehind(at, body));
}

const hasName = (line: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(line.replace(/#.*$/, ''));

/** Whether the block of a line, which ends before the last line, has a statement of its own that leaves it. */
function isLeftBehind(at: number, body: readonly string[]): boolean {
  const indentOfBody = Math.min(...body.filter((each) => /\S/.test(each)).map(indentOf));
  const head = body.slice(0, at).findLastIndex((each) => indentOf(each) === indentOfBody);
  const end = body.findIndex((each, index) => index > at && /\S/.test(each) && indentOf(each) <= indentOfBody);
  if (head < 0 || end < 0 || !/^\s*(?:if|elif)\b/.test(body[head]!)) return false;
  const block = body.slice(head + 1, end).filter((each) => /\S/.test(each));
  const indent = Math.min(...block.map(indentOf));
  return block.some((each) => indentOf(each) === indent && LEAVES.test(each));
}
