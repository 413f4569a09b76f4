import {
  type RawFinding,
  type RuleDefinition,
  type Snippet,
  type ToolDefinition,
  documentationOf,
  fingerprintFindings,
  pointsAtCredential,
  reportedSeverity,
  snippetOf,
  weaknessOf,
} from '@assay/analysis';
import { type StagedFile } from '@assay/target-records';
import {
  type Mergeable,
  type RecordedFinding,
  type RecordedSuppression,
  type RecordedWaiver,
  mergeGroups,
} from '@assay/findings';
import { type Severity, deterministicId } from '@assay/kernel';
import { HiddenLines } from './hidden-lines';
import { type FixedFile, fixedFile, linesOfFix, recordedFix } from './recorded-fix';
import { recordedTrace } from './recorded-trace';

const TITLE_LENGTH = 160;
/**
 * The lines of context before and after a finding. They are stored with the finding, because the target is gone when
 * somebody reads it.
 */
const SNIPPET_CONTEXT = 2;
/** Excerpts are markup or a header. */
const EXCERPT = 'excerpt.html';

interface FindingsOfFile {
  readonly sessionId: string;
  readonly tool: ToolDefinition;
  /** Undefined for findings about the whole target. */
  readonly file: StagedFile | undefined;
  /** The lines of the file in the target. */
  readonly lines: readonly string[];
  /** The text of the file in the target, for fixes. Without it there are none. */
  readonly text?: string;
  /** The path in the target of a staged file, for traces. Default: that of `file`. */
  readonly pathOf?: (staged: string) => string | undefined;
  /** The severities that the session decided. Default: those of the engine and the rule. */
  readonly severityOf?: (finding: RawFinding) => Severity;
  /** The suppression by the target of a finding. Default: none. */
  readonly suppressionOf?: (finding: RawFinding) => RecordedSuppression | undefined;
  /** The comment in the file that waives a finding for another linter. Default: none. */
  readonly waiverOf?: (finding: RawFinding) => RecordedWaiver | undefined;
}

/**
 * Makes the recorded findings of one tool in one file, or about the whole target: with explanations, fingerprints and
 * places. The fingerprints and groups of different files are independent.
 */
export function recordedFindings(
  {
    sessionId,
    tool,
    file,
    lines,
    text,
    pathOf: pathOfStaged = (staged) => (staged === file?.staged ? file.path : undefined),
    severityOf = (finding) => reportedSeverity(tool, finding),
    suppressionOf = () => undefined,
    waiverOf = () => undefined,
  }: FindingsOfFile,
  raw: readonly RawFinding[],
): RecordedFinding[] {
  const pathOf = ({ place }: RawFinding): string | undefined => place ?? file?.path;
  const fingerprints = fingerprintFindings(
    tool.id,
    raw.map((finding) => withPath(finding, pathOf(finding))),
    () => lines,
  );
  const groups = mergeGroups(raw.map((finding) => mergeable(tool, finding, pathOf(finding))));
  const fixed =
    file && text !== undefined && raw.some(({ fix }) => fix !== undefined) ? fixedFile(file.path, text) : undefined;
  const hidden = new HiddenLines(file?.path ?? '', lines, shownLines(raw, lines.length, fixed), raw);
  return raw.map((finding, index) => {
    const definition = tool.rules[finding.rule];
    const fix = fixed && finding.place === undefined ? recordedFix(finding, definition, fixed, hidden) : undefined;
    const trace = recordedTrace(finding, pathOfStaged);
    const suppression = suppressionOf(finding);
    const waiver = finding.place === undefined ? waiverOf(finding) : undefined;
    const fingerprint = fingerprints[index]!;
    return {
      id: deterministicId('fnd', `${sessionId}/${tool.id}/${fingerprint}`),
      fingerprint,
      group: groups[index]!,
      ...explained(tool, finding),
      severity: severityOf(finding),
      category: tool.category,
      file: pathOf(finding) ?? null,
      line: finding.line ?? null,
      endLine: finding.endLine ?? null,
      column: finding.column ?? null,
      snippet: snippetFor(finding, definition, hidden, lines) ?? null,
      suggestion: definition?.fix ?? tool.advice,
      cwe: definition?.cwe ?? null,
      ...(file?.role && { role: file.role }),
      ...(file && finding.place !== undefined && finding.place !== file.path && { unit: file.path }),
      ...(fix && { fix }),
      ...(trace && { trace }),
      ...(suppression && { suppression }),
      ...(waiver && { waiver }),
    };
  });
}

