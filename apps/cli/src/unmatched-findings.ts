import type { FindingView, MatchableFinding } from '@assay/findings';
import { type Severity, counted } from '@assay/kernel';
import { type Gate, type MissingTool, gatedSeverities } from '@assay/verdicts';

/** The tools whose findings cannot be compared with the findings of an earlier result. */
export interface NotSeenBefore {
  /** They were excused: what they find now is seen for the first time. */
  readonly excused: ReadonlySet<string>;
  /** They did not complete: whether what they find is new is not known. */
  readonly missing: ReadonlySet<string>;
}

export const ALL_SEEN: NotSeenBefore = { excused: new Set(), missing: new Set() };

/**
 * The findings that the earlier result does not have. All are shown; the gate judges only those that are certainly new.
 */
export interface Unmatched<Finding> {
  readonly fresh: readonly Finding[];
  readonly firstSeen: readonly Finding[];
  readonly unknown: readonly Finding[];
}

/** A finding that several tools report is new if one of them would have reported it before. */
export function unmatched<Finding extends Pick<MatchableFinding, 'tool' | 'duplicates'>>(
  findings: readonly Finding[],
  { excused, missing }: NotSeenBefore,
): Unmatched<Finding> {
  const parts = { fresh: [], firstSeen: [], unknown: [] } as Record<keyof Unmatched<Finding>, Finding[]>;
  for (const finding of findings) {
    const tools = [finding.tool, ...(finding.duplicates ?? []).map(({ tool }) => tool)];
    if (tools.some((tool) => !excused.has(tool) && !missing.has(tool))) parts.fresh.push(finding);
    else parts[tools.some((tool) => missing.has(tool)) ? 'unknown' : 'firstSeen'].push(finding);
  }
  return parts;
}

type Judgeable = Pick<FindingView, 'tool'> & { readonly severity: Severity | undefined };

/** Tools with findings that fail the gate, although it is not known whether they are new. */
export function missingBefore(unknown: readonly Judgeable[], gate: Gate, before: string): MissingTool[] {
  const gated = new Set<string>([
    ...(gate.failOn === undefined ? [] : gatedSeverities(gate.failOn)),
    ...Object.keys(gate.atMost ?? {}),
  ]);
  const reaching = unknown.filter(({ severity }) => severity !== undefined && gated.has(severity));
  const tools = [...new Set(reaching.map(({ tool }) => tool))];
  return tools.map((tool) => ({ tool, reason: `did not complete in ${before}, which this is compared with` }));
}

/** The findings that are shown and not judged, as text. */
export function notJudgedText({ firstSeen, unknown }: Omit<Unmatched<Pick<FindingView, 'tool'>>, 'fresh'>): string[] {
  const text = (findings: readonly Pick<FindingView, 'tool'>[], why: string) =>
    findings.length === 0
      ? []
      : [`${counted(findings.length, 'finding')} of tools that ${why} before, not counted as new: ${named(findings)}`];
  return [...text(firstSeen, 'did not run'), ...text(unknown, 'did not complete')];
}

const named = (findings: readonly Pick<FindingView, 'tool'>[]): string =>
  [...new Set(findings.map(({ tool }) => tool))].join(', ');
