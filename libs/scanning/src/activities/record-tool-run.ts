import { type RawFinding, type ToolDefinition, type ToolRun, weaknessOf } from '@assay/analysis';
import { type StagedFile } from '@assay/target-records';
import { type StagedTree, readOriginal } from '@assay/targets';
import { type RecordedFinding, type RecordedSafePlace, type UnitsListing, triageScope } from '@assay/findings';
import { messageOf } from '@assay/kernel';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { type RecordableOutcome, recordOutcome } from '../domain/session-tools';
import { recordsAreWhole, targetIdentity } from '../targets/describe-target';
import { coverageOf, listUnitsOf } from './examined-units';
import { FindingsLog, type FindingsSubject } from './findings-log';
import { recordedFindings, withOwnIds } from './recorded-findings';
import { SessionLog, type OpenSession } from './session-log';
import { decidedSeverity } from './session-rules';
import { standing, suppressedBy } from './suppressed-by';
import { waivedIn } from './waivers/waivers';
import { canceledOutcome, outcomeOf, unrecordableOutcome, withBudget } from './tool-outcomes';

/** An attempt at a pass, with its number, its session and the session's copy. */
export interface NumberedAttempt {
  readonly session: OpenSession;
  readonly tree: StagedTree;
  readonly attempt: number;
  /** Whether its engine judges the files of a target together. */
  readonly together: boolean;
}

/**
 * Records the findings of a tool and then its outcome. So a client that sees a completed tool can ask for all of its
 * findings. After a crash between the two, the tool runs again, and only the missing findings are appended.
 *
 * Only a tool's latest attempt records. So the number of findings in the outcome equals the number of recorded ones,
 * even if an earlier attempt recorded some before it was given up, or still tries to.
 */
@Injectable()
export class RecordToolRun {
  constructor(
    private readonly log: SessionLog,
    private readonly findings: FindingsLog,
  ) {}

  /** @returns false if it came too late: another attempt has taken over the tool, or the session is settling */
  async record(
    pass: NumberedAttempt,
    tool: ToolDefinition,
    run: ToolRun,
    ended: 'by itself' | 'canceled',
  ): Promise<boolean> {
    const found = await findingsOf(pass, tool, run);
    const isCompleted = ended === 'by itself' && run.outcome.status === 'completed';
    const listed = isCompleted ? listedUnits(pass, tool) : undefined;
    const coverage = listed && coverageOf(listed, { tool, run, together: pass.together });
    return this.append(
      pass,
      tool,
      found,
      (recorded) =>
        ended === 'canceled'
          ? canceledOutcome(tool)
          : withSubject(pass.session, outcomeOf(tool, asInTarget(pass.tree, run), found, recorded, coverage)),
      coverage && listed.listing,
      isCompleted ? safePlaces(pass, tool, run) : [],
    );
  }

  /**
   * Fails a tool whose run cannot be recorded because of a bug. Such a bug must neither fail other tools nor cause
   * endless attempts.
   */
  async recordFault(pass: NumberedAttempt, tool: ToolDefinition, run: ToolRun, fault: unknown): Promise<boolean> {
    return this.append(pass, tool, [], (recorded) =>
      withSubject(pass.session, unrecordableOutcome(tool, asInTarget(pass.tree, run), messageOf(fault), recorded)),
    );
  }

  private async append(
    { session, attempt }: NumberedAttempt,
    { id }: ToolDefinition,
    found: readonly RecordedFinding[],
    outcome: (recorded: number) => RecordableOutcome,
    listing?: UnitsListing,
    safe: readonly RecordedSafePlace[] = [],
  ): Promise<boolean> {
    const subject = subjectOf(session, id);
    const recorded = await this.findings.record(attempt, subject, found);
    if (recorded === undefined) return false;
    if (safe.length > 0) await this.findings.recordSafe(attempt, subject, safe);
    if (listing) await this.findings.list(attempt, subject, listing);
    const { events } = await this.log.record(session.started.sessionId, (current, now) =>
      recordOutcome(outcome(recorded), attempt, current, now),
    );
    return events.length > 0;
  }
}

const listedUnits = ({ session, tree }: NumberedAttempt, tool: ToolDefinition) =>
  listUnitsOf(tree, { part: tool.reads, recordsAreWhole: recordsAreWhole(session.started.target) });

