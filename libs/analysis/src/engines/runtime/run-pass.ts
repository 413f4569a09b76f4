import { type PassLimits, attemptPass } from './attempt-pass';
import type { EnginePass } from '../engine';
import type { ToolRun } from './tool-runs';

export type { ToolRun } from './tool-runs';

export interface PassRun {
  readonly engine: { readonly name: string; readonly version: string } | undefined;
  readonly tools: readonly ToolRun[];
  /**
   * The staged file that the engine was working on when its process died. Undefined if the process did not die, or if
   * the engine named no file.
   */
  readonly workingOn?: string;
}

/**
 * Runs one pass in a sandboxed child process. Faults of the engine or the target become outcomes of tools and are not
 * thrown. A fault of one tool fails all tools that had not completed; `runPassWithRepair` saves the others.
 * @throws InfrastructureError if no process can be started
 */
export async function runPass(pass: EnginePass, limits: PassLimits): Promise<PassRun> {
  const attempt = await attemptPass(pass, limits);
  for (const run of attempt.unsettled) limits.onTool?.(run);
  const runs = new Map([...attempt.settled.values(), ...attempt.unsettled].map((run) => [run.tool, run]));
  const workingOn =
    attempt.end.kind === 'finished' || attempt.end.workingOn === undefined ? {} : { workingOn: attempt.end.workingOn };
  return { engine: attempt.engine, tools: pass.tools.map(({ id }) => runs.get(id)!), ...workingOn };
}
