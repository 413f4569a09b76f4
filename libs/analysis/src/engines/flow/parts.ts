/** The name and size of a file that has not been read yet. */
export interface Sized {
  readonly file: string;
  readonly size: number;
}

/**
 * Files in parts of no more bytes than one pass can hold. A part ends where a folder ends, the highest one that leaves
 * it more than half full, so that files which use each other are followed together.
 * @param files in the order of their paths
 */
export function partsOf<File extends Sized>(files: readonly File[], most: number): readonly (readonly File[])[] {
  const parts: File[][] = [];
  for (let from = 0; from < files.length; ) {
    const to = endOf(files, from, most);
    parts.push(files.slice(from, to));
    from = to;
  }
  return parts;
}

function endOf(files: readonly Sized[], from: number, most: number): number {
  let total = 0;
  let end = from;
  let best: { readonly at: number; readonly depth: number } | undefined;
  for (; end < files.length; end++) {
    const size = files[end]!.size;
    if (end > from && total + size > most) break;
    const depth = end === from ? Number.POSITIVE_INFINITY : sharedFolders(files[end - 1]!.file, files[end]!.file);
    if (total > most / 2 && (best === undefined || depth <= best.depth)) best = { at: end, depth };
    total += size;
  }
  if (end === files.length) return end;
  const depth = sharedFolders(files[end - 1]!.file, files[end]!.file);
  return best === undefined || depth <= best.depth ? end : best.at;
}

/** How many folders from the root on two files share. */
function sharedFolders(one: string, other: string): number {
  const [left, right] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  const different = left.findIndex((folder, index) => folder !== right[index]);
  return different < 0 ? left.length : different;
}
