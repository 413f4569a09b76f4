import { type PassLimits, attemptPass } from './attempt-pass';
import type { EnginePass } from '../engine';
import type { ToolRun } from './tool-runs';

export type { ToolRun } from './tool-runs';

export interface PassRun {
  readonly engine: { readonly name: string; readonly version: string } | undefined;
  readonly tools: readonly ToolRun[];
  /**
   * The staged file that the engine was working on when its process died; undefined when it did not die or never said.
   */
  readonly workingOn?: string;
}

/**
 * Runs one pass in a sandboxed child process. Never rejects because of what the engine or the target did: that is a
 * tool's outcome. A fault of one tool here fails all that had not completed; `runPassWithRepair` saves the others.
 * @throws InfrastructureError when no process can be started
 */
export async function runPass(pass: EnginePass, limits: PassLimits): Promise<PassRun> {
  const attempt = await attemptPass(pass, limits);
  for (const run of attempt.unsettled) limits.onTool?.(run);
  const runs = new Map([...attempt.settled.values(), ...attempt.unsettled].map((run) => [run.tool, run]));
  const workingOn =
    attempt.end.kind === 'finished' || attempt.end.workingOn === undefined ? {} : { workingOn: attempt.end.workingOn };
  return { engine: attempt.engine, tools: pass.tools.map(({ id }) => runs.get(id)!), ...workingOn };
}
