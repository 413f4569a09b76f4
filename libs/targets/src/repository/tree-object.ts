/** An entry of a tree object: a file or folder in a folder. */
export interface FolderEntry {
  /** `40000`, `100644`, `120000`, `160000` … */
  readonly mode: string;
  /** Any bytes but NUL and `/`. It is a view of the given object, not a copy. */
  readonly name: Buffer;
  readonly id: string;
}

/**
 * Reads the entries of a tree object, each `<mode> <name>\0<id>`. It stops at a malformed entry: git has checked the
 * objects that matter.
 */
export function* parseTree(content: Buffer, idBytes: number): Generator<FolderEntry, void, void> {
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const end = space < 0 ? -1 : content.indexOf(0, space);
    if (end < 0 || end + 1 + idBytes > content.length) return;
    yield {
      mode: content.toString('latin1', at, space),
      name: content.subarray(space + 1, end),
      id: content.toString('hex', end + 1, end + 1 + idBytes),
    };
    at = end + 1 + idBytes;
  }
}
