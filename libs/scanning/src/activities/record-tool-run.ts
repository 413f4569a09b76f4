import { type RawFinding, type StagedFile, type StagedTree, type ToolDefinition, type ToolRun, readOriginal } from '@assay/analysis';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { type FindingsRecorded, type RecordedFinding, findingsStream, severityRank, triageScope } from '@assay/findings';
import { CLOCK, type Clock, deterministicUuid, sha256Hex, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CANCELED, type ToolOutcome, recordOutcome } from '../domain/session';
import type { ToolResult } from '../domain/session-events';
import { batchesOf } from './batches';
import { recordedFindings, withOwnIds } from './recorded-findings';
import { SessionLog, type StartedSession } from './session-log';

const TOP_FINDINGS = 3;
const UNREADABLE_SHOWN = 20;

/**
 * Records what a tool found and how it ended, in this order: who sees a completed tool can ask for all of its findings.
 * After a crash between the two the tool runs again, and only findings that are not recorded yet are appended.
 */
@Injectable()
export class RecordToolRun {
  /** By the session as a pass read it, so that each pass reads anew. */
  private readonly read = new WeakMap<StartedSession, Promise<RecordedByTool>>();

  constructor(
    private readonly log: SessionLog,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async record(session: StartedSession, tool: ToolDefinition, tree: StagedTree, run: ToolRun, ended: 'by itself' | 'canceled' = 'by itself'): Promise<void> {
    const { sessionId } = session.started;
    const found: RecordedFinding[] = [];
    for (const [file, raw] of findingsByFile(tree, run.findings)) {
      const lines = file ? (await readOriginal(tree, file)).split(/\r?\n/) : [];
      found.push(...recordedFindings({ sessionId, tool, file, lines }, raw));
    }
    const findings = withOwnIds(found);
    await this.appendFindings(session, tool.id, findings);
    await this.log.record(sessionId, (current, now) => recordOutcome(ended === 'canceled' ? canceled(tool) : outcomeOf(tool, run, findings), current, now));
  }

  private async appendFindings(session: StartedSession, tool: string, findings: readonly RecordedFinding[]): Promise<void> {
    const { started, tools } = session;
    if (findings.length === 0) return;
    const { sessionId, scanId, organizationId, projectId, target } = started;
    // A tool that was pending when the pass began has never run: nothing of it can be recorded.
    const recorded = tools.get(tool)?.status === 'pending' ? undefined : (await this.recordedBefore(session)).get(tool);
    const scope = triageScope({ organizationId, projectId, target: `${target.kind}:${target.directory}` });
    for (const batch of batchesOf(findings.filter(({ id }) => !recorded?.has(id)))) {
      const data: FindingsRecorded['data'] = { sessionId, scanId, organizationId, projectId, triageScope: scope, tool, at: timestamp(this.clock), findings: batch };
      const id = deterministicUuid(`${sessionId}/${tool}/${sha256Hex(batch.map((finding) => finding.id).join())}`);
      await this.events.append(findingsStream(sessionId), [{ id, type: 'FindingsRecorded', data, metadata: { actor: 'system', correlationId: sessionId } }]);
    }
  }

  /** Read once for a pass that is resumed, not once for each of its tools. */
  private recordedBefore(session: StartedSession): Promise<RecordedByTool> {
    const reading = this.read.get(session) ?? this.readFindings(session.started.sessionId);
    this.read.set(session, reading);
    return reading;
  }

  private async readFindings(sessionId: string): Promise<RecordedByTool> {
    const recorded = new Map<string, Set<string>>();
    for await (const { data } of this.events.readStream<FindingsRecorded>(findingsStream(sessionId))) {
      const ids = recorded.get(data.tool) ?? new Set();
      for (const { id } of data.findings) ids.add(id);
      recorded.set(data.tool, ids);
    }
    return recorded;
  }
}

type RecordedByTool = ReadonlyMap<string, ReadonlySet<string>>;

/** In the order of the report; what an engine says of a file that was not staged is about the target as a whole. */
function findingsByFile(tree: StagedTree, findings: readonly RawFinding[]): Map<StagedFile | undefined, RawFinding[]> {
  const files = new Map(tree.files.map((file) => [file.staged, file]));
  const byFile = new Map<StagedFile | undefined, RawFinding[]>();
  for (const finding of findings) {
    const file = finding.file === undefined ? undefined : files.get(finding.file);
    const group = byFile.get(file);
    if (group) group.push(finding);
    else byFile.set(file, [finding]);
  }
  return byFile;
}

const canceled = ({ id }: ToolDefinition): ToolOutcome => ({ status: 'skipped', tool: id, reason: 'canceled', message: CANCELED });

function outcomeOf(tool: ToolDefinition, run: ToolRun, findings: readonly RecordedFinding[]): ToolOutcome {
  const { outcome, duration, findingsCount } = run;
  switch (outcome.status) {
    case 'completed':
      return { status: 'completed', tool: tool.id, duration, findingsCount, result: resultOf(tool, run, findings) };
    case 'failed':
      return { status: 'failed', tool: tool.id, duration, findingsCount, reason: outcome.timedOut ? 'timed-out' : 'failed', message: outcome.reason, result: resultOf(tool, run, findings) };
    case 'skipped':
      return { status: 'skipped', tool: tool.id, reason: 'skipped', message: outcome.reason };
  }
}

const resultOf = (tool: ToolDefinition, run: ToolRun, findings: readonly RecordedFinding[]): ToolResult => ({
  engine: run.engine ?? null,
  rules: Object.keys(tool.rules).length,
  filesChecked: run.filesChecked,
  unreadable: run.unreadable.slice(0, UNREADABLE_SHOWN),
  unreadableTotal: run.unreadableCount,
  truncated: run.truncated,
  topFindings: [...findings]
    .sort((a, b) => severityRank(a.severity) - severityRank(b.severity))
    .slice(0, TOP_FINDINGS)
    .map(({ id, title, severity, file, line }) => ({ id, title, severity, file, line })),
});
