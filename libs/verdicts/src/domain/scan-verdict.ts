import { SEVERITIES, type Severity, counted, perSeverity } from '@assay/kernel';
import { type CutTool, type MissingTool, decideOn, gatedSeverities } from './gate';
import { IDS_KEPT, type NamedList, namedList } from './new-findings';
import type { SeverityCounts, VerdictGiven } from './verdict-events';

/** A finding that the compared scans did not have. */
interface Fresh {
  readonly findingId: string;
  /** The same in each scan of the branch. */
  readonly key: string;
  readonly severity: Severity;
  readonly tools: readonly string[];
  readonly fingerprints: readonly string[];
  readonly status: 'open' | 'resolved' | 'false_positive' | 'accepted';
}

/** An automation's scan that has ended. */
export interface EndedCase {
  readonly outcome: 'completed' | 'failed' | 'canceled';
  readonly error: { readonly message: string } | null;
  readonly failOn: Severity | null;
  readonly branch: string | null;
  readonly targetBranch: string | null;
  readonly missingTools: readonly MissingTool[];
  /** Planned tools that lacked their data, such as a database that this installation does not have. */
  readonly excused: readonly string[];
  readonly notKept: readonly CutTool[];
  /** Languages that no tool knows. */
  readonly unseen: readonly { readonly language: string }[];
  /** Null if the scan did not complete. */
  readonly comparison: {
    readonly fresh: readonly Fresh[];
    readonly gone: number;
    readonly unchanged: number;
    readonly notObserved: number;
    /** Findings that the target suppresses since this scan. Default: none. */
    readonly suppressed?: number;
  } | null;
  readonly baseline: {
    readonly scanId: string;
    readonly tools: readonly string[];
    readonly missingTools: readonly string[];
  } | null;
  /**
   * The commit where a change departs from its target branch. Null if the scan is not of a change, or it was not looked
   * up.
   */
  readonly mergeBase?: {
    readonly commit: string | null;
    readonly unknown?: string;
    /** Whether the baseline scanned that commit or an earlier one. */
    readonly isCompared: boolean;
  } | null;
}

type ScanVerdict = Pick<
  VerdictGiven['data'],
  'verdict' | 'reason' | 'notes' | 'counts' | 'newFindings' | 'failingFingerprints' | 'failingKeys' | 'missingTools'
> & {
  /** All new findings; the verdict itself names the first of them. */
  readonly named: NamedList;
};

/** The most findings, and fingerprints of each: a finding that is merged of several has several. */
const FINGERPRINTS_KEPT = { findings: 500, each: 5 };
/** Characters of a fingerprint: enough to tell findings of two scans of a branch apart. */
const FINGERPRINT_KEPT = 16;
const TOOLS_KEPT = 200;
/** The most characters of the reason for a missing tool: engines may write much. */
const REASON_KEPT = 300;

const WORDS = { finding: 'new finding', nothing: 'nothing new' };

/**
 * Judges the new findings. A scan that failed, was canceled or lacks tools proves nothing, but new findings that reach
 * the gate fail it nevertheless. Without a scan to compare with, no finding is new.
 */
export function scanVerdict(ended: EndedCase): ScanVerdict {
  const parts = partsOf(ended);
  const { fresh } = parts;
  const missing = eachOnce([...ended.missingTools, ...excusedSince(ended), ...withoutComparison(ended, parts)]);
  const gated = new Set(ended.failOn === null ? [] : gatedSeverities(ended.failOn));
  const failing = fresh.filter(({ severity }) => gated.has(severity));
  const named = namedList(fresh.map(({ findingId }) => findingId));
  return {
    ...judged(ended, countsOf(fresh), missing),
    notes: notesOn(ended, parts),
    counts: {
      new: countsOf(fresh),
      decided: parts.decided.length,
      gone: ended.comparison?.gone ?? 0,
      unchanged: (ended.comparison?.unchanged ?? 0) + parts.old.length + parts.firstSeen.length,
      notObserved: ended.comparison?.notObserved ?? 0,
    },
    newFindings: {
      ids: named.ids.slice(0, IDS_KEPT),
      total: fresh.length,
      failing: failing.length,
      digest: named.digest,
    },
    named,
    failingFingerprints: failing.slice(0, FINGERPRINTS_KEPT.findings).map(keptFingerprints),
    failingKeys: failing.slice(0, FINGERPRINTS_KEPT.findings).map(({ key }) => key),
    missingTools: missing.slice(0, TOOLS_KEPT).map(({ tool, reason }) => ({ tool, reason: clipped(reason) })),
  };
}