/** The rule that a finding breaks, and what is wrong, in a title and a description that says more than the title. */
function explained(
  tool: ToolDefinition,
  { rule, cause, message }: RawFinding,
): Pick<RecordedFinding, 'rule' | 'cause' | 'title' | 'description'> {
  const title = clipped(tool.rules[rule]?.title ?? message);
  return {
    rule,
    ...(cause !== undefined && { cause }),
    title,
    description: sameText(message, title) ? reasonOf(tool, rule) : message,
  };
}

const mergeable = (tool: ToolDefinition, finding: RawFinding, path: string | undefined): Mergeable => ({
  tool: tool.id,
  rule: finding.rule,
  file: path ?? null,
  line: finding.line ?? null,
  ...(finding.excerpt !== undefined && { excerpt: finding.excerpt }),
  weakness: weaknessOf(tool.rules[finding.rule] ?? {}),
});

/** The numbers of the lines that findings show, in snippets and in fixes. */
function shownLines(raw: readonly RawFinding[], count: number, fixed: FixedFile | undefined): Set<number> {
  const shown = new Set<number>();
  const show = (from: number, to: number) => {
    for (let line = Math.max(1, from); line <= Math.min(count, to); line += 1) shown.add(line);
  };
  for (const { line, excerpt, fix } of raw) {
    if (line !== undefined && excerpt === undefined) show(line - SNIPPET_CONTEXT, line + SNIPPET_CONTEXT);
    if (fixed && fix) show(...linesOfFix(fix, fixed));
  }
  return shown;
}

/** The explanation if the engine's message only repeats the title: the reason of the rule, or the tool's subject. */
const reasonOf = (tool: ToolDefinition, rule: string): string =>
  documentationOf(tool.id)[rule]?.why ?? tool.description;

const sameText = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (text: string): string => text.trim().replace(/\.$/, '').toLowerCase();

/**
 * Gives findings with equal fingerprints different ids. Fingerprints treat the two Unicode forms of `é` as one name, so
 * two files whose names differ only in this have equal fingerprints. Each finding keeps its fingerprint, which triage
 * uses. With equal ids, the second finding would be taken for a repetition.
 */
export function withOwnIds(findings: readonly RecordedFinding[]): RecordedFinding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const times = seen.get(finding.id) ?? 0;
    seen.set(finding.id, times + 1);
    return times === 0 ? finding : { ...finding, id: deterministicId('fnd', `${finding.id}/${times}`) };
  });
}

const withPath = (finding: RawFinding, path: string | undefined): RawFinding & { path?: string } =>
  path === undefined ? finding : { ...finding, path };

/** No snippet may spread a secret into events, answers and logs, whatever the finding is about. */
function snippetFor(
  finding: RawFinding,
  rule: RuleDefinition | undefined,
  hidden: HiddenLines,
  lines: readonly string[],
): Snippet | undefined {
  const { line, endLine = line, excerpt } = finding;
  const isCredential = rule !== undefined && pointsAtCredential(rule);
  if (excerpt !== undefined) {
    const alone = new HiddenLines(EXCERPT, [excerpt], new Set([1]), []);
    return snippetOf([isCredential ? alone.ofCredential(1, true) : alone.plain(1)], 1);
  }
  if (line === undefined) return undefined;
  const shown = (at: number) =>
    isCredential ? hidden.ofCredential(at, at >= line && at <= endLine!) : hidden.plain(at);
  const from = Math.max(1, line - SNIPPET_CONTEXT);
  const count = Math.min(lines.length, line + SNIPPET_CONTEXT) - from + 1;
  const snippet = snippetOf(
    Array.from({ length: Math.max(0, count) }, (_, at) => shown(from + at)),
    line - from + 1,
    { context: SNIPPET_CONTEXT },
  );
  return snippet && { ...snippet, startLine: from, highlightLine: line };
}

const clipped = (title: string): string =>
  title.length <= TITLE_LENGTH ? title : `${title.slice(0, TITLE_LENGTH - 1)}…`;
