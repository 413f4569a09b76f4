import { catalogue, engineProfiles } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import { type ReportContent, csvReport, htmlReport, junitReport, rulePages, sarifReport } from '@assay/scanning';
import { version } from '../../../../package.json';
import type { LocalScanResult } from '../local-scan';
import { githubReport } from './github-report';
import { markdownReport } from './markdown-report';
import type { ReportView } from './report-view';
import { resultJson } from './result-json';
import { textReport } from './text-report';
import type { Verdict } from './verdict';

type Report = (result: LocalScanResult, verdict: Verdict, view: ReportView) => Iterable<string> | AsyncIterable<string>;

/** A part of findings that is read only for the formats that show it. */
type Part = 'snippets' | 'fixes' | 'traces';

interface OutputFormat {
  /** Its name in a folder. Build servers and code hosts look for files by such endings. */
  readonly file: string;
  readonly report: Report;
  /** Default: nothing beside the place and the texts of a finding. */
  readonly shows?: readonly Part[];
}

/** In the order in which `--help` lists them. */
const REPORTS = {
  text: { file: 'assay.txt', report: (result, verdict, view) => [textReport(result, verdict, view)] },
  json: {
    file: 'assay.json',
    report: (result, verdict, view) => [`${JSON.stringify(resultJson({ ...result, ...view }, verdict), null, 2)}\n`],
    shows: ['fixes', 'traces'],
  },
  sarif: {
    file: 'assay.sarif',
    report: (result, _, view) =>
      sarifReport(comparedContent(result, view), { version, definition, rulePage: rulePages(known) }),
    shows: ['fixes', 'traces'],
  },
  html: {
    file: 'assay.html',
    report: (result, verdict, view) =>
      htmlReport(contentOf(result, view), { rulePage: rulePages(known), ...gateOf(verdict, view) }),
    shows: ['snippets', 'traces'],
  },
  csv: { file: 'assay.csv', report: (result, _, view) => csvReport(contentOf(result, view)) },
  junit: { file: 'assay.junit.xml', report: (result, _, view) => junitReport(contentOf(result, view)) },
  markdown: { file: 'assay.md', report: (result, verdict, view) => [markdownReport(result, verdict, view)] },
  github: { file: 'assay.github.txt', report: (_, __, view) => [githubReport(view)] },
} as const satisfies Readonly<Record<string, OutputFormat>>;

export type Format = keyof typeof REPORTS;
export const FORMATS = Object.keys(REPORTS) as readonly Format[];

const formatOf = (format: Format): OutputFormat => REPORTS[format];

export const fileNameOf = (format: Format): string => formatOf(format).file;

export const shows = (format: Format, part: Part): boolean => formatOf(format).shows?.includes(part) === true;

/** A result in one of the formats, piece by piece. */
export const reportAs = (format: Format, ...[result, verdict, view]: Parameters<Report>): ReturnType<Report> =>
  formatOf(format).report(result, verdict, view);

function contentOf({ report }: LocalScanResult, { findings, suppressed }: ReportView): ReportContent {
  if (report === undefined) throw new Error('a scan that failed has no report');
  return { ...report, findings: each(findings), suppressed: each(suppressed) };
}

/**
 * A host takes for mended what a file no longer has, so that what was there before is in it too, marked as unchanged.
 */
function comparedContent(result: LocalScanResult, view: ReportView): ReportContent {
  if (result.comparison === undefined) return contentOf(result, view);
  const before = new Set([...view.known, ...result.comparison.knownSuppressed].map(({ id }) => id));
  return {
    ...contentOf(result, { ...view, findings: [...view.findings, ...view.known] }),
    baselineState: ({ id }) => (before.has(id) ? 'unchanged' : 'new'),
  };
}

async function* each(findings: readonly FindingView[]): AsyncGenerator<FindingView> {
  yield* findings;
}

const definition = (tool: string) => catalogue.find(({ id }) => id === tool);
const known = { tool: definition, engine: (engine: string) => engineProfiles.find(({ id }) => id === engine) };

/** Without a gate nothing was asked, so nothing has passed. What is missing is said all the same. */
const gateOf = (verdict: Verdict, { failOn }: ReportView): { readonly verdict?: Verdict } => ({
  ...((failOn !== undefined || verdict.verdict !== 'pass') && { verdict }),
});
