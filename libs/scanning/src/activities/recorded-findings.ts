import { type RawFinding, type Snippet, type StagedFile, type ToolDefinition, fingerprintFindings, snippetOf } from '@assay/analysis';
import { type Mergeable, type RecordedFinding, mergeGroups } from '@assay/findings';
import { deterministicId } from '@assay/kernel';
import { maskSecrets } from './mask-secrets';

const TITLE_LENGTH = 160;

/** One tool's raw findings as they are recorded: with meaning, identity and place. Pure but for `readLines`. */
export function recordedFindings(
  { sessionId, tool, files }: { sessionId: string; tool: ToolDefinition; files: ReadonlyMap<string, StagedFile> },
  raw: readonly RawFinding[],
  readLines: (path: string) => readonly string[] | undefined,
): RecordedFinding[] {
  const placed = raw.map((finding) => ({ ...finding, path: finding.file === undefined ? undefined : (files.get(finding.file)?.path ?? finding.file) }));
  const fingerprints = fingerprintFindings(tool.id, placed.map(({ path, ...finding }) => (path === undefined ? finding : { ...finding, path })), readLines);
  const groups = mergeGroups(placed.map(({ path, line, rule }): Mergeable => ({ tool: tool.id, rule, file: path ?? null, line: line ?? null, weakness: weaknessOf(tool, rule) })));
  return placed.map(({ rule, path, line, endLine, column, message, severity }, index) => {
    const definition = tool.rules[rule];
    const fingerprint = fingerprints[index]!;
    return {
      id: deterministicId('fnd', `${sessionId}/${tool.id}/${fingerprint}`),
      fingerprint,
      group: groups[index]!,
      rule,
      title: clipped(definition?.title ?? message),
      description: message,
      severity: severity ?? definition?.severity ?? 'low',
      category: tool.category,
      file: path ?? null,
      line: line ?? null,
      endLine: endLine ?? null,
      column: column ?? null,
      snippet: path === undefined || line === undefined ? null : shown(tool, snippetOf(readLines(path) ?? [], line)),
      suggestion: definition?.fix ?? tool.advice,
      cwe: definition?.cwe ?? null,
    };
  });
}

const weaknessOf = (tool: ToolDefinition, rule: string): string | undefined => tool.rules[rule]?.weakness ?? tool.rules[rule]?.cwe;

const clipped = (title: string): string => (title.length <= TITLE_LENGTH ? title : `${title.slice(0, TITLE_LENGTH - 1)}…`);

/** A finding about a secret must not spread it into events, answers and logs. */
const shown = (tool: ToolDefinition, snippet: Snippet | undefined): Snippet | null => {
  if (!snippet) return null;
  return tool.sensitive ? { ...snippet, lines: snippet.lines.map(maskSecrets) } : snippet;
};
