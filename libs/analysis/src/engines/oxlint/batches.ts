import type { StagedFile } from '@assay/target-records';

/** A start costs 0.1 s, results arrive batch by batch, and Linux allows 2 MB of arguments. */
const FILES = 1_000;
const ARGUMENT_BYTES = 256 * 1024;
/** A file from this size on may take seconds. It runs alone and last, when the results of the others are reported. */
const LARGE = 256 * 1024;

/** Splits files, in the order of their names, into runs of the CLI. */
export function batchesOf(files: readonly StagedFile[]): StagedFile[][] {
  const ordered = [...files].sort((a, b) => (a.staged < b.staged ? -1 : a.staged > b.staged ? 1 : 0));
  const batches: StagedFile[][] = [];
  let argumentBytes = Infinity;
  for (const file of ordered.filter(({ size }) => size < LARGE)) {
    const bytes = Buffer.byteLength(file.staged) + ROOT_ALLOWANCE;
    if (argumentBytes + bytes > ARGUMENT_BYTES || batches.at(-1)!.length === FILES) {
      batches.push([]);
      argumentBytes = 0;
    }
    batches.at(-1)!.push(file);
    argumentBytes += bytes;
  }
  return [...batches, ...ordered.filter(({ size }) => size >= LARGE).map((file) => [file])];
}

/** Each argument also holds the path of the staging root. */
const ROOT_ALLOWANCE = 128;
