import type { ToolDefinition } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import type { ToolReportDocument } from '../queries/session-document';
import { type RuleIndex, ruleIndex } from './sarif-rules';
import type { ReportContent } from './report';

interface SarifOptions {
  /** Of the product. */
  readonly version: string;
  /** What the catalogue says of a tool; undefined where this version no longer has it. */
  readonly definition: (tool: string) => ToolDefinition | undefined;
}

/** Receivers take so many results in a run (GitHub: 25,000); what is more goes on in another run of the same file. */
const RESULTS_A_RUN = 25_000;

/**
 * SARIF 2.1.0, piece by piece. Every planned tool is an extension of the driver, with the rules that found something,
 * and those that failed or were skipped are named with the reason: who sees no result of a tool can tell why. In each
 * run the results come first, for only then are the rules known.
 */
export async function* sarifReport(content: ReportContent, options: SarifOptions): AsyncGenerator<string> {
  yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[';
  let rules = ruleIndex(content.tools, options.definition);
  let run = 1;
  let results = 0;
  yield runBegins(content, run);
  for await (const finding of content.findings) {
    if (results === RESULTS_A_RUN) {
      yield `${runEnds(content, options, rules)},`;
      rules = ruleIndex(content.tools, options.definition);
      results = 0;
      run += 1;
      yield runBegins(content, run);
    }
    yield `${results === 0 ? '' : ','}${JSON.stringify(resultOf(finding, rules))}`;
    results += 1;
  }
  yield `${runEnds(content, options, rules)}]}`;
}

function runBegins({ head }: ReportContent, run: number): string {
  const details = { id: `assay/${head.scanId}/${run}`, description: { text: `Scan ${head.scanId}, part ${run}` } };
  return `{"automationDetails":${JSON.stringify(details)},"columnKind":"utf16CodeUnits","results":[`;
}

function runEnds({ head, target, tools }: ReportContent, { version }: SarifOptions, rules: RuleIndex): string {
  const notifications = tools.filter(({ status }) => status !== 'completed').map(notCompleted);
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
    summary: head.summary,
  };
  // An object without its opening brace: the results stand before these members.
  return `],${JSON.stringify({ tool, invocations: [invocation], properties }).slice(1)}`;
}

const notCompleted = ({ toolName, status, result }: ToolReportDocument) => ({
  level: status === 'failed' ? ('error' as const) : ('warning' as const),
  message: {
    text:
      `${toolName} ` +
      `${status === 'failed' ? 'failed' : 'was skipped'}${result?.reason === undefined ? '' : `: ${result.reason}`}`,
  },
  descriptor: { id: `${status}/${toolName}` },
});

const LEVEL: Readonly<Record<string, string>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};
/** What GitHub orders security alerts by. */
const SECURITY_SEVERITY: Readonly<Record<string, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '3.0',
  info: '1.0',
};

function resultOf(finding: FindingView, rules: RuleIndex): object {
  const { extension, rule } = rules.place(finding);
  return {
    ruleId: finding.rule,
    rule: { id: finding.rule, index: rule, toolComponent: { index: extension, name: finding.tool } },
    level: LEVEL[finding.severity] ?? 'warning',
    kind: 'fail',
    message: { text: finding.description || finding.title },
    ...(finding.file === null ? {} : { locations: [locationOf(finding, finding.file)] }),
    partialFingerprints: { 'assayFinding/v1': finding.fingerprint },
    ...suppressed(finding.status),
    properties: {
      findingId: finding.id,
      severity: finding.severity,
      category: finding.category,
      status: finding.status,
      suggestion: finding.suggestion,
      duplicateCount: finding.duplicateCount,
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
