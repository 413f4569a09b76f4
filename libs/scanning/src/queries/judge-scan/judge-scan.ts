import { ruleKind } from '@assay/analysis';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { CompareWithLine, type LineComparison } from '@assay/findings';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type SessionFailure, type UnseenCode, sessionStream } from '../../domain/session-events';
import { lookedBy } from '../../lifecycle/compared-session';
import { type EndedScan, endedScan } from '../../lifecycle/ended-scan';
import { lineOf } from '../../lifecycle/line-of-session';
import type { NotKept } from '../../reports/not-kept';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../../tool-catalogue';

interface Baseline {
  readonly scanId: string;
  readonly at: string;
  /** Tools that it ran, or that had nothing to look at. */
  readonly tools: readonly string[];
  /** Tools that it planned, and that did not complete. */
  readonly missingTools: readonly string[];
}

/** A scan that has ended: what is new with it, and what it does not say. */
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
  readonly notKept: readonly NotKept[];
  readonly unseen: readonly UnseenCode[];
  /** What the scan found, beside the line of the branch that it is compared with; null where it did not complete. */
  readonly comparison: LineComparison | null;
  /** The last scan of that branch which had completed before this one. */
  readonly baseline: Baseline | null;
}

/**
 * What is new with a scan that has ended, compared with the scans of a branch before it. Undefined where it has not
 * ended, or is deleted. The scans before it must have been compared; the read models must have seen its end.
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
    if (said.outcome !== 'completed') return { ...said, comparison: null, baseline: null };
    const { comparison, baseline } = await this.queries.execute(
      new CompareWithLine({
        lineId: lineOf(scan, targetBranch).lineId,
        sessionId,
        position: scan.position,
        looked: lookedBy(scan, this.catalogue),
        kindOf: ruleKind,
      }),
    );
    return { ...said, comparison, baseline: baseline ? await this.toolsOf(baseline) : null };
  }

  private async toolsOf({ sessionId, scanId, at }: { sessionId: string; scanId: string; at: string }) {
    const scan = await endedScan(this.events, sessionStream(sessionId));
    if (!scan) return null;
    const missingTools = scan.missing.map(({ tool }) => tool);
    const planned = scan.started.tools.map(({ id }) => id);
    const absent = new Set([...missingTools, ...scan.excused]);
    return { scanId, at, tools: planned.filter((tool) => !absent.has(tool)), missingTools };
  }
}

const OUTCOMES = { ScanCompleted: 'completed', ScanFailed: 'failed', ScanCanceled: 'canceled' } as const;

function whatIsSaid(scan: EndedScan): Omit<JudgedScan, 'comparison' | 'baseline'> {
  const { started, prepared, notKept, end, missing } = scan;
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
    notKept: [...notKept].map(([tool, bySeverity]) => ({
      tool,
      count: Object.values(bySeverity).reduce((sum, count) => sum + count, 0),
      bySeverity,
    })),
    unseen: prepared?.unseen ?? [],
  };
}
