import { type RawFinding, type ToolDefinition, todaysRule } from '@assay/analysis';
import type { RecordedSuppression } from '@assay/findings';
import { type DeclaredSuppression, type StagedFile, placeOfSuppression } from '@assay/target-records';
import type { StagedTree } from '@assay/targets';

/**
 * The suppression for findings of one tool in one file. A comment covers its own line and the next one, a line of the
 * ignore file covers the whole file; if several apply, the comment nearest to the finding is named. Findings that are
 * shown in another file, and those about the whole target, are never suppressed.
 */
export function suppressedBy(
  { suppressions }: Pick<StagedTree, 'suppressions'>,
  tool: ToolDefinition,
  file: StagedFile | undefined,
): (finding: RawFinding) => RecordedSuppression | undefined {
  const covering = (file?.suppressedBy ?? []).flatMap((index) => suppressions?.declared[index] ?? []);
  if (covering.length === 0) return () => undefined;
  const comments = new Map(covering.filter(({ kind }) => kind === 'comment').map((each) => [each.line, each]));
  const rules = covering.filter(({ kind }) => kind === 'file');
  return ({ rule, line, place }) => {
    if (place !== undefined && place !== file?.path) return undefined;
    const beside = line === undefined ? [] : [comments.get(line), comments.get(line - 1)];
    const found = [...beside, ...rules].find((each) => each && isNamed(each, tool.id, rule));
    return found && { kind: found.kind, reason: found.reason, place: placeOfSuppression(found) };
  };
}

/**
 * The place of a finding: the first of its places that is not suppressed. Otherwise a sample that the target suppresses
 * would hide the same secret where it is used. If all are suppressed, it stays at its first place.
 */
export function standing(
  { elsewhere, ...finding }: RawFinding,
  suppressionOf: (place: RawFinding) => RecordedSuppression | undefined,
): RawFinding {
  if (elsewhere === undefined || suppressionOf(finding) === undefined) return finding;
  return elsewhere.find((place) => suppressionOf(place) === undefined) ?? finding;
}

/** Also by an earlier name of the tool or the rule. */
function isNamed({ names }: DeclaredSuppression, tool: string, rule: string): boolean {
  if (names === '*' || names === rule || todaysRule({ tool: names, rule }).tool === tool) return true;
  const slash = names.indexOf('/');
  if (slash === -1) return false;
  const today = todaysRule({ tool: names.slice(0, slash), rule: names.slice(slash + 1) });
  return today.tool === tool && today.rule === rule;
}
