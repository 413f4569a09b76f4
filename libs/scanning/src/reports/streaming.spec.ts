import type { FindingView } from '@assay/findings';
import { content, finding } from '../../test/report-content';
import { csvReport } from './csv-report';
import { EXAMPLES, PLACES_ON_PAPER, PLACES_ON_SCREEN } from './html/collect-groups';
import { htmlReport } from './html/html-report';
import { jsonReport } from './json-report';
import { CASES_HELD, junitReport } from './junit-report';
import type { ReportContent } from './report';
import { sarifReport } from './sarif-report';

/** Enough to reach every bound. The reports are designed for ASSAY_REPORT_FINDINGS=200000. */
const COUNT = Number(process.env['ASSAY_REPORT_FINDINGS'] ?? 60_000);
const RULES = 30;
const TOOLS = 7;
const nothing = () => undefined;

const FORMATS: Readonly<Record<string, (given: ReportContent) => AsyncIterable<string>>> = {
  json: (given) => jsonReport(given),
  sarif: (given) => sarifReport(given, { version: '1.0.0', definition: nothing, rulePage: nothing }),
  csv: (given) => csvReport(given),
  junit: (given) => junitReport(given),
};

/** Marks a finding in every format, with characters that no format escapes. */
const MARK = /MARK\d+K/g;

/** One finding for each rule and tool; all others are copies of these. */
const KINDS = Array.from({ length: RULES * TOOLS }, (_, kind) =>
  finding(0, {
    rule: `rule-${kind % RULES}`,
    tool: `tool-${kind % TOOLS}`,
    description: '',
    suggestion: '',
    code: null,
  }),
);

/** Findings made on demand, with the number made so far. */
function manyFindings(): { readonly findings: Iterable<FindingView>; readonly read: () => number } {
  let read = 0;
  const all = function* (): Generator<FindingView> {
    while (read < COUNT) {
      read += 1;
      yield { ...KINDS[read % KINDS.length]!, title: `MARK${read}K` };
    }
  };
  return { findings: all(), read: () => read };
}

describe('a report of many findings', () => {
  it.each([
    ['json', 1],
    ['sarif', 1],
    ['csv', 1],
    ['junit', CASES_HELD],
  ])('as %s has every one of them, and holds no more than %i at once', async (format, most) => {
    const { findings, read } = manyFindings();
    const marks = new Set<string>();
    let held = 0;
    for await (const text of FORMATS[format]!(content(findings))) {
      for (const [mark] of text.matchAll(MARK)) marks.add(mark);
      held = Math.max(held, read() - marks.size);
    }
    expect(marks.size).toBe(COUNT);
    expect(held).toBeLessThanOrEqual(most);
  });

  it.each([
    ['a page', false, PLACES_ON_SCREEN],
    ['paper', true, PLACES_ON_PAPER],
  ])(
    'as %s shows as many as can be shown, and says of each group how many it does not',
    async (_, isForPaper, most) => {
      const marks = new Set<string>();
      let unlisted = 0;
      const given = content(manyFindings().findings);
      for await (const text of htmlReport(given, { rulePage: nothing, isForPaper })) {
        for (const [mark] of text.matchAll(MARK)) marks.add(mark);
        for (const [, more = ''] of text.matchAll(/>([\d,]+) more are in the JSON, SARIF and CSV reports/g))
          unlisted += Number(more.replaceAll(',', ''));
      }
      expect(marks.size).toBe(Math.min(COUNT, most.ofAll + KINDS.length * EXAMPLES));
      expect(unlisted).toBe(COUNT - marks.size);
    },
  );
});