/** The places that a tool proved to be safe, by their paths in the target and the names that all tools share. */
function safePlaces({ tree }: NumberedAttempt, tool: ToolDefinition, { safe = [] }: ToolRun): RecordedSafePlace[] {
  if (safe.length === 0) return [];
  const paths = new Map(tree.files.map(({ staged, path }) => [staged, path]));
  return safe.flatMap(({ rule, file, line, because }) => {
    const path = paths.get(file);
    const weakness = weaknessOf(tool.rules[rule] ?? {});
    return path === undefined || weakness === undefined ? [] : [{ file: path, line, weakness, because }];
  });
}

/** Milliseconds. With less time, a tool may time out on any target, so its timeout does not count as a failure. */
const ENOUGH_TIME = 60_000;

/**
 * Adds the key by which circuit breakers tell targets apart. It is a digest, because the target of a deleted project
 * must not remain in the log.
 */
function withSubject({ started }: OpenSession, recorded: RecordableOutcome): RecordableOutcome {
  const { organizationId, target, timeout, decisions } = started;
  const outcome = withBudget(started, recorded);
  const isHurried = timeout < ENOUGH_TIME || decisions?.mostSeconds !== undefined;
  if (outcome.status !== 'failed' || (outcome.reason === 'timed-out' && isHurried)) return outcome;
  const digest = createHash('sha256')
    .update(`${organizationId} ${targetIdentity(target)}`)
    .digest('base64url');
  return { ...outcome, subject: { organizationId, target: digest.slice(0, 16) } };
}

function subjectOf(
  { started: { sessionId, scanId, organizationId, projectId, target } }: OpenSession,
  tool: string,
): FindingsSubject {
  return {
    sessionId,
    scanId,
    organizationId,
    projectId,
    tool,
    triageScope: triageScope({ organizationId, projectId, target: targetIdentity(target) }),
  };
}

/** Names files that were not read as the target does, which is not always as in its copy. */
function asInTarget({ files }: NumberedAttempt['tree'], run: ToolRun): ToolRun {
  if (run.unreadable.length === 0) return run;
  const paths = new Map(files.filter(({ staged, path }) => staged !== path).map(({ staged, path }) => [staged, path]));
  const unreadable = run.unreadable.map((each) => {
    const path = paths.get(each.file);
    return path === undefined ? each : { file: path, reason: each.reason.replaceAll(each.file, path) };
  });
  return { ...run, unreadable };
}

async function findingsOf(
  { session, tree }: NumberedAttempt,
  tool: ToolDefinition,
  run: ToolRun,
): Promise<RecordedFinding[]> {
  const { sessionId } = session.started;
  const severityOf = decidedSeverity(session, tool);
  const found: RecordedFinding[] = [];
  const files = new Map(tree.files.map((file) => [file.staged, file]));
  const pathOf = (staged: string) => files.get(staged)?.path;
  const fileOf = ({ file }: RawFinding) => (file === undefined ? undefined : files.get(file));
  const findings = run.findings.map((finding) =>
    standing(finding, (place) => suppressedBy(tree, tool, fileOf(place))(place)),
  );
  for (const [file, raw] of findingsByFile(files, findings)) {
    const text = file && (await textOf(tree, file));
    const lines = text?.split(/\r?\n/) ?? [];
    found.push(
      ...recordedFindings(
        {
          sessionId,
          tool,
          file,
          lines,
          pathOf,
          severityOf,
          suppressionOf: suppressedBy(tree, tool, file),
          waiverOf: waivedIn(tool, lines),
          ...(text !== undefined && { text }),
        },
        raw,
      ),
    );
  }
  return withOwnIds(found);
}

async function textOf(tree: StagedTree, file: StagedFile): Promise<string> {
  try {
    return await readOriginal(tree, file);
  } catch (error) {
    // The message leaves out the path of the copy, which means nothing to a client.
    throw new Error(
      `the staged copy of ${file.path} cannot be read (${(error as NodeJS.ErrnoException).code ?? messageOf(error)})`,
      { cause: error },
    );
  }
}

/**
 * Groups findings by file, in the order of the report. Findings in a file that was not staged go to the whole target.
 */
function findingsByFile(
  files: ReadonlyMap<string, StagedFile>,
  findings: readonly RawFinding[],
): Map<StagedFile | undefined, RawFinding[]> {
  const byFile = new Map<StagedFile | undefined, RawFinding[]>();
  for (const finding of findings) {
    const file = finding.file === undefined ? undefined : files.get(finding.file);
    const group = byFile.get(file);
    if (group) group.push(finding);
    else byFile.set(file, [finding]);
  }
  return byFile;
}
