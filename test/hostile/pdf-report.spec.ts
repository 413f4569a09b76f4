import type { FindingView } from '@assay/findings';
import { RefusedError } from '@assay/kernel';
import { ReportPrinter, rulePages } from '@assay/scanning';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { eventually } from '../../libs/analysis/test/eventually';
import { content, finding } from '../../libs/scanning/test/report-content';
import { readPdf } from '../support/read-pdf';

const HOSTILE = '</pre></style></script><script>document.title="owned"</script><iframe src="file:///etc/passwd">';
const rulePage = rulePages({ tool: () => undefined, engine: () => undefined });
const unconfined = new Set<never>();
const signal = new AbortController().signal;

function* findings(count: number): Generator<FindingView> {
  for (let number = 0; number < count; number += 1) {
    const hostile = number % 50 === 0 && { title: HOSTILE, description: HOSTILE, code: HOSTILE };
    yield finding(number, { rule: `rule-${number % 9}`, file: `src/file-${number}.ts`, ...hostile });
  }
}

const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => /^assay-\w{6}$/.test(name));

describe('the PDF report', () => {
  const printer = new ReportPrinter({ browser: { chromium: process.env['ASSAY_CHROMIUM'], unconfined } });

  it('can be read: its title, charts and every finding, unfolded, and nothing of the target as a script', async () => {
    const before = leftovers();
    const printed = async (count: number, target: string) =>
      readPdf(await buffer(await printer.print(content(findings(count), { target }), { rulePage, signal })));
    const [few, many] = [await printed(3, 'small'), await printed(1_000, 'large')];
    expect([few, many].map(({ title }) => title)).toEqual(['small: Assay report', 'large: Assay report']);
    expect(few.text).toContain('By severity');
    // Words may be hyphenated or broken at the end of a line.
    const text = many.text.replace(/\s+/g, '');
    const unread = Array.from({ length: 1_000 }, (_, number) => `src/file-${number}.ts:`).filter(
      (place) => !text.includes(place),
    );
    expect(unread).toEqual([]);
    expect(text).toContain('</script><script>document.title="owned"</script>');
    expect([few, many].flatMap(({ scripts }) => scripts)).toEqual([]);
    // A thousand places of one line each do not fit on fewer pages.
    expect(many.pages).toBeGreaterThan(few.pages + 9);
    // Tests that run in parallel make such folders, too, and remove each of them.
    const made = leftovers().filter((name) => !before.includes(name));
    await eventually(() => expect(leftovers().filter((name) => made.includes(name))).toEqual([]));
  });

  it('is not printed for a client that disconnected, nor without a browser', async () => {
    const gone = AbortSignal.abort();
    await expect(printer.print(content(findings(3)), { rulePage, signal: gone })).rejects.toThrow(
      'the client disconnected',
    );
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
