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
import { type Mergeable, type RecordedFinding, mergeGroups } from '@assay/findings';
import { type Severity, deterministicId } from '@assay/kernel';
import { maskSecrets } from './mask-secrets';

const TITLE_LENGTH = 160;
/**
 * Lines before and after. They are kept with the finding for ever: the target is gone by the time somebody reads it.
 */
const SNIPPET_CONTEXT = 2;

interface FindingsOfFile {
  readonly sessionId: string;
  readonly tool: ToolDefinition;
  /** Undefined for findings about the whole target. */
  readonly file: StagedFile | undefined;
  /** The file's lines as they are in the target. */
  readonly lines: readonly string[];
  /** As whoever started the session decided. Default: as the engine and the rule say. */
  readonly severityOf?: (finding: RawFinding) => Severity;
}

/**
 * One tool's raw findings in one file (or about the target as a whole) as they are recorded: with meaning, identity and
 * place. Findings of different files have nothing to do with each other's fingerprints and groups.
 */
export function recordedFindings(
  { sessionId, tool, file, lines, severityOf = (finding) => reportedSeverity(tool, finding) }: FindingsOfFile,
  raw: readonly RawFinding[],
): RecordedFinding[] {
  const pathOf = ({ place }: RawFinding): string | undefined => place ?? file?.path;
  const fingerprints = fingerprintFindings(
    tool.id,
    raw.map((finding) => withPath(finding, pathOf(finding))),
    () => lines,
  );
  const groups = mergeGroups(
    raw.map(
      (finding): Mergeable => ({
        tool: tool.id,
        rule: finding.rule,
        file: pathOf(finding) ?? null,
        line: finding.line ?? null,
        ...(finding.excerpt !== undefined && { excerpt: finding.excerpt }),
        weakness: weaknessOf(tool.rules[finding.rule] ?? {}),
      }),
    ),
  );
  return raw.map((finding, index) => {
    const { rule, line, endLine, column, message } = finding;
    const path = pathOf(finding);
    const definition = tool.rules[rule];
    const fingerprint = fingerprints[index]!;
    const title = clipped(definition?.title ?? message);
    return {
      id: deterministicId('fnd', `${sessionId}/${tool.id}/${fingerprint}`),
      fingerprint,
      group: groups[index]!,
      rule,
      title,
      description: sameText(message, title) ? reasonOf(tool, rule) : message,
      severity: severityOf(finding),
      category: tool.category,
      file: path ?? null,
      line: line ?? null,
      endLine: endLine ?? null,
      column: column ?? null,
      snippet: shown(definition, snippetFor(finding, lines)),
      suggestion: definition?.fix ?? tool.advice,
      cwe: definition?.cwe ?? null,
      ...(file?.role && { role: file.role }),
      ...(file && finding.place !== undefined && finding.place !== file.path && { unit: file.path }),
    };
  });
}

/** Where the engine says no more than the title does: why the rule is there, or what the tool looks for. */
const reasonOf = (tool: ToolDefinition, rule: string): string =>
  documentationOf(tool.id)[rule]?.why ?? tool.description;

const sameText = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (text: string): string => text.trim().replace(/\.$/, '').toLowerCase();

/**
 * Fingerprints count `é` written in two ways as one name, so two files that differ in nothing else give findings of one
 * id. Each keeps its fingerprint, which triage follows, and gets an id of its own: the second would be taken for a
 * repetition.
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

const snippetFor = ({ line, excerpt }: RawFinding, lines: readonly string[]): Snippet | undefined => {
  if (excerpt !== undefined) return snippetOf([excerpt], 1);
  return line === undefined ? undefined : snippetOf(lines, line, { context: SNIPPET_CONTEXT });
};

const clipped = (title: string): string =>
  title.length <= TITLE_LENGTH ? title : `${title.slice(0, TITLE_LENGTH - 1)}…`;

/** A finding about a secret must not spread it into events, answers and logs. */
const shown = (rule: RuleDefinition | undefined, snippet: Snippet | undefined): RecordedFinding['snippet'] => {
  if (!snippet) return null;
  return rule && pointsAtCredential(rule) ? { ...snippet, lines: snippet.lines.map(maskSecrets) } : snippet;
};
