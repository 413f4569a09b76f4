import { ruleKind } from '@assay/analysis';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { CompareWithLine, type LineComparison } from '@assay/findings';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type CommonCommits, type SessionFailure, type UnseenCode, sessionStream } from '../../domain/session-events';
import { lookedBy } from '../../lifecycle/compared-session';
import { type EndedScan, endedScan } from '../../lifecycle/ended-scan';
import { lineOf } from '../../lifecycle/line-of-session';
import type { NotKept } from '../../reports/not-kept';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../../tool-catalogue';

interface Baseline {
  readonly scanId: string;
  readonly at: string;
  /** The scanned commit; null if there is none. */
  readonly commit: string | null;
  /** Planned tools of the judged scan that had examined the branch before, or had nothing to examine there. */
  readonly tools: readonly string[];
  /** The tools that did not complete in the last scan of the branch that planned them. */
  readonly missingTools: readonly string[];
}

/** The commit where a change departs from the branch that it is to be merged into. */
export interface MergeBase {
  /** The merge base; null if it is not known. */
  readonly commit: string | null;
  /** Why it is not known. */
  readonly unknown?: string;
  /** Whether the baseline scanned the merge base or a commit before it. */
  readonly isCompared: boolean;
}

/** A scan that has ended: its new findings, and what it leaves unknown. */
export interface JudgedScan {
  readonly sessionId: string;
  readonly scanId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  /** When it ended. */
  readonly at: string;
  readonly outcome: 'completed' | 'failed' | 'canceled';
  readonly error: SessionFailure | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly missingTools: readonly { readonly tool: string; readonly reason: string }[];
  /** Planned tools that lacked their input, such as a database that this installation does not have. */
  readonly excused: readonly string[];
  readonly notKept: readonly NotKept[];
  readonly unseen: readonly UnseenCode[];
  /** The findings of the scan, compared with the line of the branch; null if it did not complete. */
  readonly comparison: LineComparison | null;
  /**
   * A scan of that branch that had completed before this one: for a change, the one nearest to its merge base, if any;
   * else the last.
   */
  readonly baseline: Baseline | null;
  /** The merge base of a change. Null for other scans, and if it was not looked up. */
  readonly mergeBase: MergeBase | null;
}

/**
 * The new findings of an ended scan, compared with earlier scans of a branch. Undefined if it has not ended, or is
 * deleted. The earlier scans must have been compared; the read models must have seen its end.
 */
export class JudgeScan extends Query<JudgedScan | undefined> {
  constructor(
    readonly input: {
      readonly sessionId: string;
      /** Default: the branch that was scanned. */
      readonly targetBranch?: string;
    },
  ) {
    super();
  }
}

@QueryHandler(JudgeScan)
export class JudgeScanHandler implements IQueryHandler<JudgeScan> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input: { sessionId, targetBranch } }: JudgeScan): Promise<JudgedScan | undefined> {
    const scan = await endedScan(this.events, sessionStream(sessionId));
    if (!scan) return undefined;
    const said = whatIsSaid(scan);
    if (said.outcome !== 'completed') return { ...said, comparison: null, baseline: null, mergeBase: null };
    const common = scan.prepared?.common?.branch === targetBranch ? scan.prepared?.common : undefined;
    const { comparison, before, isAtCommit } = await this.queries.execute(
      new CompareWithLine({
        lineId: lineOf(scan, targetBranch).lineId,
        ownLineId: lineOf(scan).lineId,
        sessionId,
        position: scan.position,
        ...(common && { commits: common.commits }),
        looked: lookedBy(scan, this.catalogue),
        kindOf: ruleKind,
      }),
    );
    const planned = scan.started.tools.map(({ id }) => id);
    return {
      ...said,
      comparison,
      baseline: await this.baselineOf(before, planned),
      mergeBase: common === undefined ? null : mergeBaseOf(common, isAtCommit),
    };
  }

  /**
   * A line has the findings of all of its scans. So each tool is judged by its last scan that planned it: another scan
   * may have run fewer tools.
   *
   * @param before scans of the line, the newest first
   */
  private async baselineOf(
    before: readonly (Pick<Baseline, 'scanId' | 'at' | 'commit'> & { readonly sessionId: string })[],
    planned: readonly string[],
  ): Promise<Baseline | null> {
    let last: Pick<Baseline, 'scanId' | 'at' | 'commit'> | undefined;
    const open = new Set(planned);
    const [ran, lacked, excused] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const { sessionId, scanId, at, commit } of before) {
      if (last && open.size === 0) break;
      const scan = await endedScan(this.events, sessionStream(sessionId));
      if (!scan) continue;
      last ??= { scanId, at, commit };
      const missing = new Set(scan.missing.map(({ tool }) => tool));
      for (const { id } of scan.started.tools.filter(({ id }) => open.has(id))) {
        if (scan.excused.includes(id)) {
          excused.add(id);
          continue;
        }
        open.delete(id);
        // The findings since it was excused are unknown.
        (missing.has(id) || excused.has(id) ? lacked : ran).add(id);
      }
    }
    return last ? { ...last, tools: [...ran], missingTools: [...lacked] } : null;
  }
}

const mergeBaseOf = ({ commits: [commit], unknown }: CommonCommits, isCompared: boolean): MergeBase => ({
  commit: commit ?? null,
  ...(unknown !== undefined && { unknown }),
  isCompared,
});

const OUTCOMES = { ScanCompleted: 'completed', ScanFailed: 'failed', ScanCanceled: 'canceled' } as const;

function whatIsSaid(scan: EndedScan): Omit<JudgedScan, 'comparison' | 'baseline' | 'mergeBase'> {
  const { started, prepared, notKept, end, missing, excused } = scan;
  const { sessionId, scanId, organizationId, projectId } = started;
  return {
    sessionId,
    scanId,
    organizationId,
    projectId,
    at: end.data.at,
    outcome: OUTCOMES[end.type],
    error: end.type === 'ScanFailed' ? end.data.error : null,
    branch: lineOf(scan).branch,
    commit: prepared?.target?.repository?.commit ?? null,
    missingTools: missing.map(({ tool, message }) => ({ tool, reason: message })),
    excused,
    notKept: [...notKept].map(([tool, bySeverity]) => ({
      tool,
      count: Object.values(bySeverity).reduce((sum, count) => sum + count, 0),
      bySeverity,
    })),
    unseen: prepared?.unseen ?? [],
  };
}
