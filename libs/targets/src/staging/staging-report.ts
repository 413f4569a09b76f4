import type { StagedFile } from '@assay/target-records';
import { isBillable } from '@assay/source-text';
import type { FileSkipReason } from './admission';
import type { Skipped, StagedTotals } from './staged-tree';

/** Entries that are listed by name for each reason. Those beyond it are counted in one last item. */
export const SKIPS_LISTED = 200;

export interface SkipReport {
  skip(path: string, reason: FileSkipReason, count?: number | 'unknown'): void;
  /** Sorted by path, so that the same target gives the same report. */
  skipped(): Skipped[];
}

export function openSkipReport(): SkipReport {
  const byReason = new Map<FileSkipReason, Skipped[]>();
  return {
    skip(path, reason, count = 1) {
      const listed = byReason.get(reason);
      if (listed) listed.push({ path, reason, count });
      else byReason.set(reason, [{ path, reason, count }]);
    },
    skipped: () =>
      [...byReason.values()].flatMap(aggregate).sort((a, b) => compare(a.path, b.path) || compare(a.reason, b.reason)),
  };
}

function aggregate(entries: Skipped[]): Skipped[] {
  const sorted = entries.sort((a, b) => compare(a.path, b.path));
  const rest = sorted.slice(SKIPS_LISTED);
  if (rest.length === 0) return sorted;
  const count = rest.reduce<number | 'unknown'>(
    (sum, entry) => (sum === 'unknown' || entry.count === 'unknown' ? 'unknown' : sum + entry.count),
    0,
  );
  return [...sorted.slice(0, SKIPS_LISTED), { path: rest[0]!.path, reason: rest[0]!.reason, count }];
}

export function totalsOf(files: readonly StagedFile[]): StagedTotals {
  const byLanguage: Record<string, { files: number; bytes: number; lines: number }> = {};
  let count = 0;
  let bytes = 0;
  let lines = 0;
  for (const file of files) {
    if (file.leftOut) continue;
    count += 1;
    const language = (byLanguage[file.language] ??= { files: 0, bytes: 0, lines: 0 });
    language.files += 1;
    language.bytes += file.size;
    language.lines += file.lines;
    bytes += file.size;
    if (isBillable(file.language)) lines += file.lines;
  }
  return { files: count, bytes, lines, byLanguage };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
