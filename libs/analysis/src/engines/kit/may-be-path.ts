/** Names and paths that are longer are refused by the file system, with an error that says nothing of the file. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 2_000;

/** Whether the file system can be asked about a path that a target's file names. */
export const mayBePath = (path: string): boolean =>
  path.length <= LONGEST_PATH &&
  !path.includes('\0') &&
  path.split('/').every((name) => Buffer.byteLength(name) <= LONGEST_NAME);
