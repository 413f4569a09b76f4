import { TargetUnreadable } from '../staging/errors';

/** Longer than any path that a file system takes; a name in a tree may have megabytes. */
const LONGEST_FIELD = 65_536;

/**
 * Splits what git writes with `-z` as it streams, whatever bytes the names have.
 * @throws TargetUnreadable at a field without an end
 */
export function nulFields(take: (field: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const held = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = held.indexOf(0); end >= 0; end = held.indexOf(0, start)) {
      take(held.subarray(start, end));
      start = end + 1;
    }
    rest = held.subarray(start);
    if (rest.length > LONGEST_FIELD)
      throw new TargetUnreadable('the repository', 'it holds a path that is too long to be read');
  };
}
