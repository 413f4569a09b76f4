import type { ToolDefinition } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import { counted } from '@assay/kernel';
import type { UnseenCode } from '../domain/session-events';
import type { ToolReportDocument } from '../queries/session-document';
import { type RuleIndex, ruleIndex } from './sarif-rules';
import { missingReason } from './missing-reason';
import { type NotKept, notKeptOf, notKeptText } from './not-kept';
import { canceledNote } from './notes';
import type { ReportContent } from './report';
import type { RulePageOf } from './rule-pages';
import { rolesText } from './roles-text';
import { suppressionsText } from './suppressions-text';
import { unseenText } from './unseen-text';
import { MAX_RESULTS, RUNS_A_FILE, resultPlaces } from './sarif-parts';
import { codeFlowsOf } from './sarif-code-flows';
import { fixesOf } from './sarif-fixes';
import { artifactOf } from './sarif-artifact';
import { LEVEL, SECURITY_SEVERITY } from './sarif-severity';

interface SarifOptions {
  /** The version of the product. */
  readonly version: string;
  /** The catalogue's definition of a tool; undefined if this version no longer has the tool. */
  readonly definition: (tool: string) => ToolDefinition | undefined;
  readonly rulePage: RulePageOf;
  /** How many results a part has at most; see MAX_RESULTS. */
  readonly maxResults?: number;
  /** The number of the part to write, from 1. */
  readonly part?: number;
  /** How a reader gets the results that are in later parts. @param next the number of the part after this one */
  readonly further?: (next: number) => string;
}

/**
 * SARIF 2.1.0, piece by piece: one part of it, which a receiver takes whole. Every planned tool is an extension of the
 * driver, with the rules that found something, and those that failed or were skipped are named with the reason: a
 * reader can tell why a tool has no results. In each run the results come first, for only then are the rules known.
 * Only the number of results in earlier and later parts is kept.
 */
