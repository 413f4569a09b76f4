import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { Unreadable, judgeEachText } from '../kit/per-file';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_DEPTH = 250;
const WORTH_BYTES = 1_024;
const WORTH_SHARE = 0.2;
/** The plugins walk the tree about thirty times. With more elements, they take seconds for one picture. */
const MAX_ELEMENTS = 20_000;

/**
 * Calls SVGO's `optimize` with a text, because its CLI would run the target's svgo.config.js. The picture itself is not
 * changed.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { optimize } = await import('svgo');
    report.engine('svgo', installedVersion('svgo'));
    await judgeEachText(
      pass,
      report,
      ({ text }) => {
        if (text.trim() === '') return [];
        refuseCostlyMarkup(text);
        const before = Buffer.byteLength(text);
        let after: number;
        try {
          after = Buffer.byteLength(optimize(text, { multipass: false }).data);
        } catch (error) {
          if (error instanceof Error && error.name === 'SvgoParserError')
            throw new Unreadable(error.message.split('\n')[0]!);
          throw error;
        }
        const saved = before - after;
        if (saved < WORTH_BYTES || saved < before * WORTH_SHARE) return [];
        return [
          {
            rule: 'unoptimised-svg',
            line: 1,
            message: `${kilobytes(before)} could be ${kilobytes(after)}, ${Math.round((saved / before) * 100)} % less`,
          },
        ];
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

const kilobytes = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KB`;

function refuseCostlyMarkup(text: string): void {
  let [depth, elements] = [0, 0];
  for (const [tag] of text.matchAll(/<\/?[a-z][^<>]*>/gi)) {
    if (tag.startsWith('</')) depth = Math.max(0, depth - 1);
    else {
      elements += 1;
      if (!tag.endsWith('/>')) depth += 1;
    }
    if (depth > MAX_DEPTH) throw new Unreadable(`elements are nested more than ${MAX_DEPTH} deep`);
    if (elements > MAX_ELEMENTS) throw new Unreadable(`more than ${MAX_ELEMENTS} elements`);
  }
}
