import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EngineMissing } from './cache';

const run = promisify(execFile);

/**
 * Runs a program to its end.
 *
 * @returns what it printed, on both outputs
 * @throws EngineMissing if the program is not on the PATH, with `advice`; an Error with its output where it fails
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  advice: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, args, {
      env: { ...process.env, ...environment },
      maxBuffer: 16 * 1024 * 1024,
    });
    return `${stdout}${stderr}`;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as NodeJS.ErrnoException & { stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new EngineMissing(`${program} is not installed: ${advice}`, { cause: error });
    throw new Error(
      `${[program, ...args].join(' ')} failed:\n${`${stdout}${stderr}`.trim().split('\n').slice(-30).join('\n')}`,
      { cause: error },
    );
  }
}
