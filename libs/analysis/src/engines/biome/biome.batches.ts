import type { StagedFile } from '@assay/target-records';

const FILES = 500;
/**
 * Bytes. The time for a file grows with its findings times its size. Large files may take seconds, so each runs alone,
 * last.
 */
const LARGE = 128 * 1024;
/** Average bytes per line. Minified code and generated tables have more. */
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
