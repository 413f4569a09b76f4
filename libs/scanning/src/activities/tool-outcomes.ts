import type { ToolDefinition, ToolRun } from '@assay/analysis';
import { type RecordedFinding, isSuppressed, severityRank } from '@assay/findings';
import { CANCELED, outOfTime } from '../domain/session-end';
import { type RecordableOutcome } from '../domain/session-tools';
import type { ToolCoverage, ToolResult } from '../domain/session-events';
import type { OpenSession } from './session-log';

const TOP_FINDINGS = 3;
const UNREADABLE_SHOWN = 20;

export const canceledOutcome = ({ id }: ToolDefinition): RecordableOutcome => ({
  status: 'skipped',
  tool: id,
  reason: 'canceled',
  message: CANCELED,
});

/** A tool that ended before its own limit ran out of what is left of the limit for all tools. */
export function withBudget(
  { timeout, decisions }: Pick<OpenSession['started'], 'timeout' | 'decisions'>,
  outcome: RecordableOutcome,
): RecordableOutcome {
  const most = decisions?.mostSeconds;
  if (most === undefined || outcome.status !== 'failed' || outcome.reason !== 'timed-out') return outcome;
  return outcome.duration >= timeout ? outcome : { ...outcome, message: outOfTime(most) };
}

/** @param recorded the number of the tool's recorded findings, including those of earlier attempts */
export function outcomeOf(
  tool: ToolDefinition,
  run: ToolRun,
  findings: readonly RecordedFinding[],
  recorded: number,
  coverage?: ToolCoverage,
): RecordableOutcome {
  const { outcome, duration } = run;
  const findingsCount = recorded + run.findingsCount - run.findings.length;
  switch (outcome.status) {
    case 'completed':
      return {
        status: 'completed',
        tool: tool.id,
        duration,
        findingsCount,
        result: resultOf(tool, run, findings),
        ...(coverage && { coverage }),
        ...(run.safe && { safePlaces: run.safe.length }),
      };
    case 'failed':
      return {
        status: 'failed',
        tool: tool.id,
        duration,
        findingsCount,
        reason: outcome.timedOut ? 'timed-out' : 'failed',
        message: outcome.reason,
        result: { ...resultOf(tool, run, findings), ...(findingsCount > 0 && { partial: true as const }) },
      };
    case 'skipped':
      return {
        status: 'skipped',
        tool: tool.id,
        reason: 'skipped',
        message: outcome.reason,
        ...(outcome.cause && { cause: outcome.cause }),
      };
  }
}

export const unrecordableOutcome = (
  tool: ToolDefinition,
  run: ToolRun,
  fault: string,
  recorded: number,
): RecordableOutcome => ({
  status: 'failed',
  tool: tool.id,
  duration: run.duration,
  findingsCount: recorded,
  reason: 'failed',
  message: `its results could not be recorded: ${fault}`,
  result: resultOf(tool, run, []),
});

const resultOf = (tool: ToolDefinition, run: ToolRun, findings: readonly RecordedFinding[]): ToolResult => {
  const counting = findings.filter((finding) => !isSuppressed(finding));
  const suppressed = findings.length - counting.length;
  return {
    engine: run.engine ?? null,
    rules: Object.keys(tool.rules).length,
    filesChecked: run.filesChecked,
    unreadable: run.unreadable.slice(0, UNREADABLE_SHOWN),
    unreadableTotal: run.unreadableCount,
    truncated: run.truncated,
    ...(run.truncated && { notKept: run.notKept }),
    ...(suppressed > 0 && { suppressed }),
    topFindings: counting
      .sort((a, b) => severityRank(a.severity) - severityRank(b.severity))
      .slice(0, TOP_FINDINGS)
      .map(({ id, title, severity, file, line }) => ({ id, title, severity, file, line })),
  };
};