/** Keeps the first reason of each tool, which may be missing for several. */
const eachOnce = (missing: readonly MissingTool[]): MissingTool[] =>
  missing.filter(({ tool }, index) => missing.findIndex((other) => other.tool === tool) === index);

const keptFingerprints = ({ fingerprints }: Fresh): readonly string[] =>
  [...fingerprints]
    .sort()
    .slice(0, FINGERPRINTS_KEPT.each)
    .map((fingerprint) => fingerprint.slice(0, FINGERPRINT_KEPT));

function judged(
  { outcome, error, failOn, baseline }: EndedCase,
  bySeverity: SeverityCounts,
  missingTools: readonly MissingTool[],
): Pick<ScanVerdict, 'verdict' | 'reason'> {
  if (outcome === 'canceled') return { verdict: 'inconclusive', reason: 'the scan was canceled' };
  if (outcome === 'failed')
    return { verdict: 'inconclusive', reason: clipped(`the scan failed: ${error?.message ?? 'it says no more'}`) };
  const ungated = baseline === null ? 'there was nothing to compare with' : 'failOn is not set: nothing fails it';
  const gate = { ...(failOn !== null && baseline !== null && { failOn }) };
  const { verdict, reason } = decideOn({ bySeverity, missingTools }, gate, { ...WORDS, ungated });
  // Here, uncovered can only mean code that no tool knows, and no language is named: it is a note.
  return { verdict: verdict === 'uncovered' ? 'inconclusive' : verdict, reason };
}

interface Parts {
  /** The new findings that count, the most severe first. */
  readonly fresh: readonly Fresh[];
  readonly decided: readonly Fresh[];
  /** All findings, if there is no scan to compare with. */
  readonly old: readonly Fresh[];
  /** Findings of tools that examined the branch for the first time: this scan is their baseline. */
  readonly firstSeen: readonly Fresh[];
  /** Findings of tools that are missing in the last scan of the branch which planned them. */
  readonly unknown: readonly Fresh[];
}

