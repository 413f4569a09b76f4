import { type RawFinding, type ToolDefinition, todaysRule } from '@assay/analysis';
import type { RecordedSuppression } from '@assay/findings';
import { type DeclaredSuppression, type StagedFile, placeOfSuppression } from '@assay/target-records';
import type { StagedTree } from '@assay/targets';

/**
 * What suppresses the findings of one tool in one file. A comment covers its own line and the next one, a line of the
 * ignore file the whole file; if several do, the comment nearest to the finding is named. Findings that are shown at
 * another place than in this file, and those about the whole target, are suppressed by nothing.
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
 * The place at which a finding stands: the first of its places that nothing suppresses. A sample that the target
 * suppresses would else hide the same secret where it is used. Where all are suppressed, it stays at its first place.
 */
export function standing(
  { elsewhere, ...finding }: RawFinding,
  suppressionOf: (place: RawFinding) => RecordedSuppression | undefined,
): RawFinding {
  if (elsewhere === undefined || suppressionOf(finding) === undefined) return finding;
  return elsewhere.find((place) => suppressionOf(place) === undefined) ?? finding;
}

/** Also by a name that the tool or the rule had before. */
function isNamed({ names }: DeclaredSuppression, tool: string, rule: string): boolean {
  if (names === '*' || names === rule || todaysRule({ tool: names, rule }).tool === tool) return true;
  const slash = names.indexOf('/');
  if (slash === -1) return false;
  const today = todaysRule({ tool: names.slice(0, slash), rule: names.slice(slash + 1) });
  return today.tool === tool && today.rule === rule;
}
