import type { StagedFile } from '@assay/target-records';

const FILES = 500;
/** Bytes. The time for a file grows with its findings times its size: these may take seconds, and go alone and last. */
const LARGE = 128 * 1024;
/** Bytes a line, on average: minified code and tables made by a program. */
const DENSE = 500;

/** Splits files, in their order, into runs of the CLI. */
export function batchesOf(files: readonly StagedFile[]): StagedFile[][] {
  const isSlow = ({ size, lines }: StagedFile) =>
    size > LARGE || (size > 16 * 1024 && size / Math.max(lines, 1) > DENSE);
  const quick = files.filter((file) => !isSlow(file));
  const batches = Array.from({ length: Math.ceil(quick.length / FILES) }, (_, index) =>
    quick.slice(index * FILES, (index + 1) * FILES),
  );
  return [...batches, ...files.filter(isSlow).map((file) => [file])];
}
