import type { Severity, ToolDefinition } from '../../catalogue/tool';
import type { RawFinding } from '../engine';
import { groupedBy } from '../kit/pages/grouped-by';
import type { SeenPage } from '../kit/pages/observed-parts';
import { type Fields, amountOf, oneOf, textOf, wholeListOf } from '../kit/pages/record-fields';

interface CoveredFile {
  readonly url: string;
  readonly type: 'css' | 'js';
  readonly bytes: number;
  readonly usedBytes: number;
}

export type Coverage = readonly CoveredFile[];

const MAX_FILES = 2_000;

export const readCoverage = (coverage: Fields): Coverage =>
  wholeListOf(coverage, 'files', MAX_FILES, (file) => ({
    url: textOf(file, 'url'),
    type: oneOf(file, 'type', ['css', 'js']),
    bytes: amountOf(file, 'bytes'),
    usedBytes: amountOf(file, 'usedBytes'),
  }));

/** Judges a file once, even if several pages load it. The page that uses most of it counts. */
export function judgeCoverage(pages: readonly SeenPage<Coverage>[], { settings = {} }: ToolDefinition): RawFinding[] {
  const { minUnusedBytes, minUnusedShare, largeUnusedBytes } = settings as {
    minUnusedBytes: number;
    minUnusedShare: number;
    largeUnusedBytes: number;
  };
  const loads = pages.flatMap(({ file, url, part }) => perResource(part).map((code) => ({ file, page: url, code })));
  return groupedBy(loads, ({ code }) => resourceOf(code)).flatMap((same): RawFinding[] => {
    const { file, page, code } = same.reduce((least, load) =>
      unusedOf(load.code) < unusedOf(least.code) ? load : least,
    );
    const unused = unusedOf(code);
    if (unused < minUnusedBytes || unused < code.bytes * minUnusedShare) return [];
    const severity: Severity = unused >= largeUnusedBytes ? 'medium' : 'low';
    const where =
      `once ${page} has ` +
      `loaded${same.length === 1 ? '' : `, the one of ${same.length} pages that uses most of it`}`;
    const message =
      `${kilobytes(unused)} of ${kilobytes(code.bytes)} ` +
      `(${Math.round((unused / code.bytes) * 100)} %) are unused ${where}`;
    return [{ file, place: code.url, rule: `unused-${code.type}`, severity, excerpt: code.url, message }];
  });
}

/**
 * Inline scripts and styles have the address of their page. Each is a separate entry, but they count as one resource.
 */
const perResource = (coverage: Coverage): CoveredFile[] =>
  groupedBy(coverage, resourceOf).map((same) => ({
    ...same[0]!,
    bytes: sum(same.map(({ bytes }) => bytes)),
    usedBytes: sum(same.map(({ usedBytes }) => usedBytes)),
  }));

const resourceOf = ({ type, url }: CoveredFile): string => `${type} ${url}`;
const unusedOf = ({ bytes, usedBytes }: CoveredFile): number => bytes - usedBytes;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
