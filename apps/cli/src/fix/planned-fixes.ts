import { type FindingFix, type FindingView, inOrder, withoutOverlaps } from '@assay/findings';

/** A fix, and the finding that it removes. */
export interface OfferedFix {
  readonly finding: FindingView;
  readonly fix: FindingFix;
}

/** The changes to a file. */
export interface PlannedFile {
  /** The path in the target. */
  readonly path: string;
  /** The digest of the text that all of its edits refer to. */
  readonly digest: string;
  readonly edits: FindingFix['edits'];
  readonly fixes: readonly OfferedFix[];
  /** They overlap with one of `fixes`. */
  readonly overlapping: readonly OfferedFix[];
}

/**
 * Plans the fixes file by file. Where two overlap, the one of the more severe finding is applied, or the one that
 * stands first: findings come in that order. The same edits that several tools propose are one fix.
 */
export function plannedFixes(findings: readonly FindingView[], rules: readonly string[] | undefined): PlannedFile[] {
  const files = new Map<string, OfferedFix[]>();
  for (const finding of findings) {
    const { file, fix } = finding;
    if (file === null || !fix || !isWanted(fix, rules)) continue;
    files.set(file, [...(files.get(file) ?? []), { finding, fix }]);
  }
  return [...files].map(([path, offered]) => planned(path, offered)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A rule is named by itself, or with its tool before it. */
const isWanted = ({ tool, rule }: FindingFix, rules: readonly string[] | undefined): boolean =>
  rules === undefined || rules.includes(rule) || rules.includes(`${tool}/${rule}`);

function planned(path: string, offered: readonly OfferedFix[]): PlannedFile {
  const bySameEdits = new Map<string, OfferedFix[]>();
  for (const each of offered) {
    const key = JSON.stringify(each.fix.edits);
    bySameEdits.set(key, [...(bySameEdits.get(key) ?? []), each]);
  }
  const distinct = [...bySameEdits.values()].map((same) => ({ edits: same[0]!.fix.edits, same }));
  const { chosen, left } = withoutOverlaps(distinct);
  return {
    path,
    digest: offered[0]!.fix.digest,
    edits: inOrder(chosen.flatMap(({ edits }) => edits)),
    fixes: chosen.flatMap(({ same }) => same),
    overlapping: left.flatMap(({ same }) => same),
  };
}
