import type { FindingView } from '@assay/findings';
import { RefusedError } from '@assay/kernel';
import { ReportPrinter, rulePages } from '@assay/scanning';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { content, finding } from '../../libs/scanning/test/report-content';

const HOSTILE = '</pre></style></script><script>document.title="owned"</script><iframe src="file:///etc/passwd">';
const rulePage = rulePages({ tool: () => undefined, engine: () => undefined });
const unconfined = new Set<never>();
const signal = new AbortController().signal;

function* findings(count: number): Generator<FindingView> {
  for (let number = 0; number < count; number += 1) {
    const hostile = number % 50 === 0 ? { title: HOSTILE, description: HOSTILE, code: HOSTILE } : {};
    yield finding(number, { rule: `rule-${number % 9}`, file: `src/file-${number}.ts`, ...hostile });
  }
}

/** What a PDF of Chromium says of itself: its objects are plain, and only the drawing of each page is compressed. */
function described(pdf: Buffer) {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/\/Filter \/FlateDecode\s*\/Length (\d+)>>\s*stream\r?\n/g)].map(
    ({ index, 0: { length }, 1: size }) => inflateSync(pdf.subarray(index + length, index + length + Number(size))),
  );
  return {
    isWhole: text.startsWith('%PDF-1.') && text.trimEnd().endsWith('%%EOF'),
    // Pages stand in a tree: its root counts all of them.
    pages: Math.max(...[...text.matchAll(/\/Type \/Pages\s*\/Count (\d+)/g)].map(([, count]) => Number(count))),
    listed: text.match(/\/Type \/Page\b(?!s)/g)?.length,
    title: /\/Title \(([^)]*)\)/.exec(text)?.[1],
    streams: streams.length,
  };
}

const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => /^assay-\w{6}$/.test(name));

describe('the PDF report', () => {
  const printer = new ReportPrinter({ browser: { chromium: process.env['ASSAY_CHROMIUM'], unconfined } });

  it('has every page of the report, unfolded, and nothing of the target as a script', async () => {
    const before = leftovers();
    const [few, many] = [
      described(await buffer(await printer.print(content(findings(3), { target: 'small' }), { rulePage, signal }))),
      described(await buffer(await printer.print(content(findings(1_000), { target: 'large' }), { rulePage, signal }))),
    ];
    expect(few).toMatchObject({ isWhole: true, title: 'small: Assay report' });
    expect(many).toMatchObject({ isWhole: true, title: 'large: Assay report' });
    for (const { pages, listed, streams } of [few, many]) {
      expect(listed).toBe(pages);
      expect(streams).toBeGreaterThanOrEqual(pages);
    }
    // A thousand places of one line each do not fit on fewer.
    expect(many.pages).toBeGreaterThan(few.pages + 9);
    expect(leftovers()).toEqual(before);
  });

  it('is not printed for somebody who has gone, nor where no browser is', async () => {
    const gone = AbortSignal.abort();
    await expect(printer.print(content(findings(3)), { rulePage, signal: gone })).rejects.toThrow('has gone');
    const none = new ReportPrinter({ browser: { chromium: '/nowhere/chromium', unconfined } });
    const refusal = await none.print(content([]), { rulePage, signal }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RefusedError);
    expect((refusal as RefusedError).refusal).toEqual({
      code: 'UNAVAILABLE',
      message:
        'No PDF can be made here: ASSAY_CHROMIUM is "/nowhere/chromium", and no program is there. The HTML report ' +
        'prints from any browser',
    });
  });
});
