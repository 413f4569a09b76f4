import type { CoverageEntry, Page } from 'puppeteer-core';
import type { PageRecord } from '@assay/target-records';
import { BOUNDS } from '../browser-job';

type Coverage = Extract<PageRecord['coverage'], { readonly observed: unknown }>['observed'];
type MutableFile = { -readonly [Key in keyof Coverage['files'][number]]: Coverage['files'][number][Key] };

/** Call this before the page is loaded, because code that runs while it loads counts as used. */
export async function beginCoverage({ coverage }: Page): Promise<{ end(): Promise<Coverage> }> {
  await Promise.all([
    coverage.startJSCoverage({ resetOnNavigation: true }),
    coverage.startCSSCoverage({ resetOnNavigation: true }),
  ]);
  return {
    async end() {
      const [scripts, styles] = await Promise.all([coverage.stopJSCoverage(), coverage.stopCSSCoverage()]);
      return {
        files: [...byFile(scripts, 'js'), ...byFile(styles, 'css')]
          .sort((a, b) => b.bytes - a.bytes)
          .slice(0, BOUNDS.files),
      };
    },
  };
}

/** Groups entries by file. Several inline scripts or styles of a page count as one file: the page. */
function byFile(entries: readonly CoverageEntry[], type: 'css' | 'js'): MutableFile[] {
  const files = new Map<string, MutableFile>();
  for (const { url, text, ranges } of entries) {
    if (!/^https?:/.test(url)) continue;
    const file = files.get(url) ?? { url: url.slice(0, BOUNDS.url), type, bytes: 0, usedBytes: 0 };
    file.bytes += Buffer.byteLength(text);
    for (const { start, end } of ranges) file.usedBytes += Buffer.byteLength(text.slice(start, end));
    files.set(url, file);
  }
  return [...files.values()];
}
