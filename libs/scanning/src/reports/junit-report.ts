import type { FindingView } from '@assay/findings';
import type { ToolReportDocument } from '../queries/session-document';
import { excusedTools, missingReason } from './missing-reason';
import { type NotKept, notKeptOf, notKeptText } from './not-kept';
import { canceledNote } from './notes';
import type { ReportContent } from './report';
import { rolesText } from './roles-text';
import { suppressionsText } from './suppressions-text';
import { unseenText } from './unseen-text';
import { escapedXml as xml } from './xml';

/**
 * The most test cases that are held. A suite begins with its number of cases, so they wait for the end of their suite;
 * beyond this number the tool with the most cases gets a suite for those so far, and another one later.
 */
export const CASES_HELD = 5_000;

/** The cases of one tool that are not written yet. */
interface Suite {
  readonly cases: string[];
  failures: number;
  skipped: number;
  /** Whether a part of the suite is written. */
  isBegun: boolean;
}

/**
 * JUnit's XML, which build servers show as tests: a suite for each tool, a failed test for each finding. A finding that
 * a person accepted or called a false positive is a skipped test. A tool without findings is a passed test; one that
 * did not complete is an error, so that nobody takes it for clean.
 */
export async function* junitReport(content: ReportContent): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Assay">\n';
  const suites = new Map<string, Suite>(content.tools.map(({ toolName }) => [toolName, emptySuite()]));
  let held = 0;
  for await (const finding of content.findings) {
    const suite = suites.get(finding.tool) ?? emptySuite();
    suites.set(finding.tool, suite);
    suite.cases.push(caseOf(finding));
    suite[justification(finding) === undefined ? 'failures' : 'skipped'] += 1;
    held += 1;
    if (held < CASES_HELD) continue;
    const [tool, most] = [...suites].reduce((a, b) => (b[1].cases.length > a[1].cases.length ? b : a));
    held -= most.cases.length;
    yield written(tool, most);
    suites.set(tool, { ...emptySuite(), isBegun: true });
  }
  const notKept = new Map(notKeptOf(content.tools).map((each) => [each.tool, each]));
  const reports = new Map(content.tools.map((each) => [each.toolName, each]));
  const excused = new Set(excusedTools(content.tools).map(({ toolName }) => toolName));
  for (const [tool, suite] of suites)
    yield lastOf(tool, suite, { report: reports.get(tool), isExcused: excused.has(tool), notKept: notKept.get(tool) });
  const notes = [
    ...canceledNote(content.head),
    ...(content.unseen ?? []).map(unseenText),
    ...rolesText(content.roles ?? []),
    ...suppressionsText(content.suppressions),
  ];
  if (notes.length > 0)
    yield `${begun('notes', emptySuite())}    <system-out>${xml(notes.join('\n'))}</system-out>\n${END}`;
  yield '</testsuites>\n';
}

const emptySuite = (): Suite => ({ cases: [], failures: 0, skipped: 0, isBegun: false });

function lastOf(
  tool: string,
  { cases, failures, skipped, isBegun }: Suite,
  {
    report,
    isExcused,
    notKept,
  }: { report: ToolReportDocument | undefined; isExcused: boolean; notKept: NotKept | undefined },
): string {
  const reason = report && missingReason(report);
  const isError = reason !== undefined && !isExcused;
  const cut = notKept === undefined ? [] : [cutCase(notKept)];
  const outcome =
    reason !== undefined
      ? [isError ? errored(tool, reason) : notRun(tool, reason)]
      : isBegun || cases.length > 0 || notKept
        ? []
        : [passed(tool)];
  const all = [...cases, ...cut, ...outcome];
  if (all.length === 0) return '';
  const counts = {
    failures: failures + cut.length,
    skipped: skipped + Number(reason !== undefined && !isError),
    errors: Number(isError),
  };
  return written(tool, { cases: all, ...counts, time: report?.duration ?? 0 });
}

interface Counts {
  readonly cases: readonly string[];
  readonly failures: number;
  readonly skipped: number;
  readonly errors?: number;
  /** Milliseconds. */
  readonly time?: number;
}

const END = '  </testsuite>\n';
const written = (tool: string, suite: Counts): string => `${begun(tool, suite)}${suite.cases.join('')}${END}`;

const begun = (name: string, { cases, failures, skipped, errors = 0, time = 0 }: Counts): string =>
  `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}" errors="${errors}" ` +
  `skipped="${skipped}" time="${(time / 1_000).toFixed(3)}">\n`;

const begin = (tool: string, name: string): string => `    <testcase classname="${xml(tool)}" name="${xml(name)}"`;

const passed = (tool: string): string => `${begin(tool, 'nothing was found')}/>\n`;

const errored = (tool: string, reason: string): string =>
  `${begin(tool, 'did not complete')}><error message="${xml(reason)}"/></testcase>\n`;

const notRun = (tool: string, reason: string): string =>
  `${begin(tool, 'was not run')}><skipped message="${xml(reason)}"/></testcase>\n`;

const cutCase = (notKept: NotKept): string =>
  `${begin(notKept.tool, 'further findings')}><failure type="not-kept" message="${xml(notKeptText(notKept))}"/>` +
  '</testcase>\n';

const JUDGED: Readonly<Record<string, string>> = { false_positive: 'false positive', accepted: 'accepted' };
const justification = ({ status }: FindingView): string | undefined => JUDGED[status];

function caseOf(finding: FindingView): string {
  const { severity, tool, title, description, suggestion, code, file, line, rule } = finding;
  const place = file === null ? 'the whole target' : line === null ? file : `${file}:${line}`;
  const where = file === null ? '' : ` file="${xml(file)}"${line === null ? '' : ` line="${line}"`}`;
  const judged = justification(finding);
  const text = [`${severity}: ${description === '' ? title : description}`, code ?? '', suggestion];
  const outcome =
    judged === undefined
      ? `<failure type="${xml(rule)}" message="${xml(title)}">` +
        `${xml(text.filter((part) => part !== '').join('\n'))}</failure>`
      : `<skipped message="${xml(judged)}"/>`;
  return `${begin(tool, `${title} at ${place}`)}${where}>${outcome}</testcase>\n`;
}