function partsOf({ comparison, baseline }: EndedCase): Parts {
  const parts = { fresh: [], decided: [], old: [], firstSeen: [], unknown: [] } as Record<keyof Parts, Fresh[]>;
  const [ran, lacked] = [new Set(baseline?.tools), new Set(baseline?.missingTools)];
  const partOf = ({ status, tools }: Fresh): keyof Parts => {
    if (baseline === null) return 'old';
    if (status === 'false_positive' || status === 'accepted') return 'decided';
    if (tools.some((tool) => ran.has(tool))) return 'fresh';
    return tools.some((tool) => lacked.has(tool)) ? 'unknown' : 'firstSeen';
  };
  for (const finding of comparison?.fresh ?? []) parts[partOf(finding)].push(finding);
  parts.fresh.sort((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
  return parts;
}

/** An excused tool that examined the branch before would hide the findings that it is there for. */
const excusedSince = ({ excused, baseline }: EndedCase): MissingTool[] =>
  excused
    .filter((tool) => baseline?.tools.includes(tool) || baseline?.missingTools.includes(tool))
    .map((tool) => ({ tool, reason: 'has nothing to judge by any more, such as a database' }));

/** Tools whose findings reach the gate, but cannot be compared: whether they are new is not known. */
function withoutComparison({ failOn, notKept, baseline }: EndedCase, { unknown }: Parts): MissingTool[] {
  if (failOn === null || baseline === null) return [];
  const gated = gatedSeverities(failOn);
  const lacked = toolsOf(unknown.filter(({ severity }) => gated.includes(severity)));
  const cut = notKept.flatMap(({ tool, bySeverity }) => {
    const count = gated.reduce((sum, severity) => sum + bySeverity[severity], 0);
    return count === 0 ? [] : [{ tool, reason: `${counted(count, 'finding')} beyond what is kept cannot be compared` }];
  });
  return [
    ...lacked.map((tool) => ({
      tool,
      reason: 'did not complete when the compared branch was last scanned with it',
    })),
    ...cut,
  ];
}

function notesOn(ended: EndedCase, parts: Parts): string[] {
  const { comparison, baseline, branch, targetBranch, unseen } = ended;
  const notes: string[] = [];
  const target = targetBranch ?? branch;
  if (comparison && baseline === null) {
    const found = counted(parts.old.length, 'finding');
    if (targetBranch === null || targetBranch === branch)
      notes.push(`the first finished scan of ${target ?? 'its target'}: it is its own baseline, with ${found}`);
    else notes.push(`${target} has no finished scan yet, so that none of the ${found} can be called new`);
  }
  const departed = withoutMergeBase(ended);
  if (departed !== undefined) notes.push(departed);
  const { decided, firstSeen, fresh } = parts;
  // Sorted by severity: the kept ids are the worst, so they include the findings on which the verdict fails.
  if (fresh.length > IDS_KEPT)
    notes.push(
      `the verdict names the first ${IDS_KEPT} of ${fresh.length} new findings; ` +
        `${fresh.length - IDS_KEPT} more are in the report of the scan`,
    );
  if (decided.length > 0)
    notes.push(`${counted(decided.length, 'new finding')} accepted or called false positive: not counted`);
  const suppressed = comparison?.suppressed ?? 0;
  if (suppressed > 0) notes.push(`${counted(suppressed, 'finding')} newly suppressed by the target: not counted`);
  if (firstSeen.length > 0)
    notes.push(
      `${counted(firstSeen.length, 'finding')} of tools that no scan of ${target ?? 'its target'} ran before, ` +
        `not counted as new: ${named(toolsOf(firstSeen))}`,
    );
  const since = new Set(excusedSince(ended).map(({ tool }) => tool));
  const excused = ended.excused.filter((tool) => !since.has(tool));
  if (excused.length > 0) notes.push(`not judged, for lack of what to judge by: ${named(excused)}`);
  if (unseen.length > 0) notes.push(`no tool knows ${named(unseen.map(({ language }) => language))}`);
  return notes.map(clipped);
}

/** A note that a change is compared with another state of its target branch than the one that it departs from. */
function withoutMergeBase({ baseline, targetBranch, mergeBase }: EndedCase): string | undefined {
  if (baseline === null || targetBranch === null || mergeBase?.isCompared) return undefined;
  const instead =
    `compared with the newest scan of ${targetBranch} instead: what was mended there since counts as new, ` +
    'and what was added there is not';
  const why =
    mergeBase?.commit === undefined || mergeBase?.commit === null
      ? `the merge base is not known (${mergeBase?.unknown ?? 'nobody looked for it'})`
      : `neither the merge base ${mergeBase.commit.slice(0, 12)} nor a commit before it was scanned on ${targetBranch}`;
  return `${why}: ${instead}`;
}

const toolsOf = (findings: readonly Fresh[]): string[] => [...new Set(findings.flatMap(({ tools }) => tools))];

const named = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;

const countsOf = (findings: readonly Fresh[]): SeverityCounts => {
  const counts = perSeverity(() => 0);
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
};

const clipped = (text: string): string => (text.length <= REASON_KEPT ? text : `${text.slice(0, REASON_KEPT - 1)}…`);
