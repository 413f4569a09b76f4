import { dirname, join } from 'node:path';
import { type ProcessEnd, runProgram } from '../kit/run-program';

/** Runs the CLI and writes its output to a file. */
export const runOxlint = (
  args: readonly string[],
  cwd: string,
  outputPath: string,
  timeLimit: number,
): Promise<ProcessEnd> => {
  const cli = join(dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');
  return runProgram({ program: process.execPath, args: [cli, ...args], cwd, outputPath, timeLimit });
};
