/**
 * Numbers from 0 as text, compactly and exactly. Either the lengths of runs in base 36, of numbers that are left out
 * and of those that are in, in turns (`0.1200.3.1`); or, where that would be longer, `~` and a bit for each number in
 * base64. So the text has at most a sixth as many characters as there are numbers.
 */
export function indexSet(isIn: readonly boolean[]): string {
  const runs: string[] = [];
  let [value, length] = [false, 0];
  for (const each of isIn) {
    if (each !== value) {
      runs.push(length.toString(36));
      [value, length] = [each, 0];
    }
    length += 1;
  }
  if (value) runs.push(length.toString(36));
  const text = runs.join('.');
  const mostAsBits = Math.ceil(isIn.length / 24) * 4 + 1;
  return text.length <= mostAsBits ? text : `~${bits(isIn).toString('base64')}`;
}

/** Whether each of so many numbers is in the set. */
export function readIndexSet(text: string, count: number): boolean[] {
  if (text.startsWith('~')) {
    const bytes = Buffer.from(text.slice(1), 'base64');
    return Array.from({ length: count }, (_, at) => ((bytes[at >> 3] ?? 0) & (1 << (at & 7))) !== 0);
  }
  const isIn = new Array<boolean>(count).fill(false);
  let at = 0;
  for (const [index, run] of (text === '' ? [] : text.split('.')).entries()) {
    const end = at + parseInt(run, 36);
    if (index % 2 === 1) isIn.fill(true, at, end);
    at = end;
  }
  return isIn;
}

function bits(isIn: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(isIn.length / 8));
  for (const [at, each] of isIn.entries()) if (each) bytes[at >> 3]! |= 1 << (at & 7);
  return bytes;
}
