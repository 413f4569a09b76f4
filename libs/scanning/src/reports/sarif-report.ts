import type { ToolDefinition } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import type { UnseenCode } from '../domain/session-events';
import type { ToolReportDocument } from '../queries/session-document';
import { type RuleIndex, ruleIndex } from './sarif-rules';
import { missingReason } from './missing-reason';
import { type NotKept, notKeptOf, notKeptText } from './not-kept';
import type { ReportContent } from './report';
import type { RulePageOf } from './rule-pages';
import { rolesText } from './roles-text';
import { unseenText } from './unseen-text';
import { LEVEL, SECURITY_SEVERITY } from './sarif-severity';

interface SarifOptions {
  /** Of the product. */
  readonly version: string;
  /** What the catalogue says of a tool; undefined where this version no longer has it. */
  readonly definition: (tool: string) => ToolDefinition | undefined;
  readonly rulePage: RulePageOf;
}

/**
 * What GitHub takes: so many results in a run, and so many runs in a file. Further results go on in another run; when
 * no run is left, the last one says how many results are missing. The most severe come first, so those are the least.
 */
const RESULTS_A_RUN = 25_000;
export const RUNS_A_FILE = 20;

/**
 * SARIF 2.1.0, piece by piece. Every planned tool is an extension of the driver, with the rules that found something,
 * and those that failed or were skipped are named with the reason: who sees no result of a tool can tell why. In each
 * run the results come first, for only then are the rules known.
 */
export async function* sarifReport(content: ReportContent, options: SarifOptions): AsyncGenerator<string> {
  yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[';
  let rules = ruleIndex(content.tools, options);
  let run = 1;
  let results = 0;
  let omitted = 0;
  yield runBegins(content, run);
  for await (const finding of content.findings) {
    if (results === RESULTS_A_RUN || rules.isFull(finding)) {
      if (run === RUNS_A_FILE) {
        omitted += 1;
        continue;
      }
      yield `${runEnds(content, options, rules)},`;
      rules = ruleIndex(content.tools, options);
      results = 0;
      run += 1;
      yield runBegins(content, run);
    }
    yield `${results === 0 ? '' : ','}${JSON.stringify(resultOf(finding, rules))}`;
    results += 1;
  }
  yield `${runEnds(content, options, rules, omitted)}]}`;
}

function runBegins({ head }: ReportContent, run: number): string {
  const details = { id: `assay/${head.scanId}/${run}`, description: { text: `Scan ${head.scanId}, part ${run}` } };
  return `{"automationDetails":${JSON.stringify(details)},"columnKind":"utf16CodeUnits","results":[`;
}

function runEnds(
  { head, target, tools, roles = [], unseen = [] }: ReportContent,
  { version }: SarifOptions,
  rules: RuleIndex,
  omitted = 0,
): string {
  const notifications = [
    ...tools.filter(({ status }) => status !== 'completed').map(notCompleted),
    ...notKeptOf(tools).map(cut),
    ...unseen.map(uncovered),
    ...rolesText(roles).map(ofRoles),
    ...(omitted === 0 ? [] : [leftOut(omitted)]),
  ];
  const invocation = {
    executionSuccessful: notifications.every(({ level }) => level !== 'error'),
    endTimeUtc: head.generatedAt,
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
  const tool = { driver: { name: 'Assay', version, rules: [] }, extensions: rules.extensions() };
  const properties = {
    target,
    scanId: head.scanId,
    reportId: head.id,
    projectId: head.projectId,
    profile: head.profile,
    summary: head.summary,
  };
  // An object without its opening brace: the results stand before these members.
  return `],${JSON.stringify({ tool, invocations: [invocation], properties }).slice(1)}`;
}

const notCompleted = (tool: ToolReportDocument) => ({
  level: tool.status === 'failed' ? ('error' as const) : ('warning' as const),
  message: {
    text:
      `${tool.toolName} ${tool.status === 'failed' ? 'failed' : 'was skipped'}` +
      `${tool.result?.reason === undefined ? '' : `: ${missingReason(tool)}`}`,
  },
  descriptor: { id: `${tool.status}/${tool.toolName}` },
});

const cut = (notKept: NotKept) => ({
  level: 'warning' as const,
  message: { text: notKeptText(notKept) },
  descriptor: { id: `not-kept/${notKept.tool}` },
});

const uncovered = (code: UnseenCode) => ({
  level: 'warning' as const,
  message: { text: unseenText(code) },
  descriptor: { id: `uncovered/${code.language}` },
});

/** Nothing is wrong: whoever reads the file should know. */
const ofRoles = (text: string) => ({ level: 'note' as const, message: { text }, descriptor: { id: 'roles' } });

const leftOut = (omitted: number) => ({
  level: 'warning' as const,
  message: {
    text:
      `${omitted} results are not in this file: receivers take ${RUNS_A_FILE} runs of ${RESULTS_A_RUN} results. ` +
      'The most severe are here; the JSON report has all',
  },
  descriptor: { id: 'left-out' },
});

function resultOf(finding: FindingView, rules: RuleIndex): object {
  const { extension, rule } = rules.place(finding);
  return {
    ruleId: finding.rule,
    rule: { id: finding.rule, index: rule, toolComponent: { index: extension, name: finding.tool } },
    level: LEVEL[finding.severity] ?? 'warning',
    kind: 'fail',
    message: { text: finding.description || finding.title },
    ...(finding.file === null ? {} : { locations: [locationOf(finding, finding.file)] }),
    // GitHub follows a result by the second, which it takes for a hash of the line and the number of its equals.
    partialFingerprints: {
      'assayFinding/v1': finding.fingerprint,
      primaryLocationLineHash: `${finding.fingerprint.slice(0, 16)}:1`,
    },
    ...suppressed(finding.status),
    properties: {
      findingId: finding.id,
      severity: finding.severity,
      category: finding.category,
      status: finding.status,
      role: finding.role,
      suggestion: finding.suggestion,
      duplicateCount: finding.duplicateCount,
      ...(finding.duplicates.length === 0
        ? {}
        : { duplicates: finding.duplicates.map(({ tool, rule }) => ({ tool, rule })) }),
      ...(finding.cwe === null ? {} : { cwe: finding.cwe }),
      ...(finding.category === 'security' ? { 'security-severity': SECURITY_SEVERITY[finding.severity] } : {}),
    },
  };
}

const locationOf = ({ line, code }: FindingView, file: string) => ({
  physicalLocation: {
    artifactLocation: artifactOf(file),
    ...(line === null || line < 1
      ? {}
      : {
          region: {
            startLine: line,
            ...(code === null ? {} : { endLine: line + code.split('\n').length - 1, snippet: { text: code } }),
          },
        }),
  },
});

/**
 * A path is its owner's choice: as a relative reference none of it is a scheme, a query or a fragment, and half a
 * character has no such form. A page's place is its address.
 */
function artifactOf(file: string): { uri: string; uriBaseId?: string } {
  if (/^https?:\/\//.test(file) && URL.canParse(file)) return { uri: new URL(file).href };
  return {
    uri: file
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .split('/')
      .map((part) => encodeURIComponent(part))
      .join('/'),
    uriBaseId: '%SRCROOT%',
  };
}

/** A judgement of people is a suppression; that something is resolved, the next scan must show. */
const suppressed = (status: string): object =>
  status === 'false_positive' || status === 'accepted'
    ? {
        suppressions: [
          {
            kind: 'external',
            status: 'accepted',
            justification: status === 'accepted' ? 'accepted' : 'false positive',
          },
        ],
      }
    : {};
