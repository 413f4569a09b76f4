import { TargetUnreadable } from '../staging/errors';

/** More than the longest path of any file system. A name in a tree may have megabytes. */
const MAX_FIELD = 65_536;

/**
 * Splits the streamed output of git's `-z` option into fields. Names may have any bytes.
 * @throws TargetUnreadable for a field that does not end
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
    if (rest.length > MAX_FIELD)
      throw new TargetUnreadable('the repository', 'it holds a path that is too long to be read');
  };
}
