import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InfrastructureError, messageOf } from '@assay/kernel';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import { type PassAttempt, type PassLimits, attemptPass } from './attempt-pass';
import type { EnginePass } from '../engine';
import type { PassRun } from './run-pass';
import type { ToolOutcome, ToolRun } from './tool-runs';

/**
 * Halving 20 tools down to a guilty one takes nine more runs; with this many a second guilty one is still found. The
 * time of the pass is the other bound.
 */
const MAX_ATTEMPTS = 16;

/**
 * A file is blamed because it was named last. An engine that dies whatever it reads must not cost the target file after
 * file.
 */
const MAX_BLAMED_FILES = 3;

interface Repair {
  readonly final: Map<string, ToolRun>;
  /** For a tool that never gets through: the attempt of it that reported most. */
  readonly best: Map<string, ToolRun>;
  readonly blamedFiles: Map<string, string>;
  readonly queue: (readonly ToolDefinition[])[];
}

/**
 * Runs a pass and, when it dies, again with less, within the same time: without the file that was being looked at (it
 * is then listed as unreadable), without the tools that failed, and else by halves until only the guilty tool fails.
 * A pass that times out or is canceled is not repeated.
 * @throws InfrastructureError when no process can be started or the scratch folder cannot be written
 */
export async function runPassWithRepair(pass: EnginePass, limits: PassLimits): Promise<PassRun> {
  const started = performance.now();
  const repair: Repair = { final: new Map(), best: new Map(), blamedFiles: new Map(), queue: [pass.tools] };
  let engine: PassRun['engine'];
  let workingOn: string | undefined;

  for (let number = 1; repair.queue.length > 0; number += 1) {
    const group = repair.queue.shift()!;
    const elapsed = performance.now() - started;
    const settle = (run: ToolRun) => {
      const settled = withBlamedFiles(later(run, elapsed), group, repair.blamedFiles);
      repair.final.set(run.tool, settled);
      limits.onTool?.(settled);
    };
    if (number > MAX_ATTEMPTS || elapsed >= limits.timeout) {
      for (const { id } of group) settle(repair.best.get(id)!);
      continue;
    }
    const files = pass.files.filter(({ staged }) => !repair.blamedFiles.has(staged));
    const scratch = await scratchOf(pass, number);
    const attempt = await attemptPass(
      { ...pass, tools: group, files, scratch },
      { ...limits, timeout: Math.max(1, Math.round(limits.timeout - elapsed)), onTool: settle },
    );
    engine ??= attempt.engine;
    if (attempt.end.kind === 'faulty') workingOn = attempt.end.workingOn ?? workingOn;
    for (const run of attempt.unsettled) keepBest(repair.best, run);
    const again =
      attempt.end.kind === 'faulty'
        ? planRepeat(group, attempt, new Set(files.map(({ staged }) => staged)), repair.blamedFiles)
        : [];
    repair.queue.unshift(...again);
    const repeated = new Set(again.flatMap((tools) => tools.map(({ id }) => id)));
    for (const run of attempt.unsettled)
      if (!repeated.has(run.tool)) settle(inWholeTime(repair.best.get(run.tool)!, run.outcome, limits));
  }
  return {
    engine,
    tools: pass.tools.map(({ id }) => repair.final.get(id)!),
    ...(workingOn === undefined ? {} : { workingOn }),
  };
}

/**
 * Which tools to try again, in which company. Blames a file by adding it to `blamed`. Empty: the one tool left is
 * guilty.
 */
function planRepeat(
  group: readonly ToolDefinition[],
  { settled, unsettled, end }: PassAttempt,
  files: ReadonlySet<string>,
  blamed: Map<string, string>,
): (readonly ToolDefinition[])[] {
  const rest = group.filter(({ id }) => !settled.has(id));
  if (end.workingOn !== undefined && files.has(end.workingOn) && blamed.size < MAX_BLAMED_FILES) {
    blamed.set(end.workingOn, `the engine died on this file: ${reasonOf(unsettled[0]!.outcome)}`);
    return [rest];
  }
  const engineBlamed = [...settled.values()].some(({ outcome }) => outcome.status === 'failed');
  if (engineBlamed || (rest.length === 1 && group.length > 1)) return [rest];
  if (rest.length === 1) return [];
  const middle = Math.ceil(rest.length / 2);
  return [rest.slice(0, middle), rest.slice(middle)];
}

/** A file that was left out is one that the tool did not look at, and says so. */
function withBlamedFiles(run: ToolRun, group: readonly ToolDefinition[], blamed: ReadonlyMap<string, string>): ToolRun {
  const tool = group.find(({ id }) => id === run.tool)!;
  const looksAt = picomatch([...tool.files], { dot: true });
  const said = new Set(run.unreadable.map(({ file }) => file));
  const left = [...blamed]
    .filter(([file]) => looksAt(file) && !said.has(file))
    .map(([file, reason]) => ({ file, reason }));
  return left.length === 0
    ? run
    : { ...run, unreadable: [...run.unreadable, ...left], unreadableCount: run.unreadableCount + left.length };
}

function keepBest(best: Map<string, ToolRun>, run: ToolRun): void {
  const before = best.get(run.tool);
  // Of equals the later one: its reason is about the tool in the smaller company.
  if (!before || run.findingsCount >= before.findingsCount) best.set(run.tool, run);
}

const later = (run: ToolRun, elapsed: number): ToolRun => ({ ...run, duration: Math.round(run.duration + elapsed) });

/**
 * The last outcome counts, and a repeat that timed out did so in the time of the whole pass, not in what was left of
 * it.
 */
const inWholeTime = (run: ToolRun, outcome: ToolOutcome, { timeout }: PassLimits): ToolRun => ({
  ...run,
  outcome:
    outcome.status === 'failed' && outcome.timedOut ? { ...outcome, reason: `timed out after ${timeout} ms` } : outcome,
});

const reasonOf = (outcome: ToolOutcome): string => (outcome.status === 'completed' ? '' : outcome.reason);

/** What a dead attempt left behind must not meet the next one. */
async function scratchOf(pass: EnginePass, number: number): Promise<string> {
  const scratch = join(pass.scratch, `attempt-${number}`);
  try {
    await mkdir(scratch);
  } catch (error) {
    throw new InfrastructureError(`cannot write to the scratch folder ${pass.scratch}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return scratch;
}