export async function* sarifReport(content: ReportContent, options: SarifOptions): AsyncGenerator<string> {
  const { part = 1, maxResults = MAX_RESULTS } = options;
  const place = resultPlaces(maxResults);
  yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[';
  let rules = ruleIndex(content.tools, options);
  let run = 1;
  let isFirst = true;
  const elsewhere = { before: 0, after: 0 };
  yield runBegins(content, part, run);
  for await (const finding of listed(content)) {
    const at = place(finding.tool);
    if (at.part !== part) {
      elsewhere[at.part < part ? 'before' : 'after'] += 1;
      continue;
    }
    if (at.run !== run) {
      yield `${runEnds(content, options, rules)},`;
      rules = ruleIndex(content.tools, options);
      run = at.run;
      isFirst = true;
      yield runBegins(content, part, run);
    }
    yield `${isFirst ? '' : ','}${JSON.stringify(resultOf(finding, rules, content.baselineState))}`;
    isFirst = false;
  }
  yield `${runEnds(content, options, rules, elsewhere)}]}`;
}

/** Suppressed findings come last, with their suppression: a reader that misses a result takes it for fixed. */
async function* listed({ findings, suppressed }: ReportContent): AsyncGenerator<FindingView> {
  yield* findings;
  if (suppressed) yield* suppressed;
}

/**
 * GitHub takes the text before the last slash for a category, in which a later run replaces an earlier one. So the
 * category names the run's number over all parts, which is unique within the report, and not the scan.
 */
function runBegins({ head }: ReportContent, part: number, run: number): string {
  const details = {
    id: `assay/${(part - 1) * RUNS_A_FILE + run}/${head.scanId}`,
    description: { text: `Scan ${head.scanId}, part ${part}, run ${run}` },
  };
  return `{"automationDetails":${JSON.stringify(details)},"columnKind":"utf16CodeUnits","results":[`;
}

function runEnds(
  { head, target, tools, roles = [], unseen = [], suppressions }: ReportContent,
  { version, part = 1, further = JSON_HAS_ALL }: SarifOptions,
  rules: RuleIndex,
  { before, after } = { before: 0, after: 0 },
): string {
  const notifications = [
    ...tools.filter(({ status }) => status !== 'completed').map(notCompleted),
    ...notKeptOf(tools).map(cut),
    ...unseen.map(uncovered),
    ...rolesText(roles).map(ofRoles),
    ...suppressionsText(suppressions).map(ofSuppressions),
    ...canceledNote(head).map(ofCancellation),
    ...(before === 0 ? [] : [inEarlierParts(before, part)]),
    ...(after === 0 ? [] : [inLaterParts(after, further(part + 1))]),
  ];
  const invocation = {
    executionSuccessful: notifications.every(({ level }) => level !== 'error'),
    endTimeUtc: head.generatedAt,
    ...(notifications.length !== 0 && { toolExecutionNotifications: notifications }),
  };
  const tool = { driver: { name: 'Assay', version, rules: [] }, extensions: rules.extensions() };
  const properties = {
    target,
    scanId: head.scanId,
    reportId: head.id,
    projectId: head.projectId,
    profile: head.profile,
    ...(head.configuredBy !== undefined && { configuredBy: head.configuredBy }),
    status: head.status,
    part,
    summary: head.summary,
  };
  // An object without its opening brace: the results are written before these members.
  return `],${JSON.stringify({ tool, invocations: [invocation], properties }).slice(1)}`;
}

const notCompleted = (tool: ToolReportDocument) => ({
  level: tool.status === 'failed' ? ('error' as const) : tool.excused ? ('note' as const) : ('warning' as const),
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

/** A note without a fault: readers of the file should know it. */
const ofRoles = (text: string) => ({ level: 'note' as const, message: { text }, descriptor: { id: 'roles' } });

const ofSuppressions = (text: string) => ({
  level: 'note' as const,
  message: { text },
  descriptor: { id: 'suppressions' },
});

const ofCancellation = (text: string) => ({
  level: 'warning' as const,
  message: { text },
  descriptor: { id: 'canceled' },
});

const inEarlierParts = (count: number, part: number) => ({
  level: 'note' as const,
  message: { text: `This is part ${part}: ${counted(count, 'result')} of greater weight are in the parts before it` },
  descriptor: { id: 'earlier-parts' },
});

const inLaterParts = (count: number, further: string) => ({
  level: 'warning' as const,
  message: { text: `${counted(count, 'further result')} of less weight are not in this file. ${further}` },
  descriptor: { id: 'left-out' },
});

const JSON_HAS_ALL = (): string => 'The JSON report has all';

function resultOf(finding: FindingView, rules: RuleIndex, stateOf: ReportContent['baselineState']): object {
  const { extension, rule } = rules.place(finding);
  return {
    ruleId: finding.rule,
    rule: { id: finding.rule, index: rule, toolComponent: { index: extension, name: finding.tool } },
    level: LEVEL[finding.severity] ?? 'warning',
    kind: 'fail',
    // JSON leaves it out where nothing is known.
    baselineState: stateOf?.(finding),
    message: { text: finding.description || finding.title },
    ...(finding.file !== null && { locations: [locationOf(finding, finding.file)] }),
    // GitHub follows a result by the second, which it takes for a hash of the line and the number of its equals.
    partialFingerprints: {
      'assayFinding/v1': finding.fingerprint,
      primaryLocationLineHash: `${finding.fingerprint.slice(0, 16)}:1`,
    },
    ...suppressionsOf(finding),
    ...codeFlowsOf(finding),
    ...fixesOf(finding),
    properties: {
      findingId: finding.id,
      severity: finding.severity,
      category: finding.category,
      status: finding.status,
      role: finding.role,
      suggestion: finding.suggestion,
      duplicateCount: finding.duplicateCount,
      ...(finding.duplicates.length !== 0 && {
        duplicates: finding.duplicates.map(({ tool, rule }) => ({ tool, rule })),
      }),
      ...(finding.cwe !== null && { cwe: finding.cwe }),
      ...(finding.category === 'security' && { 'security-severity': SECURITY_SEVERITY[finding.severity] }),
    },
  };
}

const locationOf = ({ line, code }: FindingView, file: string) => ({
  physicalLocation: {
    artifactLocation: artifactOf(file),
    ...(line !== null &&
      line >= 1 && {
        region: {
          startLine: line,
          ...(code !== null && { endLine: line + code.split('\n').length - 1, snippet: { text: code } }),
        },
      }),
  },
});

/**
 * A person's decision is a suppression, and so is one of the target; that a finding is resolved must be shown by a
 * scan.
 */
function suppressionsOf({ status, suppression }: FindingView): object {
  const judged = status === 'false_positive' || status === 'accepted';
  const suppressions = [
    ...(suppression ? [{ kind: 'inSource', status: 'accepted', justification: suppression.reason }] : []),
    ...(judged
      ? [{ kind: 'external', status: 'accepted', justification: status === 'accepted' ? 'accepted' : 'false positive' }]
      : []),
  ];
  return { ...(suppressions.length !== 0 && { suppressions }) };
}
