import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { EnginePass } from '../engine';

export interface ProcessEnd {
  readonly code: number | null;
  /** Set when the process was ended by a signal, also because it took too long. */
  readonly signal: string | null;
  /** Whether the process was ended because it took too long. */
  readonly timedOut: boolean;
  /** Whether the process was ended because it needed too much memory. */
  readonly outOfMemory: boolean;
  /** The end of standard error. */
  readonly errors: string;
}

export interface ProgramRun {
  /** The absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The file to which its standard output is written. */
  readonly outputPath: string;
  /** Milliseconds, after which it ends with all that it started. Default: only the pass as a whole is limited. */
  readonly timeLimit?: number;
  /**
   * Megabytes, beyond which it ends with all that it started. It must be well below the memory of the pass, because the
   * watch notices late. Default: only the pass as a whole is limited.
   */
  readonly memoryMb?: number;
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

const MAX_ERROR_OUTPUT = 4_096;

/**
 * Runs a program to its end. Its output goes to a file: reports may have 70 MB, and with a pipe a program's threads
 * would wait for the reader.
 */
export function runProgram({
  program,
  args,
  cwd,
  outputPath,
  timeLimit,
  memoryMb,
  environment = {},
}: ProgramRun): Promise<ProcessEnd> {
  const output = openSync(outputPath, 'w');
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', output, 'pipe'] });
    closeSync(output);
    let errors = '';
    let timedOut = false;
    let outOfMemory = false;
    // Processes that the program started hold its standard error open, so without this the run would wait for them,
    // too.
    const end = () => void loadSandbox().killTree(child.pid!).catch(reject);
    const timer =
      timeLimit === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            end();
          }, timeLimit);
    const watch =
      memoryMb === undefined || child.pid === undefined
        ? undefined
        : loadSandbox().watchMemory(child.pid, memoryMb, () => {
            outOfMemory = true;
            end();
          });
    const stopWatching = () => {
      clearTimeout(timer);
      watch?.stop();
    };
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-MAX_ERROR_OUTPUT)));
    child.on('error', (error) => {
      stopWatching();
      reject(error);
    });
    child.on('close', (code, signal) => {
      stopWatching();
      resolve({ code, signal, timedOut, outOfMemory, errors });
    });
  });
}

/**
 * Each engine's process would wait for its many files, and few need it. The build rewrites the names of libraries in
 * imports alone, so that this one is named by its path.
 */
const loadSandbox = () => require('../../../../sandbox/src') as typeof import('@assay/sandbox');

/**
 * The path of a program that the engine needs.
 * @throws Error when this machine does not have it: see `missingRequirement`
 */
export function programOf({ programs = {} }: EnginePass, name: string): string {
  const path = programs[name];
  if (path === undefined) throw new Error(`${name} is not installed here`);
  return path;
}
