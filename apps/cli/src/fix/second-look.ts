import { type FindingView, matchFindings } from '@assay/findings';
import type { LocalScanRequest, LocalScanResult } from '../local-scan';
import { type AppliedFile, type LeftFile, undo } from './apply-fixes';
import type { SecondLook } from './fix-text';

/** The options that a second scan needs beside the first one's request. */
type Again = Pick<LocalScanRequest, 'decisions' | 'include'>;

/** A glob that means exactly this path. */
const exactly = (path: string): string => path.replace(/[\\*?()[\]{}!+@|]/g, '\\$&');

/**
 * Scans the changed files again with the same tools, and compares. A file that a tool with a fix in it could read, and
 * can no longer read, gets its text back.
 */
export async function lookAgain(
  root: string,
  applied: readonly AppliedFile[],
  before: LocalScanResult,
  scan: (again: Again) => Promise<LocalScanResult>,
): Promise<SecondLook & { readonly undone: readonly LeftFile[] }> {
  const nothing = { gone: [], fresh: [], stayed: [], missing: [], undone: [] };
  if (applied.length === 0) return nothing;
  const after = await scan({
    decisions: { paths: { only: applied.map(({ plan }) => exactly(plan.path)) } },
    include: ['all'],
  });
  const undone = await undoBroken(root, applied, after);
  const changed = new Set(applied.map(({ plan }) => plan.path));
  for (const { plan } of undone) changed.delete(plan.path);
  const missing = after.missingTools.map(({ tool }) => tool);
  const isCompared = ({ file, tool }: { file: string | null; tool: string }) =>
    file !== null && changed.has(file) && !missing.includes(tool);
  const found = matchFindings(before.findings.filter(isCompared), after.findings.filter(isCompared));
  const mended = new Set(applied.flatMap(({ plan }) => plan.fixes.map(({ finding }) => finding)));
  const stayed = found.matched.map(([one]) => one).filter((one) => mended.has(one));
  return { ...withoutRewritten(found, mended), stayed, missing, undone };
}

async function undoBroken(
  root: string,
  applied: readonly AppliedFile[],
  { session }: LocalScanResult,
): Promise<LeftFile[]> {
  const undone: LeftFile[] = [];
  for (const each of applied) {
    const { plan } = each;
    const broken = plan.fixes
      .flatMap(({ fix }) => session.toolReports[fix.tool]?.result?.unreadable ?? [])
      .find(({ file }) => file === plan.path);
    if (broken === undefined) continue;
    const kept = await undo(root, each);
    const end = kept === undefined ? 'and has its text back' : `and keeps it, as it ${kept}`;
    undone.push({ plan, reason: `could not be read after its fixes (${broken.reason}) ${end}` });
  }
  return undone;
}

/**
 * A fix also rewrites the lines of findings that it does not fix. What is gone and new under one rule in one file is
 * such a finding, unless a fix was to remove it.
 */
function withoutRewritten(
  { gone, fresh }: Pick<SecondLook, 'gone' | 'fresh'>,
  mended: ReadonlySet<FindingView>,
): Pick<SecondLook, 'gone' | 'fresh'> {
  const keyOf = ({ tool, rule, file }: FindingView) => `${tool}/${rule}/${file}`;
  const rewritten = new Map<string, FindingView[]>();
  for (const finding of gone)
    if (!mended.has(finding)) rewritten.set(keyOf(finding), [...(rewritten.get(keyOf(finding)) ?? []), finding]);
  const same = new Set<FindingView>();
  const isNew = (finding: FindingView): boolean => {
    const before = rewritten.get(keyOf(finding))?.shift();
    if (before) same.add(before);
    return before === undefined;
  };
  const reallyNew = fresh.filter(isNew);
  return { gone: gone.filter((finding) => !same.has(finding)), fresh: reallyNew };
}
