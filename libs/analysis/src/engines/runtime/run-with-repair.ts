import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InfrastructureError, messageOf } from '@assay/kernel';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import { type PassAttempt, type PassLimits, attemptPass } from './attempt-pass';
import type { EnginePass } from '../engine';
import type { ToolOutcome, ToolRun } from './tool-runs';

/**
 * The most runs of a pass. Finding one guilty tool among 20 by halves takes nine more runs. With this many runs, a
 * second guilty tool is still found. The time of the pass is the other bound.
 */
const MAX_ATTEMPTS = 16;

/**
 * The most files that are left out. A file is blamed because the engine named it last. An engine that dies on every
 * file must not remove one file after another from the scan.
 */
const MAX_BLAMED_FILES = 3;

export interface PassRun {
  readonly engine: { readonly name: string; readonly version: string } | undefined;
  readonly tools: readonly ToolRun[];
  /**
   * The staged file that the engine was working on when its process died. Undefined if the process did not die, or if
   * the engine named no file.
   */
  readonly workingOn?: string;
}

interface Repair {
  readonly final: Map<string, ToolRun>;
  /** For a tool that never completes: its attempt with the most findings. */
  readonly best: Map<string, ToolRun>;
  readonly blamedFiles: Map<string, string>;
  readonly queue: (readonly ToolDefinition[])[];
}

/**
 * Runs a pass. If it dies, it is repeated within the same time with less: without the file that the engine was working
 * on, which is listed as unreadable; without the tools that failed; or else with half of the tools, until only the
 * guilty tool fails. A pass that times out or is canceled is not repeated.
 * @throws InfrastructureError if no process can be started or the scratch folder cannot be written
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
    ...(workingOn !== undefined && { workingOn }),
  };
}

/**
 * Returns the groups of tools to run again. It blames a file by adding the file to `blamed`. Without a group, the only
 * tool left is guilty.
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

/** Lists the blamed files as unreadable for a tool that would have analysed them. */
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
  // The later one of equal attempts is kept: it had fewer other tools, so its reason is about this tool.
  if (!before || run.findingsCount >= before.findingsCount) best.set(run.tool, run);
}

const later = (run: ToolRun, elapsed: number): ToolRun => ({ ...run, duration: Math.round(run.duration + elapsed) });

/**
 * Gives the run its last outcome. A repeat that timed out names the time of the whole pass, not the rest that was left
 * for the repeat.
 */
const inWholeTime = (run: ToolRun, outcome: ToolOutcome, { timeout }: PassLimits): ToolRun => ({
  ...run,
  outcome:
    outcome.status === 'failed' && outcome.timedOut ? { ...outcome, reason: `timed out after ${timeout} ms` } : outcome,
});

const reasonOf = (outcome: ToolOutcome): string => (outcome.status === 'completed' ? '' : outcome.reason);

/** Makes a scratch folder for one attempt, so that it does not find the files of an attempt that died. */
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
